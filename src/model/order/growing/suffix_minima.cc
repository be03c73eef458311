#include "model/order/growing/suffix_minima.h"

#include "base/check.h"

namespace foreweave {

void SuffixMinima::reset(std::span<const uint32_t> chain_lengths) {
  lengths_.assign(chain_lengths.begin(), chain_lengths.end());
  steps_.reset(lengths_.size() * lengths_.size());
  latest_into_.assign(lengths_.size(), 0);
  latest_out_of_.assign(lengths_.size(), 0);
  logging_ = false;
  changes_.clear();
  removed_.clear();
}

void SuffixMinima::insert(Node a, Node b) {
  ++time_;
  close_over_chains_(*this, lengths_, a, b, [this](Node x, Node y) { add(x, y); });
}

void SuffixMinima::add(Node x, Node y) {
  const size_t staircase = pair(x.chain, y.chain);
  const Stair step{x.position, y.position};
  const size_t removed_before = removed_.size();
  if (!steps_.add(staircase, step, logging_ ? &removed_ : nullptr)) return;
  latest_out_of_[x.chain] = latest_into_[y.chain] = time_;
  if (logging_) changes_.push_back({staircase, step, removed_before});
}

SuffixMinima::Mark SuffixMinima::mark() {
  logging_ = true;
  return changes_.size();
}

void SuffixMinima::undo(Mark mark) {
  CHECK(logging_ && mark <= changes_.size(), "a mark that was taken back already");
  for (; changes_.size() > mark; changes_.pop_back()) {
    const Change& change = changes_.back();
    const std::span<const Stair> removed(removed_);
    steps_.take_back(change.pair, change.added, removed.subspan(change.removed_before));
    removed_.resize(change.removed_before);
  }
}

size_t SuffixMinima::memory_bytes() const {
  return steps_.memory_bytes() + changes_.capacity() * sizeof(Change) +
         removed_.capacity() * sizeof(Stair) + lengths_.capacity() * sizeof(uint32_t) +
         (latest_into_.capacity() + latest_out_of_.capacity()) * sizeof(uint64_t) +
         close_over_chains_.memory_bytes();
}

}  // namespace foreweave
