#include "capture/runtime/ground/own_blocks.h"

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

#include "capture/abi/mutation.h"

namespace foreweave::runtime {

namespace {

__thread int depth __attribute__((tls_model("initial-exec")));

// The dynamic linker's code. It is there before everybody else, and stays.
struct Code {
  uintptr_t begin, end;
};

bool is_in(const Code& code, uintptr_t address) {
  return code.begin <= address && address < code.end;
}

Code code_of_linker() {
  const auto base = static_cast<uintptr_t>(getauxval(AT_BASE));
  if (base == 0) return {0, 0};
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(base);
  const auto* segments = reinterpret_cast<const ElfW(Phdr)*>(base + header->e_phoff);
  Code code{base, base};
  for (int i = 0; i < header->e_phnum; ++i)
    if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_X) {
      code.begin = base + segments[i].p_vaddr;
      code.end = code.begin + segments[i].p_memsz;
    }
  return code;
}

// The code that gives a stream its buffer when it is first used: whoever comes first does that, and
// nobody means it. Its length is at most this.
extern "C" int _IO_file_doallocate(void*);
Code code_of_buffers() {
  constexpr uintptr_t kLength = 0x180;
  const auto begin = reinterpret_cast<uintptr_t>(&_IO_file_doallocate);
  return {begin, begin + kLength};
}

// Open addressing, without a lock: threads come here with the token and without it. Where there is
// no room a block is not known, and its free will be one of memory that nobody allocated.
constexpr size_t kSlots = 1 << 14, kMostProbes = 64;
constexpr uintptr_t kRemoved = 1;
uintptr_t blocks[kSlots];

size_t first_slot(uintptr_t block) { return (block >> 4) * 0x9e3779b97f4a7c15u >> 50; }
static_assert(kSlots == size_t{1} << (64 - 50));

template <class Try>
bool find_slot(uintptr_t block, Try&& try_slot) {
  for (size_t i = 0; i < kMostProbes; ++i)
    if (try_slot(blocks[(first_slot(block) + i) % kSlots])) return true;
  return false;
}

bool exchange(uintptr_t& slot, uintptr_t from, uintptr_t to) {
  return __atomic_compare_exchange_n(&slot, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

}  // namespace

OfLibc::OfLibc() { ++depth; }
OfLibc::~OfLibc() { --depth; }

bool keeps_for_itself(const void* caller) {
  if (!fw_row_is_on("library:own_blocks")) return false;
  if (depth > 0) return true;
  static Code linker;
  if (linker.end == 0) linker = code_of_linker();  // the same for everybody who comes first
  const auto address = reinterpret_cast<uintptr_t>(caller);
  static const Code buffers = code_of_buffers();
  return is_in(linker, address) || is_in(buffers, address);
}

void add_own_block(const void* memory) {
  if (!memory) return;
  const auto block = reinterpret_cast<uintptr_t>(memory);
  find_slot(block, [&](uintptr_t& slot) {
    return exchange(slot, 0, block) || exchange(slot, kRemoved, block);
  });
}

bool remove_own_block(const void* memory) {
  const auto block = reinterpret_cast<uintptr_t>(memory);
  bool is_there = false;
  find_slot(block, [&](uintptr_t& slot) {
    is_there = exchange(slot, block, kRemoved);
    return is_there || __atomic_load_n(&slot, __ATOMIC_ACQUIRE) == 0;
  });
  return is_there;
}

}  // namespace foreweave::runtime
