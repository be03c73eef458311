// What the memory order of an atomic access or a fence orders. Numbered as C11's memory_order.
#pragma once

#include <cstdint>
#include <string_view>

#include "capture/abi/event_kinds.h"
#include "events/kind.h"

namespace foreweave {

inline constexpr uint8_t kRelaxedOrder = 0, kConsumeOrder = 1, kAcquireOrder = 2, kReleaseOrder = 3,
                         kAcquireReleaseOrder = 4, kSequentialOrder = 5;

// In STD text, behind a dot: "aw.release(x)". Without one it is the last.
inline constexpr std::string_view kOrderNames[] = {"relaxed", "consume", "acquire",
                                                   "release", "acq_rel", "seq_cst"};

constexpr bool has_memory_order(Kind kind) { return is_atomic(kind) || kind == Kind::fence; }

// Of an event's flags. Consume is what compilers make of it: acquire.
constexpr bool has_acquire_order(uint8_t flags) {
  const uint8_t order = flags & FW_FLAG_ORDER_MASK;
  return order != kRelaxedOrder && order != kReleaseOrder;
}
constexpr bool has_release_order(uint8_t flags) {
  return (flags & FW_FLAG_ORDER_MASK) >= kReleaseOrder;
}

// Whether an atomic access could have a stronger one.
constexpr bool is_weak(Kind kind, uint8_t flags) {
  return is_atomic(kind) && ((reads(kind) && !has_acquire_order(flags)) ||
                             (writes(kind) && !has_release_order(flags)));
}

}  // namespace foreweave
