// Memory that is going to be needed soon, asked for while there is other work.
#pragma once

namespace foreweave {

inline void prefetch(const void* address) {
  __builtin_prefetch(address);
  // Says that this does something: GCC takes functions that do nothing but prefetch for functions
  // without effect, and drops calls of them.
  asm volatile("");
}

}  // namespace foreweave
