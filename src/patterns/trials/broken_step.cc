#include "patterns/trials/broken_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "events/recorded_run/value_flows.h"

namespace foreweave {

namespace {

// Events of the thread in which it is expected to act.
constexpr uint32_t kFarthest = 400;

// A write by another thread (or this one) of what `access` touches, behind `first` and before
// `end`.
EventId writer_between(const Trace& trace, EventId access, EventId end, EventId first,
                       ThreadId by = ThreadId::none()) {
  for (const EventId e : trace.interacting_between(EventId(first.value + 1), end)) {
    if (!is_access(trace.kind(e)) || !writes(trace.kind(e))) continue;
    const ThreadId thread = trace.thread(e);
    if ((by.exists() ? thread == by : thread != trace.thread(access)) &&
        trace.overlap(trace.location(e), trace.location(access)))
      return e;
  }
  return EventId::none();
}
EventId writer_between(const Trace& trace, EventId look, EventId end) {
  return writer_between(trace, look, end, look);
}

// Somebody changes two things between two looks, each at one of them: the looks do not fit
// together.
std::optional<Claim> torn_look(const Trace& trace, const HeldStep& held) {
  const ThreadEvents events = trace.events_of(ThreadId(held.thread));
  const EventId before = events[held.before];
  const size_t end = std::min<size_t>(events.size(), held.before + kFarthest);
  for (uint32_t i = held.before; i-- > held.begin;) {
    const EventId look = events[i];
    if (!is_access(trace.kind(look)) || !reads(trace.kind(look)) || !trace.interacts(look))
      continue;
    const EventId writer = writer_between(trace, look, before);
    if (!writer.exists()) continue;
    for (size_t k = held.before; k < end; ++k) {
      const EventId second = events[k];
      if (!is_access(trace.kind(second)) || !reads(trace.kind(second)) || !trace.interacts(second))
        continue;
      const EventId other = writer_between(trace, second, before, look, trace.thread(writer));
      if (other.exists())
        return Claim::atomicity({look, std::min(writer, other), std::max(writer, other), second});
    }
  }
  return std::nullopt;
}

// A read by another thread (or this one) of what `write` touches, behind it and before `end`.
EventId reader_between(const Trace& trace, EventId write, EventId begin, EventId end,
                       ThreadId by = ThreadId::none()) {
  for (const EventId e : trace.interacting_between(EventId(begin.value + 1), end)) {
    if (!is_access(trace.kind(e)) || !reads(trace.kind(e))) continue;
    const ThreadId thread = trace.thread(e);
    if ((by.exists() ? thread == by : thread != trace.thread(write)) &&
        trace.overlap(trace.location(e), trace.location(write)))
      return e;
  }
  return EventId::none();
}

// The thread changes two things, one before it is held and one behind, and somebody looks at both
// in between: what it saw does not fit together.
std::optional<Claim> torn_change(const Trace& trace, const HeldStep& held) {
  const ThreadEvents events = trace.events_of(ThreadId(held.thread));
  const EventId before = events[held.before];
  const size_t end = std::min<size_t>(events.size(), held.before + kFarthest);
  const auto changes = [&](EventId e) {
    return is_access(trace.kind(e)) && writes(trace.kind(e)) && trace.interacts(e);
  };
  for (uint32_t i = held.before; i-- > held.begin;) {
    const EventId first = events[i];
    const EventId look =
        changes(first) ? reader_between(trace, first, first, before) : EventId::none();
    if (!look.exists()) continue;
    for (size_t k = held.before; k < end; ++k) {
      const EventId second = events[k];
      if (!changes(second) || trace.overlap(trace.location(first), trace.location(second)))
        continue;
      const EventId other = reader_between(trace, second, first, before, trace.thread(look));
      if (other.exists())
        return Claim::atomicity({first, std::min(look, other), std::max(look, other), second});
    }
  }
  return std::nullopt;
}

int64_t as_signed(uint64_t value, uint32_t bytes) {
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<int64_t>(value << shift) >> shift;
}

}  // namespace

std::string HeldStep::encoded() const { return fmt::format("{} {} {}", thread, begin, before); }

std::optional<HeldStep> HeldStep::of(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kAttachment) continue;
    HeldStep held;
    const char* at = attachment.bytes.data();
    const char* const end = at + attachment.bytes.size();
    for (uint32_t* number : {&held.thread, &held.begin, &held.before}) {
      const auto [behind, error] = std::from_chars(at, end, *number);
      if (error != std::errc()) return std::nullopt;
      at = behind == end ? end : behind + 1;
    }
    if (held.thread >= trace.thread_count() || held.begin > held.before ||
        held.before >= trace.events_of(ThreadId(held.thread)).size())
      return std::nullopt;
    return held;
  }
  return std::nullopt;
}

