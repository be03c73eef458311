#!/usr/bin/env bash
# zstd -T2: CMake; a pool of threads compresses, and in both directions others read and write files.
. "$(dirname "$0")/helpers.sh"
build() {
  cmake -S build/cmake -B b -G Ninja -DCMAKE_BUILD_TYPE=Release -DZSTD_BUILD_SHARED=OFF -DZSTD_LEGACY_SUPPORT=OFF
  cmake --build b -j2 --target zstd
}
build_from libzstd
text 1100000 >input
# Jobs smaller than the input: otherwise one thread has all the work.
check compress "$tree/b/programs/zstd" -q -f -3 -T2 -B512KiB input -o output.zst
zstd -dc output.zst | cmp - input
check_trace compress 3 1000000 silent
check decompress "$tree/b/programs/zstd" -q -f -d output.zst -o back
cmp back input
check_trace decompress 2 1000000 silent
