// Memory for foreweave-agree: half the time of judging millions of traces of ten events would go
// into malloc and free. Blocks of up to a kilobyte come from lists of free blocks, one list a size
// and thread, and go back to the list of the thread that frees them; nothing is ever given back to
// the system. Larger blocks are malloc's. Not linked into the tests, and empty under sanitizers,
// which want to see every allocation.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr size_t kStep = 16;
constexpr size_t kSizes = 64;  // blocks of 16, 32, ..., 1024 bytes
constexpr size_t kSlab = size_t{1} << 18;
constexpr uint64_t kLarge = UINT64_MAX;

// In front of every block; as long as the strictest alignment asks for.
struct alignas(kStep) Header {
  uint64_t size;  // number of the list, or kLarge
  Header* next;   // while it is free
};
static_assert(sizeof(Header) == kStep);

thread_local Header* free_blocks[kSizes];
thread_local char *slab = nullptr, *slab_end = nullptr;

void* or_throw(void* p) {
  if (!p) throw std::bad_alloc();
  return p;
}

void* from_slab(size_t list) {
  const size_t bytes = sizeof(Header) + (list + 1) * kStep;
  if (static_cast<size_t>(slab_end - slab) < bytes) {
    slab = static_cast<char*>(or_throw(std::malloc(kSlab)));
    slab_end = slab + kSlab;
  }
  Header* block = reinterpret_cast<Header*>(slab);
  slab += bytes;
  block->size = list;
  return block + 1;
}

}  // namespace

void* operator new(size_t bytes) {
  const size_t list = bytes ? (bytes - 1) / kStep : 0;
  if (list >= kSizes) {
    Header* block = static_cast<Header*>(or_throw(std::malloc(sizeof(Header) + bytes)));
    block->size = kLarge;
    return block + 1;
  }
  Header* block = free_blocks[list];
  if (!block) return from_slab(list);
  free_blocks[list] = block->next;
  return block + 1;
}

void operator delete(void* p) noexcept {
  if (!p) return;
  Header* block = static_cast<Header*>(p) - 1;
  if (block->size == kLarge) return std::free(block);
  block->next = free_blocks[block->size];
  free_blocks[block->size] = block;
}

void operator delete(void* p, size_t) noexcept { operator delete(p); }

#endif
