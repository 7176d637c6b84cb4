#!/usr/bin/env bash
# Makes every fixture again with real encoders, and the manifest from them. `make fixtures` calls it; tests never do.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$(dirname "$here")

mkdir -p "$fixtures"/{images,audio,catalog,text}
echo "picture (a few minutes)"
"$here/picture.sh" "$fixtures/images"
"$here/picture-forms.sh" "$fixtures/images"
echo "tune"
"$here/tune.sh" "$fixtures/audio" "$fixtures/images/aurora.jpg"
echo "catalogue and text"
python3 "$here/catalog.py" "$fixtures/catalog/music.json"
python3 "$here/text.py" "$fixtures/text/ruler.txt"
"$here/coded.sh" "$fixtures"/catalog/music.json "$fixtures"/text/ruler.txt
echo "manifest"
swift build --package-path "$fixtures/.." --product fixture-manifest >/dev/null
"$(swift build --package-path "$fixtures/.." --show-bin-path)/fixture-manifest" "$fixtures" >"$fixtures/manifest.json.new"
mv "$fixtures/manifest.json.new" "$fixtures/manifest.json"
ls -l "$fixtures"/{images,audio,catalog,text}
