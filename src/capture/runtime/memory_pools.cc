// Pools of memory of the C++ library (std::pmr). Inside its own code a block that one thread gives
// back is given to another: who gets it comes behind who gave it back. Which block it is the pool
// finds in its lists, which nobody sees; so the step comes before the call, and a replay asks for
// blocks in the same order.
//
// A pool that is not synchronized is changed by each call, as a container is.
//
// Weak, because a program that is linked with libstdc++.a has its own.
#include <errno.h>
#include <stddef.h>

#include "capture/abi/mutation.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

namespace {

bool is_told_of() { return scheduling && fw_row_is_on("library:memory_pools"); }

// Behind the pointer to its table of functions, which is read by all who call it.
const void* contents_of(const void* pool) { return static_cast<const char*>(pool) + sizeof(void*); }

void log_block(const void* block, Order how) {
  const int saved = errno;
  log_order(reinterpret_cast<uint64_t>(block), how);
  errno = saved;
}

}  // namespace

#define FW_POOL(allocate, deallocate, kind)                                                 \
  FW_INTERCEPTOR void* allocate(void* pool, size_t bytes, size_t alignment) {               \
    const bool is_told = is_told_of();                                                      \
    if (is_told) log_thing(kind, contents_of(pool));                                        \
    void* const block = FW_REAL(allocate)(pool, bytes, alignment);                          \
    if (is_told) log_block(block, Order::is_told);                                          \
    return block;                                                                           \
  }                                                                                         \
  FW_INTERCEPTOR void deallocate(void* pool, void* block, size_t bytes, size_t alignment) { \
    if (is_told_of()) {                                                                     \
      log_thing(kind, contents_of(pool));                                                   \
      log_block(block, Order::passes_on);                                                   \
    }                                                                                       \
    FW_REAL(deallocate)(pool, block, bytes, alignment);                                     \
  }

FW_POOL(_ZNSt3pmr26synchronized_pool_resource11do_allocateEmm,
        _ZNSt3pmr26synchronized_pool_resource13do_deallocateEPvmm, FW_KIND_atomic_read)
FW_POOL(_ZNSt3pmr28unsynchronized_pool_resource11do_allocateEmm,
        _ZNSt3pmr28unsynchronized_pool_resource13do_deallocateEPvmm, FW_KIND_write)
