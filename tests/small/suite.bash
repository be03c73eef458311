# What tests/small/run, tests/failing/run and tests/kernels/run have in common. They set `here` (their
# folder), `suite` (its name), `groups` (what -w may say), `default_levels` and `options` (of check), and
# a function kind_of FILE that prints the group of a program.
usage() { sed -n 's/^#   \(run \[.*\)/\1/p' "$here/run" >&2; exit 2; }
build=$here/../../build jobs=$(nproc) levels=$default_levels runs=1 which=$groups part= verbose=
while getopts b:j:l:s:w:p:v option; do
  case $option in
    b) build=$OPTARG ;; j) jobs=$OPTARG ;; l) levels=$OPTARG ;; s) runs=$OPTARG ;;
    w) which=$OPTARG ;; p) part=$OPTARG ;; v) verbose=1 ;; *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ -x "$build/bin/foreweave-cc" ] || { echo "run: $build/bin has no foreweave-cc; build first" >&2; exit 2; }
build=$(cd "$build" && pwd)
scratch=$build/$suite
judge=$here/../small/judge.py
mkdir -p "$scratch"
results=$(mktemp)
trap 'rm -f "$results"' EXIT

# What the head of the file says under a name.
said() { sed -n "1,12s|^// $2: *||p" "$1" | head -1; }

# One program at one level: GROUP LEVEL FILE. Says how it went in a line.
one() {
  local group=$1 level=$2 file=$3
  local name=${file#"$here"/} status=0 verdict package packages=
  local folder=$scratch/$level/${name%.*}
  local about="$group $level $name"
  rm -rf "$folder"
  mkdir -p "$folder"
  for package in $(said "$file" packages); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || packages+=" $package"
  done
  if [ -n "$packages" ]; then echo "skipped $about: needs$packages"; return; fi
  local language
  language=$(said "$file" language)
  local compiler=$build/bin/foreweave-c++ standard=${language:-c++20}
  if [ "${file##*.}" = c ]; then compiler=$build/bin/foreweave-cc standard=${language:-gnu17}; fi
  # shellcheck disable=SC2046
  if ! "$compiler" -std="$standard" "$level" -g "$file" -o "$folder/program" -pthread $(said "$file" flags) \
      >"$folder/compiler" 2>&1; then
    echo "FAILED $about: does not compile"
    return
  fi
  # Programs that run in circles make long traces; nobody else on the machine is to pay for them.
  # shellcheck disable=SC2046,SC2086
  (cd "$folder" && ulimit -v 4194304 && timeout 60 "$build/bin/foreweave" check $options -- ./program $(said "$file" arguments)) \
    >"$folder/report" 2>"$folder/messages" </dev/null || status=$?
  local mark
  mark=$(said "$file" missed)
  if verdict=$(python3 "$judge" "$suite" "$file" "$status" "$folder/foreweave-results/report.json"); then
    echo "passed $about${mark:+ (its mark \"missed\" could go)}"
    rm -rf "$folder/program" "$folder"/foreweave-results/*.fwt
  elif [ -n "$mark" ]; then echo "missed $about: $mark ($verdict)"
  else echo "FAILED $about: $verdict"; fi
}

list() {
  local file group level name wanted
  for file in "$here"/*.c "$here"/*.cc "$here"/*/*.c "$here"/*/*.cc; do
    [ -f "$file" ] || continue
    if [ $# -gt 0 ]; then
      wanted=
      for name in "$@"; do [[ ${file#"$here"/} != *"$name"* ]] || wanted=1; done
      [ -n "$wanted" ] || continue
    fi
    group=$(kind_of "$file")
    [[ " $which " == *" $group "* ]] || continue
    for level in $levels; do echo "$group $level $file"; done
  done
}
. "$(dirname "${BASH_SOURCE[0]}")/../take_part.bash"

run_all() {
  export -f one said
  export here build scratch suite judge options
  list "$@" | take_part | xargs -r -P "$jobs" -L 1 bash -c 'one "$@"' one >"$results" || true
  if [ -n "$verbose" ]; then sort "$results"; else grep -v '^passed\|^missed' "$results" | sort || true; fi
  local passed failed missed skipped
  passed=$(grep -c '^passed' "$results" || true)
  failed=$(grep -c '^FAILED' "$results" || true)
  skipped=$(grep -c '^skipped' "$results" || true)
  missed=$(grep -c '^missed' "$results" || true)
  echo "$passed passed, $failed failed, $missed missed as is known, $skipped skipped"
  # A part may be empty.
  [ "$failed" -eq 0 ] && { [ -n "$part" ] || [ $((passed + missed)) -gt 0 ]; }
}
