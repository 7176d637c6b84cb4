#!/bin/bash
# fixture-server beside nginx with one worker, on loopback, in one run. Takes about half a minute.
#
#   1 KiB over 64 keep-alive connections: requests a second (wrk -t1), and processor time of the server per request
#   100 MiB over one connection: seconds (curl), nginx with sendfile
#   1386B@50ms: how far the hundredth interval is off, from the journal's times
#   exec to the ready line
#
# Rounds alternate between the two, because a shared machine is never equally busy twice.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

ROUNDS=${ROUNDS:-3}
SECONDS_EACH=${SECONDS_EACH:-2}
server=.build/release/fixture-server
nginx=$(command -v nginx || command -v /usr/sbin/nginx || true)
for tool in wrk curl awk; do
    command -v "$tool" > /dev/null || { echo "server.sh: $tool is missing; make deps-dev installs it"; exit 2; }
done
[ -n "$nginx" ] || { echo "server.sh: nginx is missing; make deps-dev installs it"; exit 2; }
swift build -c release --product fixture-server 2>&1 | tail -1

work=$(mktemp -d)
pids=()
finish() {
    for pid in "${pids[@]:-}"; do [ -n "$pid" ] && kill "$pid" 2> /dev/null || true; done
    wait 2> /dev/null || true
    rm -rf "$work"
}
trap finish EXIT

mkdir -p "$work/Fixtures"
cp -R Benchmarks/serving/Scenarios "$work/"
head -c 1024 /dev/urandom > "$work/Fixtures/small.bin"
head -c 104857600 /dev/urandom > "$work/Fixtures/large.bin"

# Starts our server; its ready line goes to a file.
start() {
    "$server" --root "$work" --scenario plain "$@" > "$work/ready" 2> "$work/log" &
    ours=$!
    pids+=("$ours")
    until [ -s "$work/ready" ]; do sleep 0.01; done
    url=$(sed -n 's/.*"url":"\(http:[^"]*\)","urls".*/\1/p' "$work/ready")
}

# A free port: our own server asks the kernel for one and gives it back.
start --quiet
port=${url##*:}
kill "$ours"
wait "$ours" || true

# As root, nginx would give its worker to a user that may not read our folder.
user=""
[ "$(id -u)" = 0 ] && user="user root;"
cat > "$work/nginx.conf" << CONF
$user
worker_processes 1; daemon off; pid $work/nginx.pid; error_log $work/nginx.log;
events { worker_connections 1024; }
http {
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    client_body_temp_path $work/a; proxy_temp_path $work/b; fastcgi_temp_path $work/c;
    uwsgi_temp_path $work/d; scgi_temp_path $work/e;
    server { listen 127.0.0.1:$port; root $work/Fixtures; }
}
CONF
"$nginx" -c "$work/nginx.conf" 2> /dev/null &
pids+=($!)
until curl -s -o /dev/null "http://127.0.0.1:$port/small.bin"; do sleep 0.02; done
worker=$(pgrep -P "${pids[-1]}" | head -1)
: > "$work/ready"
start --quiet

# Processor time of a process in hundredths of a second.
spent() { awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat" 2> /dev/null || echo 0; }

# Requests a second and microseconds of processor time per request.
small() {
    local before after
    before=$(spent "$2")
    wrk -t1 -c64 -d"${SECONDS_EACH}s" "$1" > "$work/wrk"
    after=$(spent "$2")
    if grep -q 'Non-2xx\|Socket errors' "$work/wrk"; then echo "server.sh: $1 failed" >&2; cat "$work/wrk" >&2; fi
    awk -v ticks=$((after - before)) '/requests in/ { n = $1 } /Requests\/sec/ { r = $2 }
        END { printf "%d %.2f\n", r, ticks * 10000 / n }' "$work/wrk"
}

for ((round = 1; round <= ROUNDS; round++)); do
    read -r theirs_rate theirs_cost < <(small "http://127.0.0.1:$port/small.bin" "$worker")
    read -r ours_rate ours_cost < <(small "$url/small" "$ours")
    echo "$theirs_rate $theirs_cost $ours_rate $ours_cost"
done | awk '{
    printf "1 KiB x 64      nginx %6d/s %5.2f us, ours %6d/s %5.2f us", $1, $2, $3, $4
    printf "   requests %.2f, processor %.2f x nginx\n", $3 / $1, ($4 > 0 ? $2 / $4 : 0)
    requests += $3 / $1; processor += ($4 > 0 ? $2 / $4 : 0); n++
} END { printf "1 KiB x 64      mean: requests %.2f x nginx, processor %.2f x nginx\n", requests / n, processor / n }'

large() { curl -sf -o /dev/null -w '%{time_total}\n' "$1" || { echo "server.sh: $1 failed" >&2; exit 1; }; }

for ((round = 1; round <= ROUNDS * 3; round++)); do
    echo "$(large "http://127.0.0.1:$port/large.bin") $(large "$url/large")"
done | awk '{ theirs[NR] = $1; ours[NR] = $2 } END {
    a = least(theirs); b = least(ours)
    printf "100 MiB         nginx %.3f s, ours %.3f s (best of %d)   speed %.2f x nginx\n", a, b, NR, a / b
} function least(list,   i, m) { m = list[1]; for (i in list) if (list[i] < m) m = list[i]; return m }'

kill "$ours"
wait "$ours" || true
: > "$work/ready"
start --verbose
curl -s -o /dev/null "$url/paced"
awk '/of the body/ { time[n++] = $1 } END {
    off = (time[100] - time[0]) - 100 * 50
    printf "1386B@50ms      %d chunks, the hundredth interval is off by %.3f ms\n", n, off
}' "$work/log"

kill "$ours"
wait "$ours" || true

for ((round = 1; round <= 20; round++)); do
    began=$EPOCHREALTIME
    coproc READY { exec "$server" --scenario slow-chunks --quiet; }
    read -r _ <&"${READY[0]}"
    ended=$EPOCHREALTIME
    kill "$READY_PID"
    wait "$READY_PID" || true
    echo "$began $ended"
done > "$work/times"
awk '{ time[NR] = ($2 - $1) * 1000 } END {
    for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++) if (time[j] < time[i]) { t = time[i]; time[i] = time[j]; time[j] = t }
    printf "exec to ready   median %.1f ms, best %.1f ms\n", time[int((NR + 1) / 2)], time[1]
}' "$work/times"
