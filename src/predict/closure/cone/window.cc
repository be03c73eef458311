#include "predict/closure/cone/window.h"

#include <algorithm>

namespace foreweave {

bool Window::reset(const Trace& trace, const Claim& claim, uint32_t first, uint32_t end) {
  trace_ = &trace;
  pieces_.assign(1, {first, end});
  if (is_same(false, claim)) return true;
  first_ = first;
  end_ = end;
  is_thin_ = false;
  add_events(claim);
  make_chains();
  position_.resize(end - first);
  for (uint32_t chain = 0; chain < chain_count(); ++chain) {
    uint32_t position = 0;
    for (const EventId e : events(chain)) position_[e.value - first] = position++;
  }
  return false;
}

// The pieces begin and end at multiples of the margin, so that claims close to each other have the
// same.
bool Window::reset_thin(const Trace& trace, const Claim& claim, uint32_t margin) {
  trace_ = &trace;
  const uint32_t size = static_cast<uint32_t>(trace.size());
  pieces_.clear();
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) {
      const uint64_t cell = e.value / margin;
      pieces_.emplace_back(static_cast<uint32_t>((cell - std::min<uint64_t>(cell, 1)) * margin),
                           static_cast<uint32_t>(std::min<uint64_t>((cell + 2) * margin, size)));
    }
  std::sort(pieces_.begin(), pieces_.end());
  pieces_.erase(std::unique(pieces_.begin(), pieces_.end()), pieces_.end());
  if (is_same(true, claim)) return true;
  first_ = 0;
  end_ = size;
  is_thin_ = true;
  add_events(claim);
  add_seen_writes();
  make_chains();
  return false;
}

bool Window::is_same(bool thin, const Claim& claim) {
  const bool had_own =
      std::exchange(has_own_, std::any_of(claim.happen.begin(), claim.happen.end(),
                                          [&](EventId e) { return !trace_->interacts(e); }));
  const bool same = thin == is_thin_ && !had_own && !has_own_ && pieces_ == last_pieces_;
  last_pieces_ = pieces_;
  return same;
}

void Window::add_events(const Claim& claim) {
  nodes_.clear();
  for (const auto& [first, end] : pieces_)
    for (const EventId e : trace_->interacting_between(EventId(first), EventId(end)))
      nodes_.push_back(e);
  const size_t interacting = nodes_.size();
  for (const EventId e : claim.happen)
    if (!trace_->interacts(e)) nodes_.push_back(e);
  if (pieces_.size() > 1 || nodes_.size() > interacting) std::sort(nodes_.begin(), nodes_.end());
}

void Window::add_seen_writes() {
  for (size_t i = 0, count = nodes_.size(); i < count; ++i) {
    const EventId e = nodes_[i];
    if (!reads(trace_->kind(e))) continue;
    const Location& location = trace_->location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k)
      if (const EventId write = trace_->seen_write(e, k);
          write.exists() && trace_->interacts(write))
        nodes_.push_back(write);
  }
  std::sort(nodes_.begin(), nodes_.end());
  nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
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
