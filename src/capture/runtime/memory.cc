// The heap: when pieces of memory begin and end to exist.
//
// libc's allocator does the work. We only note what it does, in the order in which it is done.
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "capture/runtime/enforcer.h"
#include "capture/runtime/log.h"
#include "capture/runtime/scheduler.h"

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void __libc_free(void*);
}

using namespace foreweave::runtime;

namespace {

// A thread whose first allocation comes from inside dlsym or the like must not wait in there.
void* allocated(void* memory, size_t size) {
  if (memory && channel) log_event(current(), FW_KIND_allocate, memory, 0, size);
  return memory;
}

}  // namespace

FW_INTERCEPTOR void* malloc(size_t size) {
  const Inside inside;
  void* memory = __libc_malloc(size);
  return inside ? allocated(memory, size) : memory;
}

FW_INTERCEPTOR void* calloc(size_t count, size_t size) {
  const Inside inside;
  void* memory = __libc_calloc(count, size);
  return inside ? allocated(memory, count * size) : memory;
}

FW_INTERCEPTOR void* memalign(size_t alignment, size_t size) {
  const Inside inside;
  void* memory = __libc_memalign(alignment, size);
  return inside ? allocated(memory, size) : memory;
}

FW_INTERCEPTOR void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

FW_INTERCEPTOR int posix_memalign(void** result, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  const int saved = errno;
  void* memory = memalign(alignment, size);
  errno = saved;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

FW_INTERCEPTOR void free(void* memory) {
  if (!memory) return;
  const size_t size = schedule ? malloc_usable_size(memory) : 0;
  const Announced announced(FW_KIND_free, memory, size);
  const Inside inside;
  if (inside && channel) log_event(current(), FW_KIND_free, memory);
  if (!inside || !keep_freed(memory, size)) __libc_free(memory);
}

FW_INTERCEPTOR void* realloc(void* old, size_t size) {
  if (!old) return malloc(size);
  if (size == 0) {
    free(old);
    return nullptr;
  }
  const Inside inside;
  void* memory = __libc_realloc(old, size);
  if (inside && memory && channel) {
    log_event(current(), FW_KIND_free, old);
    allocated(memory, size);
  }
  return memory;
}

FW_INTERCEPTOR void* reallocarray(void* old, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(old, bytes);
}

FW_INTERCEPTOR void* valloc(size_t size) { return memalign(4096, size); }
FW_INTERCEPTOR void* pvalloc(size_t size) { return memalign(4096, (size + 4095) & ~size_t{4095}); }