HeldStep HeldStep::at(const Trace& trace, const StepPoint& point) {
  const ThreadId thread = trace.thread(point.before);
  const ThreadEvents events = trace.events_of(thread);
  return {thread.value, events.index_from(point.begin), events.index_from(point.before)};
}

std::optional<Claim> broken_step(const Trace& trace) {
  const std::optional<HeldStep> held = HeldStep::of(trace);
  return held ? broken_step(trace, *held) : std::nullopt;
}

std::optional<Claim> broken_step(const Trace& trace, const HeldStep& held) {
  const ThreadEvents events = trace.events_of(ThreadId(held.thread));
  const EventId before = events[held.before];
  const size_t end = std::min<size_t>(events.size(), held.before + kFarthest);
  // The latest look is what it acts on.
  for (uint32_t i = held.before; i-- > held.begin;) {
    const EventId look = events[i];
    if (!is_access(trace.kind(look)) || !reads(trace.kind(look)) || !trace.interacts(look))
      continue;
    const EventId writer = writer_between(trace, look, before);
    if (!writer.exists()) continue;
    for (uint32_t k = held.before; k < end; ++k)
      if (is_access(trace.kind(events[k])) &&
          trace.overlap(trace.location(events[k]), trace.location(look)) &&
          trace.overlap(trace.location(events[k]), trace.location(writer)))
        return Claim::atomicity({look, writer, events[k]});
  }
  const std::optional<Claim> look = torn_look(trace, held);
  return look ? look : torn_change(trace, held);
}

bool takes_more_than_is_left(const Trace& trace, const Claim& step) {
  if (step.happen.size() != 3) return false;
  const EventId look = step.happen[0], second = step.happen[2];
  const LocationId number = trace.location(look);
  const uint32_t bytes = trace.location_info(number).size;
  if (bytes > 8 || !trace.has_value(look)) return false;
  if (trace.location(second) != number || writes(trace.kind(second)) || !trace.has_value(second))
    return false;
  const int64_t seen = as_signed(trace.value(look), bytes),
                left = as_signed(trace.value(second), bytes);
  if (left < 0 || seen <= left) return false;
  const ThreadEvents events = trace.events_of(trace.thread(look));
  bool decides = false;
  for (uint32_t i = events.index_from(look); i < events.size(); ++i) {
    const EventId e = events[i];
    // Whether it is decided on before it is read again, or behind that.
    if (trace.kind(e) == Kind::branch) {
      if (e > second) return false;
      decides = true;
    }
    if (e <= second || !is_access(trace.kind(e)) || trace.location(e) != number) continue;
    return decides && writes(trace.kind(e)) && trace.has_value(e) &&
           as_signed(trace.value(e), bytes) < 0 &&
           ValueFlows(trace).changes_unsigned(trace.site(e));
  }
  return false;
}

bool shows_a_broken_step(const Trace& trace) {
  const std::vector<StepPoint> points = step_points(trace);
  return std::any_of(points.begin(), points.end(), [&](const StepPoint& point) {
    const std::optional<Claim> step = broken_step(trace, HeldStep::at(trace, point));
    return step && takes_more_than_is_left(trace, *step);
  });
}

}  // namespace foreweave
