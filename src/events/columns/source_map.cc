#include "events/columns/source_map.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

void SourceMap::mark(uint32_t event, uint64_t position) {
  if (!marks_.empty() && marks_.back().event == event)
    marks_.back().position = position;
  else
    marks_.push_back({event, position});
}

uint64_t SourceMap::position(uint32_t event) const {
  auto after = std::upper_bound(marks_.begin(), marks_.end(), event,
                                [](uint32_t e, const Mark& m) { return e < m.event; });
  if (after == marks_.begin()) return unit_ == Unit::line ? event + 1u : 0u;
  const Mark& m = *--after;
  return unit_ == Unit::line ? m.position + (event - m.event) : m.position;
}

std::string SourceMap::where(uint32_t event) const {
  if (unit_ == Unit::line) return fmt::format("{}:{}", file_, position(event));
  return fmt::format("{}, byte {}, event {}", file_, position(event), event);
}

}  // namespace foreweave
