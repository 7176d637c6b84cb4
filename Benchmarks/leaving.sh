#!/usr/bin/env bash
# How soon a client that leaves is in the journal of fixture-server: from its close to the line of the `left` event at a reader
# that follows over the control API, so the way of the line is counted, too. Half of the clients end in order, half reset.
#
# They leave while an answer is held at a gate, which is when a server that only writes would not notice.
# SERVER=PROGRAM measures that program instead of building one.
cd "$(dirname "$0")/.."
source Benchmarks/common.bash
need python3

ROUNDS=${ROUNDS:-200}

if [ -n "${SERVER:-}" ]; then server=$SERVER; else build fixture-server && server=$built; fi
mkdir -p "$work/Scenarios" "$work/Fixtures"
cat > "$work/Scenarios/plain.yaml" << 'YAML'
sluice: 1
title: An answer is held until the client leaves
why: Nobody should have to write to find out that nobody listens.
resources:
  /held: { body: { pattern: 1000B }, script: [{ at: 500B, hold: forever }] }
YAML
serve --quiet
python3 - "$port" "$ROUNDS" << 'PYTHON' > "$work/times"
import json, socket, struct, sys, time

port, rounds = int(sys.argv[1]), int(sys.argv[2])

def connect(request):
    s = socket.create_connection(("127.0.0.1", port))
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    s.sendall(f"GET {request} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return s

lines = connect("/_sluice/instances/default/events?follow=true").makefile("rb", buffering=0)

def await_event(name):
    while True:
        line = lines.readline()
        if not line:
            sys.exit("the events ended")
        if line.startswith(b"{") and json.loads(line)["event"] == name:
            return

for number in range(rounds):
    kind = "rst" if number % 2 else "fin"
    client = connect("/held")
    await_event("held")
    if kind == "rst":
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        # What was received is read, so that closing sends FIN.
        while len(client.recv(65536, socket.MSG_DONTWAIT | socket.MSG_PEEK)) and client.recv(65536):
            try:
                client.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK)
            except BlockingIOError:
                break
    start = time.monotonic()
    client.close()
    await_event("left")
    print(kind, (time.monotonic() - start) * 1000)
PYTHON
stop "$ours"

title "what" | sed 's/at least/ at most/; s/peer/    /; s/ratio/     /'
for kind in fin rst; do
    row "a leaving client ($kind) is journalled after" "$(awk -v k=$kind '$1 == k { print $2 }' "$work/times" | median)ms" "" "" 20ms
done
