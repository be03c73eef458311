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

}  // namespace foreweave
