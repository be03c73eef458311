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
load() {
  local tries
  for tries in {1..300}; do
    [ ! -s port ] || break
    sleep 0.1
  done
  timeout 200 python3 "$real/memcached_load.py" "$(sed -n 's/^TCP INET: //p' port)" 4 150
}
load >load.log 2>&1 3>&- &
loading=$!
record serve "$tree/memcached" -A -t 2 -m 8 -U 0 -l 127.0.0.1 -p -1 "${user[@]}"
step="the answers"
wait "$loading" || { cat load.log; fail "some are wrong"; }
cat load.log
check_trace serve 4 100000 racy
