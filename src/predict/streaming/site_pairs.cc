#include "predict/streaming/site_pairs.h"

namespace foreweave {

ScanStats SitePairs::stats() const {
  ScanStats stats;
  stats.instances = instances_;
  pairs_.for_each([&](uint64_t, const Pair& pair) {
    stats.site_pairs += pair.unordered;
    stats.settled_site_pairs += pair.proved;
    stats.site_pairs_cut += pair.cut && !pair.closed;
  });
  return stats;
}

}  // namespace foreweave
