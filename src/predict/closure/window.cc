#include "predict/closure/window.h"

#include <algorithm>

namespace foreweave {

void Window::reset(const Trace& trace, const Claim& claim, uint32_t first, uint32_t end) {
  trace_ = &trace;
  first_ = first;
  end_ = end;
  nodes_.clear();
  for (const EventId e : trace.interacting_between(EventId(first), EventId(end)))
    nodes_.push_back(e);
  const size_t interacting = nodes_.size();
  for (const EventId e : claim.happen)
    if (!trace.interacts(e)) nodes_.push_back(e);
  if (nodes_.size() > interacting) std::sort(nodes_.begin(), nodes_.end());

  for (const ThreadId t : threads_) chain_of_[t.index()] = UINT32_MAX;
  chain_of_.resize(trace.thread_count(), UINT32_MAX);
  threads_.clear();
  lengths_.clear();
  for (const EventId e : nodes_) {
    uint32_t& chain = chain_of_[trace.thread(e).index()];
    if (chain == UINT32_MAX) {
      chain = chain_count();
      threads_.push_back(trace.thread(e));
      lengths_.push_back(0);
    }
    ++lengths_[chain];
  }
  begins_.assign(1, 0);
  for (const uint32_t length : lengths_) begins_.push_back(begins_.back() + length);

  events_.resize(nodes_.size());
  position_.resize(end - first);
  std::vector<uint32_t> next(lengths_.size());
  for (const EventId e : nodes_) {
    const uint32_t chain = chain_of_[trace.thread(e).index()];
    const uint32_t position = next[chain]++;
    events_[begins_[chain] + position] = e;
    position_[e.value - first] = position;
  }
}

}  // namespace foreweave
