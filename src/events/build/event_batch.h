// A few events on their way from a file into a trace, in columns. They are few enough to stay in
// the nearest cache while one after the other works on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "events/kind.h"

namespace foreweave {

// What the events of a site mostly have in common.
struct EventShape {
  Kind kind = Kind::thread_begin;
  uint8_t flags = 0;   // FW_FLAG_*
  uint8_t access = 0;  // for an access kIsAccess and more, which follows from kind and flags; or 0
  uint8_t pad = 0;
  uint32_t size = 0;  // bytes of an access

  static constexpr uint8_t kWrites = 1, kHasValue = 2, kReads = 4, kIsAccess = 8;

  EventShape() = default;
  EventShape(Kind k, uint8_t f, uint32_t s) : kind(k), flags(f), access(access_of(k, f)), size(s) {}
  bool operator==(const EventShape&) const = default;

 private:
  static uint8_t access_of(Kind k, uint8_t f) {
    if (!is_access(k)) return 0;
    return static_cast<uint8_t>(kIsAccess | (writes(k) ? kWrites : 0) | (reads(k) ? kReads : 0) |
                                ((f & FW_FLAG_HAS_VALUE) != 0 ? kHasValue : 0));
  }
};
static_assert(sizeof(EventShape) == 8);

struct EventBatch {
  static constexpr size_t kMost = 128;

  size_t count = 0;
  std::array<EventShape, kMost> shape;
  std::array<uint64_t, kMost> operand;  // address; for fork and join the other thread's number
  // Read or written value; size of an allocation (0: not known); branch outcome.
  std::array<uint64_t, kMost> value;
  std::array<uint32_t, kMost> site;  // as TraceBuilder::add_site returned it
  std::array<uint32_t, kMost> thread;
};

}  // namespace foreweave
