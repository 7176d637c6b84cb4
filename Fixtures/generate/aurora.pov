// Northern lights over a mountain lake. A scene of our own; see ../LICENSE.
#version 3.7;
#include "functions.inc"

global_settings { assumed_gamma 1.0 max_trace_level 12 }

#default { finish { ambient 0 diffuse 0.9 } }

#declare NightBlue = rgb <0.011, 0.020, 0.046>;
#declare Green = rgb <0.16, 1.00, 0.42>;

camera {
  location <0, 2.6, -14>
  right x * image_width / image_height
  up y
  direction z
  angle 74
  look_at <0, 17.2, 60>
}

// ---------------------------------------------------------------- sky
sky_sphere {
  pigment {
    gradient y
    color_map {
      [0.00 rgb <0.030, 0.062, 0.085>]
      [0.12 rgb <0.020, 0.042, 0.075>]
      [0.40 NightBlue]
      [1.00 rgb <0.004, 0.008, 0.024>]
    }
  }
}

#declare S = seed(20250);
#declare StarCount = 1900;
union {
  #for (I, 1, StarCount)
    #local Az = radians(-75 + 150 * rand(S));
    #local El = asin(0.02 + 0.95 * rand(S));
    #local Mag = pow(rand(S), 5);
    #local Warm = rand(S);
    #local Tint = <0.80 + 0.20 * Warm, 0.88, 1.02 - 0.22 * Warm>;
    sphere {
      9000 * <sin(Az) * cos(El), sin(El), cos(Az) * cos(El)>, 4.6 + 5.2 * Mag
      pigment { rgb Tint }
      finish { emission 0.22 + 1.5 * Mag diffuse 0 }
    }
  #end
  no_shadow
}

// ------------------------------------------------------------- aurora
// A curtain is the level set of a warped distance in plan; fine rays run along it and reach up.
#declare Warp = function(x, z, a, b) {
  a * (f_noise3d(x / 1150 + 3.1, 0.5, z / 1150 + b) - 0.5)
  + 0.36 * a * (f_noise3d(x / 400 + 7.7, 2.5, z / 400 + b) - 0.5)
  + 0.10 * a * (f_noise3d(x / 120 + 1.2, 4.5, z / 120 + b) - 0.5)
}
#declare Rays = function(x, z) {
  0.30 + 0.75 * f_noise3d(x / 34, 9.5, z / 34) + 0.75 * pow(f_noise3d(x / 11, 5.5, z / 11), 2)
}
#declare Patches = function(x, z, b) { max(0, min(1, 3.0 * f_noise3d(x / 800 + b, 1.5, z / 800) - 0.85)) }
#declare Curtain = function(x, y, z, base, tall, d, b) {
  exp(-pow(d / 30, 2)) * Patches(x, z, b)
  * max(0, min(1, (y - base) / 38)) * exp(-max(0, y - base) / (tall * Rays(x, z))) * Rays(x, z)
}
#declare Aurora = function(x, y, z) {
  Curtain(x, y, z, 420, 260, z - 1500 + 0.55 * x + Warp(x, z, 1500, 0.0), 0.4)
  + 0.8 * Curtain(x, y, z, 470, 330, z - 2350 - 0.20 * x + Warp(x, z, 1700, 5.0), 3.7)
}
box {
  <-3600, 380, 500>, <3600, 1600, 3600>
  hollow no_shadow
  pigment { rgbt 1 }
  interior {
    media {
      emission 0.0062
      method 3 intervals 1 samples 110
      density { function { Aurora(x, y, z) } color_map { [0 rgb 0] [1 rgb 1] } }
      density {
        function { (y - 380) / 1220 }
        color_map {
          [0.00 rgb <0.30, 1.00, 0.34>]
          [0.14 rgb <0.14, 1.00, 0.44>]
          [0.32 rgb <0.16, 0.80, 0.62>]
          [0.50 rgb <0.42, 0.42, 0.95>]
          [0.75 rgb <0.72, 0.22, 0.86>]
          [1.00 rgb <0.60, 0.10, 0.60>]
        }
      }
    }
  }
}

// ------------------------------------------------------------- lights
light_source { <-900, 700, -1200> rgb <0.17, 0.21, 0.32> }
light_source {
  <-300, 900, 900> 0.20 * Green
  area_light <900, 0, 0>, <0, 0, 500>, 5, 3 adaptive 1
}
light_source { <500, 1200, 400> rgb <0.045, 0.07, 0.13> shadowless }

// ---------------------------------------------------------- mountains
#declare Snow = texture {
  pigment { bozo scale 6 color_map { [0 rgb <0.80, 0.86, 0.95>] [1 rgb <0.95, 0.97, 1.0>] } }
  normal { bumps 0.25 scale <0.7, 0.4, 0.7> }
  finish { diffuse 0.95 }
}
#declare Rock = texture {
  pigment { granite scale 14 color_map { [0 rgb <0.030, 0.034, 0.042>] [1 rgb <0.13, 0.13, 0.14>] } }
  normal { granite 0.9 scale 9 }
}
#declare Peaks = function(x, z, h, o) {
  max(0, f_ridged_mf(x * 2.6 + o, h, z * 2.6, 0.95, 2.15, 8, 0.72, 2.2, 2) * 0.62 - 0.18)
}
#macro Range(Offset, Low, Result)
  height_field {
    function Result, Result {
      min(1, Peaks(x, y, Low, Offset) * min(1, pow(max(0, 1 - abs(2 * y - 1)), 0.8) * 1.3) + 0.02)
    }
    smooth
    texture {
      slope { -y altitude y 0 1 }
      texture_map {
        [0.30 Snow]
        [0.42 Snow]
        [0.48 Rock scale 0.004]
        [1.00 Rock scale 0.004]
      }
    }
  }
#end
object { Range(0.0, 1.5, 1100) translate <-0.5, -0.05, 0> scale <2600, 300, 900> translate <0, 0, 560> }
object { Range(5.3, 4.5, 900) translate <-0.5, -0.06, 0> scale <4200, 520, 900> translate <200, 0, 1150> }

fog { fog_type 2 distance 2600 rgb <0.030, 0.075, 0.085> fog_offset 4 fog_alt 60 }

// --------------------------------------------------------------- lake
plane {
  y, 0
  pigment { rgb <0.004, 0.010, 0.014> }
  normal {
    average
    normal_map {
      [1 bumps 0.030 scale <1.6, 1, 0.5>]
      [1 bumps 0.045 scale <0.35, 1, 0.12> rotate 8 * y]
      [0.6 wrinkles 0.05 scale <9, 1, 3>]
    }
  }
  finish { diffuse 0.3 reflection { 0.10, 0.92 fresnel on } conserve_energy }
  interior { ior 1.33 }
}
