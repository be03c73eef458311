// Sites by where they are in the source: copies of one instruction, which inlining and unrolling
// make, are one place.
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class Places {
 public:
  explicit Places(const Trace& trace);

  uint32_t of(SiteId site) const { return place_of_site_[site.index()]; }

 private:
  std::vector<uint32_t> place_of_site_;
};

}  // namespace foreweave
