#!/usr/bin/env bash
# xz -T2: autotools and libtool; blocks go to a pool of threads and come back in order.
. "$(dirname "$0")/helpers.sh"
build() {
  ./configure --quiet --disable-shared --disable-nls --disable-doc --disable-lzmadec --disable-lzmainfo
  make -j2
}
build_from xz-utils
text 300000 >input
# Blocks smaller than the input: otherwise one thread has all the work.
record compress "$tree/src/xz/xz" -1 -T2 --block-size=128KiB -c input >output.xz
xz -t output.xz
xz -dc output.xz | cmp - input
check_trace compress 3 1000000 silent
record decompress "$tree/src/xz/xz" -T2 -dc output.xz >back
cmp back input
check_trace decompress 3 1000000 silent
