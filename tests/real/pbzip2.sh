#!/usr/bin/env bash
# pbzip2: a plain Makefile, C++; one thread reads, two work and one writes, with queues between them.
# libbz2 is the system's and not recorded, so that the events are those of the queues.
. "$(dirname "$0")/helpers.sh"
build() {
  # Its format strings lack the space that C++11 asks for, which clang takes for an error. The flags
  # go in by the environment: the Makefile adds its own to them there.
  CXXFLAGS='-O2 -g -Wno-reserved-user-defined-literal' make
}
build_from pbzip2
for round in {1..12}; do text 160000; done >input
check compress "$tree/pbzip2" -p2 -b1 -1 -k -f input
mv input.bz2 output.bz2
bzip2 -t output.bz2
bzip2 -dc output.bz2 | cmp - input
check_trace compress 4 5000 silent
check decompress "$tree/pbzip2" -p2 -d -k -f output.bz2
cmp output input
check_trace decompress 3 5000 silent
