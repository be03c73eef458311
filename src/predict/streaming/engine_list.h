// Inside predict/streaming: the engines, one a file, and what several of them need.
#pragma once

#include <span>

#include "predict/engine.h"

namespace foreweave {

const Engine& lockset_engine();
const Engine& hb_engine();
const Engine& shb_engine();
const Engine& wcp_engine();
const Engine& cp_engine();
const Engine& syncp_engine();
const Engine& c11_engine();

// The events of each thread t with a number below bound[t], in trace order.
Reordering events_below(const Trace& trace, std::span<const uint32_t> bound);

}  // namespace foreweave
