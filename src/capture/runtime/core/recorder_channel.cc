#include "capture/runtime/core/recorder_channel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/runtime/core/inputs.h"
#include "capture/runtime/ground/futex.h"

// The linker's name for the first byte of the executable.
extern "C" __attribute__((visibility("hidden"), weak)) const char __ehdr_start;

namespace foreweave::runtime {

FwChannel* channel;

namespace {

// The value of our variable, which is not in the environment any more that main sees next; null if
// it was not there. Not by getenv, of which a program may have its own.
const char* take_variable() {
  const size_t length = strlen(FW_CHANNEL_VARIABLE);
  for (char** v = environ; v && *v; ++v)
    if (strncmp(*v, FW_CHANNEL_VARIABLE, length) == 0 && (*v)[length] == '=') {
      const char* value = *v + length + 1;
      for (char** w = v; (*w = w[1]) != nullptr; ++w) {
      }
      return value;
    }
  return nullptr;
}

bool recorder_is_gone() {
  return __atomic_load_n(&channel->recorder_gone, __ATOMIC_ACQUIRE) ||
         raw_syscall(SYS_kill, channel->recorder_id, 0) != 0;
}

// Null, or why there is none.
const char* wait_for_a_free_chunk() {
  for (;;) {
    const uint32_t taken = __atomic_load_n(&channel->taken, __ATOMIC_ACQUIRE);
    if (channel->filled - taken < channel->chunk_count) break;
    timespec soon = real_time(CLOCK_MONOTONIC);
    soon.tv_sec += 1;
    futex_wait(&channel->taken, taken, &soon, false, true);
    if (recorder_is_gone()) return "the recorder is gone";
  }
  return __atomic_load_n(&channel->recorder_gone, __ATOMIC_ACQUIRE) ? "" : nullptr;
}

}  // namespace

bool attach_channel() {
  const char* text = take_variable();
  if (!text) return false;
  char* end = nullptr;
  const long descriptor = strtol(text, &end, 10);
  const unsigned long inode = *end == ':' ? strtoul(end + 1, nullptr, 10) : 0;
  struct stat status;
  if (fstat(static_cast<int>(descriptor), &status) != 0 || status.st_ino != inode) return false;
  void* memory = mmap(nullptr, static_cast<size_t>(status.st_size), PROT_READ | PROT_WRITE,
                      MAP_SHARED, static_cast<int>(descriptor), 0);
  close(static_cast<int>(descriptor));
  if (memory == MAP_FAILED) return false;
  auto* found = static_cast<FwChannel*>(memory);
  uint32_t nobody = FW_NOBODY_ATTACHED;
  if (found->magic != FW_CHANNEL_MAGIC || found->abi_version != FW_ABI_VERSION ||
      found->bytes_of_header != sizeof(FwChannel) ||
      !__atomic_compare_exchange_n(&found->attached, &nobody, FW_ATTACHED, false, __ATOMIC_ACQ_REL,
                                   __ATOMIC_ACQUIRE)) {
    munmap(memory, static_cast<size_t>(status.st_size));
    return false;
  }
  channel = found;
  channel->holder = FW_MAX_LIVE_THREADS;
  introduce_process();
  return true;
}

void change_to_next_channel() {
  channel = next_channel();
  channel->attached = FW_ATTACHED;
}

FwChannel* next_channel() {
  return reinterpret_cast<FwChannel*>(reinterpret_cast<char*>(channel) + channel->next_channel_at);
}

void introduce_process() {
  channel->base_address = reinterpret_cast<uint64_t>(channel);
  channel->program_base = reinterpret_cast<uint64_t>(&__ehdr_start);
  __atomic_store_n(&channel->process, static_cast<uint32_t>(raw_syscall(SYS_getpid)),
                   __ATOMIC_RELEASE);
}

void detach_channel(const char* why) {
  strncpy(channel->failure, why, sizeof channel->failure - 1);
  __atomic_store_n(&channel->attached, FW_DETACHED, __ATOMIC_RELEASE);
  channel = nullptr;
}

uint64_t* chunk_at(uint32_t n) {
  auto* chunks = reinterpret_cast<char*>(channel) + FW_CHANNEL_CHUNKS_AT;
  return reinterpret_cast<uint64_t*>(chunks) + size_t{n % channel->chunk_count} * FW_CHUNK_WORDS;
}

const char* hand_over_chunk(const uint64_t* end) {
  const uint32_t n = channel->filled;
  channel->chunk_words[n % channel->chunk_count] = static_cast<uint32_t>(end - chunk_at(n));
  __atomic_store_n(&channel->filled, n + 1, __ATOMIC_RELEASE);
  __atomic_fetch_add(&channel->progress, 1, __ATOMIC_RELAXED);
  // It looks by itself every few milliseconds; to wake it for each of them takes longer than they
  // do.
  const uint32_t waiting = n + 1 - __atomic_load_n(&channel->taken, __ATOMIC_ACQUIRE);
  if (waiting >= channel->chunk_count / 4) futex_wake(&channel->filled, 1, true);
  return wait_for_a_free_chunk();
}

}  // namespace foreweave::runtime
