// The closure of a claim: the least set of events that must happen for it, and the least order that
// they must keep, found together by rules that hold in every reordering (docs/reorderings.md). If
// the rules contradict each other, no reordering fulfils the claim. If they do not, the order is a
// promising plan; linearise.h makes a witness of it.
//
// The idea is M2's (Pavlogiannis, POPL 2020) and SeqCheck's (Cai et al., ESEC/FSE 2021); what is
// different, and why, is in docs/engines/closure.md. Above all, set and order grow together: a
// critical section that stays open is closed only when the order demands it, so that a
// contradiction means "no" for any number of threads.
//
// Refers to trace, index and facts. One thread.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "events/claim.h"
#include "events/lives.h"
#include "events/model.h"
#include "events/trace.h"
#include "model/order/growing/suffix_minima.h"
#include "predict/closure/cone/conflict_index.h"
#include "predict/closure/cone/fixed_set.h"
#include "predict/closure/cone/past_readers.h"
#include "predict/closure/cone/rivals.h"
#include "predict/closure/cone/window.h"
#include "predict/closure/standoffs.h"

namespace foreweave {

// A critical section in the window, taken by a thread whose acquire happens.
struct Section {
  EventId acquire, release;  // release: none if the trace has none
  LockId lock;
  bool shared = false;
  uint32_t rivals = 0;   // a list of Rivals: who excludes it
  uint64_t checked = 0;  // when the rules last looked at it
};

// A fixed read of one cell that somebody else writes in the window, and the write that it must see
// there (none: what the cell held before).
struct FixedRead {
  EventId read, write;
  CellId cell;
  uint32_t rivals = 0;
  uint64_t checked = 0;
};

class Closing {
 public:
  Closing(const Trace& trace, const ConflictIndex& index, const ModelFacts& facts);

  enum class Outcome : uint8_t {
    closed,      // the rules are fulfilled
    impossible,  // they contradict each other, whatever the window
    too_narrow,  // they contradict each other, or need an event outside, because of the window
    exhausted,   // the budget is used up
  };

  // `window` must stay as it is as long as this is used. `same_window`: as at the last start.
  Outcome start(const Window& window, bool same_window, const Claim& claim, uint64_t budget);
  // Impossible, or anything else. A thin window.
  Outcome start(const Window& window, bool same_window, const Standoff& standoff, uint64_t budget);
  uint64_t work() const { return work_; }

  // --- going on from a closed state ---------------------------------------------------------
  // More than the rules demand: that `e` happens; that a comes before b. Then close() again.
  bool require(EventId e);
  bool put_before(EventId a, EventId b);
  Outcome close();
  // Whether something was demanded since it was closed.
  bool is_open() const { return changed_ || !growing_.empty(); }
  struct State;
  State save();
  void restore(const State& state);  // the states saved after it are gone

  // --- what was found -----------------------------------------------------------------------
  const Window& window() const { return *window_; }
  // The thread's events with a number below this happen.
  uint32_t bound(ThreadId t) const { return bounds_[t.index()]; }
  bool happens(EventId e) const { return e.value < bound(trace_.thread(e)); }
  // Whether it may happen without breaking the claim.
  bool may_happen(EventId e);
  uint32_t active(uint32_t chain) const { return active_[chain]; }
  const SuffixMinima& order() const { return order_; }
  // Of locks that somebody else takes in the window, too.
  std::span<const Section> sections(uint32_t chain) const { return sections_[chain]; }
  std::span<const Rival> rivals(uint32_t list) const { return rivals_.list(list); }
  std::span<const FixedRead> fixed_reads() const { return fixed_reads_; }
  std::span<const EventId> tries() const { return tries_; }  // failed tries and semaphore waits
  // The only other thread whose progress decides whether the try fails or the wait gets through;
  // none if there are several, or nobody.
  ThreadId sole_partner(EventId attempt) const;

