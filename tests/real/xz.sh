#!/usr/bin/env bash
# xz -T2: autotools and libtool; blocks go to a pool of threads and come back in order.
. "$(dirname "$0")/helpers.sh"
build() {
  ./configure --quiet --disable-static --disable-nls --disable-doc --disable-lzmadec --disable-lzmainfo
  make -j2
}
build_from xz-utils
# Not libtool's script in front of it, which is no program of ours. Its library has a version script.
own_library=$tree/src/liblzma/.libs
xz_program=$tree/src/xz/.libs/xz
text 300000 >input
# Blocks smaller than the input: otherwise one thread has all the work.
LD_LIBRARY_PATH=$own_library check compress "$xz_program" -1 -T2 --block-size=128KiB -k -f input
mv input.xz output.xz
xz -t output.xz
xz -dc output.xz | cmp - input
check_trace compress 3 1000000 silent
LD_LIBRARY_PATH=$own_library check decompress "$xz_program" -T2 -d -k -f output.xz
cmp output input
check_trace decompress 3 1000000 silent
