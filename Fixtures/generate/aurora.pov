// Northern lights over a mountain lake: the ground, the water and the stars. A scene of our own; see ../LICENSE.
// Needs aurora-sky.hdr, which aurora-sky.pov renders, on the library path.
#version 3.7;
#include "functions.inc"

global_settings { assumed_gamma 1.0 max_trace_level 8 }

#default { finish { ambient 0 diffuse 0.9 } }

#declare Eye = <0, 2.6, -14>;

camera {
  location Eye
  right x * image_width / image_height
  up y
  direction z
  angle 74
  look_at <0, 14.4, 60>
}

// ---------------------------------------------------------------- sky
sky_sphere { pigment { rgb <0.006, 0.012, 0.032> } }

#declare Far = 8000;
box {
  <-0.95, 0, 0>, <0.95, 0.95, 0.001>
  pigment {
    image_map { hdr "aurora-sky.hdr" gamma 1.0 interpolate 2 once }
    scale <1.9, 0.95, 1>
    translate -0.95 * x
  }
  finish { emission 1 diffuse 0 }
  scale <Far, Far, 1>
  translate Eye + Far * z
  no_shadow
}

#declare S = seed(20250);
union {
  #for (I, 1, 2600)
    #local Az = radians(-70 + 140 * rand(S));
    #local El = asin(0.02 + 0.85 * rand(S));
    #local Mag = pow(rand(S), 9);
    #local Warm = rand(S);
    sphere {
      0.98 * Far * <sin(Az) * cos(El), sin(El), cos(Az) * cos(El)>, 2.6 + 5.0 * Mag
      pigment { rgb <0.78 + 0.24 * Warm, 0.88, 1.04 - 0.26 * Warm> }
      finish { emission 0.20 + 1.6 * Mag diffuse 0 }
    }
  #end
  no_shadow
}

// ------------------------------------------------------------- lights
// The moon behind us, the aurora's glow from above, and a little of the sky from everywhere.
light_source { <-2600, 1500, -2400> rgb <0.26, 0.31, 0.44> }
light_source {
  <100, 1300, 1500> rgb <0.06, 0.15, 0.11>
  area_light <1800, 0, 0>, <0, 0, 900>, 5, 3 adaptive 1
}
light_source { <900, 1500, 200> rgb <0.026, 0.040, 0.068> shadowless }

// ---------------------------------------------------------- materials
#declare Snow = texture {
  pigment { bozo scale 9 color_map { [0 rgb <0.74, 0.80, 0.90>] [1 rgb <0.92, 0.95, 1.0>] } }
  normal { bumps 0.15 scale <1.2, 0.6, 1.2> }
}
#declare Rock = texture {
  pigment { granite scale 22 color_map { [0 rgb <0.040, 0.044, 0.052>] [1 rgb <0.11, 0.11, 0.12>] } }
  normal { granite 0.35 scale 16 }
}
#declare Heights = texture {
  slope { y }
  texture_map {
    [0.00 Rock]
    [0.60 Rock]
    [0.68 Snow]
    [1.00 Snow]
  }
}

// ---------------------------------------------------------- mountains
#declare Bump = function(x) { pow(max(0, 1 - pow(2 * x - 1, 2)), 0.7) }
#macro Range(Resolution, Frequency, Offset, Low, Size, Place)
  height_field {
    function Resolution, Resolution {
      max(0, min(1,
        Bump(1 - y) * pow(max(0, f_ridged_mf(x * Frequency + Offset, Low, y * Frequency, 0.9, 2.1, 9, 0.8, 2.1, 2) * 0.55), 1.25)))
    }
    smooth
    translate <-0.5, -0.02, 0>
    scale Size
    translate Place
    texture { Heights }
  }
#end
Range(900, 2.2, 7.3, 4.1, <3600, 1050, 1300>, <-260, 0, 1300>)
Range(900, 2.0, 1.7, 0.4, <2600, 380, 700>, <120, 0, 620>)

// -------------------------------------------------------------- shore
#declare Shore = function(x, z) {
  max(
    -x - 5.5 - 0.32 * (z + 14) + 14 * (f_noise3d(0.4, 3.3, z / 26) - 0.5),
    x - 9 - 0.52 * (z + 14) + 32 * exp(-pow((z - 54) / 15, 2)) + 12 * (f_noise3d(5.1, 1.3, z / 19) - 0.5)
  )
}
#declare Ground = function(x, z) {
  0.085 * Shore(x, z) + 0.9 * (f_noise3d(x / 9, 0.2, z / 9) - 0.5) + 0.25 * (f_noise3d(x / 1.7, 4.2, z / 1.7) - 0.5)
  + 0.0009 * pow(max(0, Shore(x, z)), 2)
}
#declare Land = height_field {
  function 900, 900 { max(0, min(1, (Ground((x - 0.5) * 520, -14 + (1 - y) * 420) + 6) / 46)) }
  smooth
  translate <-0.5, 0, 0>
  scale <520, 46, 420>
  translate <0, -6, -14>
  texture {
    slope { y }
    texture_map { [0.70 Rock scale 0.1] [0.80 Snow scale 0.2] }
  }
}
object { Land }

