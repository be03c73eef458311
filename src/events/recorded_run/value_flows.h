// Which stores of a recorded program write what was computed from which loads, as far as its
// compiler saw that: within a function, and through calls that lead from it to the load and to the
// store. Part of a trace as an attachment; a trace without it knows of none.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class ValueFlows {
 public:
  static constexpr char kAttachment[] = "value-flows";
  using Sites = std::vector<SiteId>;

  ValueFlows() = default;
  explicit ValueFlows(const Trace& trace);

  // The sites of calls, from the function that both begin in, and behind them that of the access.
  void add(const Sites& load, const Sites& store);
  // Both of one thread, in this order: the later one stores what was computed from what the earlier
  // one read, in the calls that the thread was in then.
  bool lead(const Trace& trace, EventId load, EventId store) const;
  // And it stores something else than was read, as far as is known: who puts back what it took has
  // changed nothing.
  bool lead_to_change(const Trace& trace, EventId load, EventId store) const {
    const bool are_known = trace.has_value(load) && trace.has_value(store);
    return !(are_known && trace.value(load) == trace.value(store)) && lead(trace, load, store);
  }
  // The store changes the number that is there by adding to it or taking from it. Kept as flows
  // that cannot be.
  bool changes_number(SiteId store) const { return flows_.contains(flow({store, store}, {store})); }
  // And it is one without a sign.
  bool changes_unsigned(SiteId store) const { return flows_.contains(flow({store}, {store})); }
  // For the attachment: the same flows give the same bytes.
  std::string encoded() const;

 private:
  using Flow = std::vector<uint32_t>;  // how many sites lead to the load; these; those to the store

  static Flow flow(const Sites& load, const Sites& store);

  std::set<Flow> flows_;
};

}  // namespace foreweave
