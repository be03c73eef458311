#include "model/order/growing/clock_matrix.h"

#include "base/check.h"

namespace foreweave {

void ClockMatrix::reset(std::span<const uint32_t> chain_lengths) {
  lengths_.assign(chain_lengths.begin(), chain_lengths.end());
  columns_.assign(lengths_.size() * lengths_.size(), Columns{});
  entries_.resize(0);
  floors_.resize(0);
  logging_ = false;
  changes_.clear();
  old_values_.resize(0);
}

void ClockMatrix::insert(Node a, Node b) {
  close_over_chains_(*this, lengths_, a, b, [this](Node x, Node y) { add(x, y); });
}

void ClockMatrix::add(Node x, Node y) {
  Columns& c = columns_[size_t{x.chain} * lengths_.size() + y.chain];
  if (!c.exist()) make_columns(c, x.chain, y.chain);
  raise(c.successor_of(x.position), c.first_predecessor, ~y.position);
  raise(c.predecessor_of(y.position), c.end, x.position + 1);
}

// --- columns -----------------------------------------------------------------------------------

void ClockMatrix::make_columns(Columns& columns, uint32_t from, uint32_t to) {
  const auto blocks = [](uint32_t length) { return (length + kBlock - 1) / kBlock; };
  const size_t first = entries_.size();
  const size_t count = blocks(lengths_[from]) + blocks(lengths_[to]);
  std::fill_n(entries_.append(count * kBlock), count * kBlock, 0u);
  std::fill_n(floors_.append(count), count, 0u);
  columns.last_successor = first + lengths_[from] - 1;
  columns.first_predecessor = first + blocks(lengths_[from]) * kBlock;
  columns.end = entries_.size();
}

namespace {

// How many numbers there are in front of those that are not below `bound`. Most runs are short, so
// the steps grow from the start instead of halving the whole. `number(i)` is the i-th.
template <class Number>
size_t run_below(size_t count, uint32_t bound, Number number) {
  size_t below = 0, step = 1;
  while (below + step <= count && number(below + step - 1) < bound) {
    below += step;
    step *= 2;
  }
  for (; step > 0; step /= 2)
    if (below + step <= count && number(below + step - 1) < bound) below += step;
  return below;
}

}  // namespace

// What lies behind the last position of a column, up to the next block, is raised with the rest: no
// question leads there.
void ClockMatrix::raise(size_t at, size_t end, uint32_t value) {
  const size_t next_block = (at + kBlock - 1) / kBlock * kBlock;
  at = raise_entries(at, next_block, value);
  if (at < next_block) return;
  const size_t blocks = run_below((end - at) / kBlock, value, [&](size_t i) {
    return this->value(at + i * kBlock + kBlock - 1);
  });
  fill(floors_, at / kBlock, blocks, value);
  at += blocks * kBlock;
  if (at < end) raise_entries(at, at + kBlock, value);
}

// Within a block. Gives the first place that was not below the value.
size_t ClockMatrix::raise_entries(size_t at, size_t end, uint32_t value) {
  if (at == end || floors_[at / kBlock] >= value) return at;
  const size_t count = run_below(end - at, value, [&](size_t i) { return entries_[at + i]; });
  fill(entries_, at, count, value);
  return at + count;
}

void ClockMatrix::fill(Column<uint32_t>& column, size_t at, size_t count, uint32_t value) {
  if (count == 0) return;
  uint32_t* run = column.data() + at;
  if (logging_) {
    std::copy_n(run, count, old_values_.append(count));
    changes_.push_back({at, static_cast<uint32_t>(count), &column == &floors_});
  }
  std::fill_n(run, count, value);
}

// --- undo --------------------------------------------------------------------------------------

ClockMatrix::Mark ClockMatrix::mark() {
  logging_ = true;
  return changes_.size();
}

void ClockMatrix::undo(Mark mark) {
  CHECK(logging_ && mark <= changes_.size(), "a mark that was taken back already");
  for (; changes_.size() > mark; changes_.pop_back()) {
    const Change& change = changes_.back();
    const size_t kept = old_values_.size() - change.count;
    Column<uint32_t>& column = change.of_floors ? floors_ : entries_;
    std::copy_n(old_values_.data() + kept, change.count, column.data() + change.at);
    old_values_.resize(kept);
  }
}

size_t ClockMatrix::memory_bytes() const {
  return (entries_.capacity() + floors_.capacity() + old_values_.capacity() + lengths_.capacity()) *
             sizeof(uint32_t) +
         columns_.capacity() * sizeof(Columns) + changes_.capacity() * sizeof(Change) +
         close_over_chains_.memory_bytes();
}

}  // namespace foreweave
