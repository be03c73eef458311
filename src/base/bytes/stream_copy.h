// Copies to memory that nobody looks at soon, past the caches. The columns of a trace are written
// once and are far larger than the caches: written through them, they drive out what reading the
// trace looks at all the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace foreweave {

// Best with `to` and `bytes` divisible by 64, and one copy right behind the other. The thread that
// copies sees its own copies at once; for others there is end_stream_copies.
inline void stream_copy(void* to, const void* from, size_t bytes) {
#if defined(__SSE2__)
  if ((reinterpret_cast<uintptr_t>(to) % 16 | bytes % 16) == 0) {
    __m128i* const out = static_cast<__m128i*>(to);
    const __m128i* const in = static_cast<const __m128i*>(from);
    for (size_t i = 0; i < bytes / 16; ++i) _mm_stream_si128(out + i, _mm_loadu_si128(in + i));
    return;
  }
#endif
  std::memcpy(to, from, bytes);
}

// Behind the last stream_copy, before others look at what was copied.
inline void end_stream_copies() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace foreweave
