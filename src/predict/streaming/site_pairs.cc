#include "predict/streaming/site_pairs.h"

namespace foreweave {

ScanStats SitePairs::stats() const {
  ScanStats stats;
  stats.instances = instances_;
  for (const auto& [sites, pair] : pairs_) {
    stats.site_pairs += pair.unordered;
    stats.settled_site_pairs += pair.proved;
    stats.site_pairs_cut += pair.cut && !pair.closed;
  }
  return stats;
}

}  // namespace foreweave
