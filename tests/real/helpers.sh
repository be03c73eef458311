# Sourced by each program's script, which then has functions that build, record and check. A script
# runs on its own with set -e: whatever fails in it ends it, and the line of its program says where.
set -euo pipefail
program=$(basename "$0" .sh)
real=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$real/../.." && pwd)
foreweave_build=${1:?usage: $0 BUILD}
export PATH=$foreweave_build/bin:$PATH LC_ALL=C.UTF-8
keep=$foreweave_build/real          # sources and built programs, for the next run
folder=$keep/$program
tree=$folder/tree                   # the program's sources, and what its build makes of them
mkdir -p "$folder/work"
log=$folder/log
exec 3>&1 >"$log" 2>&1

step="start" skipped=no
events=0 bytes=0 losses=0 races=0 milliseconds=0

say() {  # text of the verdict
  awk -v p="$program" -v e="$events" -v b="$bytes" -v m="$milliseconds" -v l="$losses" -v r="$races" -v v="$1" \
    'BEGIN { printf "%-10s %10.0f %12.2f %8.1f %7.0f %6.0f  %s\n", p, e, e ? b / e : 0, m / 1000, l, r, v }' >&3
}

ended() {
  local status=$?
  [ $skipped = no ] || exit 77
  [ $status -ne 0 ] || { say ok; exit 0; }
  say "FAILED: $step"
  tail -n 20 "$log" | sed -E 's/^(.{200}).*/\1.../; s/^/    /' >&3
  echo "    the whole of it: $log" >&3
  exit 1  # not $status: a configure that fails may say 77
}
trap ended EXIT

skip() {  # why
  echo "$program: skipped: $1" >&3
  skipped=yes
  exit 77
}

fail() {  # what is wrong
  step="$step: $1"
  echo "$1"
  exit 1
}

# apt-get with the machine's settings, but with deb-src for each of its sources, and lists and locks
# of our own; so nothing on the machine changes. Hooks of the machine are cleared: they clean its caches.
apt_private() {
  apt-get -c "$keep/apt/apt.conf" -qq "$@"
}

write_apt_configuration() {
  local apt=$keep/apt file
  rm -rf "$apt"
  mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial"
  : >"$apt/sources.list"
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -f "$file" ] || sed -n -E 's/^[[:space:]]*deb([[:space:]])/deb-src\1/p' "$file" >>"$apt/sources.list"
  done
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -f "$file" ] || sed -E 's/^Types:.*/Types: deb-src/I' "$file" >"$apt/parts/$(basename "$file")"
  done
  cat >"$apt/apt.conf" <<CONF
Dir::Etc::SourceList "$apt/sources.list";
Dir::Etc::SourceParts "$apt/parts";
Dir::State::Lists "$apt/lists";
Dir::Cache "$apt/cache";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "root";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
CONF
}

download() {  # source package; into the current folder
  # A source of the machine that has no source packages makes update fail; that does no harm as long
  # as another one has ours.
  [ -f "$keep/apt/updated" ] || { write_apt_configuration; apt_private update || true; }
  apt_private source --download-only "$1" && touch "$keep/apt/updated"
}

# Lays the source package's files into $keep/sources. Two programs may come here at once.
fetch() {  # source package
  local sources=$keep/sources/$1
  step="fetching the sources of $1"
  (
    flock 9
    "$root/scripts/setup" "${real_packages[@]}" || exit
    [ ! -f "$sources/complete" ] || exit 0
    rm -rf "$sources"
    mkdir -p "$sources" && cd "$sources" || exit
    # Lists of an earlier day may name files that are gone.
    download "$1" || { [ -f "$keep/apt/updated" ] && rm "$keep/apt/updated" && download "$1"; } || exit
    touch complete
  ) 9>"$keep/lock" || skip "the sources of $1, or a package that is needed, cannot be had (no network?); see $log"
}

