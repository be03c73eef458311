// mmap, munmap, mremap, shmat and shmdt: memory that the program asks the kernel for begins and
// ends to exist, as that of malloc does.
//
// What is unmapped in part still exists for us as a whole: that its rest is used on must not look
// like a use of freed memory. Whoever maps into such a hole gets no memory of its own then.
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/waits.h"
#include "capture/runtime/ground/futex.h"

using namespace foreweave::runtime;

namespace foreweave::runtime {
bool shares_memory;
}

namespace {

struct Mapping {
  uint64_t start = 0, size = 0;  // size 0: this place is free

  bool overlaps(uint64_t other, uint64_t bytes) const {
    return size != 0 && start < other + bytes && other < start + size;
  }
  bool is_within(uint64_t other, uint64_t bytes) const {
    return size != 0 && start >= other && start + size <= other + bytes;
  }
};

// Of those that have become known. When there is no place left, further ones never end.
constexpr size_t kMaxMappings = 4096;
Mapping mappings[kMaxMappings];
size_t places_used = 0;

uint64_t whole_pages(uint64_t bytes) { return (bytes + 4095) & ~uint64_t{4095}; }
uint64_t number(const void* address) { return reinterpret_cast<uint64_t>(address); }

void begins(uint64_t start, uint64_t size) {
  size = whole_pages(size);
  Mapping* place = nullptr;
  for (size_t i = 0; i < places_used; ++i) {
    if (mappings[i].overlaps(start, size)) return;
    if (mappings[i].size == 0) place = &mappings[i];
  }
  if (!place && places_used < kMaxMappings) place = &mappings[places_used++];
  if (!place) return;
  *place = {start, size};
  log_event(current(), FW_KIND_allocate, reinterpret_cast<void*>(start), 0, size);
}

void ends(uint64_t start, uint64_t size) {
  for (size_t i = 0; i < places_used; ++i) {
    Mapping& mapping = mappings[i];
    if (!mapping.is_within(start, whole_pages(size))) continue;
    log_event(current(), FW_KIND_free, reinterpret_cast<void*>(mapping.start));
    mapping = {};
  }
}

// As libc's wrappers tell it.
long result_of(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

void* map(void* where, size_t size, int protection, int flags, int file, off_t offset) {
  const Inside inside;
  const long result =
      result_of(raw_syscall(SYS_mmap, static_cast<long>(number(where)), static_cast<long>(size),
                            protection, flags, file, offset));
  if (inside && channel && result != -1) {
    shares_memory |= (flags & MAP_SHARED) != 0;
    if (shares_memory) note_that_others_may_act();
    if (flags & MAP_FIXED) ends(static_cast<uint64_t>(result), size);
    begins(static_cast<uint64_t>(result), size);
  }
  return reinterpret_cast<void*>(result);
}

}  // namespace

FW_INTERCEPTOR void* mmap(void* where, size_t size, int protection, int flags, int file,
                          off_t offset) noexcept {
  return map(where, size, protection, flags, file, offset);
}

FW_INTERCEPTOR void* mmap64(void* where, size_t size, int protection, int flags, int file,
                            off64_t offset) noexcept {
  return map(where, size, protection, flags, file, offset);
}

FW_INTERCEPTOR int munmap(void* start, size_t size) noexcept {
  const Inside inside;
  const long result =
      result_of(raw_syscall(SYS_munmap, static_cast<long>(number(start)), static_cast<long>(size)));
  if (inside && channel && result == 0) ends(number(start), size);
  return static_cast<int>(result);
}

FW_INTERCEPTOR void* mremap(void* old, size_t old_size, size_t size, int flags, ...) noexcept {
  va_list arguments;
  va_start(arguments, flags);
  void* const where = flags & MREMAP_FIXED ? va_arg(arguments, void*) : nullptr;
  va_end(arguments);
  const Inside inside;
  const long result =
      result_of(raw_syscall(SYS_mremap, static_cast<long>(number(old)), static_cast<long>(old_size),
                            static_cast<long>(size), flags, static_cast<long>(number(where))));
  if (inside && channel && result != -1) {
    const uint64_t now = static_cast<uint64_t>(result);
    if (now != number(old)) {
      ends(number(old), old_size);
      ends(now, size);
      begins(now, size);
    } else if (whole_pages(size) > whole_pages(old_size)) {
      begins(now + whole_pages(old_size), size - whole_pages(old_size));
    }
  }
  return reinterpret_cast<void*>(result);
}

FW_INTERCEPTOR void* shmat(int segment, const void* where, int flags) noexcept {
  const Inside inside;
  const long result =
      result_of(raw_syscall(SYS_shmat, segment, static_cast<long>(number(where)), flags));
  shmid_ds about;
  if (inside && channel && result != -1) {
    shares_memory = true;
    note_that_others_may_act();
    if (raw_syscall(SYS_shmctl, segment, IPC_STAT, reinterpret_cast<long>(&about)) == 0)
      begins(static_cast<uint64_t>(result), about.shm_segsz);
  }
  return reinterpret_cast<void*>(result);
}

FW_INTERCEPTOR int shmdt(const void* start) noexcept {
  const Inside inside;
  const long result = result_of(raw_syscall(SYS_shmdt, static_cast<long>(number(start))));
  if (inside && channel && result == 0)
    for (size_t i = 0; i < places_used; ++i)
      if (mappings[i].start == number(start)) ends(number(start), mappings[i].size);
  return static_cast<int>(result);
}
