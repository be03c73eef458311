// A small trace compiled into "may event e happen next, and what does that change": the moves of
// brute force. Written from docs/reorderings.md and nothing else.
//
// What may follow depends on the events executed so far (which locks are held, and what semaphores
// count, follows from those), on the last writer of each cell, on which waiters were signalled
// while they waited, and on which executed reads saw something else than in the trace. Three
// simplifications, all tested against plain enumeration of sequences (brute_force_test.cc):
//   - the last writer of a cell is forgotten once no read that saw it in the trace is left;
//   - a decision closes over what it fixes: the reads it depends on, the reads behind the writes
//     that these saw, and so on. If a read of that closure saw something else, the way is dead,
//     since nothing that comes later makes a read free again;
//   - that a read saw something else is forgotten once no decision that fixes it is left.
//
// A claim may be compiled in: the reads that its pending events fix are remembered to the end, and
// the read of a null claim happens only when it sees null.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "agree/links.h"
#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"

namespace foreweave::agree {

class Stepper {
 public:
  static constexpr size_t kMaxCells = 32;  // with reads; others need no last writer
  static constexpr size_t kMaxKeyWords = 3 + kMaxCells / 8;

  struct State {
    EventSet done = 0;
    EventSet held = 0;                       // acquires without their release
    EventSet woken = 0;                      // wait_ends whose signal came after their wait_begin
    EventSet wrong = 0;                      // reads that saw something else
    std::array<uint8_t, kMaxCells> last;     // writer, kNoEvent, or kForgotten
    std::array<uint8_t, kMaxThreads> place;  // events done by each thread
  };

  // Keeps references to both. Allocates nothing after the first traces.
  void compile(const Trace& trace, const ModelFacts& facts, const Claim* claim = nullptr);

  State start() const;
  // False if e, the next event of its thread, may not happen in `from`.
  bool step(const State& from, size_t e, State& to) const;

  size_t thread(size_t e) const { return rules_[e].thread; }
  // The thread's next event, or kNoEvent.
  uint8_t next(const State& s, size_t thread) const { return order_[thread][s.place[thread]]; }
  EventSet next_events(const State& s) const;
  // Whether e can be pending: it is its thread's next event, and the thread was forked if the trace
  // forks it.
  bool pending(size_t e, const State& s) const {
    return next(s, rules_[e].thread) == e && !(forks_[rules_[e].thread] & ~s.done);
  }
  // Whether e, an acquire, must wait for a lock that `thread` holds.
  bool waits_for(size_t e, size_t thread, const State& s) const;
  // Whether what e touches is allocated and not freed.
  bool alive(size_t e, const State& s) const;
  // All that was at the address is freed, and what e itself frees is not allocated.
  bool nothing_to_free(size_t e, const State& s) const;
  // The reads that are fixed by e being executed, or pending: none unless e decides.
  EventSet fixes_if_pending(size_t e) const { return rules_[e].fixes_if_pending; }
  // The reads that are fixed because of the claim, when all of it that happens has happened.
  EventSet fixed_by_claim() const { return fixed_by_claim_; }
  const Links& links() const { return links_; }

  // States with equal keys have the same future.
  size_t key_words() const { return key_words_; }
  void key(const State& s, uint64_t* words) const;

 private:
  static constexpr uint8_t kForgotten = 0xfe;

  struct Rule {
    Kind kind;
    uint8_t thread;
    EventSet after;       // must be done
    EventSet not_after;   // must not be done
    EventSet blocked_by;  // acquires that must not be held
    EventSet waits_for;   // of a request: acquires for which it waits while they are held
    EventSet needs_held;  // of a failed try: one of these acquires is held
    EventSet wakes;       // wait_ends
    EventSet fixes, fixes_if_pending;     // reads, closed
    uint16_t seen_begin, seen_end;        // in seen_
    uint16_t written_begin, written_end;  // in written_
  };
  struct SeenCell {
    uint8_t cell;
    uint8_t write;
  };

  // A null claim's events.
  struct NullUse {
    uint8_t write = kNoEvent, read = kNoEvent, access = kNoEvent;
  };

  bool dependent_on_reads() const {
    return facts_.model == Model::branch || facts_.model == Model::dependence;
  }
  EventSet same_operand(const Trace& trace, size_t e) const;
  void compile_threads(const Trace& trace);
  void compile_locks(const Trace& trace, size_t e);
  void compile_sync(const Trace& trace, size_t e);
  void compile_lifetime(const Trace& trace, size_t e);
  void compile_unseen(const Trace& trace, size_t e);
  void compile_cells(const Trace& trace);
  void compile_fixes(const Trace& trace, const Claim* claim);
  void forbid_what_the_null_read_feeds(const Trace& trace);
  EventSet reads_behind(const Trace& trace, size_t x) const;
  bool semaphore_allows(size_t e, EventSet done) const;
  void forget(State& s) const;

  const Trace* trace_ = nullptr;
  ModelFacts facts_;
  Links links_;
  size_t events_ = 0, threads_ = 0, cells_ = 0;
  std::array<Rule, kMaxEvents> rules_;
  std::array<std::array<uint8_t, kMaxEvents + 1>, kMaxThreads> order_;
  std::array<EventSet, kMaxThreads> forks_;  // of each thread
  std::array<std::array<EventSet, kMaxEvents + 1>, kMaxThreads>
      later_fixes_;  // of order_ from there
  std::vector<SeenCell> seen_;
  std::vector<uint8_t> written_;  // cells
  // By cell and writer (the last entry: the initial contents): the reads that saw it there.
  std::array<std::array<EventSet, kMaxEvents + 1>, kMaxCells> readers_;
  bool has_waits_ = false;
  size_t key_words_ = 0;
  NullUse null_;
  EventSet fixed_by_claim_ = 0;
  EventSet forbidden_ = 0;  // may not happen
};

}  // namespace foreweave::agree
