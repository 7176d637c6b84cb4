#!/usr/bin/env bash
# SessionKit beside the curl command and beside Foundation's URLSession, each from nginx on loopback, in one run: about a
# minute once everything is built.
#
#   a body of 1 GiB into a file, beside curl -o
#   a body of 1 GiB to a delegate that only counts it, beside URLSession
#   2,000 bodies of 1 KiB over one session, eight at once, beside URLSession
#
# They take turns, because a shared machine is never equally busy twice; ratios are medians over the rounds. Programs are
# started anew for each load, and start their clocks when they run.
cd "$(dirname "$0")/.."
source Benchmarks/common.bash
need nginx curl awk pgrep timeout

ROUNDS=${ROUNDS:-5}

build fixture-server
server=$built
build client-speed
client=$built
cp -R Benchmarks/serving/Scenarios "$work/"
mkdir "$work/Fixtures"
head -c 1024 /dev/urandom > "$work/Fixtures/small.bin"
# Without blocks on the disk; nginx sends it from memory.
truncate -s 1G "$work/Fixtures/large.bin"
peer
url=http://127.0.0.1:$peer_port

# load NAME BYTES COMMAND...: one round; a line with the seconds is added to the file NAME
load() {
    local name=$1 expected=$2 seconds bytes
    shift 2
    read -r seconds bytes _ < <(TMPDIR=$work timeout 60 "$@")
    if [ "$bytes" != "$expected" ]; then
        echo "$me: '$*' brought $bytes bytes instead of $expected" >&2
        exit 1
    fi
    echo "$seconds" >> "$work/$name"
}

# compare WHAT OURS PEER GOAL: seconds of two files of rounds; who needs less is better
compare() {
    row "$1" "$(median < "$work/$2")s" "$(median < "$work/$3")s" \
        "$(paste -d' ' "$work/$2" "$work/$3" | awk '{ print $2 / $1 }' | median)" "$4"
}

gibibyte=1073741824
title "what"
for ((round = 0; round < ROUNDS; round++)); do
    load file.curl $gibibyte curl -sf -o "$work/body" -w '%{time_total} %{size_download}\n' "$url/large.bin"
    rm "$work/body"
    load file.ours $gibibyte "$client" sessionkit file "$url/large.bin"
done
compare "1 GiB to a file, beside curl" file.ours file.curl 0.9
for ((round = 0; round < ROUNDS; round++)); do
    load discard.theirs $gibibyte "$client" urlsession discard "$url/large.bin"
    load discard.ours $gibibyte "$client" sessionkit discard "$url/large.bin"
done
compare "1 GiB to a delegate, beside URLSession" discard.ours discard.theirs 2.5
for ((round = 0; round < ROUNDS * 2; round++)); do
    load small.theirs 2048000 "$client" urlsession small "$url/small.bin" 2000
    load small.ours 2048000 "$client" sessionkit small "$url/small.bin" 2000
done
compare "2,000 x 1 KiB over one session, beside URLSession" small.ours small.theirs 3.0