// -------------------------------------------------------------- trees
#declare T = seed(7);
#macro Spruce(Rows)
  union {
    cone { 0, 0.018, 0.96 * y, 0.002 pigment { rgb <0.035, 0.026, 0.020> } }
    mesh {
      #for (Row, 0, Rows - 1)
        #local H = Row / Rows;
        #local Reach = (0.012 + 0.165 * pow(1 - H, 0.8)) * (0.8 + 0.35 * rand(T));
        #local Count = 6 + floor(3 * rand(T));
        #for (I, 1, Count)
          #local A = 2 * pi * (I + 0.7 * rand(T)) / Count;
          #local Out = <cos(A), 0, sin(A)>;
          #local Side = <-sin(A), 0, cos(A)>;
          #local Length = Reach * (0.65 + 0.45 * rand(T));
          #local Base = (0.07 + 0.92 * H) * y;
          #local Drop = -(0.15 + 0.45 * (1 - H)) * y;
          #for (K, 0, 4)
            #local P = Base + Length * (K / 5) * (Out + (K / 5) * Drop);
            #local Q = Base + Length * ((K + 1.4) / 5) * (Out + ((K + 1.4) / 5) * Drop);
            #local Wide = Length * 0.30 * (1 - K / 6.5) * (0.7 + 0.6 * rand(T));
            #local Hang = -Length * 0.10 * rand(T) * y;
            triangle { P, Q, P + 0.6 * (Q - P) + Wide * Side + Hang }
            triangle { P, Q, P + 0.6 * (Q - P) - Wide * Side + Hang }
          #end
        #end
      #end
      pigment {
        bozo scale <0.05, 0.02, 0.05> turbulence 0.5
        color_map {
          [0.0 rgb <0.010, 0.024, 0.018>]
          [0.52 rgb <0.020, 0.045, 0.034>]
          [0.60 rgb <0.30, 0.34, 0.40>]
          [1.0 rgb <0.70, 0.76, 0.85>]
        }
      }
    }
  }
#end
#declare Spruces = array[4];
#for (I, 0, 3) #declare Spruces[I] = Spruce(38 + 5 * I) #end

#declare P = seed(41);
#declare Planted = 0;
#while (Planted < 620)
  #local Z = -2 + 240 * pow(rand(P), 1.5);
  #local X = (rand(P) - 0.5) * (60 + 2.2 * (Z + 14));
  #local D = Shore(X, Z);
  #local Clearing = vlength(<X - 26, 0, Z - 48>);
  #if (D > 3 & D < 70 & Clearing > 8.5 & f_noise3d(X / 14, 8.8, Z / 14) + 0.012 * D > 0.42)
    #local Tall = (5 + 8 * rand(P)) * (0.75 + 0.012 * min(D, 40));
    object {
      Spruces[floor(4 * rand(P))]
      rotate 360 * rand(P) * y
      rotate <4 * (rand(P) - 0.5), 0, 4 * (rand(P) - 0.5)>
      scale <Tall * (0.85 + 0.4 * rand(P)), Tall, Tall>
      translate <X, Ground(X, Z) - 0.15, Z>
    }
    #declare Planted = Planted + 1;
  #end
#end

// The wood on the far shore, thin where the valley opens.
#declare Bank = function(x) { 3.5 + 5 * f_noise3d(x / 90, 2.2, 6.1) }
#for (I, 1, 1500)
  #local X = (rand(P) - 0.5) * 1300;
  #local Z = 560 + 26 * rand(P);
  #local Thick = f_noise3d(X / 120, 7.7, 1.1) + 0.00000055 * X * X;
  #if (rand(P) < 3.2 * (Thick - 0.30))
    #local Tall = 7 + 9 * rand(P);
    object {
      Spruces[floor(4 * rand(P))] rotate 360 * rand(P) * y
      scale <1.25 * Tall, Tall, 1.25 * Tall> translate <X, Bank(X) * (0.15 + 0.85 * (Z - 560) / 26) - 1, Z>
    }
  #end
#end
height_field {
  function 500, 40 { (1 - y) * Bump(0.5 + 0.5 * y) * Bank((x - 0.5) * 1400) / 10 }
  smooth translate -0.5 * x scale <1400, 10, 80> translate <0, -0.4, 555>
  texture { Snow }
}

#macro Stand(X, Z, Tall, Kind)
  object { Spruces[Kind] rotate 77 * X * y scale <1.1 * Tall, Tall, 1.1 * Tall> translate <X, Ground(X, Z) - 0.2, Z> }
#end
Stand(-12.4, 4.5, 11.5, 3)
Stand(-15.2, 8, 14.5, 1)
Stand(-10.9, 1.5, 5.5, 0)
Stand(-17.5, 14, 12, 2)
Stand(21.5, 17, 13, 1)
Stand(19.6, 13, 8, 3)

