// Traces and orders of their events, written down.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "events/reordering.h"
#include "events/std_format.h"
#include "events/validate.h"

namespace foreweave {

// All of them have the same places: line 17 of one is line 17 of another.
inline Trace trace_of(std::string_view text) {
  Result<Trace> trace = read_std(text, "t.std");
  CHECK(trace.ok(), trace.error().sentence().c_str());
  const Status valid = validate(trace.value());
  CHECK(valid.ok(), valid.error().sentence().c_str());
  return std::move(trace).value();
}

inline Reordering order(const Trace& trace, const std::vector<uint32_t>& events) {
  std::vector<EventId> ids;
  for (const uint32_t e : events) ids.push_back(EventId(e));
  return Reordering::from_events(trace, ids);
}

}  // namespace foreweave
