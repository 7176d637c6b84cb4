#!/usr/bin/env bash
# Encodes our picture in all the forms that picture.sh does not make; the argument is the folder where it has written.
set -euo pipefail
out=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

djpeg -pnm -outfile "$work/aurora.ppm" "$out/aurora.jpg"

# A camera's file: the same scan, behind an Exif segment that holds a small JPEG of its own.
convert "$work/aurora.ppm" -filter box -resize 160x107! "$work/small.ppm"
cjpeg -quality 75 -optimize -sample 2x2 -outfile "$work/exif-thumb.jpg" "$work/small.ppm"
cp "$out/aurora.jpg" "$work/exif.jpg"
exiv2 -M "set Exif.Image.ImageDescription Aurora" -M "set Exif.Image.Artist Sluice Fixtures" \
    -M "set Exif.Image.Orientation Short 1" -M "set Exif.Image.Copyright CC0 1.0" "$work/exif.jpg"
(cd "$work" && exiv2 -it exif.jpg)
cp "$work/exif.jpg" "$out/aurora-exif.jpg"

png=(-define png:exclude-chunks=all -define png:compression-level=9)
convert "$out/aurora-interlaced.png" -interlace none "${png[@]}" -define png:compression-filter=5 "$out/aurora.png"
convert -size 1x1 xc:'#3c8c74' -depth 8 -strip "${png[@]}" "$out/pixel.png"

# Twelve views, the camera turning there and back, a tenth of a second each.
frames=()
convert "$work/aurora.ppm" -filter box -resize 320x213! "$work/wide.ppm"
for left in 40 60 75 80 75 60 40 20 5 0 5 20; do
    frames+=("$work/frame-${#frames[@]}.png")
    convert "$work/wide.ppm" -crop "240x160+$left+30" +repage "${png[@]}" "${frames[-1]}"
done
convert -delay 10 -loop 0 "${frames[@]}" -dither FloydSteinberg -colors 128 -strip "$out/aurora-animated.gif"
img2webp -loop 0 -lossy -q 70 -d 100 "${frames[@]}" -o "$out/aurora-animated.webp" >/dev/null

cwebp -quiet -q 82 -m 6 "$work/aurora.ppm" -o "$out/aurora.webp"
# One job, so that the number of cores changes nothing.
convert "$work/aurora.ppm" "${png[@]}" "$work/aurora.png"
avifenc --jobs 1 --codec aom --speed 4 --min 24 --max 34 --yuv 420 "$work/aurora.png" "$out/aurora.avif" >/dev/null
