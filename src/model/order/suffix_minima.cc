#include "model/order/suffix_minima.h"

#include "base/check.h"

namespace foreweave {

void SuffixMinima::reset(std::span<const uint32_t> chain_lengths) {
  lengths_.assign(chain_lengths.begin(), chain_lengths.end());
  steps_.reset(lengths_.size() * lengths_.size());
  logging_ = false;
  changes_.clear();
  removed_.clear();
}

void SuffixMinima::insert(Node a, Node b) {
  CHECK(a.chain < lengths_.size() && a.position < lengths_[a.chain], "no such node");
  CHECK(b.chain < lengths_.size() && b.position < lengths_[b.chain], "no such node");
  CHECK(!reaches(b, a), "an order that would be a cycle");
  if (reaches(a, b)) return;

  before_.clear();
  after_.clear();
  for (uint32_t chain = 0; chain < chain_count(); ++chain) {
    const Node x{chain, predecessor(a, chain)};
    if (x.position != kNoPosition && !reaches(x, b)) before_.push_back(x);
    const Node y{chain, successor(b, chain)};
    if (y.position != kNoPosition && !reaches(a, y)) after_.push_back(y);
  }
  for (const Node& x : before_)
    for (const Node& y : after_)
      if (!reaches(x, y)) add(pair(x.chain, y.chain), {x.position, y.position});
}

void SuffixMinima::add(size_t pair, Step step) {
  if (!logging_) {
    steps_.add(pair, step, nullptr);
    return;
  }
  changes_.push_back({pair, step, removed_.size()});
  steps_.add(pair, step, &removed_);
}

SuffixMinima::Mark SuffixMinima::mark() {
  logging_ = true;
  return changes_.size();
}

void SuffixMinima::undo(Mark mark) {
  CHECK(logging_ && mark <= changes_.size(), "a mark that was taken back already");
  for (; changes_.size() > mark; changes_.pop_back()) {
    const Change& change = changes_.back();
    const std::span<const Step> removed(removed_);
    steps_.take_back(change.pair, change.added, removed.subspan(change.removed_before));
    removed_.resize(change.removed_before);
  }
}

size_t SuffixMinima::memory_bytes() const {
  return steps_.memory_bytes() + changes_.capacity() * sizeof(Change) +
         removed_.capacity() * sizeof(Step) + lengths_.capacity() * sizeof(uint32_t) +
         (before_.capacity() + after_.capacity()) * sizeof(Node);
}

}  // namespace foreweave
