#!/usr/bin/env bash
# fixture-server beside nginx with one worker, on loopback, in one run: under a minute once everything is built.
#
#   a body of 1 KiB over 64 keep-alive connections, by wrk with one thread: requests a second, and processor time of the
#   server for each; nginx once as it is, once with its cache of open files
#   a body of 100 MiB, by curl: bytes a second, nginx with sendfile
#   1386B@50ms over four connections: what the hundredth chunk is late by if nothing but the schedule made it late
#   exec to the ready line
#
# The two take turns, because a shared machine is never equally busy twice; ratios are medians over the rounds.
cd "$(dirname "$0")/.."
source Benchmarks/common.bash
need nginx wrk curl awk pgrep

ROUNDS=${ROUNDS:-5}
SECONDS_EACH=${SECONDS_EACH:-2}

build fixture-server
server=$built
cp -R Benchmarks/serving/Scenarios "$work/"
mkdir "$work/Fixtures"
head -c 1024 /dev/urandom > "$work/Fixtures/small.bin"
head -c 104857600 /dev/urandom > "$work/Fixtures/large.bin"
peer
serve --quiet

# Processor time of a process in ticks; the system that has no /proc has none.
spent() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat" 2> /dev/null || echo 0; }

# small NAME URL PROCESS: one round; a line "requests a second, requests, ticks" is added to the file NAME
small() {
    local before
    before=$(spent "$3")
    wrk -t1 -c64 -d"${SECONDS_EACH}s" "$2" > "$work/wrk"
    if grep -q 'Non-2xx\|Socket errors' "$work/wrk" || ! grep -q 'requests in' "$work/wrk"; then
        cat "$work/wrk" >&2
        echo "$me: $2 failed" >&2
        exit 1
    fi
    awk -v ticks=$(($(spent "$3") - before)) '/requests in/ { n = $1 } /Requests\/sec/ { rate = $2 }
        END { print rate, n, ticks }' "$work/wrk" >> "$work/$1"
}

# compare WHAT PEER GOAL: the rows of two files of rounds
compare() {
    local cost
    row "1 KiB x 64, requests/s, $1" "$(cut -d' ' -f1 "$work/ours" | median | sed 's/\..*//')" \
        "$(cut -d' ' -f1 "$work/$2" | median | sed 's/\..*//')" \
        "$(paste -d' ' "$work/ours" "$work/$2" | awk '{ print $1 / $4 }' | median)" "$3"
    cost=$(paste -d' ' "$work/ours" "$work/$2" | awk -v tick="$(getconf CLK_TCK)" '
        { n += $2; ticks += $3; m += $5; tocks += $6 }
        END { if (ticks > 0 && tocks > 0)
            printf "%.1fus %.1fus %.2f", ticks / tick / n * 1e6, tocks / tick / m * 1e6, tocks / m / (ticks / n) }')
    [ -z "$cost" ] || row "1 KiB x 64, processor time each, $1" $cost -
}

title "what, beside nginx with one worker"
for ((round = 0; round < ROUNDS; round++)); do
    small plain "http://127.0.0.1:$peer_port/small.bin" "$theirs"
    small ours "http://127.0.0.1:$port/small" "$ours"
    small cached "http://127.0.0.1:$peer_port/cached/small.bin" "$theirs"
done
compare "nginx as it is" plain 1.0
compare "open_file_cache" cached -

# large URL: bytes a second, one round; fails when it was not all of them
large() {
    local size speed
    read -r size speed < <(curl -s -m 20 -o /dev/null -w '%{size_download} %{speed_download}\n' "$1")
    if [ "$size" != 104857600 ]; then
        echo "$me: $1 brought $size bytes" >&2
        exit 1
    fi
    echo "$speed"
}

# Who goes first changes from round to round.
before=("$(spent "$ours")" "$(spent "$theirs")")
for ((round = 0; round < ROUNDS * 4; round++)); do
    a=$(large "http://127.0.0.1:$peer_port/large.bin")
    b=$(large "http://127.0.0.1:$port/large")
    c=$(large "http://127.0.0.1:$port/large")
    d=$(large "http://127.0.0.1:$peer_port/large.bin")
    printf '%s %s\n' "$b" "$a" "$c" "$d"
done > "$work/large"
after=("$(spent "$ours")" "$(spent "$theirs")")
mebibytes() { cut -d' ' -f"$1" "$work/large" | median | awk '{ printf "%d", $1 / 1048576 }'; }
row "100 MiB, MiB/s" "$(mebibytes 1)" "$(mebibytes 2)" "$(awk '{ print $1 / $2 }' "$work/large" | median)" 0.9
cost=$(awk -v ours=$((after[0] - before[0])) -v theirs=$((after[1] - before[1])) -v each=$((ROUNDS * 8)) \
    -v tick="$(getconf CLK_TCK)" 'BEGIN { if (ours > 0 && theirs > 0)
        printf "%.1fms %.1fms %.2f", ours / tick / each * 1e3, theirs / tick / each * 1e3, theirs / ours }')
[ -z "$cost" ] || row "100 MiB, processor time each" $cost -
stop "$ours"

echo
title "what" | sed 's/at least/ at most/; s/peer/    /; s/ratio/     /'
serve --verbose
readers=()
for stream in 1 2 3 4; do
    curl -sf -m 20 -o /dev/null "http://127.0.0.1:$port/paced" &
    readers+=($!)
    running+=($!)
done
for reader in "${readers[@]}"; do
    wait "$reader"
    forget "$reader"
done
# Its log is complete when it has ended.
stop "$ours"
# A busy machine wakes nobody early, so what the schedule itself adds is in the least late chunks: how much later the
# least late of the last twenty is than that of the first twenty. Other lateness is not inherited by later chunks.
awk '/of the body/ {
        k = n[$3]++
        if (k == 0) first[$3] = $1
        late = $1 - first[$3] - 50 * k
        print late > all
        if (k < 20 && (k == 0 || late < early[$3])) early[$3] = late
        if (k >= 99 && (k == 99 || late < end[$3])) end[$3] = late
    }
    END {
        for (x in n) {
            if (n[x] < 119) exit 1
            drift = end[x] - early[x]
            if (drift < 0) drift = -drift
            if (drift > most) most = drift
        }
        print most
    }' all="$work/late" "$work/log" > "$work/drift"
row "1386B@50ms, drift over 100 chunks" "$(median < "$work/drift")ms" "" "" 1ms
row "1386B@50ms, half of the chunks are late by" "$(median < "$work/late")ms" "" "" -

# The child tells when it calls exec, so that the fork of this shell is not counted.
for ((round = 0; round < 20; round++)); do
    exec {ready}< <(echo "$EPOCHREALTIME"; exec "$server" --scenario slow-chunks --quiet)
    running+=($!)
    read -r -t 5 began <&"$ready"
    read -r -t 5 -N 1 _ <&"$ready"
    echo "$began $EPOCHREALTIME"
    stop "$!"
    exec {ready}<&-
done > "$work/times"
row "exec to the ready line" "$(awk '{ print ($2 - $1) * 1000 }' "$work/times" | median)ms" "" "" 15ms
