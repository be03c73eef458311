#include "predict/closure/window.h"

#include <algorithm>

namespace foreweave {

void Window::add_interacting(uint32_t first, uint32_t end) {
  for (const EventId e : trace_->interacting_between(EventId(first), EventId(end)))
    nodes_.push_back(e);
}

void Window::reset(const Trace& trace, const Claim& claim, uint32_t first, uint32_t end) {
  trace_ = &trace;
  first_ = first;
  end_ = end;
  is_thin_ = false;
  nodes_.clear();
  add_interacting(first, end);
  const size_t interacting = nodes_.size();
  for (const EventId e : claim.happen)
    if (!trace.interacts(e)) nodes_.push_back(e);
  if (nodes_.size() > interacting) std::sort(nodes_.begin(), nodes_.end());
  make_chains();

  position_.resize(end - first);
  for (uint32_t chain = 0; chain < chain_count(); ++chain) {
    uint32_t position = 0;
    for (const EventId e : events(chain)) position_[e.value - first] = position++;
  }
}

void Window::reset_thin(const Trace& trace, const Claim& claim, uint32_t margin) {
  trace_ = &trace;
  first_ = 0;
  end_ = static_cast<uint32_t>(trace.size());
  is_thin_ = true;
  nodes_.clear();
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) {
      add_interacting(e.value - std::min(e.value, margin),
                      static_cast<uint32_t>(std::min<uint64_t>(uint64_t{e.value} + margin, end_)));
      if (!trace.interacts(e)) nodes_.push_back(e);
    }
  for (size_t i = 0, count = nodes_.size(); i < count; ++i) {
    const EventId e = nodes_[i];
    if (!reads(trace.kind(e))) continue;
    const Location& location = trace.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      if (const EventId write = trace.seen_write(e, k); write.exists() && trace.interacts(write))
        nodes_.push_back(write);
  }
  std::sort(nodes_.begin(), nodes_.end());
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
  make_chains();
}

void Window::make_chains() {
  for (const ThreadId t : threads_) chain_of_[t.index()] = UINT32_MAX;
  chain_of_.resize(trace_->thread_count(), UINT32_MAX);
  threads_.clear();
  lengths_.clear();
  for (const EventId e : nodes_) {
    uint32_t& chain = chain_of_[trace_->thread(e).index()];
    if (chain == UINT32_MAX) {
      chain = chain_count();
      threads_.push_back(trace_->thread(e));
      lengths_.push_back(0);
    }
    ++lengths_[chain];
  }
  begins_.assign(1, 0);
  for (const uint32_t length : lengths_) begins_.push_back(begins_.back() + length);
  events_.resize(nodes_.size());
  next_.assign(begins_.begin(), begins_.end() - 1);
  for (const EventId e : nodes_) events_[next_[chain_of_[trace_->thread(e).index()]]++] = e;
}

}  // namespace foreweave
