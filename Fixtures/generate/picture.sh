#!/usr/bin/env bash
# Renders our picture and encodes it; the argument is the folder to write into. About four minutes on two idle cores.
# AURORA_RENDER=FILE.png takes a finished rendering (2560 x 1706) instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

render() { # SCENE OUTPUT OPTIONS…
    local scene=$1 to=$2
    shift 2
    nice povray "+I$here/$scene" "+O$to" "+L$work" -D "$@" -GA >"$work/log" 2>&1 || {
        povray "+I$here/$scene" "+O$to" "+L$work" -D "$@" +GF | tail -20 >&2
        exit 1
    }
}

if [ -n "${AURORA_RENDER:-}" ]; then
    cp "$AURORA_RENDER" "$work/render.png"
else
    render aurora-sky.pov "$work/aurora-sky.hdr" +FH +W1300 +H650 -A
    # One thread, and four rays for each pixel instead of POV-Ray's own smoothing: otherwise one pixel in a million
    # depends on which thread was first.
    render aurora.pov "$work/render.png" +FN16 +W2560 +H1706 -A +WT1
fi

# What a camera adds: a little glow around lights, darker corners, and the grain of a long exposure.
develop() { # SIZE GRAIN OUTPUT
    convert "$work/render.png" -filter box -resize "$1" \
        \( +clone -level 55%,100% -gaussian-blur 0x9 -evaluate multiply 0.55 \) -compose screen -composite \
        \( +clone -fill white -colorize 100 -background gray62 -vignette 0x260-60-60 \) -compose multiply -composite \
        -sigmoidal-contrast 2.2x38% -modulate 100,104 \
        -seed 8 -attenuate "$2" +noise Gaussian -depth 8 -strip "$3"
}
develop 1280x853 0.055 "$work/aurora.ppm"
develop 480x320 0.02 "$work/small.png"

cjpeg -quality 80 -optimize -sample 2x2 -outfile "$out/aurora.jpg" "$work/aurora.ppm"
jpegtran -copy none -progressive -outfile "$out/aurora-progressive.jpg" "$out/aurora.jpg"
convert "$work/small.png" -interlace PNG -define png:exclude-chunks=all -define png:compression-level=9 \
    -define png:compression-filter=5 "$out/aurora-interlaced.png"
