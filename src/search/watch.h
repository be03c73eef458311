// How whoever started a search sees how far it is: a search says which stage begins, and moves the
// meter that it is given for it. By default nobody watches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/meter.h"

namespace foreweave {

struct Stage {
  enum class Doing : uint8_t {
    scanning,            // the meter is in events
    finding_candidates,  // in searches
    deciding,            // in possible bugs
  };
  Doing doing;
  std::string_view engine;
};

// The stage ends when the meter is let go.
using Watch = std::function<std::shared_ptr<Meter>(const Stage&)>;

inline std::shared_ptr<Meter> watched(const Watch& watch, const Stage& stage) {
  return watch ? watch(stage) : std::make_shared<Meter>();
}

}  // namespace foreweave
