// The interacting events of a trace in large parts, so that a meter can be told where a loop is
// without a look at it for every event. If the meter's time is over, there are no more:
//
//   for (const EventRange part : MeteredEvents(trace, meter))
//     for (const EventId e : part) ...
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/meter.h"
#include "events/trace.h"

namespace foreweave {

class MeteredEvents {
 public:
  // `meter` may be null.
  MeteredEvents(const Trace& trace, Meter* meter)
      : MeteredEvents(trace, EventId(static_cast<uint32_t>(trace.size())), meter) {}
  MeteredEvents(const Trace& trace, EventId end, Meter* meter)
      : trace_(trace), end_(end.value), meter_(meter) {
    if (meter) meter->start(end.value);
  }

  class Iterator {
   public:
    EventRange operator*() const {
      if (all_.meter_) all_.meter_->reach(first_);
      return all_.trace_.interacting_between(EventId(first_), EventId(all_.next(first_)));
    }
    Iterator& operator++() {
      first_ = all_.meter_ && all_.meter_->time_is_over() ? all_.end_ : all_.next(first_);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return first_ != other.first_; }

   private:
    friend class MeteredEvents;
    Iterator(const MeteredEvents& all, uint32_t first) : all_(all), first_(first) {}
    const MeteredEvents& all_;
    uint32_t first_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, end_}; }

 private:
  static constexpr uint32_t kPart = 1 << 20;
  uint32_t next(uint32_t first) const { return end_ - first > kPart ? first + kPart : end_; }

  const Trace& trace_;
  const uint32_t end_;
  Meter* const meter_;
};

}  // namespace foreweave
