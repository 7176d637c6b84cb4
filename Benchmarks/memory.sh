#!/usr/bin/env bash
# What a client takes of memory when its delegate is slower than the server: SIZE (256M) from nginx on loopback, to a delegate
# that rests for a millisecond at each piece; the most that was ever resident. Foundation's URLSession is measured beside it up
# to 1G, since it takes everything. SIZE=10G takes a few minutes.
cd "$(dirname "$0")/.."
source Benchmarks/common.bash
need nginx curl awk pgrep timeout numfmt

SIZE=${SIZE:-256M}

build fixture-server
server=$built
build client-speed
client=$built
cp -R Benchmarks/serving/Scenarios "$work/"
mkdir "$work/Fixtures"
head -c 1024 /dev/urandom > "$work/Fixtures/small.bin"
# Without blocks on the disk; nginx sends it from memory.
truncate -s "$SIZE" "$work/Fixtures/large.bin"
peer
expected=$(numfmt --from=iec "$SIZE")

# resident CLIENT: leaves the MiB in $mebibytes
resident() {
    local bytes peak
    read -r _ bytes peak < <(timeout 3000 "$client" "$1" slow "http://127.0.0.1:$peer_port/large.bin")
    if [ "$bytes" != "$expected" ]; then
        echo "$me: $1 brought $bytes bytes instead of $expected" >&2
        exit 1
    fi
    mebibytes=$((peak / 1024))
}

printf "%-48s %12s %12s %8s %9s\n" what ours peer ratio wanted
resident sessionkit
ours=$mebibytes
theirs=- ratio=-
if [ "$expected" -le 1073741824 ]; then
    resident urlsession
    theirs=$mebibytes
    ratio=$(awk "BEGIN { print $ours / $theirs }")
fi
row "$SIZE to a slow delegate: MiB, beside URLSession" "$ours" "$theirs" "$ratio" "< 64 MiB"
