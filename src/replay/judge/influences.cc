#include "replay/judge/influences.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "replay/judge/comparison.h"

namespace foreweave {

namespace {

// Programs lie above the first four gigabytes, and below what a kernel keeps for itself.
bool is_address(uint64_t value) { return value >> 32 != 0 && value >> 47 == 0; }

// Both have a value, and it is another one.
bool differ(const Trace& a, EventId x, const Trace& b, EventId y) {
  if (!a.has_value(x) || !b.has_value(y)) return false;
  const uint64_t p = a.value(x), q = b.value(y);
  return p != q && !(is_address(p) && is_address(q));
}

// Both have a value, it is the same, and it is no address.
bool surely_same(const Trace& a, EventId x, const Trace& b, EventId y) {
  return a.has_value(x) && b.has_value(y) && a.value(x) == b.value(y);
}

}  // namespace

Influences::Influences(const Trace& original, const Trace& replayed)
    : original_(original),
      replayed_(replayed),
      replay_of_(original.size(), EventId::none()),
      original_of_(replayed.size(), EventId::none()),
      threads_(original.thread_count(),
               Told{EventId::none(), EventId::none(), EventId::none(), ""}) {}

void Influences::add(EventId expected, EventId came) {
  replay_of_[expected.index()] = came;
  original_of_[came.index()] = expected;
  if (reads(original_.kind(expected))) add_read(expected, came);
}

// Cells are cut otherwise in another trace, so that it is a set. What is not one of the steps that
// are the same in both is event number size(): it equals nothing.
std::vector<EventId> Influences::writes_seen(const Trace& trace, EventId read) const {
  std::vector<EventId> seen;
  for (uint32_t k = 0; k < trace.location_of(read).cell_count; ++k) {
    EventId write = trace.seen_write(read, k);
    if (&trace == &replayed_ && write.exists()) {
      write = original_of_[write.index()];
      if (!write.exists()) write = EventId(static_cast<uint32_t>(original_.size()));
    }
    seen.push_back(write);
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return seen;
}

void Influences::add_read(EventId expected, EventId came) {
  const std::vector<EventId> there = writes_seen(original_, expected);
  if (there != writes_seen(replayed_, came)) {
    if (!surely_same(original_, expected, replayed_, came))
      tell_by_schedule(original_.thread(expected), expected, expected);
    return;
  }
  if (differ(original_, expected, replayed_, came))
    for (const EventId write : there) ask_the_write(expected, came, write);
}

// The same write, and another value.
void Influences::ask_the_write(EventId read, EventId came, EventId write) {
  const ThreadId thread = original_.thread(read);
  const std::string other =
      fmt::format("{} was {} instead of {} for it", original_.operand_name(read),
                  replayed_.value(came), original_.value(read));
  if (!write.exists())
    return tell_from_outside(thread, read, other + ", which nobody in the trace wrote", true);
  const EventId again = replay_of_[write.index()];
  if (!again.exists() || !differ(original_, write, replayed_, again))
    return tell_from_outside(
        thread, read, fmt::format("{}, and not because of {}", other, describe(original_, write)),
        true);
  const Told writer = threads_[original_.thread(write).index()];
  const bool by_schedule = writer.schedule.exists() && writer.schedule_since <= write;
  const bool from_outside = !writer.outside.empty() && writer.outside_since <= write;
  if (by_schedule) tell_by_schedule(thread, read, writer.schedule);
  if (from_outside) tell_from_outside(thread, read, writer.outside, writer.by_unseen_writer);
  if (!by_schedule && !from_outside)
    tell_from_outside(
        thread, read,
        fmt::format("{}: {} by {} came from something that is not in the trace", other,
                    describe(original_, write), original_.thread_name(original_.thread(write))),
        false);
}

void Influences::tell_by_schedule(ThreadId thread, EventId since, EventId read) {
  Told& told = threads_[thread.index()];
  if (told.schedule.exists()) return;
  told.schedule = read;
  told.schedule_since = since;
}

void Influences::tell_from_outside(ThreadId thread, EventId since, std::string what,
                                   bool by_unseen_writer) {
  Told& told = threads_[thread.index()];
  if (!told.outside.empty()) return;
  told.outside = std::move(what);
  told.outside_since = since;
  told.by_unseen_writer = by_unseen_writer;
}

}  // namespace foreweave
