#include "events/fwt/blocks/predictor.h"

namespace foreweave {

void FwtPredictor::start(std::span<const FwtRun> runs, size_t thread_count) {
  constexpr uint32_t kNone = UINT32_MAX;
  for (const FwtPart& part : parts_) part_of_thread_[part.thread] = kNone;
  parts_.clear();
  part_of_thread_.resize(thread_count, kNone);

  uint32_t event_count = 0;
  for (const FwtRun& run : runs) {
    uint32_t& part = part_of_thread_[run.thread];
    if (part == kNone) {
      part = static_cast<uint32_t>(parts_.size());
      parts_.push_back({});
      parts_.back().thread = run.thread;
    }
    parts_[part].event_count += run.count;
    event_count += run.count;
  }

  // No table is larger than its thread could fill: a block of many threads costs no more than one
  // of few.
  size_t slots = 0;
  for (FwtPart& part : parts_) {
    const uint32_t size = std::min(std::bit_ceil(part.event_count), kMaxSites);
    part.mask = size - 1;
    slots += size;
  }
  sites_.assign(slots, {});
  next_.assign(2 * slots, 0);
  size_t begin = 0;
  for (FwtPart& part : parts_) {
    part.sites = sites_.data() + begin;
    part.next = next_.data() + 2 * begin;
    begin += part.mask + 1;
  }

  cells_.assign(std::min(std::bit_ceil(event_count), kMaxCells), {});
}

}  // namespace foreweave
