#!/usr/bin/env bash
# memcached: autotools; a server with two workers and its threads for maintenance, under the load of
# memcached_load.py, which checks every answer. libevent is the system's and not recorded.
. "$(dirname "$0")/helpers.sh"
build() {
  ./configure --quiet --disable-docs --disable-coverage
  make -j2 memcached
}
build_from memcached

# It chooses a free port on the loopback address and writes it down here. It refuses to run as root
# without being told whom to become, which is how most of its users start it.
export MEMCACHED_PORT_FILENAME=$PWD/port
user=()
[ "$(id -u)" -ne 0 ] || user=(-u root)
# Every server that comes up gets the same load: first the one that is recorded, then those of the
# replays. These may be ended in the middle of it, and only the first one's answers are judged.
load() {  # name of the trace, connections, rounds
  local server=0 number
  while [ ! -e "$1.checked" ]; do
    if [ ! -s port ]; then sleep 0.05; continue; fi
    number=$(sed -n 's/^TCP INET: //p' port)
    rm port
    server=$((server + 1))
    timeout 100 python3 "$real/memcached_load.py" "$number" "$2" "$3" >"$1.load-$server" 2>&1 ||
      echo "$server" >>"$1.failed"
  done
}
serve() {  # name of the trace, connections, rounds, events
  local loading
  load "$1" "$2" "$3" 3>&- &
  loading=$!
  check "$1" "$tree/memcached" -A -t 2 -m 8 -U 0 -l 127.0.0.1 -p -1 "${user[@]}"
  touch "$1.checked"
  wait "$loading"
  step="the answers ($1)"
  cat "$1.load-1"
  if grep -q -s -x 1 "$1.failed"; then fail "some are wrong"; fi
  check_trace "$1" 4 "$4" racy
}
# What one client asks for comes in the same order again; what several do, does not.
serve one 1 20 100000
[ "$confirmed" -gt 0 ] || fail "none of its races is confirmed"
check_options=(--no-replay)
serve many 4 150 100000
