// The piece of the trace in which a claim is decided: the events from `first` up to `end`. What
// lies before it happens as it did, in the trace's order; what lies behind it does not happen.
//
// A window that is the whole trace asks the whole question. A smaller one asks less (its "yes" is a
// yes, its "no" may be due to the window) at a cost that does not grow with the trace.
//
// Its interacting events, and those that the claim names, form one chain a thread: the nodes of the
// claim's order.
//
// A *thin* window is the whole trace, but only what lies close to some event of the claim, and the
// writes that are seen there, are nodes. What is found to contradict each other in it does so in
// the whole trace; there is no "yes". Its cost does not depend on how far the claim's events are
// apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "events/claim.h"
#include "events/trace.h"
#include "model/order/growing/dynamic_order.h"

namespace foreweave {

class Window {
 public:
  // Reuses its memory. Keeps a reference to the trace. True if that changed nothing: the window is
  // the one that the last claim had.
  bool reset(const Trace& trace, const Claim& claim, uint32_t first, uint32_t end);
  bool reset_thin(const Trace& trace, const Claim& claim, uint32_t margin);

  uint32_t first() const { return first_; }
  uint32_t end() const { return end_; }
  bool is_whole() const { return first_ == 0 && end_ == trace_->size(); }
  bool is_past(EventId e) const { return e.value < first_; }
  bool is_thin() const { return is_thin_; }
  // Whether an event that interacts, before the window's end, is a node.
  bool has(EventId e) const {
    if (!is_thin_) return e.value >= first_;
    const uint32_t chain = chain_of_[trace_->thread(e).index()];
    if (chain == UINT32_MAX) return false;
    const uint32_t at = position_from(chain, e.value);
    return at < lengths_[chain] && event({chain, at}) == e;
  }

  uint32_t chain_count() const { return static_cast<uint32_t>(threads_.size()); }
  ThreadId thread(uint32_t chain) const { return threads_[chain]; }
  // UINT32_MAX: no node of that thread.
  uint32_t chain_of(ThreadId t) const { return chain_of_[t.index()]; }
  std::span<const EventId> events(uint32_t chain) const {
    return {events_.data() + begins_[chain], events_.data() + begins_[chain + 1]};
  }
  std::span<const uint32_t> chain_lengths() const { return lengths_; }
  size_t node_count() const { return events_.size(); }

  // For a node's event.
  Node node(EventId e) const {
    const uint32_t chain = chain_of_[trace_->thread(e).index()];
    return {chain, is_thin_ ? position_from(chain, e.value) : position_[e.value - first_]};
  }
  EventId event(Node n) const { return events_[begins_[n.chain] + n.position]; }
  // The first position of the chain whose event is at or behind `e`.
  uint32_t position_from(uint32_t chain, uint32_t e) const {
    const std::span<const EventId> all = events(chain);
    return static_cast<uint32_t>(std::lower_bound(all.begin(), all.end(), EventId(e)) -
                                 all.begin());
  }

 private:
  // Pieces of the trace, each from one number up to another.
  using Pieces = std::vector<std::pair<uint32_t, uint32_t>>;

  bool is_same(bool thin, const Claim& claim);
  void add_events(const Claim& claim);
  void add_seen_writes();
  void make_chains();

  const Trace* trace_ = nullptr;
  uint32_t first_ = 0, end_ = 0;
  bool is_thin_ = false;
  std::vector<ThreadId> threads_;   // by chain
  std::vector<uint32_t> chain_of_;  // by thread
  std::vector<uint32_t> begins_, lengths_;
  std::vector<EventId> events_;     // chain by chain
  std::vector<uint32_t> position_;  // by event, from first_; not if thin
  std::vector<EventId> nodes_;      // in the trace's order
  std::vector<uint32_t> next_;      // by chain, while they are made
  Pieces pieces_, last_pieces_;     // whose events are nodes
  bool has_own_ = false;            // a node is there only because the claim names it
};

}  // namespace foreweave
