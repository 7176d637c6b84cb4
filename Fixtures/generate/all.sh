#!/usr/bin/env bash
# Makes every fixture again with real encoders, and the manifest from them. `make fixtures` calls it; tests never do.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fixtures=$(dirname "$here")

mkdir -p "$fixtures"/{images,audio,catalog}
echo "catalogue"
python3 "$here/catalog.py" "$fixtures/catalog/music.json"
echo "tune"
"$here/tune.sh" "$fixtures/audio"
echo "picture (a few minutes)"
"$here/picture.sh" "$fixtures/images"
echo "manifest"
swift build --package-path "$fixtures/.." --product fixture-manifest >/dev/null
"$(swift build --package-path "$fixtures/.." --show-bin-path)/fixture-manifest" "$fixtures" >"$fixtures/manifest.json.new"
mv "$fixtures/manifest.json.new" "$fixtures/manifest.json"
ls -l "$fixtures"/{images,audio,catalog}
