# What the benchmarks share; sourced from the top folder. `finish` ends everything that was started, and nothing else.
set -euo pipefail
export LC_ALL=C
me=$(basename "$0")
trap 'echo "$me: line $LINENO: $BASH_COMMAND failed" >&2' ERR

# need NAME...: stops with one line that names every program that is missing.
need() {
    local name missing=()
    for name; do PATH="$PATH:/usr/sbin:/sbin" command -v "$name" > /dev/null || missing+=("$name"); done
    if [ ${#missing[@]} -gt 0 ]; then
        echo "$me: not measured, missing: ${missing[*]} ('make deps-dev' installs what is missing)" >&2
        exit 2
    fi
    if [ -z "${EPOCHREALTIME:-}" ]; then
        echo "$me: not measured, this is bash $BASH_VERSION, and the clock needs bash 5" >&2
        exit 2
    fi
}

# build PRODUCT: what `make install` installs, in a folder of its own; the result is in $built.
build() {
    local how=(-c release --static-swift-stdlib --scratch-path .build/benchmarks)
    if ! swift build "${how[@]}" --product "$1" > "$work/build" 2>&1; then
        cat "$work/build" >&2
        echo "$me: $1 does not build" >&2
        exit 1
    fi
    built="$(swift build "${how[@]}" --show-bin-path)/$1"
}

work=$(mktemp -d "${TMPDIR:-/tmp}/sluice.XXXXXX")
running=()
finish() {
    local pid
    for pid in "${running[@]:-}"; do [ -z "$pid" ] || stop "$pid"; done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# stop PID: ends a child and waits for it, two seconds at most before it is killed.
stop() {
    local try
    forget "$1"
    kill "$1" 2> /dev/null || true
    for ((try = 0; try < 100; try++)); do
        kill -0 "$1" 2> /dev/null || break
        sleep 0.02
    done
    [ "$try" -lt 100 ] || kill -9 "$1" 2> /dev/null || true
    wait "$1" 2> /dev/null || true
}

# forget PID: a child that has ended is not ours to end; its number may be somebody else's.
forget() {
    local pid kept=()
    for pid in "${running[@]}"; do [ "$pid" = "$1" ] || kept+=("$pid"); done
    running=("${kept[@]}")
}

# await FILE PID: waits until the file has a whole line, five seconds at most; fails when the child has ended.
await() {
    local try
    for ((try = 0; try < 500; try++)); do
        [ "$(wc -l < "$1")" -eq 0 ] || return 0
        kill -0 "$2" 2> /dev/null || return 1
        sleep 0.01
    done
    return 1
}

# serve OPTION...: starts fixture-server with the scenario of measurements; leaves $ours (its process) and $port.
serve() {
    : > "$work/ready"
    "$server" --root "$work" --scenario plain "$@" > "$work/ready" 2> "$work/log" &
    ours=$!
    running+=("$ours")
    if ! await "$work/ready" "$ours"; then
        cat "$work/log" >&2
        echo "$me: fixture-server did not start" >&2
        exit 1
    fi
    port=$(sed 's/.*"port":\([0-9]*\).*/\1/' "$work/ready")
}

# peer: starts nginx with one worker on the files of $work/Fixtures; leaves $theirs (its worker) and $peer_port.
# As root, nginx would give its worker to a user that may not read our folder.
peer() {
    local nginx user="" try again pid
    nginx=$(PATH="$PATH:/usr/sbin:/sbin" command -v nginx)
    [ "$(id -u)" != 0 ] || user="user root;"
    for ((try = 0; try < 5; try++)); do
        # The kernel names a free port to our own server, which gives it back; somebody else may take it meanwhile.
        serve --quiet
        stop "$ours"
        peer_port=$port
        cat > "$work/nginx.conf" << CONF
$user
worker_processes 1; daemon off; pid $work/nginx.pid; error_log $work/nginx.log;
events { worker_connections 1024; }
http {
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
    client_body_temp_path $work/a; proxy_temp_path $work/b; fastcgi_temp_path $work/c;
    uwsgi_temp_path $work/d; scgi_temp_path $work/e;
    server {
        listen 127.0.0.1:$peer_port;
        location / { root $work/Fixtures; }
        location /cached/ { alias $work/Fixtures/; open_file_cache max=100; }
    }
}
CONF
        "$nginx" -e "$work/nginx.log" -c "$work/nginx.conf" 2> /dev/null &
        pid=$!
        running+=("$pid")
        for ((again = 0; again < 100; again++)); do
            theirs=$(pgrep -P "$pid" | head -1 || true)
            if [ -n "$theirs" ] && curl -sf -m 1 -o /dev/null "http://127.0.0.1:$peer_port/small.bin"; then return 0; fi
            kill -0 "$pid" 2> /dev/null || break
            sleep 0.02
        done
        stop "$pid"
    done
    cat "$work/nginx.log" >&2
    echo "$me: nginx did not start" >&2
    exit 1
}

# The table: what was measured, ours, the peer's, the ratio (above 1 we are better), and what it should be at least.
title() { printf '%-48s %12s %12s %8s %9s\n' "$1" ours peer ratio "at least"; }
row() { printf '%-48s %12s %12s %8s %9s\n' "$@"; }

# median: of the numbers on the lines, with two digits
median() { sort -g | awk '{ n[NR] = $1 } END { printf "%.2f\n", (n[int((NR + 1) / 2)] + n[int(NR / 2) + 1]) / 2 }'; }
