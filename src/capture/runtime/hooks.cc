// What instrumented code calls, and how it all begins.
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>

#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/loaded_code.h"
#include "capture/runtime/core/log.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/signals.h"
#include "capture/runtime/core/threads.h"
#include "capture/runtime/files/standard_input.h"
#include "capture/runtime/files/traffic.h"

namespace foreweave::runtime {

namespace {

// Behind its limit: whoever starts with it stops at the first gate.
uint64_t nothing[1];
FwThreadBlock idle_block = {nothing, nullptr, nullptr, 0, 0, 0, 0, 0, 0, 0, 0,
                            0,       0,       0,       0, 0, 0, 0, 0, 0, {}};
uint32_t next_start = FW_FIRST_START;
bool started;
// Calls of hooks that a module's constructor makes for them to be looked up.
__thread int calls_to_come __attribute__((tls_model("initial-exec")));

bool is_only_looked_up() {
  if (calls_to_come == 0) return false;
  --calls_to_come;
  return true;
}

// Where the code of instrumented modules lies.
struct CodeRange {
  uintptr_t begin, end;
};
constexpr size_t kMostCodeRanges = 1024;
CodeRange code[kMostCodeRanges];
size_t code_count;

int add_code_of(dl_phdr_info* info, size_t, void* address) {
  const auto wanted = reinterpret_cast<uintptr_t>(address);
  bool is_it = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    is_it |= header.p_type == PT_LOAD && begin <= wanted && wanted < begin + header.p_memsz;
  }
  if (!is_it) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || !(header.p_flags & PF_X) || code_count == kMostCodeRanges)
      continue;
    const uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    if (channel && code_count < FW_MOST_INSTRUMENTED) {
      channel->instrumented[code_count] = {begin, begin + header.p_memsz};
      __atomic_store_n(&channel->instrumented_count, static_cast<uint32_t>(code_count + 1),
                       __ATOMIC_RELEASE);
    }
    code[code_count++] = {begin, begin + header.p_memsz};
  }
  return 1;
}

void send_bytes(Thread* self, const uint8_t* bytes, uint64_t count) {
  for (uint64_t at = 0; at < count;) {
    uint64_t words[100] = {};
    const uint64_t piece = count - at < sizeof words ? count - at : sizeof words;
    memcpy(words, bytes + at, piece);
    log_record(self, FW_RECORD_module_bytes, words, static_cast<uint32_t>((piece + 7) / 8));
    at += piece;
  }
}

// Before every constructor of the program, once.
void start() {
  if (started) return;
  started = true;
  if (!begin_logging()) return;
  if (channel->cpu >= 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<size_t>(channel->cpu), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  if (!take_up_schedule(channel) || !adopt_main_thread())
    return stop_logging("no memory for the recorder's tables");
  watch_forks();
  watch_faults();
  watch_standard_input();
  note_streams_of_the_world();
  start_scheduling(current(), channel->seed, channel->slice);
  log_thread_begin(current());
  log_loaded_code(current());
}

}  // namespace

bool is_instrumented_code(const void* address) {
  const auto a = reinterpret_cast<uintptr_t>(address);
  for (size_t i = 0; i < code_count; ++i)
    if (code[i].begin <= a && a < code[i].end) return true;
  return false;
}

void* next_definition(const char* name) { return dlsym(RTLD_NEXT, name); }

}  // namespace foreweave::runtime

using namespace foreweave::runtime;

FW_HOOK __thread FwThreadBlock* __fw_self __attribute__((tls_model("initial-exec"))) =
    &foreweave::runtime::idle_block;

// The slow path: the chunk is full, the slice is over, the thread has no token, or nothing is
// recorded at all.
FW_HOOK __attribute__((preserve_most, noinline)) void __fw_pause() {
  if (is_only_looked_up()) return;
  int saved = errno;
  start();
  Thread* self = current();
  if (!self && scheduling) self = adopt_thread();
  if (!self || !scheduling || self->ignores > 0) {
    enter_nowhere();
  } else {
    Thread* const before = self;
    if (!enter()) {
      enter_nowhere();
      errno = saved;
      return;
    }
    make_room(before);
    if (before->pending_count > 0) {
      errno = saved;
      deliver_signals(before);
      saved = errno;
      renew_limit(before);
    }
    if (slice_is_over(before)) give_way();
  }
  errno = saved;
}

// Stepping code has come to where it may not go on yet (or does not know better).
FW_HOOK __attribute__((preserve_most, noinline)) void __fw_step() {
  if (is_only_looked_up()) return;
  int saved = errno;
  Thread* const self = scheduling ? current() : nullptr;
  if (!self || self->ignores > 0 || !enter()) {
    enter_nowhere();
  } else {
    self->block->standing = FW_STANDS;
    await_turn();
    self->block->standing = 0;
    if (is_interrupted_here(self)) {
      errno = saved;
      deliver_signals(self);
      saved = errno;
    }
    show_step(self, is_watched(self));
  }
  errno = saved;
}

FW_HOOK void __fw_register_module(const FwModule* module) {
  start();
  if (module->abi_version != FW_ABI_VERSION) return;
  calls_to_come = 2;
  if (*module->first_start != 0) return;
  if (module->start_count > FW_MAX_STARTS - next_start)
    return stop_logging("the program is too large to be recorded");
  *module->first_start = next_start;
  *module->stepping = schedule != nullptr;
  const uint64_t words[] = {next_start, module->table_bytes, module->bitcode_bytes};
  next_start += module->start_count;
  if (!scheduling) return;
  if (code_count == 0 || !is_instrumented_code(__builtin_return_address(0)))
    dl_iterate_phdr(add_code_of, const_cast<FwModule*>(module));
  const Inside inside(false);
  if (!inside || !channel) return;
  log_loaded_code(current());
  log_record(current(), FW_RECORD_module, words, 3);
  send_bytes(current(), module->table, module->table_bytes);
  send_bytes(current(), module->bitcode, module->bitcode_bytes);
  end_chunk(current());  // whoever reads the next one knows the module's paths
}
