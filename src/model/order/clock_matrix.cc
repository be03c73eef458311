#include "model/order/clock_matrix.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

namespace {

// How many numbers right before `end`, at most `limit`, are above `bound`. They rise. Most runs
// are short, so the steps grow from the end instead of halving the whole column.
size_t run_above(const uint32_t* end, size_t limit, uint32_t bound) {
  size_t known = 0, step = 1;  // `known` numbers are above
  while (known + step <= limit && *(end - known - step) > bound) {
    known += step;
    step *= 2;
  }
  for (; step > 0; step /= 2)
    if (known + step <= limit && *(end - known - step) > bound) known += step;
  return known;
}

// How many numbers from `begin` on, at most `limit`, are below `bound`. They rise.
size_t run_below(const uint32_t* begin, size_t limit, uint32_t bound) {
  size_t known = 0, step = 1;
  while (known + step <= limit && begin[known + step - 1] < bound) {
    known += step;
    step *= 2;
  }
  for (; step > 0; step /= 2)
    if (known + step <= limit && begin[known + step - 1] < bound) known += step;
  return known;
}

}  // namespace

void ClockMatrix::reset(std::span<const uint32_t> chain_lengths) {
  lengths_.assign(chain_lengths.begin(), chain_lengths.end());
  columns_.assign(lengths_.size() * lengths_.size(), Columns{});
  words_.resize(0);
  logging_ = false;
  changes_.clear();
  old_words_.resize(0);
}

void ClockMatrix::insert(Node a, Node b) {
  close_over_chains_(*this, lengths_, a, b, [this](Node x, Node y) { add(x, y); });
}

void ClockMatrix::make_columns(Columns& columns, uint32_t from, uint32_t to) {
  columns.successors = words_.size();
  std::fill_n(words_.append(lengths_[from]), lengths_[from], kNoPosition);
  columns.bounds = words_.size();
  std::fill_n(words_.append(lengths_[to]), lengths_[to], 0u);
}

void ClockMatrix::add(Node x, Node y) {
  Columns& c = columns_[size_t{x.chain} * lengths_.size() + y.chain];
  if (!c.exist()) make_columns(c, x.chain, y.chain);
  const size_t end = c.successors + x.position + 1;
  const size_t earlier = run_above(words_.data() + end, x.position + 1, y.position);
  fill(end - earlier, earlier, y.position);
  const size_t begin = c.bounds + y.position;
  const size_t later =
      run_below(words_.data() + begin, lengths_[y.chain] - y.position, x.position + 1);
  fill(begin, later, x.position + 1);
}

void ClockMatrix::fill(size_t at, size_t count, uint32_t value) {
  uint32_t* run = words_.data() + at;
  if (logging_) {
    std::copy_n(run, count, old_words_.append(count));
    changes_.push_back({at, count});
  }
  std::fill_n(run, count, value);
}

ClockMatrix::Mark ClockMatrix::mark() {
  logging_ = true;
  return changes_.size();
}

void ClockMatrix::undo(Mark mark) {
  CHECK(logging_ && mark <= changes_.size(), "a mark that was taken back already");
  for (; changes_.size() > mark; changes_.pop_back()) {
    const Change& change = changes_.back();
    const size_t kept = old_words_.size() - change.count;
    std::copy_n(old_words_.data() + kept, change.count, words_.data() + change.at);
    old_words_.resize(kept);
  }
}

size_t ClockMatrix::memory_bytes() const {
  return (words_.capacity() + old_words_.capacity() + lengths_.capacity()) * sizeof(uint32_t) +
         columns_.capacity() * sizeof(Columns) + changes_.capacity() * sizeof(Change) +
         close_over_chains_.memory_bytes();
}

}  // namespace foreweave
