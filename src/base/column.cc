#include "base/column.h"

#include <sys/mman.h>

#include <cstdlib>

namespace foreweave {

namespace {
constexpr size_t kLarge = size_t{1} << 21;  // from here on pages of our own; below, the heap

size_t mapped_bytes(size_t bytes) { return (bytes + kLarge - 1) & ~(kLarge - 1); }

void* map(size_t bytes) {
  void* p = mmap(nullptr, mapped_bytes(bytes), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}
}  // namespace

void* resize_pages(void* old, size_t old_bytes, size_t bytes) {
  const bool was_mapped = old_bytes >= kLarge, is_mapped = bytes >= kLarge;
  void* result = nullptr;
  if (bytes == 0) {
    if (was_mapped)
      munmap(old, mapped_bytes(old_bytes));
    else
      std::free(old);
    return nullptr;
  }
  if (was_mapped && is_mapped) {
    result = mremap(old, mapped_bytes(old_bytes), mapped_bytes(bytes), MREMAP_MAYMOVE);
    if (result == MAP_FAILED) result = nullptr;
  } else if (!was_mapped && !is_mapped) {
    result = std::realloc(old, bytes);
  } else {
    result = is_mapped ? map(bytes) : std::malloc(bytes);
    if (result && old) {
      __builtin_memcpy(result, old, old_bytes < bytes ? old_bytes : bytes);
      resize_pages(old, old_bytes, 0);
    }
  }
  CHECK(result != nullptr, "out of memory");
  if (is_mapped) madvise(result, mapped_bytes(bytes), MADV_HUGEPAGE);
  return result;
}

}  // namespace foreweave