# What decides whether a program has to be built again: our compilers and what they put into programs,
# the sources, and the script that builds.
fingerprint() {  # source package
  (cd "$foreweave_build" && find bin/foreweave-cc bin/foreweave-c++ lib/foreweave include/foreweave -type f \
    | sort | xargs sha256sum
   sha256sum "$keep/sources/$1"/*.dsc "$real/$program.sh") | sha256sum
}

# Unpacks the source package into $tree and calls the script's function `build` there, unless the same
# has been built already.
build_from() {  # source package, options of dpkg-source...
  . "$real/packages"
  fetch "$1"
  step="building"
  local now
  now=$(fingerprint "$1")
  if [ "$(cat "$folder/built" 2>/dev/null)" != "$now" ]; then
    rm -rf "$tree" "$folder/built"
    # apt has checked the files against the signed lists.
    dpkg-source --no-check --no-copy "${@:2}" -x "$keep/sources/$1"/*.dsc "$tree"
    (export CC=foreweave-cc CXX=foreweave-c++; cd "$tree"; build)
    echo "$now" >"$folder/built"
  fi
  rm -rf "$folder/work"
  mkdir "$folder/work"
  cd "$folder/work"
}

# Text of the wanted size: the program's own sources.
text() {  # bytes
  find "$tree" \( -name '*.[ch]' -o -name '*.cpp' \) -print0 | sort -z | xargs -0 cat >all-text
  [ "$(wc -c <all-text)" -ge "$1" ] || fail "the sources have fewer than $1 bytes"
  head -c "$1" all-text
}

# Runs the command under foreweave record; its standard input and output are the caller's.
record() {  # name of the trace, command...
  local trace=$1.fwt begin status=0
  shift
  step="recording $trace"
  begin=$(date +%s%N)
  foreweave record --timeout 120 -o "$trace" -- "$@" 2>record.log || status=$?
  milliseconds=$((milliseconds + ($(date +%s%N) - begin) / 1000000))
  cat record.log >&2
  [ "$status" -eq 0 ] || fail "exit status $status"
  if grep -q "^foreweave: .*not to its end" record.log; then fail "not recorded to its end"; fi
  step="what the recorded program wrote ($trace)"
}

number() {  # file, first word: the sum of the numbers behind it
  awk -v word="$2" '$1 == word { sum += $2 } END { printf "%.0f", sum }' "$1"
}

# The trace tells a run that can have been: no contradiction, nothing lost on the way, that many threads
# and events at least; every bug that is predicted from it has a witness that the checker takes; and
# there is none, of whatever kind, if the program is known to have none.
check_trace() {  # name of the trace, threads, events, `silent` or `racy`
  local trace=$1.fwt status=0 found
  step="checking $trace"
  foreweave trace validate "$trace"
  foreweave trace info "$trace" >"$1.info"
  if grep '^loss' "$1.info" | grep -v -e 'reads of values that no recorded write left there' \
      -e 'unknown functions that may order threads' -e 'frees of memory whose allocation was not recorded' \
      -e 'reentrant lock operations folded'; then
    fail "the trace lacks what it should have"
  fi
  [ "$(number "$1.info" threads)" -ge "$2" ] || fail "fewer than $2 threads"
  [ "$(number "$1.info" events)" -ge "$3" ] || fail "fewer than $3 events"
  step="predicting from $trace"
  foreweave predict --format json -o "$1.json" "$trace" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 66 ] || fail "exit status $status"
  foreweave-witness "$trace" "$1.json"
  [ "$4" = racy ] || [ "$status" -eq 0 ] || fail "$(grep -c '"status": *"predicted"' "$1.json") bugs are predicted where there are none"
  found=$(grep -c '"id": *"race-' "$1.json") || true
  [ "$status" -eq 0 ] || [ "$found" -gt 0 ] || fail "exit status 66 without a race"
  events=$((events + $(number "$1.info" events)))
  bytes=$((bytes + $(wc -c <"$trace")))
  losses=$((losses + $(number "$1.info" loss)))
  races=$((races + found))
}
