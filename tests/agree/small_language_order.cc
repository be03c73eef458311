#include "agree/small_language_order.h"

#include <algorithm>
#include <vector>

#include "agree/links.h"

namespace foreweave::agree {

namespace {

class SmallLanguageOrder {
 public:
  SmallLanguageOrder(const Trace& trace, std::span<const EventId> sequence)
      : trace_(trace), sequence_(sequence), after_(sequence.size()) {
    for (size_t j = 0; j < size(); ++j) {
      for (size_t i = 0; i < j; ++i)
        if (is_direct(i, j)) after_[i].push_back(j);
      if (is_kind(j, {Kind::atomic_read, Kind::atomic_update})) add_synchronisation(j);
    }
  }

  bool leads(size_t from, size_t to) const {
    std::vector<bool> reached(size());
    reached[from] = true;
    for (size_t i = from; i < to; ++i)
      if (reached[i])
        for (const size_t next : after_[i]) reached[next] = true;
    return reached[to];
  }

 private:
  size_t size() const { return sequence_.size(); }
  EventId at(size_t i) const { return sequence_[i]; }
  Kind kind(size_t i) const { return trace_.kind(at(i)); }
  ThreadId thread(size_t i) const { return trace_.thread(at(i)); }
  bool is_kind(size_t i, std::initializer_list<Kind> kinds) const {
    return std::find(kinds.begin(), kinds.end(), kind(i)) != kinds.end();
  }
  bool is_word_for_order(size_t i) const {
    return is_access(kind(i)) && trace_.stands_for_order(trace_.location(at(i)));
  }
  // C11 numbers them relaxed, consume, acquire, release, acq_rel, seq_cst.
  int order(size_t i) const { return trace_.flags(at(i)) & 7; }
  bool has_acquire(size_t i) const {
    return is_word_for_order(i) || (order(i) != 0 && order(i) != 3);
  }
  bool has_release(size_t i) const { return is_word_for_order(i) || order(i) >= 3; }

  // By threads, by an object that both use, by an allocation, or by code that was not recorded.
  bool is_direct(size_t i, size_t j) const {
    if (thread(i) == thread(j)) return true;
    if (kind(i) == Kind::fork && trace_.other_thread(at(i)) == thread(j)) return true;
    if (kind(j) == Kind::join && trace_.other_thread(at(j)) == thread(i)) return true;
    const Operand a = operand_of(kind(i)), b = operand_of(kind(j));
    const auto asks = [&](size_t k) { return is_kind(k, {Kind::request, Kind::request_shared}); };
    if (asks(i) || asks(j)) return false;
    const bool both_wait = a == b && a >= Operand::lock && trace_.sync(at(i)) == trace_.sync(at(j));
    if (both_wait) {
      const auto shares = [&](size_t k) {
        return is_kind(k, {Kind::acquire_shared, Kind::release_shared, Kind::failed_try_shared});
      };
      return !(shares(i) && shares(j));
    }
    if (kind(i) == Kind::allocate && b == Operand::memory)
      return trace_.location_of(at(j)).object == trace_.object(at(i));
    const auto synchronises = [&](size_t k) {
      return is_kind(k, {Kind::unseen_begin, Kind::unseen_end});
    };
    const auto is_mark = [&](size_t k) {
      return synchronises(k) || is_kind(k, {Kind::external_begin, Kind::external_call});
    };
    const auto is_placed = [&](size_t k) { return trace_.keeps_place(at(k)); };
    return (synchronises(i) && kind(j) == Kind::unseen_end) || (is_mark(i) && is_placed(j)) ||
           (is_placed(i) && is_mark(j));
  }

  // Whatever the atomic read at j synchronises with, by itself or by fences behind it.
  void add_synchronisation(size_t j) {
    for (uint32_t cell = 0; cell < trace_.cell_count(); ++cell) {
      if (!touches(trace_, at(j), cell)) continue;
      for (const size_t head : heads_before(j, cell)) {
        if (has_acquire(j)) {
          after_[head].push_back(j);
          continue;
        }
        for (size_t f = j + 1; f < size(); ++f)
          if (kind(f) == Kind::fence && thread(f) == thread(j) && has_acquire(f))
            after_[head].push_back(f);
      }
    }
  }

  // From the last write of the cell before j backwards, as long as one belongs to the release
  // sequence of an earlier one: the writes that release, and the fences before those that do not
  // by themselves; or what the thread of a store that does not had released there before.
  std::vector<size_t> heads_before(size_t j, uint32_t cell) const {
    std::vector<size_t> heads;
    for (size_t w = j; w-- > 0;) {
      if (!writes(kind(w)) || !touches(trace_, at(w), cell)) continue;
      if (!is_atomic(kind(w))) break;
      if (has_release(w)) heads.push_back(w);
      for (size_t f = w; f-- > 0;)
        if (kind(f) == Kind::fence && thread(f) == thread(w) && has_release(f)) {
          heads.push_back(f);
          break;
        }
      if (reads(kind(w))) continue;
      if (!has_release(w))
        if (const size_t own = own_release(w, cell); own < w) heads.push_back(own);
      break;
    }
    return heads;
  }

  // The thread's last write of the cell that releases, before w; or w.
  size_t own_release(size_t w, uint32_t cell) const {
    for (size_t i = w; i-- > 0;)
      if (thread(i) == thread(w) && writes(kind(i)) && is_atomic(kind(i)) &&
          touches(trace_, at(i), cell) && has_release(i))
        return i;
    return w;
  }

  const Trace& trace_;
  const std::span<const EventId> sequence_;
  std::vector<std::vector<size_t>> after_;
};

}  // namespace

bool is_ordered_by_language(const Trace& trace, std::span<const EventId> sequence, EventId first,
                            EventId second) {
  const auto place = [&](EventId e) {
    return static_cast<size_t>(std::find(sequence.begin(), sequence.end(), e) - sequence.begin());
  };
  return SmallLanguageOrder(trace, sequence).leads(place(first), place(second));
}

}  // namespace foreweave::agree
