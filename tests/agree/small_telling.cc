#include "agree/small_telling.h"

#include <bit>

namespace foreweave::agree {

namespace {

constexpr uint8_t kNothing = 0xff;

uint32_t mask(uint8_t n) { return 1u << n; }

// What a word does with its threads, variables and locks.
class Summary {
 public:
  explicit Summary(std::span<const Letter> word) : word_(word) {
    for (size_t i = 0; i < word.size(); ++i) {
      const Letter& l = word[i];
      const Operand operand = operand_of(l.kind);
      last_[l.thread] = static_cast<uint8_t>(i);
      active_ |= mask(l.thread);
      if (on_memory(l.kind)) {
        touching_[l.operand] |= mask(l.thread);
        if (!is_access(l.kind) || writes(l.kind)) writing_[l.operand] |= mask(l.thread);
      } else if (operand == Operand::lock) {
        locking_[l.operand] |= mask(l.thread);
        exclusive_[l.operand] |= !is_shared_mode(l.kind);
        tried_[l.operand] |= l.kind == Kind::failed_try || l.kind == Kind::failed_try_shared;
      } else if (l.kind == Kind::join) {
        joined_ |= mask(l.operand);
      } else if (l.kind == Kind::fork) {
        forked_ |= mask(l.operand);
      } else if (operand == Operand::condition) {
        has_waits_ = true;
      }
    }
    if (has_waits_) find_wakers();
  }

  bool is_idle(size_t i) const {
    const Letter& l = word_[i];
    if (on_memory(l.kind))
      return std::has_single_bit(touching_[l.operand]) || writing_[l.operand] == 0;
    switch (l.kind) {
      case Kind::acquire:
      case Kind::acquire_shared:
        if (is_last(i) && !tried_[l.operand] && holds_nothing(i)) return true;
        [[fallthrough]];
      case Kind::release:
      case Kind::release_shared:
      case Kind::failed_try:
      case Kind::failed_try_shared:
        return std::has_single_bit(locking_[l.operand]) || !exclusive_[l.operand];
      case Kind::branch:
        return is_last(i) || fixes_nothing_new(i);
      case Kind::fork:
        return !(active_ & mask(l.operand)) || is_a_first_fork(i);
      case Kind::join:
        return is_last(i) || !(active_ & mask(l.operand));
      case Kind::signal:
      case Kind::broadcast:
        return !(wakers_ >> i & 1);
      case Kind::wait_begin:
        return ended_by_waker_[i] == kNothing;
      case Kind::wait_end:
        return !(woken_ >> i & 1) || (is_last(i) && wakes_nobody_else(i));
      default:
        return false;
    }
  }

  bool is_a_first_fork(size_t i) const { return is_first(i) && !(forked_ & mask(word_[i].thread)); }

  bool fixes_nothing_new(size_t branch) const {
    for (size_t i = branch; i-- > 0;) {
      if (word_[i].thread != word_[branch].thread) continue;
      if (reads(word_[i].kind)) return false;
      if (word_[i].kind == Kind::branch) return true;
    }
    return true;
  }

  bool ended_by_itself(size_t i) const {
    return word_[i].kind == Kind::wait_end && !(woken_ >> i & 1);
  }

  // Whether another thread than t writes v.
  bool written_by_others(uint8_t v, uint8_t t) const { return writing_[v] & ~mask(t); }
  bool is_joined(uint8_t t) const { return joined_ & mask(t); }

 private:
  bool is_first(size_t i) const {
    for (size_t k = 0; k < i; ++k)
      if (word_[k].thread == word_[i].thread) return false;
    return true;
  }

  bool is_last(size_t i) const {
    return last_[word_[i].thread] == i && !is_joined(word_[i].thread);
  }

  // Without this wait, nobody else is woken otherwise.
  bool wakes_nobody_else(size_t end) const { return wait_ends_ == 1 || (by_broadcast_ >> end & 1); }

  bool holds_nothing(size_t acquire) const {
    int held = 0;
    for (size_t i = 0; i < acquire; ++i)
      if (word_[i].thread == word_[acquire].thread)
        held += acquires_lock(word_[i].kind) ? 1 : releases_lock(word_[i].kind) ? -1 : 0;
    return held == 0;
  }

