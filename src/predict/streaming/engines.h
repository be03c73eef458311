// The streaming engines by name. Only races are their business so far: any other claim is Unknown.
#pragma once

#include <span>
#include <string_view>

#include "predict/engine.h"

namespace foreweave {

// In the order in which `foreweave engines` lists them: lockset, hb, shb, wcp, cp, syncp.
std::span<const Engine* const> streaming_engines();
const Engine* find_engine(std::string_view name);  // null if there is none

}  // namespace foreweave
