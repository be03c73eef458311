// The events of one thread in their order, out of a trace's total order. Threads run for many
// events before another one does, so that what is kept is the runs: a number an event would be a
// seventh of the trace's memory.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

#include "events/columns/ids.h"

namespace foreweave {

// Events of one thread without one of another thread in between.
struct ThreadRun {
  uint32_t index = 0;  // of its first event among the thread's
  EventId event;       // its first event
};

// Refers to the trace's runs. Finding an event by its index is a binary search among them; going on
// from there is not.
class ThreadEvents {
 public:
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = EventId;
    using difference_type = ptrdiff_t;
    using pointer = const EventId*;
    using reference = EventId;

    Iterator() = default;
    EventId operator*() const { return EventId(run_->event.value + (index_ - run_->index)); }
    uint32_t index() const { return index_; }

    Iterator& operator++() {
      ++index_;
      if (run_ + 1 < last_ && run_[1].index == index_) ++run_;
      return *this;
    }
    Iterator& operator--() {
      if (run_->index == index_) --run_;
      --index_;
      return *this;
    }
    Iterator& operator+=(difference_type n) {
      index_ = static_cast<uint32_t>(index_ + n);
      run_ = run_of(first_, last_, index_);
      return *this;
    }
    friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
    friend Iterator operator-(Iterator i, difference_type n) { return i += -n; }
    friend difference_type operator-(const Iterator& a, const Iterator& b) {
      return static_cast<difference_type>(a.index_) - b.index_;
    }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }
    auto operator<=>(const Iterator& other) const { return index_ <=> other.index_; }

   private:
    friend class ThreadEvents;
    Iterator(const ThreadRun* first, const ThreadRun* last, uint32_t index)
        : first_(first), last_(last), run_(run_of(first, last, index)), index_(index) {}

    const ThreadRun *first_ = nullptr, *last_ = nullptr, *run_ = nullptr;
    uint32_t index_ = 0;
  };

  ThreadEvents() = default;
  ThreadEvents(std::span<const ThreadRun> runs, uint32_t size)
      : first_(runs.data()), last_(runs.data() + runs.size()), size_(size) {}

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  EventId operator[](size_t i) const { return *at(i); }
  EventId front() const { return first_->event; }
  EventId back() const { return *at(size_ - 1); }
  Iterator begin() const { return at(0); }
  Iterator end() const { return at(size_); }
  Iterator at(size_t i) const { return {first_, last_, static_cast<uint32_t>(i)}; }
  ThreadEvents first(size_t n) const { return {{first_, last_}, static_cast<uint32_t>(n)}; }

  // All runs of the thread; the last ones may lie behind size().
  std::span<const ThreadRun> runs() const { return {first_, last_}; }
  // With the first event of each run and the end of the run.
  template <class Visit>
  void for_each_run(Visit visit) const {
    for (const ThreadRun* run = first_; run != last_ && run->index < size_; ++run) {
      const uint32_t next = run + 1 == last_ ? size_ : std::min(run[1].index, size_);
      visit(run->event, EventId(run->event.value + (next - run->index)));
    }
  }

  // The index of the thread's first event at or behind `e`; size() if there is none.
  uint32_t index_from(EventId e) const {
    const ThreadRun* after = std::lower_bound(
        first_, last_, e, [](const ThreadRun& r, EventId x) { return r.event < x; });
    const uint32_t next = after == last_ ? size_ : std::min(after->index, size_);
    if (after == first_) return next;
    const ThreadRun& before = after[-1];
    return std::min(before.index + (e.value - before.event.value), next);
  }

 private:
  // The run that has it, for the index behind the last event the last one.
  static const ThreadRun* run_of(const ThreadRun* first, const ThreadRun* last, uint32_t index) {
    const ThreadRun* after = std::upper_bound(
        first, last, index, [](uint32_t i, const ThreadRun& r) { return i < r.index; });
    return after == first ? first : after - 1;
  }

  const ThreadRun *first_ = nullptr, *last_ = nullptr;
  uint32_t size_ = 0;
};

}  // namespace foreweave
