// All that is known about a trace beyond its events: one owner, from which patterns, engines, the
// makers of witnesses, replays and commands take what they need. What takes long is made when
// somebody first asks for it, once for all.
//
// Keeps a reference to the trace. Any number of threads may ask.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

#include "events/model.h"
#include "events/trace.h"
#include "model/order/certain_orders.h"
#include "model/order/sync_preserving.h"

namespace foreweave {

class TraceFacts {
 public:
  explicit TraceFacts(const Trace& trace) : trace_(trace) {}
  TraceFacts(const TraceFacts&) = delete;
  TraceFacts& operator=(const TraceFacts&) = delete;

  const Trace& trace() const { return trace_; }

  // Why nothing can be decided under the model, such as "the trace has no branches"; none if it
  // can.
  std::optional<std::string_view> why_not(Model model) const;
  // The model, or the strictest step back from it that this trace has all for.
  Model fitting(Model model) const;
  // What engines and checker are to know, if the model can run.
  ModelFacts under(Model model) const;

  // What the trace's decisions depend on. Before anybody else asks for anything.
  void learn(Dependences dependences) { dependences_ = std::move(dependences); }

  // What must have happened before what: histories of passes that somebody made.
  CertainOrders& certain_orders() const { return certain_orders_; }
  // The least sets of events that must come before two accesses.
  const SyncPreserving& ideals() const;

 private:
  const Trace& trace_;
  std::optional<Dependences> dependences_;
  mutable CertainOrders certain_orders_;
  mutable std::once_flag ideals_are_made_;
  mutable std::unique_ptr<const SyncPreserving> ideals_;
};

}  // namespace foreweave