 private:
  void reset(const Window& window, bool same_window, uint64_t budget);
  bool set_up(const Claim& claim);
  bool set_up(const Standoff& standoff);
  bool keep_alive(EventId e);
  bool retarget(const Claim& claim);
  bool free_what_was_there(const Claim& claim);
  bool fail(Outcome why);

  bool run_rules();
  bool grow();
  bool activate(uint32_t chain, EventId e);
  bool add_unseen_rules(EventId e);
  bool add_sync_rules(EventId e);
  bool add_thread_rules(EventId e);
  bool add_condition_rules(EventId e);
  bool add_barrier_rules(EventId e);
  bool add_semaphore_rules(EventId e);
  bool add_free_rules(EventId e);
  bool use_object(ObjectId object, uint32_t chain, EventId e);
  bool tells_of_null(EventId read, EventId write) const;
  bool fix(EventId read);
  void add_section(EventId acquire, uint32_t chain);

  void add_fixed_read(EventId read, EventId write, CellId cell);
  bool close_reads();
  bool is_new_behind_write(const FixedRead& r) const;
  bool close_read_backward(const FixedRead& r);
  bool close_read_forward(const FixedRead& r);
  EventId last_node_before(const Rival& u, uint32_t end) const;
  EventId first_node_from(const Rival& u, uint32_t begin) const;
  uint32_t known_behind_write(const FixedRead& r, ThreadId u) const;
  bool close_locks();
  bool close_section(const Section& s, ThreadId t);
  bool close_against(const Section& s, ThreadId t, const Rival& u);
  bool open_against(const Section& s, const Rival& u);
  bool respect_past_holder(const Section& s, const Rival& u);
  bool close_tries();
  uint32_t furthest_before(uint32_t next, ThreadId u);
  bool place_try(EventId e, ThreadId u);
  bool place_on_semaphore(EventId e, ThreadId u);

  bool order_before(EventId a, EventId b);  // both happen
  // Of thread u: the last event before node of `e`, the first behind it; with the window's limits
  // as "none": UINT32_MAX.
  uint32_t last_before(EventId e, ThreadId u) const;
  uint32_t first_after(EventId e, ThreadId u) const;

  const Trace& trace_;
  const ConflictIndex& index_;
  const ModelFacts& facts_;
  const Window* window_ = nullptr;
  uint64_t budget_ = 0, work_ = 0;
  Outcome failure_ = Outcome::closed;
  bool with_past_ = false;  // rules that hold only because the past is executed first
  bool narrowed_ = false;   // something was not done because it lies behind the window

  std::vector<uint32_t> bounds_, caps_;  // by thread, event numbers; caps stay out
  std::vector<uint32_t> active_;         // by chain: its nodes that happen
  std::vector<uint32_t> growing_;        // threads whose bound is ahead of their active nodes
  FixedSet fixed_;
  SuffixMinima order_;
  bool changed_ = false;
  uint64_t grown_ = 0;         // order_'s time when the set last grew
  uint64_t all_is_new_ = 0;    // what was checked before this time counts as not checked
  uint64_t latest_order_ = 0;  // when order_ last changed
  EventId retargeted_;         // a null claim's read
  EventId unfixed_from_;       // reads of its thread from here on need no rule; none: all do

  std::vector<std::vector<Section>> sections_;  // by chain
  std::vector<FixedRead> fixed_reads_;
  Rivals rivals_;
  PastReaders past_readers_;
  std::vector<EventId> tries_;
  std::vector<EventId> wait_began_;  // by chain
  struct Use {
    uint32_t chain;
    EventId last;
  };
  std::unordered_map<uint32_t, std::vector<Use>> uses_;  // by object that is freed in the trace

 public:
  struct State {
    std::vector<uint32_t> bounds, active;
    std::vector<size_t> section_counts;
    size_t fixed_read_count = 0, try_count = 0;
    std::vector<EventId> wait_began;
    std::unordered_map<uint32_t, std::vector<Use>> uses;
    FixedSet::State fixed;
    PastReaders::Mark past_readers{};
    bool open = false;
    SuffixMinima::Mark mark{};
  };
};

}  // namespace foreweave
