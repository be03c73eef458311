// Inside predict/streaming: the engines, one a file, and what several of them need.
#pragma once

#include <span>

#include "model/order/thread_slots.h"
#include "predict/engine.h"

namespace foreweave {

const Engine& lockset_engine();
const Engine& hb_engine();
const Engine& shb_engine();
const Engine& wcp_engine();
const Engine& cp_engine();
const Engine& syncp_engine();
const Engine& c11_engine();

// The events of each slot s with a number below bound[s], in trace order.
Reordering events_below(const Trace& trace, const ThreadSlots& slots,
                        std::span<const uint32_t> bound);

}  // namespace foreweave