// -------------------------------------------------------------- cabin
#declare Wood = texture {
  pigment {
    wood turbulence 0.06 scale <0.20, 0.20, 1> rotate 90 * y
    color_map { [0 rgb <0.11, 0.060, 0.032>] [1 rgb <0.050, 0.027, 0.016>] }
  }
}
#declare Glow = finish { emission 1 diffuse 0 }
#declare Window = union {
  box { <-0.50, -0.48, -0.02>, <0.50, 0.48, 0.02> pigment { gradient y color_map { [0 rgb <3.2, 1.45, 0.42>] [1 rgb <2.2, 0.95, 0.25>] } translate -0.5 * y } finish { Glow } no_shadow }
  box { <-0.04, -0.5, -0.05>, <0.04, 0.5, 0> texture { Wood } }
  box { <-0.5, -0.04, -0.05>, <0.5, 0.04, 0> texture { Wood } }
}
#declare Cabin = union {
  #for (Log, 0, 9)
    cylinder { <-3.2, 0.12 + 0.26 * Log, -2>, <3.2, 0.12 + 0.26 * Log, -2>, 0.145 texture { Wood } }
    cylinder { <-3, 0.12 + 0.26 * Log, -2.2>, <-3, 0.12 + 0.26 * Log, 2.2>, 0.145 texture { Wood } }
    cylinder { <3, 0.12 + 0.26 * Log, -2.2>, <3, 0.12 + 0.26 * Log, 2.2>, 0.145 texture { Wood } }
  #end
  prism { -2.95, 2.95, 4, <-2, 2.5>, <2, 2.5>, <0, 4.3>, <-2, 2.5> rotate <-90, -90, 0> texture { Wood } }
  #for (Half, -1, 1, 2)
    union {
      box { <-3.55, 0, 0>, <3.55, 0.12, 3.5> texture { Wood } }
      superellipsoid { <0.2, 0.3> scale <3.6, 0.17, 1.8> translate <0, 0.25, 1.7> texture { Snow scale 0.3 } }
      rotate 42 * x
      translate 4.3 * y
      scale <1, 1, Half>
    }
  #end
  box { <1.2, 3, 0.3>, <1.9, 5.1, 1> texture { Rock scale 0.04 } }
  superellipsoid { <0.4, 0.4> scale <0.42, 0.12, 0.42> translate <1.55, 5.18, 0.65> texture { Snow } }
  object { Window translate <-1.5, 1.35, -2.17> }
  object { Window translate <1.6, 1.35, -2.17> }
  box { <-0.42, 0, -2.2>, <0.42, 1.95, -2.1> pigment { rgb <0.07, 0.025, 0.015> } }
  light_source { <-1.5, 1.3, -2.9> rgb <5.2, 2.3, 0.66> fade_distance 1.6 fade_power 2 }
  light_source { <1.6, 1.3, -2.9> rgb <5.2, 2.3, 0.66> fade_distance 1.6 fade_power 2 }
}
object { Cabin scale 1.2 rotate -18 * y translate <27, Ground(27, 52) - 0.2, 52> }

// -------------------------------------------------------------- rocks
#declare B = seed(3);
#for (I, 1, 16)
  #local D = 10.5 + 16 * rand(B);
  #local X = (I < 11 ? -1 : 1) * D * (0.36 + 0.40 * rand(B));
  #local R = 0.25 + 0.65 * pow(rand(B), 2);
  #local O = 20 * rand(B);
  isosurface {
    function { x*x + 2.2*y*y + z*z - 1 + 0.9 * (f_noise3d(x * 1.4 + O, y * 1.4, z * 1.4) - 0.5) + 0.22 * (f_noise3d(x * 5 + O, y * 5, z * 5) - 0.5) }
    contained_by { sphere { 0, 1.5 } }
    max_gradient 5.6
    texture {
      slope { y }
      texture_map { [0.66 Rock scale 0.03] [0.74 Snow scale 0.1] }
    }
    rotate 360 * rand(B) * y
    scale R * <1.2, 1, 1>
    translate <X, 0.05, D - 14>
  }
#end

// --------------------------------------------------------------- lake
plane {
  y, 0
  pigment { rgb <0.003, 0.008, 0.011> }
  normal {
    average
    normal_map {
      [1.0 bumps 0.011 scale <1.7, 1, 0.6>]
      [1.0 bumps 0.017 scale <0.40, 1, 0.16> rotate 7 * y]
      [0.7 wrinkles 0.022 scale <12, 1, 4>]
    }
  }
  finish { diffuse 0.3 reflection { 0.08, 0.95 fresnel on } conserve_energy }
  interior { ior 1.33 }
}

fog { fog_type 2 distance 2600 rgb <0.013, 0.037, 0.038> fog_offset 1 fog_alt 9 turbulence 0.4 turb_depth 0.3 }
