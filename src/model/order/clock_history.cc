#include "model/order/clock_history.h"

#include <utility>

namespace foreweave {

void ClockHistory::Recorder::changed(EventId at, bool executing, ThreadId t, EventId since,
                                     const uint32_t* clock) {
  uint32_t* const known = clocks_.to_change(t);
  for (uint32_t slot = 0; slot < clocks_.width(); ++slot) {
    if (known[slot] == clock[slot]) continue;
    known[slot] = clock[slot];
    history_.grown_.push_back({slot, clock[slot]});
  }
  note(at, executing, t, since, false);
}

void ClockHistory::Recorder::is_over(EventId at, bool executing, ThreadId t) {
  clocks_.end(t);
  note(at, executing, t, at, true);
}

void ClockHistory::Recorder::note(EventId at, bool executing, ThreadId t, EventId since,
                                  bool ends) {
  const uint32_t flags = uint32_t{executing} << 1 | uint32_t{ends};
  history_.changes_.push_back(
      {at.value, since.value, t.value << 2 | flags, static_cast<uint32_t>(history_.grown_.size())});
}

ClockHistory ClockHistory::Recorder::take() && {
  history_.changes_.shrink_to_fit();
  history_.grown_.shrink_to_fit();
  return std::move(history_);
}

}  // namespace foreweave
