#include "capture/runtime/log.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/runtime/futex.h"
#include "capture/runtime/inputs.h"
#include "capture/runtime/scheduler.h"

// The linker's name for the first byte of the executable.
extern "C" __attribute__((visibility("hidden"), weak)) const char __ehdr_start;

namespace foreweave::runtime {

FwChannel* channel;
uint8_t* image;

namespace {

constexpr size_t kImageBytes = FW_IMAGE_BYTES + FW_IMAGE_SLACK;
bool image_is_doubtful;

Thread* writer;       // who has taken up the log, or nobody
uint64_t* position;   // where the log goes on; while a thread has the token, its cursor says it
uint64_t* chunk_end;  // of the chunk that is being filled
uint64_t* slice_end;
uint32_t last_logged = UINT32_MAX;  // the thread whose records come last in the log
uint64_t nowhere[2 * FW_LOG_SLACK_WORDS + 1024];

uint64_t* chunk_at(uint32_t n) {
  auto* chunks = reinterpret_cast<char*>(channel) + FW_CHANNEL_CHUNKS_AT;
  return reinterpret_cast<uint64_t*>(chunks) + size_t{n % channel->chunk_count} * FW_CHUNK_WORDS;
}

void write_nowhere() {
  position = nowhere;
  chunk_end = nowhere + sizeof nowhere / sizeof nowhere[0];
}

// Removes our variable from the environment, which main sees next.
void hide_variable() {
  const size_t length = strlen(FW_CHANNEL_VARIABLE);
  for (char** v = environ; *v; ++v)
    if (strncmp(*v, FW_CHANNEL_VARIABLE, length) == 0 && (*v)[length] == '=') {
      for (char** w = v; (*w = w[1]) != nullptr; ++w) {
      }
      return;
    }
}

bool recorder_is_gone() {
  return __atomic_load_n(&channel->recorder_gone, __ATOMIC_ACQUIRE) ||
         raw_syscall(SYS_kill, channel->recorder_id, 0) != 0;
}

void wait_for_a_free_chunk() {
  for (;;) {
    const uint32_t taken = __atomic_load_n(&channel->taken, __ATOMIC_ACQUIRE);
    if (channel->filled - taken < channel->chunk_count) break;
    timespec soon = real_time(CLOCK_MONOTONIC);
    soon.tv_sec += 1;
    futex_wait(&channel->taken, taken, &soon, false, true);
    if (recorder_is_gone()) return stop_logging("the recorder is gone");
  }
  if (__atomic_load_n(&channel->recorder_gone, __ATOMIC_ACQUIRE)) stop_logging("");
}

void set_limit(Thread* self) {
  uint64_t* const limit = chunk_end - FW_LOG_SLACK_WORDS;
  self->block->limit = slice_end < limit ? slice_end : limit;
}

}  // namespace

bool attach_channel() {
  const char* text = getenv(FW_CHANNEL_VARIABLE);
  if (!text) return false;
  char* end = nullptr;
  const long descriptor = strtol(text, &end, 10);
  const unsigned long inode = *end == ':' ? strtoul(end + 1, nullptr, 10) : 0;
  hide_variable();
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
  image = static_cast<uint8_t*>(map_memory(kImageBytes));
  channel = found;
  if (!image) {
    stop_logging("no memory for the recorder's tables");
    return false;
  }
  channel->base_address = reinterpret_cast<uint64_t>(memory);
  channel->program_base = reinterpret_cast<uint64_t>(&__ehdr_start);
  channel->holder = FW_MAX_LIVE_THREADS;
  position = chunk_at(0);
  channel->position = position;
  chunk_end = position + FW_CHUNK_WORDS;
  return true;
}

void stop_logging(const char* why) {
  if (!channel) return;
  strncpy(channel->failure, why, sizeof channel->failure - 1);
  __atomic_store_n(&channel->attached, FW_DETACHED, __ATOMIC_RELEASE);
  channel = nullptr;
  write_nowhere();
}

void make_room(Thread* self) {
  if (self->block->cursor + FW_LOG_SLACK_WORDS > chunk_end) end_chunk(self);
}

void end_chunk(Thread* self) {
  ++self->busy;
  position = self->block->cursor;
  const uint64_t left_of_slice =
      slice_end > position ? static_cast<uint64_t>(slice_end - position) : 0;
  if (channel) {
    const uint32_t n = channel->filled;
    channel->chunk_words[n % channel->chunk_count] = static_cast<uint32_t>(position - chunk_at(n));
    self->block->cursor =
        chunk_at(n + 1);  // first: who looks at the cursor looks at `filled` before
    __atomic_store_n(&channel->filled, n + 1, __ATOMIC_RELEASE);
    __atomic_fetch_add(&channel->progress, 1, __ATOMIC_RELAXED);
    // It looks by itself every few milliseconds; to wake it for each of them takes longer than they
    // do.
    const uint32_t waiting = n + 1 - __atomic_load_n(&channel->taken, __ATOMIC_ACQUIRE);
    if (waiting >= channel->chunk_count / 4) futex_wake(&channel->filled, 1, true);
    wait_for_a_free_chunk();
  }
  if (channel) {
    position = chunk_at(channel->filled);
    chunk_end = position + FW_CHUNK_WORDS;
  } else {
    write_nowhere();
  }
  self->block->cursor = position;
  slice_end = position + left_of_slice;
  set_limit(self);
  --self->busy;
}

void take_log(Thread* self) {
  if (writer == self) return;
  writer = self;
  self->block->cursor = position;
  if (channel) {
    __atomic_store_n(&channel->holder, self->block_number, __ATOMIC_RELEASE);
    __atomic_fetch_add(&channel->progress, 1, __ATOMIC_RELAXED);
  }
  make_room(self);
  renew_image(self);
  if (last_logged == self->number) return;
  last_logged = self->number;
  const uint64_t number = self->number;
  log_record(self, FW_RECORD_switch, &number, 1);
}

void doubt_image() { image_is_doubtful = true; }
void trust_image() { image_is_doubtful = false; }

void renew_image(Thread* self) {
  if (!image_is_doubtful) return;
  image_is_doubtful = false;
  memset(image, 0, kImageBytes);
  log_record(self, FW_RECORD_forget, nullptr, 0);
}

void drop_log(Thread* self) {
  writer = nullptr;
  position = self->block->cursor;
  self->block->limit = nullptr;
  if (!channel) return;
  channel->position = position;
  __atomic_store_n(&channel->holder, FW_MAX_LIVE_THREADS, __ATOMIC_RELEASE);
}

void set_slice(Thread* self, uint32_t words) {
  slice_end = self->block->cursor + words;
  set_limit(self);
}

void renew_limit(Thread* self) { set_limit(self); }

bool goes_round(const Thread* self) {
  constexpr ptrdiff_t kLongestRound = 24, kRounds = 4;
  const uint64_t* const end = self->block->cursor;
  if (end - (chunk_end - FW_CHUNK_WORDS) < (kRounds + 1) * kLongestRound) return false;
  for (ptrdiff_t round = 2; round <= kLongestRound; ++round) {
    if (end[-1] != end[-1 - round]) continue;
    ptrdiff_t same = 1;
    while (same < kRounds * round && end[-1 - same] == end[-1 - same - round]) ++same;
    if (same == kRounds * round) return true;
  }
  return false;
}

bool slice_is_over(const Thread* self) { return self->block->cursor >= slice_end; }

void log_record(Thread* self, FwRecord record, const uint64_t* operands, uint32_t count) {
  make_room(self);
  uint64_t* at = self->block->cursor;
  at[0] = uint64_t{count} << 32 | record;
  for (uint32_t i = 0; i < count; ++i) at[1 + i] = operands[i];
  __atomic_store_n(&self->block->cursor, at + count + 1, __ATOMIC_RELEASE);
}

void log_event(Thread* self, FwKind kind, const void* operand, uint64_t size, uint64_t value,
               uint8_t flags) {
  const uint64_t words[] = {static_cast<uint64_t>(kind) | uint64_t{flags} << 8,
                            reinterpret_cast<uint64_t>(operand), size, value};
  log_record(self, FW_RECORD_event, words, 4);
  // An access of no bytes is no event of the trace.
  const bool is_access = kind >= FW_KIND_read && kind <= FW_KIND_atomic_update;
  if (!is_access || size > 0) ++self->block->done;
}

void log_order(uint64_t number) {
  constexpr uint8_t kAcquireRelease = 4;  // as C11 numbers it
  const Inside inside;
  if (!inside) return;
  const uint64_t word = (number & ~uint64_t{7}) | uint64_t{1} << 63;
  log_event(current(), FW_KIND_atomic_update, reinterpret_cast<void*>(word), 8, 0, kAcquireRelease);
}

}  // namespace foreweave::runtime
