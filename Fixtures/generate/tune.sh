#!/usr/bin/env bash
# Plays our tune with a free sound font and encodes it; the arguments are the folder to write into and our picture,
# which becomes the cover.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
picture=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
font=${SOUND_FONT:-/usr/share/sounds/sf2/FluidR3_GM.sf2}

python3 "$here/tune.py" "$work/tune.mid"
fluidsynth -q -ni -r 44100 -g 0.7 -F "$work/raw.wav" "$font" "$work/tune.mid"

# Exactly twenty seconds, the last chord fading, and nothing in the files that depends on the day or the version.
exact=(-map_metadata -1 -fflags +bitexact -flags:a +bitexact
    -metadata title="Still Water" -metadata artist="Sluice Fixtures" -metadata album="Aurora" -metadata genre="Ambient")
ffmpeg -v error -y -i "$work/raw.wav" -af "apad,atrim=0:20,volume=5dB,afade=t=out:st=18.2:d=1.8,alimiter=limit=0.9" \
    -c:a pcm_s16le "$work/tune.wav"
ffmpeg -v error -y -i "$work/tune.wav" "${exact[@]}" -c:a libmp3lame -b:a 128k "$out/tune-cbr.mp3"
ffmpeg -v error -y -i "$work/tune.wav" "${exact[@]}" -c:a aac -b:a 128k -movflags +faststart "$out/tune.m4a"
ffmpeg -v error -y -i "$out/tune.m4a" "${exact[@]}" -c copy "$out/tune-moov-last.m4a"

convert "$picture" -gravity center -crop 853x853+0+0 +repage -filter box -resize 300x300! "$work/cover.ppm"
cjpeg -quality 80 -optimize -sample 2x2 -outfile "$work/cover.jpg" "$work/cover.ppm"
covered=(-i "$work/cover.jpg" -map 0:a -map 1:v -c:v copy -disposition:v attached_pic
    -metadata:s:v title="Cover" -metadata:s:v comment="Cover (front)")
ffmpeg -v error -y -i "$work/tune.wav" "${covered[@]}" "${exact[@]}" -c:a libmp3lame -q:a 6 -id3v2_version 3 \
    "$out/tune-vbr.mp3"

# What is not made for the wire is kept small: one channel, half the samples.
small=(-ac 1 -ar 22050)
ffmpeg -v error -y -i "$work/tune.wav" "${exact[@]}" "${small[@]}" -c:a pcm_s16le "$out/tune.wav"
ffmpeg -v error -y -i "$out/tune.wav" "${exact[@]}" -c:a libvorbis -q:a 4 -serial_offset 2025 "$out/tune.ogg"
ffmpeg -v error -y -i "$out/tune.wav" "${covered[@]}" "${exact[@]}" -c:a flac -compression_level 8 "$out/tune.flac"
