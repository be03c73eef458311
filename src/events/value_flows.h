// Which stores of a recorded program write what was computed from which loads, as far as its compiler
// saw that within a function. Part of a trace as an attachment; a trace without it knows of none.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "events/trace.h"

namespace foreweave {

class ValueFlows {
 public:
  static constexpr char kAttachment[] = "value-flows";

  ValueFlows() = default;
  explicit ValueFlows(const Trace& trace);

  void add(SiteId load, SiteId store) { flows_.insert(key(load, store)); }
  bool lead(SiteId load, SiteId store) const { return flows_.contains(key(load, store)); }
  // For the attachment: the same flows give the same bytes.
  std::string encoded() const;

 private:
  static uint64_t key(SiteId load, SiteId store) { return uint64_t{store.value} << 32 | load.value; }

  std::unordered_set<uint64_t> flows_;
};

}  // namespace foreweave
