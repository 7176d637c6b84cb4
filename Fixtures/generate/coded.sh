#!/usr/bin/env bash
# Compresses text fixtures beforehand, beside the plain ones: gzip, deflate as HTTP means it (zlib), brotli.
set -euo pipefail

for plain in "$@"; do
    # -n: neither name nor time.
    gzip -n -9 -c "$plain" >"$plain.gz"
    brotli -q 11 -f -o "$plain.br" "$plain"
    chmod 644 "$plain.br"
    touch "$plain.br"
    python3 -c '
import sys, zlib
plain, coded = sys.argv[1:]
with open(plain, "rb") as source, open(coded, "wb") as target:
    target.write(zlib.compress(source.read(), 9))' "$plain" "$plain.deflate"
done
