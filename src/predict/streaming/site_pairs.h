// Which pairs of sites a scan has put forward, proved or given up. A bug is identified by its
// sites; further instances of a pair only count.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/flat_map.h"
#include "patterns/race.h"
#include "predict/engine.h"

namespace foreweave {

class SitePairs {
 public:
  SitePairs(const Trace& trace, const ScanOptions& options) : trace_(trace), options_(options) {}

  // Is this instance worth an attempt? The first attempts_per_site_pair instances of an open pair
  // are, and then ever fewer (the 16th, 32nd, 64th ...), so that a pair which can be proved only
  // late in the trace has its chance at a bounded cost.
  bool worth_a_try(EventId a, EventId b) {
    Pair& pair = pairs_.find_or_add(key(a, b)).value;
    if (pair.closed) return false;
    ++pair.tries;
    if (pair.tries <= options_.attempts_per_site_pair || std::has_single_bit(pair.tries))
      return true;
    pair.cut = true;
    return false;
  }
  // The engine's relation leaves the instance unordered.
  void count(EventId a, EventId b) {
    ++instances_;
    pairs_.find_or_add(key(a, b)).value.unordered = true;
  }
  // No further instance matters; `proved` if that is why.
  void close(EventId a, EventId b, bool proved) {
    Pair& pair = pairs_.find_or_add(key(a, b)).value;
    pair.closed = true;
    pair.proved |= proved;
  }
  bool is_closed(EventId a, EventId b) const { return is_closed(trace_.site(a), trace_.site(b)); }
  bool is_closed(SiteId a, SiteId b) const {
    const Pair* pair = pairs_.find(uint64_t{std::min(a, b).value} << 32 | std::max(a, b).value);
    return pair && pair->closed;
  }

  ScanStats stats() const;

 private:
  struct Pair {
    uint64_t tries = 0;
    bool unordered = false;
    bool closed = false, proved = false;
    bool cut = false;
  };
  uint64_t key(EventId a, EventId b) const {
    const SitePair sites = site_pair_of(trace_, a, b);
    return uint64_t{sites.low.value} << 32 | sites.high.value;
  }

  const Trace& trace_;
  ScanOptions options_;
  FlatMap<Pair> pairs_;  // by their sites
  uint64_t instances_ = 0;
};

}  // namespace foreweave
