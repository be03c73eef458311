#include "report/held_locks.h"

#include <algorithm>
#include <numeric>

namespace foreweave {

std::vector<std::vector<HeldLock>> locks_held_at(const Trace& trace,
                                                 std::span<const EventId> events) {
  std::vector<std::vector<HeldLock>> answers(events.size());
  std::vector<size_t> by_event(events.size());
  std::iota(by_event.begin(), by_event.end(), size_t{0});
  std::sort(by_event.begin(), by_event.end(),
            [&](size_t a, size_t b) { return events[a] < events[b]; });

  std::vector<std::vector<HeldLock>> held(trace.thread_count());
  uint32_t at = 0;
  for (const size_t question : by_event) {
    for (; at < events[question].value; ++at) {
      const EventId e(at);
      const Kind kind = trace.kind(e);
      if (!acquires_lock(kind) && !releases_lock(kind)) continue;
      std::vector<HeldLock>& mine = held[trace.thread(e).index()];
      if (acquires_lock(kind))
        mine.push_back({trace.lock(e), e});
      else
        std::erase_if(mine, [&](const HeldLock& h) { return h.acquired == trace.partner(e); });
    }
    answers[question] = held[trace.thread(events[question]).index()];
  }
  return answers;
}

}  // namespace foreweave
