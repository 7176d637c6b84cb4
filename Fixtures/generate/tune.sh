#!/usr/bin/env bash
# Plays our tune with a free sound font and encodes it; the argument is the folder to write into.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
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
