// How code around a library function says what that function did to memory. The pass makes events of
// these calls and takes them out; nobody defines them.
#pragma once

#include <stddef.h>

#include "capture/abi/library_table.h"

extern "C" {
__attribute__((nothrow)) void __fw_reads(const void* memory, size_t bytes);
__attribute__((nothrow)) void __fw_writes(const void* memory, size_t bytes);
}

// The name of what is called around a function.
#define FW_AROUND(function) __asm__(FW_LIBRARY_PREFIX function)
