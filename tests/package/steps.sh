# Sourced: the steps that tests of installations have in common.

fail() {
  echo "$*" >&2
  exit 1
}

# expect_status STATUS COMMAND...
expect_status() {
  local expected=$1 status=0
  shift
  "$@" || status=$?
  [ "$status" -eq "$expected" ] || fail "exit status $status instead of $expected: $*"
}

# find_a_bug PREFIX: in the current folder, with what is installed in PREFIX and nothing else of ours.
find_a_bug() {
  local prefix=$1 bug
  local examples="$prefix/share/doc/foreweave/examples"
  PATH=$prefix/bin:$PATH
  export XDG_STATE_HOME=$PWD/state  # by which traces are known as our own
  for name in bank_transfer bank_transfer_fixed; do
    foreweave-c++ -std=c++20 -g -O1 -pthread "$examples/bank_transfer/$name.cc" -o "$name"
    expect_status 0 foreweave record -o "$name.fwt" -- "./$name"
  done
  expect_status 66 foreweave predict --harmless bank_transfer.fwt --format json -o bank_transfer.json
  expect_status 0 foreweave-witness bank_transfer.fwt bank_transfer.json
  expect_status 0 foreweave predict bank_transfer_fixed.fwt
  bug=$(grep -o 'atomicity-[0-9a-f]\{8\}' bank_transfer.json | head -n 1)
  expect_status 66 foreweave replay --strict bank_transfer.fwt "$bug"
  expect_status 66 foreweave check --strict --folder results "$examples/bank_transfer/bank_transfer.cc"
  grep -q '</html>' results/report.html || fail "no report for a browser"
}
