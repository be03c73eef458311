#include "predict/streaming/engines.h"

#include <algorithm>

#include "predict/streaming/engine_list.h"

namespace foreweave {

std::span<const Engine* const> streaming_engines() {
  static const Engine* const kEngines[] = {&lockset_engine(), &hb_engine(), &shb_engine(),
                                           &wcp_engine(),     &cp_engine(), &syncp_engine(),
                                           &c11_engine()};
  return kEngines;
}

const Engine* find_engine(std::string_view name) {
  for (const Engine* engine : streaming_engines())
    if (engine->info().name == name) return engine;
  return nullptr;
}

Reordering events_below(const Trace& trace, const ThreadSlots& slots,
                        std::span<const uint32_t> bound) {
  return Reordering::in_trace_order(trace, slots.events_below(trace, bound));
}

}  // namespace foreweave
