# Sourced by each program's script, which then has functions that build and check. A script
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
check_options=()  # more of them
events=0 bytes=0 losses=0 found=0 confirmed=0 milliseconds=0

say() {  # text of the verdict
  awk -v p="$program" -v e="$events" -v b="$bytes" -v m="$milliseconds" -v l="$losses" -v f="$found" -v c="$confirmed" -v v="$1" \
    'BEGIN { printf "%-10s %10.0f %12.2f %8.1f %7.0f %6.0f %10.0f  %s\n", p, e, e ? b / e : 0, m / 1000, l, f, c, v }' >&3
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

# Runs the command under foreweave check: it is recorded, and what is found in its trace is replayed.
# Replays do all of it again, so what it writes it writes into files, over those that are there.
check() {  # name of the trace, command...
  local name=$1 begin status=0
  shift
  step="checking $name"
  begin=$(date +%s%N)
  foreweave check --strict --timeout 120 --attempts 3 --run-on 2 --folder "$name.results" \
    "${check_options[@]}" -- "$@" \
    >"$name.report" 2>check.log || status=$?
  milliseconds=$((milliseconds + ($(date +%s%N) - begin) / 1000000))
  cat check.log >&2
  if grep -q 'refuted by replay' check.log; then fail "something is refuted by replay"; fi
  [ "$status" -eq 0 ] || [ "$status" -eq 66 ] || fail "exit status $status"
  if grep -q -e '^foreweave: .*not to its end' -e '^foreweave: .*was ended by signal' check.log; then
    fail "not recorded to its end"
  fi
  mv "$name.results"/*-1.fwt "$name.fwt"
  mv "$name.results/report.json" "$name.json"
  step="what the program wrote ($name)"
}

number() {  # file, first word: the sum of the numbers behind it
  awk -v word="$2" '$1 == word { sum += $2 } END { printf "%.0f", sum }' "$1"
}

# What became of the findings, of which there is none if the program is known to have none: how many
# there are, and how many were seen to happen. All others say why they were not.
count_findings() {  # name of the trace
  python3 - "$1.json" <<'END'
import json, sys
with open(sys.argv[1]) as file:
    findings = json.load(file)["findings"]
for finding in findings:
    if finding["status"] != "confirmed" and not finding["replay"]["note"]:
        sys.exit(finding["id"] + " is predicted without a reason")
print(len(findings), sum(finding["status"] == "confirmed" for finding in findings))
END
}

# The trace tells a run that can have been: no contradiction, nothing lost on the way, that many threads
# and events at least; every bug that is predicted from it has a witness that the checker takes; and
# there is none, of whatever kind, if the program is known to have none.
check_trace() {  # name of the trace, threads, events, `silent` or `racy`
  local trace=$1.fwt all seen
  step="the trace ($1)"
  foreweave trace validate "$trace"
  foreweave trace info "$trace" >"$1.info"
  if grep '^loss' "$1.info" | grep -v -e 'reads of values that no recorded write left there' \
      -e 'unknown functions that may order threads' -e 'frees of memory whose allocation was not recorded' \
      -e 'reentrant lock operations folded'; then
    fail "it lacks what it should have"
  fi
  [ "$(number "$1.info" threads)" -ge "$2" ] || fail "fewer than $2 threads"
  [ "$(number "$1.info" events)" -ge "$3" ] || fail "fewer than $3 events"
  step="what was found ($1)"
  foreweave-witness "$trace" "$1.json"
  read -r all seen < <(count_findings "$1") || fail "something is predicted, and it does not say why not confirmed"
  grep -h -e '^[a-z-]*-[0-9a-f]*: ' -e '^  replayed on' "$1.report" || true
  [ "$4" = racy ] || [ "$all" -eq 0 ] || fail "$all bugs are found where there are none"
  events=$((events + $(number "$1.info" events)))
  bytes=$((bytes + $(wc -c <"$trace")))
  losses=$((losses + $(number "$1.info" loss)))
  found=$((found + all))
  confirmed=$((confirmed + seen))
}
