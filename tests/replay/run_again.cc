#include "run_again.h"

#include <fmt/format.h>
#include <sys/personality.h>

#include "events/reading/read_trace.h"
#include "replay/judge/comparison.h"

namespace foreweave {

namespace {

// For as long as this lives, what is started has its memory at the usual places.
class UsualPlaces {
 public:
  explicit UsualPlaces(bool wanted) : before_(wanted ? personality(0xffffffff) : -1) {
    if (before_ >= 0) personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
  }
  ~UsualPlaces() {
    if (before_ >= 0) personality(static_cast<unsigned long>(before_));
  }
  UsualPlaces(const UsualPlaces&) = delete;

 private:
  int before_;
};

// Frames are laid out otherwise in stepping code, and libraries follow each other otherwise.
bool is_place_on_a_stack(uint64_t value) {
  return value >= 0x7ff000000000 && value <= 0x7fffffffffff;
}

bool same_value(uint64_t a, uint64_t b) {
  return a == b || (is_place_on_a_stack(a) && is_place_on_a_stack(b));
}

std::string text_of(const Trace& t, EventId e) {
  return fmt::format("{} (value {:#x})", describe(t, e), t.value(e));
}

bool same_event(const Trace& a, EventId x, const Trace& b, EventId y, bool values) {
  const Site &p = a.site_info(a.site(x)), &q = b.site_info(b.site(y));
  if (a.kind(x) != b.kind(y) || p.line != q.line || p.column != q.column ||
      a.text(p.file) != b.text(q.file) || a.text(p.function) != b.text(q.function))
    return false;
  if (a.flags(x) != b.flags(y)) return false;
  if (is_access(a.kind(x)) && a.location_of(x).size != b.location_of(y).size) return false;
  return !values || same_value(a.value(x), b.value(y));
}

// A thread may come to wait for a lock or not before others end the program: that is no step.
ThreadEvents steps_of(const Trace& trace, ThreadId thread) {
  const ThreadEvents events = trace.events_of(thread);
  const bool asks = !events.empty() && asks_for_lock(trace.kind(events[events.size() - 1]));
  return events.first(events.size() - (asks ? 1 : 0));
}

std::string difference(const Trace& recorded, const Trace& replayed, bool values) {
  if (recorded.thread_count() != replayed.thread_count()) return "other threads";
  const std::vector<ThreadId> threads = matching_threads(recorded, replayed);
  for (size_t t = 0; t < threads.size(); ++t) {
    if (!threads[t].exists()) return fmt::format("thread {} is missing", t);
    const ThreadEvents here = steps_of(recorded, ThreadId(static_cast<uint32_t>(t))),
                       there = steps_of(replayed, threads[t]);
    for (uint32_t i = 0; i < here.size() && i < there.size(); ++i)
      if (!same_event(recorded, here[i], replayed, there[i], values))
        return fmt::format("event {} of thread {}: {} became {}", i, t, text_of(recorded, here[i]),
                           text_of(replayed, there[i]));
    if (here.size() != there.size())
      return fmt::format("thread {} has {} events instead of {}", t, there.size(), here.size());
  }
  return "";
}

}  // namespace

RanAgain run_again(const Trace& recorded, const std::string& file, bool same_addresses,
                   const SessionLimits& limits) {
  RanAgain again;
  const Result<Setting> setting = setting_of(recorded, {});
  if (!setting) return again.failure = setting.error().sentence(), again;
  SessionOptions options;
  options.limits = limits;
  options.trace = file;
  const UsualPlaces places(same_addresses);
  Result<Observation> seen = run_along(schedule_of_run(recorded), setting.value(), options);
  if (!seen) return again.failure = seen.error().sentence(), again;
  again.seen = std::move(seen).value();
  const Result<Trace> replayed = read_trace(file);
  again.difference = replayed ? difference(recorded, replayed.value(), same_addresses)
                              : replayed.error().sentence();
  return again;
}

}  // namespace foreweave
