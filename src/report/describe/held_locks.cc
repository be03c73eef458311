#include "report/describe/held_locks.h"

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
  if (by_event.empty()) return answers;

  // A lock is in hand from its acquire to its release. So only acquires are looked at, and of the
  // questions about their thread only those up to the release.
  struct Asked {
    std::vector<size_t> questions;  // by event
    size_t next = 0;
  };
  std::vector<Asked> threads(trace.thread_count());
  for (const size_t question : by_event)
    threads[trace.thread(events[question]).index()].questions.push_back(question);
  for (EventId e(0); e < events[by_event.back()]; ++e.value) {
    if (!acquires_lock(trace.kind(e))) continue;
    Asked& asked = threads[trace.thread(e).index()];
    while (asked.next < asked.questions.size() && events[asked.questions[asked.next]] <= e)
      ++asked.next;
    const EventId release = trace.partner(e);
    for (size_t i = asked.next; i < asked.questions.size(); ++i) {
      const EventId at = events[asked.questions[i]];
      if (release.exists() && release < at) break;
      answers[asked.questions[i]].push_back({trace.lock(e), e});
    }
  }
  return answers;
}

}  // namespace foreweave
