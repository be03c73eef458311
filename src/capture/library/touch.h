// How code around a library function says what that function did to memory. The pass makes events
// of these calls and takes them out; nobody defines them.
#pragma once

#include <stddef.h>

#include "capture/abi/library_table.h"

extern "C" {
__attribute__((nothrow)) void __fw_reads(const void* memory, size_t bytes);
__attribute__((nothrow)) void __fw_writes(const void* memory, size_t bytes);
}

namespace foreweave {

inline void wrote_text(const char* text) {
  if (text) __fw_writes(text, __builtin_strlen(text) + 1);
}
template <class T>
inline void wrote(const T* memory, size_t count = 1) {
  if (memory) __fw_writes(memory, count * sizeof *memory);
}

}  // namespace foreweave

// The name of what is called around a function.
#define FW_AROUND(function) __asm__(FW_LIBRARY_PREFIX function)
