#include "report/describe/stacks.h"

#include <algorithm>
#include <numeric>

namespace foreweave {

std::vector<std::vector<EventId>> calls_open_at(const Trace& trace,
                                                std::span<const EventId> events) {
  std::vector<std::vector<EventId>> answers(events.size());
  if (!trace.has(Kind::call)) return answers;
  std::vector<size_t> by_event(events.size());
  std::iota(by_event.begin(), by_event.end(), size_t{0});
  std::sort(by_event.begin(), by_event.end(),
            [&](size_t a, size_t b) { return events[a] < events[b]; });

  std::vector<std::vector<EventId>> open(trace.thread_count());
  uint32_t at = 0;
  for (const size_t question : by_event) {
    for (; at < events[question].value; ++at) {
      const EventId e(at);
      const Kind kind = trace.kind(e);
      if (kind != Kind::call && kind != Kind::return_) continue;
      std::vector<EventId>& mine = open[trace.thread(e).index()];
      if (kind == Kind::call)
        mine.push_back(e);
      else if (!mine.empty())
        mine.pop_back();
    }
    const std::vector<EventId>& mine = open[trace.thread(events[question]).index()];
    const auto shown = static_cast<ptrdiff_t>(std::min(mine.size(), kDeepestStack));
    answers[question].assign(mine.rbegin(), mine.rbegin() + shown);
  }
  return answers;
}

}  // namespace foreweave
