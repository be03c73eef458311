# Sourced by the runners of suites that are too long for every commit. take_part passes on the lines that are in
# the part: $part is K/N or K/N:SALT, all of them if it is empty; $here is the suite's folder. Which part a line is
# in depends on it and on the salt alone; the salt "commit" is the commit that is checked out.
take_part() {
  [ -n "$part" ] || { cat; return; }
  local k=${part%%/*} rest=${part#*/} salt= sum line
  local n=${rest%%:*}
  [[ $rest != *:* ]] || salt=${rest#*:}
  [ "$salt" != commit ] || salt=$(git -C "$here" rev-parse HEAD 2>/dev/null || echo none)
  while read -r line; do
    sum=$(cksum <<<"$salt ${line/$here/}")
    [ $((${sum%% *} % n)) -ne $((k - 1)) ] || echo "$line"
  done
}
