// The sky of aurora.pov: curtains of light over a clear night, seen through the window x/z, y/z of the ground's camera.
// Rendered once into a high dynamic range picture, because marching through the curtains for every reflected ray is slow.
#version 3.7;
#include "functions.inc"

global_settings { assumed_gamma 1.0 }

camera {
  location <0, 2.6, -14>
  right 1.9 * x
  up 0.95 * y
  direction <0, 0.475, 1>
}

sky_sphere {
  pigment {
    gradient y
    color_map {
      [0.00 rgb <0.034, 0.062, 0.078>]
      [0.10 rgb <0.018, 0.038, 0.066>]
      [0.35 rgb <0.009, 0.018, 0.044>]
      [1.00 rgb <0.004, 0.008, 0.026>]
    }
  }
}

// A curtain is the level set of a warped distance in plan; fine rays run along it and reach up.
// `select` skips what is costly wherever the curtain is far.
#ifndef (Shift) #declare Shift = 22.37; #end
#declare Warp = function(x, z) {
  2000 * (f_noise3d(x / 1150 + Shift, 0.5, z / 1150) - 0.5) + 760 * (f_noise3d(x / 390 + Shift, 2.5, z / 390) - 0.5)
}
#declare Rays = function(x, z) {
  0.25 + 0.70 * f_noise3d(x / 30, 9.5, z / 30) + 0.95 * pow(f_noise3d(x / 9, 5.5, z / 9), 2)
}
#declare Patches = function(x, z, b) { max(0, min(1, 3.2 * f_noise3d(x / 760 + b, 1.5, z / 760) - 0.70)) }
#declare Shine = function(x, h, z, tall, d, rays) {
  exp(-pow(d / 30, 2)) * max(0, min(1, h / 55)) * exp(-max(0, h) / (tall * rays)) * rays
}
#declare Curtain = function(x, h, z, tall, d, b) {
  select(abs(d) - 75, Shine(x, h, z, tall, d, Rays(x, z)) * Patches(x, z, b), 0)
}
#declare Both = function(x, y, z, w) {
  Curtain(x, y - 420 - 0.04 * w, z, 270, z - 1500 + 0.55 * x + w, 0.4)
  + 0.8 * Curtain(x, y - 480, z, 340, z - 2450 - 0.25 * x - 1.1 * w, 3.7)
}
#declare Aurora = function(x, y, z) { Both(x, y, z, Warp(x, z)) }

box {
  <-3600, 350, 400>, <3600, 1650, 3700>
  hollow
  pigment { rgbt 1 }
  interior {
    media {
      emission 0.0085
      method 3 intervals 1 samples 120
      density { function { Aurora(x, y, z) } color_map { [0 rgb 0] [1 rgb 1] } }
      density {
        function { (y - 380) / 1220 }
        color_map {
          [0.00 rgb <0.34, 1.00, 0.30>]
          [0.14 rgb <0.14, 1.00, 0.42>]
          [0.30 rgb <0.16, 0.80, 0.62>]
          [0.46 rgb <0.42, 0.42, 0.95>]
          [0.70 rgb <0.76, 0.20, 0.84>]
          [1.00 rgb <0.66, 0.08, 0.55>]
        }
      }
    }
  }
}
