#include "capture/runtime/core/loaded_code.h"

#include <link.h>
#include <stdint.h>
#include <string.h>

#include "capture/runtime/core/log.h"
#include "capture/runtime/core/recorder_channel.h"

namespace foreweave::runtime {

namespace {

constexpr size_t kMostWords = 100;  // of a name
unsigned long long loads_logged;    // how many loads there had been when we looked last

// The loader's lock is held, so nothing here waits for another thread of the program.
int log_one(dl_phdr_info* info, size_t, void* self) {
  if (info->dlpi_adds == loads_logged) return 1;
  uint64_t begin = UINT64_MAX, end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const uint64_t at = info->dlpi_addr + segment.p_vaddr;
    if (at < begin) begin = at;
    if (at + segment.p_memsz > end) end = at + segment.p_memsz;
  }
  uint64_t words[3 + kMostWords] = {begin, end, info->dlpi_addr};
  size_t length = info->dlpi_name ? strlen(info->dlpi_name) : 0;
  if (length > 8 * kMostWords) length = 8 * kMostWords;
  memcpy(words + 3, info->dlpi_name, length);
  log_record(static_cast<Thread*>(self), FW_RECORD_loaded, words,
             static_cast<uint32_t>(3 + (length + 7) / 8));
  return 0;
}

int note_loads(dl_phdr_info* info, size_t, void*) {
  loads_logged = info->dlpi_adds;
  return 1;
}

}  // namespace

void log_loaded_code(Thread* self) {
  if (!channel) return;
  dl_iterate_phdr(log_one, self);
  dl_iterate_phdr(note_loads, nullptr);
}

}  // namespace foreweave::runtime
