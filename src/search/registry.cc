#include "search/registry.h"

#include "patterns/kinds/atomicity.h"
#include "patterns/kinds/deadlock.h"
#include "patterns/kinds/null_dereference.h"
#include "patterns/kinds/race_candidates.h"
#include "patterns/kinds/use_after_free.h"
#include "predict/closure/closure.h"
#include "predict/closure/engines.h"
#include "predict/streaming/engines.h"

namespace foreweave {

namespace {

std::unique_ptr<DeciderFactory> open_closure(const TraceFacts& facts, Model model) {
  return closure_deciders(facts, model);
}

template <Candidates (*find)(const Trace&, const PatternOptions&)>
Candidates without_orders(const Trace& trace, const PatternOptions& options,
                          std::span<const SiteSequence>) {
  return find(trace, options);
}

}  // namespace

const Registry& registry() {
  static const DecidingEngine deciders[] = {{m2_engine().info(), open_closure},
                                            {seqcheck_engine().info(), open_closure}};
  static const Pattern patterns[] = {
      {BugKind::race, {without_orders<find_races>}},
      {BugKind::deadlock, {without_orders<find_deadlocks>}},
      {BugKind::atomicity, {without_orders<find_interruptions>, without_orders<find_crossings>}},
      {BugKind::use_after_free, {without_orders<find_uses_after_free>}},
      {BugKind::double_free, {without_orders<find_double_frees>}},
      {BugKind::null, {without_orders<find_null_dereferences>}},
      {BugKind::order, {find_order_violations}},
  };
  static const Registry all{
      .scanners = streaming_engines(), .deciders = deciders, .patterns = patterns};
  return all;
}

}  // namespace foreweave
