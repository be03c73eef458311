#!/usr/bin/env bash
# xz -T2 -d as it was before a race was found in it: the sources without Debian's patches. The main
# thread adds to progress_in without the lock under which the workers do; the patch that is named
# below takes it. Its twin with the patch is xz.sh, which must stay silent.
. "$(dirname "$0")/helpers.sh"
build() {
  ./configure --quiet --disable-shared --disable-nls --disable-doc --disable-xzdec --disable-lzmadec --disable-lzmainfo
  make -j2 -C src
}
build_from xz-utils --skip-patches
patch=$tree/debian/patches/liblzma-mt-dec-Protect-progress_in-update-with-mutex.patch
[ -f "$patch" ] || skip "this version of xz-utils has the fix in its own sources"
text 300000 >input
xz -1 -T2 --block-size=128KiB -c input >output.xz
touch output  # as replays will find one, and xz goes another way then
check decompress "$tree/src/xz/xz" -T2 -d -k -f output.xz
cmp output input  # of the last replay; they all come to their end
check_trace decompress 3 1000000 racy

step="the race"
source=$tree/src/liblzma/common/stream_decoder_mt.c
line() {  # the first line with $2 from the first one with $1 on
  awk -v from="$1" -v what="$2" 'index($0, from) { on = 1 } on && index($0, what) { print NR; exit }' "$source"
}
unlocked=$(line 'ret = decode_block_header(' 'coder->progress_in +=')
locked=$(line 'worker_decoder(' 'thr->coder->progress_in +=')
awk -v a="stream_decoder_mt[.]c:$unlocked(:[0-9]+)? in stream_decode_mt," -v b="stream_decoder_mt[.]c:$locked(:[0-9]+)? in worker_decoder," '
  /^[a-z-]+-[0-9a-f]+: / { first = second = 0; confirmed = $2 == "confirmed" }
  $0 ~ a { first = 1 }
  $0 ~ b { second = 1 }
  first && second && confirmed { found = 1 }
  END { exit !found }' decompress.report || fail "it is not confirmed"