  // The waker of a wait_end: the earliest signal since its wait_begin that woke nobody yet, or else
  // the latest broadcast.
  void find_wakers() {
    ended_by_waker_.fill(kNothing);
    uint32_t used = 0;
    for (size_t end = 0; end < word_.size(); ++end) {
      if (word_[end].kind != Kind::wait_end) continue;
      ++wait_ends_;
      size_t begin = end;
      while (word_[begin].thread != word_[end].thread || word_[begin].kind != Kind::wait_begin)
        --begin;
      uint8_t waker = kNothing;
      for (size_t i = begin + 1; i < end; ++i) {
        if (word_[i].kind == Kind::broadcast) waker = static_cast<uint8_t>(i);
        if (word_[i].kind == Kind::signal && !(used >> i & 1)) {
          waker = static_cast<uint8_t>(i);
          used |= 1u << i;
          break;
        }
      }
      if (waker == kNothing) continue;
      wakers_ |= 1u << waker;
      woken_ |= 1u << end;
      if (word_[waker].kind == Kind::broadcast) by_broadcast_ |= 1u << end;
      ended_by_waker_[begin] = static_cast<uint8_t>(end);
    }
  }

  const std::span<const Letter> word_;
  std::array<uint8_t, kMaxWordThreads> last_{};
  std::array<uint32_t, 8> touching_{}, writing_{}, locking_{};  // threads, by variable or lock
  std::array<bool, 8> exclusive_{}, tried_{};
  uint32_t active_ = 0, forked_ = 0, joined_ = 0;  // threads
  bool has_waits_ = false;
  uint32_t wait_ends_ = 0;
  uint32_t wakers_ = 0, woken_ = 0, by_broadcast_ = 0;  // letters
  std::array<uint8_t, kMaxWord> ended_by_waker_;        // of a wait_begin: its end
};

}  // namespace

bool is_idle(std::span<const Letter> word, size_t letter) { return Summary(word).is_idle(letter); }

bool has_idle_letter(std::span<const Letter> word) {
  const Summary summary(word);
  for (size_t i = 0; i < word.size(); ++i)
    if (summary.is_idle(i)) return true;
  return false;
}

uint32_t tails(std::span<const Letter> word) {
  uint32_t found = 0, followed = 0, joined = 0;  // letters; threads
  for (size_t i = word.size(); i-- > 0;) {
    const Letter& l = word[i];
    if (l.kind == Kind::join) joined |= mask(l.operand);
    const bool last = !(followed & mask(l.thread));
    followed |= mask(l.thread);
    if (!last || !is_access(l.kind) || joined & mask(l.thread)) continue;
    bool overwritten = false, seen = false;
    for (size_t k = i + 1; k < word.size(); ++k) {
      if (!on_memory(word[k].kind) || word[k].operand != l.operand) continue;
      seen |= !overwritten && writes(l.kind) && reads(word[k].kind);
      overwritten |= !is_access(word[k].kind) || writes(word[k].kind);
    }
    const bool late_read = l.kind == Kind::read && !overwritten;
    if (!seen && !late_read) found |= 1u << i;
  }
  return found;
}

bool can_name(std::span<const Letter> word, uint32_t tails) {
  int all = 0, mere_reads = 0;
  for (size_t i = 0; i < word.size(); ++i) {
    if (!(tails >> i & 1)) continue;
    ++all;
    mere_reads += !writes(word[i].kind);
  }
  return all < 3 && mere_reads < 2;
}

bool stays_idle(std::span<const Letter> word) {
  const size_t last = word.size() - 1;
  const Kind kind = word[last].kind;
  if (kind == Kind::fork) return Summary(word).is_a_first_fork(last);
  if (kind == Kind::branch) return Summary(word).fixes_nothing_new(last);
  return kind == Kind::wait_end && Summary(word).ended_by_itself(last);
}

bool can_grow(std::span<const Letter> word, const RunState& state, SmallBound bound,
              bool has_heap) {
  const Summary summary(word);
  for (uint8_t t = 0; t < bound.threads; ++t) {
    if (state.length[t] == bound.events_per_thread || summary.is_joined(t)) continue;
    if (state.waits[t] || state.at_barrier[t]) continue;
    for (uint8_t v = 0; v < state.variables; ++v)
      if (summary.written_by_others(v, t) && (v > 0 || !has_heap || state.live)) return true;
  }
  return false;
}

}  // namespace foreweave::agree
