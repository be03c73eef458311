// The heap: when pieces of memory begin and end to exist.
//
// libc's allocator does the work. We only note what it does, in the order in which it is done.
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/ground/own_blocks.h"

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

// The same for all ways to get a block. `caller` is who asked.
template <class Allocate>
void* get_block(const void* caller, size_t size, Allocate&& allocate) {
  if (keeps_for_itself(caller)) {
    void* memory = allocate();
    add_own_block(memory);
    return memory;
  }
  const Inside inside;
  void* memory = allocate();
  return inside ? allocated(memory, size) : memory;
}

void* get_aligned(const void* caller, size_t alignment, size_t size) {
  return get_block(caller, size, [&] { return __libc_memalign(alignment, size); });
}

void free_block(const void* caller, void* memory) {
  if (!memory) return;
  if (keeps_for_itself(caller) && remove_own_block(memory)) return __libc_free(memory);
  const size_t size = schedule ? malloc_usable_size(memory) : 0;
  const Announced announced(FW_KIND_free, memory, size);
  const Inside inside;
  if (remove_own_block(memory)) return __libc_free(memory);
  if (inside && channel) log_event(current(), FW_KIND_free, memory);
  if (!inside || !keep_freed(memory, size)) __libc_free(memory);
}

// In place, nothing would be freed: whoever still has the old pointer would not be noticed, and
// whether a block can stay where it is differs from run to run. Large ones may stay while the
// program is recorded, since it may count on that being quick.
constexpr size_t kMostMoved = 65536;
bool is_to_be_moved(size_t size) { return keeps_freed() || (channel && size <= kMostMoved); }

void* moved(void* old, size_t old_size, size_t size) {
  void* memory = __libc_malloc(size);
  if (!memory) return nullptr;
  memcpy(memory, old, old_size < size ? old_size : size);
  if (!keep_freed(old, old_size)) __libc_free(old);
  return memory;
}

void* resize_block(const void* caller, void* old, size_t size) {
  const bool was_own = remove_own_block(old);
  if (keeps_for_itself(caller) && was_own) {
    void* memory = __libc_realloc(old, size);
    add_own_block(memory ? memory : old);
    return memory;
  }
  const size_t old_size = malloc_usable_size(old);
  const Announced announced(FW_KIND_free, old, old_size);
  const Inside inside;
  void* memory = inside && !was_own && is_to_be_moved(old_size) ? moved(old, old_size, size)
                                                                : __libc_realloc(old, size);
  if (inside && memory && channel) {
    if (!was_own) log_event(current(), FW_KIND_free, old);
    allocated(memory, size);
  }
  return memory;
}

}  // namespace

FW_INTERCEPTOR void* malloc(size_t size) {
  return get_block(FW_CALLER, size, [&] { return __libc_malloc(size); });
}

FW_INTERCEPTOR void* calloc(size_t count, size_t size) {
  return get_block(FW_CALLER, count * size, [&] { return __libc_calloc(count, size); });
}

FW_INTERCEPTOR void* memalign(size_t alignment, size_t size) {
  return get_aligned(FW_CALLER, alignment, size);
}

FW_INTERCEPTOR void* aligned_alloc(size_t alignment, size_t size) {
  return get_aligned(FW_CALLER, alignment, size);
}

FW_INTERCEPTOR int posix_memalign(void** result, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
    return EINVAL;
  const int saved = errno;
  void* memory = get_aligned(FW_CALLER, alignment, size);
  errno = saved;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

FW_INTERCEPTOR void free(void* memory) { free_block(FW_CALLER, memory); }

namespace {

void* reallocate(const void* caller, void* old, size_t size) {
  if (!old) return get_block(caller, size, [&] { return __libc_malloc(size); });
  if (size == 0) {
    free_block(caller, old);
    return nullptr;
  }
  return resize_block(caller, old, size);
}

}  // namespace

FW_INTERCEPTOR void* realloc(void* old, size_t size) { return reallocate(FW_CALLER, old, size); }

FW_INTERCEPTOR void* reallocarray(void* old, size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return nullptr;
  }
  return reallocate(FW_CALLER, old, bytes);
}

FW_INTERCEPTOR void* valloc(size_t size) { return get_aligned(FW_CALLER, 4096, size); }
FW_INTERCEPTOR void* pvalloc(size_t size) {
  return get_aligned(FW_CALLER, 4096, (size + 4095) & ~size_t{4095});
}
