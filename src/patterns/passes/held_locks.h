// The locks each thread holds, as small numbers for equal sets ("locksets"), and whether two sets
// keep their holders apart.
//
// A set is a node of a trie: its largest lock, and the set of the others. So a set costs the same
// however many locks it has, and taking a lock is one look-up. Nothing is looked up for sets that
// nobody asks for: where locks nest, most sets occur once, and most of those while memory is
// touched that one of their locks guards throughout.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"

namespace foreweave {

class HeldLocks {
 public:
  using SetId = uint32_t;  // 0 is the empty set
  struct Entry {
    LockId lock;
    bool shared;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };
  struct Taken {
    Entry entry;
    EventId at;
    SetId set;              // of this one and those taken before it, once somebody asked
    bool outlived = false;  // another one was released since it was taken
  };

  explicit HeldLocks(const Trace& trace)
      : trace_(trace), threads_(trace.thread_count()), nodes_{{{}, 0}} {}

  // To be called for every lock event.
  void step(EventId e);

  SetId of(ThreadId t) {
    const std::vector<Taken>& taken = threads_[t.index()];
    if (taken.empty()) return 0;
    return taken.back().set != kUnknown ? taken.back().set : set_of_first(t, taken.size());
  }
  // The set of this lock alone, taken exclusively.
  SetId of_lock(LockId lock) { return with(0, {lock, false}); }
  // As has_exclusively() of all it holds, but nothing is looked up.
  bool holds_exclusively(ThreadId t, LockId lock) const {
    for (const Taken& taken : threads_[t.index()])
      if (taken.entry.lock == lock && !taken.entry.shared) return true;
    return false;
  }
  // As that, of those held since before event e.
  bool holds_exclusively_since(ThreadId t, LockId lock, EventId e) const {
    for (const Taken& taken : threads_[t.index()])
      if (taken.entry.lock == lock && !taken.entry.shared && taken.at < e) return true;
    return false;
  }
  // Of those held, what was taken before event e.
  SetId since(ThreadId t, EventId e);
  // In the order in which they were taken.
  std::span<const Taken> taken(ThreadId t) const { return threads_[t.index()]; }

  // The entries of a set, the largest first.
  class Entries;
  Entries entries(SetId set) const;

  bool has_exclusively(SetId set, LockId lock) const;
  // Some lock is in both, and not in shared mode in both: two threads cannot hold these sets at
  // once.
  bool exclude(SetId a, SetId b) const;
  // Some lock is in both, in whatever mode.
  bool overlap(SetId a, SetId b) const;
  // One lock keeps a holder of a and a holder of b apart from the holder of c.
  bool exclude_each(SetId a, SetId b, SetId c) const;

 private:
  static constexpr SetId kUnknown = UINT32_MAX;
  struct Node {
    Entry largest;
    SetId others;
  };

  SetId set_of_first(ThreadId t, size_t count);
  SetId with(SetId set, Entry entry);
  // For each lock that is in both: true as soon as meets(entry of a, entry of b) is.
  template <class Meets>
  bool any_common(SetId a, SetId b, Meets meets) const;

  const Trace& trace_;
  std::vector<std::vector<Taken>> threads_;
  std::vector<Node> nodes_;
  FlatMap<SetId> with_;  // (set, lock, mode) -> set
};

class HeldLocks::Entries {
 public:
  class Iterator {
   public:
    using value_type = Entry;
    using difference_type = ptrdiff_t;
    using reference = const Entry&;
    using pointer = const Entry*;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const std::vector<Node>* nodes, SetId at) : nodes_(nodes), at_(at) {}
    reference operator*() const { return (*nodes_)[at_].largest; }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      at_ = (*nodes_)[at_].others;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const std::vector<Node>* nodes_ = nullptr;
    SetId at_ = 0;
  };

  Entries(const std::vector<Node>& nodes, SetId set) : nodes_(&nodes), set_(set) {}
  Iterator begin() const { return {nodes_, set_}; }
  Iterator end() const { return {nodes_, 0}; }

 private:
  const std::vector<Node>* nodes_;
  SetId set_;
};

inline HeldLocks::Entries HeldLocks::entries(SetId set) const { return {nodes_, set}; }

}  // namespace foreweave
