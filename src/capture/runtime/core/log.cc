#include "capture/runtime/core/log.h"

#include <string.h>

#include "capture/abi/decision_rows.h"
#include "capture/abi/schedule.h"
#include "capture/runtime/core/enforcer.h"
#include "capture/runtime/core/recorder_channel.h"
#include "capture/runtime/core/scheduler.h"
#include "capture/runtime/core/waits.h"
#include "capture/runtime/ground/futex.h"

namespace foreweave::runtime {

uint8_t* image;

namespace {

constexpr size_t kImageBytes = FW_IMAGE_BYTES + FW_IMAGE_SLACK;
bool image_is_doubtful;

Thread* writer;       // who has taken up the log, or nobody
uint64_t* position;   // where the log goes on; while a thread has the token, its cursor says it
uint64_t* chunk_end;  // of the chunk that is being filled
// Of FW_LOG_watched: where cursors are instead, and the log goes on at `position`. Null: not so.
uint64_t* scratch;
uint64_t* scratch_position;  // of who has no token
uint64_t* slice_end;
uint32_t last_logged = UINT32_MAX;  // the thread whose records come last in the log
uint64_t nowhere[2 * FW_LOG_SLACK_WORDS + 1024];

void write_nowhere() {
  position = nowhere;
  chunk_end = nowhere + sizeof nowhere / sizeof nowhere[0];
}

// Of the memory that cursors are in.
uint64_t* area_end() { return scratch ? scratch + FW_SCRATCH_WORDS : chunk_end; }

void set_limit(Thread* self) {
  uint64_t* const limit = area_end() - FW_LOG_SLACK_WORDS;
  self->block->limit = slice_end < limit ? slice_end : limit;
}

// The chunk up to `position` is the recorder's.
void end_current_chunk() {
  if (const char* why = hand_over_chunk(position)) stop_logging(why);
}

// --- a log with few paths: FW_LOG_watched (docs/decisions/0013-only-what-is-watched.md) ---------

void end_chunk_of_watched() {
  if (!channel) return;
  channel->position = chunk_at(channel->filled + 1);
  end_current_chunk();
  if (!channel) return;
  position = chunk_at(channel->filled);
  chunk_end = position + FW_CHUNK_WORDS;
}

uint64_t* make_room_for(uint64_t words) {
  if (position + words > chunk_end) end_chunk_of_watched();
  return channel ? position : nullptr;
}

void advance_to(uint64_t* end) {
  position = end;
  __atomic_store_n(&channel->position, end, __ATOMIC_RELEASE);
}

void write_record(uint64_t* at, FwRecord record, const uint64_t* operands, uint32_t count) {
  at[0] = uint64_t{count} << 32 | record;
  for (uint32_t i = 0; i < count; ++i) at[1 + i] = operands[i];
}

void append(FwRecord record, const uint64_t* operands, uint32_t count) {
  uint64_t* const at = make_room_for(count + 1);
  if (!at) return;
  write_record(at, record, operands, count);
  advance_to(at + count + 1);
}

void append_steps(const Thread* self) {
  const uint64_t words[] = {self->block->done, self->block->last_path};
  append(FW_RECORD_steps, words, 2);
}

// What lies in the scratch and belongs to the log goes there.
void append_window(const Thread* self) {
  if (!channel || !channel->window) return;
  const auto count = static_cast<uint64_t>(self->block->cursor - channel->window);
  if (uint64_t* const at = make_room_for(count)) {
    memcpy(at, channel->window, count * sizeof *at);
    channel->window = self->block->cursor;  // first: rather nothing twice
    advance_to(at + count);
    if (!enforcing) channel->window = nullptr;  // nobody stops behind the last one
  }
}

void wrap_scratch(Thread* self) {
  uint64_t* const cursor = self->block->cursor;
  append_window(self);
  const uint64_t left_of_slice = slice_end > cursor ? static_cast<uint64_t>(slice_end - cursor) : 0;
  self->block->cursor = scratch;
  slice_end = scratch + left_of_slice;
  if (channel) {
    if (channel->window) channel->window = scratch;
    __atomic_fetch_add(&channel->progress, 1, __ATOMIC_RELAXED);
  }
  set_limit(self);
}

void log_record_of_watched(Thread* self, FwRecord record, const uint64_t* operands,
                           uint32_t count) {
  if (!channel) return;
  append_window(self);
  if (record == FW_RECORD_event) append_steps(self);
  append(record, operands, count);
  if (record == FW_RECORD_signal_begin || record == FW_RECORD_signal_end)
    self->block->last_path = 0;
}

}  // namespace

void show_step(Thread* self, bool is_watched) {
  if (!scratch || !channel) return;
  append_window(self);
  if (is_watched && channel && !channel->window) {
    append_steps(self);
    if (channel) channel->window = self->block->cursor;
  } else if (!is_watched && channel) {
    channel->window = nullptr;
  }
}

bool begin_logging() {
  if (!attach_channel()) return false;
  image = static_cast<uint8_t*>(map_memory(kImageBytes));
  if (!image) {
    stop_logging("no memory for the recorder's tables");
    return false;
  }
  position = chunk_at(0);
  channel->position = position;
  chunk_end = position + FW_CHUNK_WORDS;
  if (channel->logged == FW_LOG_watched)
    scratch = scratch_position =
        reinterpret_cast<uint64_t*>(channel->base_address + channel->scratch_at);
  return true;
}

void prepare_to_move_log(Thread* self) {
  if (scratch) append_window(self);
  end_chunk(self);
  if (!channel) return;
  FwChannel* const next = next_channel();
  next->blocks[self->block_number] = *self->block;
  next->window = channel->window;
  next->input_is_wanted = channel->input_is_wanted;
}

void move_log(Thread* self) {
  const auto words_away = static_cast<ptrdiff_t>(channel->next_channel_at / sizeof(uint64_t));
  change_to_next_channel();
  self->block = &channel->blocks[self->block_number];
  const ptrdiff_t left_of_slice = slice_end - self->block->cursor;
  position = chunk_at(0);
  chunk_end = position + FW_CHUNK_WORDS;
  channel->position = position;
  if (scratch) {
    scratch += words_away;
    scratch_position += words_away;
    self->block->cursor += words_away;
    if (channel->window) channel->window += words_away;
  } else {
    self->block->cursor = position;
  }
  slice_end = self->block->cursor + (left_of_slice > 0 ? left_of_slice : 0);
  set_limit(self);
  channel->holder = self->block_number;
}

void stop_logging(const char* why) {
  if (!channel) return;
  detach_channel(why);
  write_nowhere();
}

void make_room(Thread* self) {
  if (self->block->cursor + FW_LOG_SLACK_WORDS <= area_end()) return;
  if (!scratch) return end_chunk(self);
  ++self->busy;
  wrap_scratch(self);
  --self->busy;
}

void end_chunk(Thread* self) {
  ++self->busy;
  if (scratch) {
    end_chunk_of_watched();
    --self->busy;
    return;
  }
  position = self->block->cursor;
  const uint64_t left_of_slice =
      slice_end > position ? static_cast<uint64_t>(slice_end - position) : 0;
  if (channel) {
    // First: who looks at the cursor looks at `filled` before.
    self->block->cursor = chunk_at(channel->filled + 1);
    end_current_chunk();
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
  self->block->cursor = scratch ? scratch_position : position;
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
  self->block->limit = nullptr;
  if (scratch) {
    append_window(self);
    if (channel) channel->window = nullptr;
    scratch_position = self->block->cursor;
  } else {
    position = self->block->cursor;
  }
  if (!channel) return;
  channel->position = position;
  __atomic_store_n(&channel->holder, FW_MAX_LIVE_THREADS, __ATOMIC_RELEASE);
}

void set_slice(Thread* self, uint32_t words) {
  slice_end = self->block->cursor + words;
  set_limit(self);
}

uint32_t words_left(const Thread* self) {
  const ptrdiff_t left = slice_end - self->block->cursor;
  return left <= 0                                   ? 0
         : left < static_cast<ptrdiff_t>(UINT32_MAX) ? static_cast<uint32_t>(left)
                                                     : UINT32_MAX;
}

void renew_limit(Thread* self) { set_limit(self); }

namespace {

constexpr ptrdiff_t kLongestRound = 40;

LoggedRound round_before(const uint64_t* end) {
  constexpr ptrdiff_t kRounds = 4;
  const uint64_t* const begin = scratch ? scratch : chunk_end - FW_CHUNK_WORDS;
  if (end - begin < (kRounds + 1) * kLongestRound) return {};
  for (ptrdiff_t round = 2; round <= kLongestRound; ++round) {
    if (end[-1] != end[-1 - round]) continue;
    ptrdiff_t same = 1;
    while (same < kRounds * round && end[-1 - same] == end[-1 - same - round]) ++same;
    if (same == kRounds * round)
      return {fw_name_of_round(end - round, static_cast<uint64_t>(round)),
              static_cast<uint32_t>(round)};
  }
  return {};
}

}  // namespace

LoggedRound round_of(const Thread* self) { return round_before(self->block->cursor); }

bool went_round(const Thread* self, uint64_t name) {
  for (ptrdiff_t behind = 0; behind < kLongestRound; ++behind)
    if (round_before(self->block->cursor - behind).name == name) return true;
  return false;
}

bool slice_is_over(const Thread* self) { return self->block->cursor >= slice_end; }

void log_record(Thread* self, FwRecord record, const uint64_t* operands, uint32_t count) {
  if (scratch) return log_record_of_watched(self, record, operands, count);
  make_room(self);
  uint64_t* at = self->block->cursor;
  write_record(at, record, operands, count);
  __atomic_store_n(&self->block->cursor, at + count + 1, __ATOMIC_RELEASE);
}

void log_event(Thread* self, FwKind kind, const void* operand, uint64_t size, uint64_t value,
               uint8_t flags) {
  if (schedule) hold_no_longer(self);
  const uint64_t words[] = {static_cast<uint64_t>(kind) | uint64_t{flags} << 8,
                            reinterpret_cast<uint64_t>(operand), size, value};
  log_record(self, FW_RECORD_event, words, 4);
  // An access of no bytes is no event of the trace.
  const bool is_access = kind >= FW_KIND_read && kind <= FW_KIND_atomic_update;
  const bool is_signal = reinterpret_cast<uint64_t>(operand) == FW_SIGNALS_WORD;
  if ((!is_access || size > 0) && !is_signal) ++self->block->done;
  note_progress();
}

void log_misuse(FwMisuse what, const void* object) {
  const uint64_t words[] = {static_cast<uint64_t>(what), reinterpret_cast<uint64_t>(object)};
  log_record(current(), FW_RECORD_misuse, words, 2);
}

// Where reads may see anything that nothing depends on, it is the second event that the first one's
// read is there for.
void log_order(uint64_t number, Order how) {
  constexpr uint8_t kAcquireRelease = 4;  // as C11 numbers it
  const Inside inside;
  if (!inside) return;
  const auto* word = reinterpret_cast<const void*>((number & ~uint64_t{7}) | uint64_t{1} << 63);
  log_event(current(), FW_KIND_atomic_update, word, 8, 0, kAcquireRelease);
  if (how == Order::is_told && FW_DECISION(told))
    log_event(current(), FW_KIND_atomic_read, word, 8, 0, FW_FLAG_DECIDES);
}

}  // namespace foreweave::runtime
