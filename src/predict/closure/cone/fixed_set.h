// Which reads are fixed (docs/reorderings.md) while the set of executed events grows. Fixed reads
// only become more; each is reported once.
//
// Under same-write every executed read is fixed. Under branch the fixed reads of a thread are those
// before some point, its *limit*: its last executed decision (behind that, if it decides on what it
// read itself), or a write of it that a fixed read sees. Under dependence they are what Dependences
// says. Reads that lie before the window are left out: they see there what they saw.
#pragma once

#include <cstdint>
#include <vector>

#include "events/model.h"
#include "events/trace.h"
#include "predict/closure/cone/window.h"

namespace foreweave {

class FixedSet {
 public:
  FixedSet(const Trace& trace, const ModelFacts& facts) : trace_(trace), facts_(facts) {}

  void reset(const Window& window);

  // The thread executes its events from number `from` up to but excluding `bound`, besides the
  // earlier ones.
  void execute(ThreadId t, uint32_t from, uint32_t bound);
  // `e` is the next event of its thread in the end.
  void pend(EventId e);
  // A fixed read sees this write.
  void see(EventId write);

  // The reads that became fixed, to be worked off by the caller. Under dependence also some that
  // only their own thread can see.
  std::vector<EventId>& fresh() { return fresh_; }
  bool contains(EventId read) const;

  // What undoing needs: all of it, small but for the dependence model.
  struct State {
    std::vector<uint32_t> limits, reached;
    std::vector<bool> listed;
  };
  const State& state() const { return state_; }
  void restore(const State& state) {
    state_ = state;
    fresh_.clear();
  }

 private:
  void raise(ThreadId t, uint32_t limit);
  void fix_behind(EventId e, bool with_own_read);
  void list(EventId read);  // as fixed, under dependence

  const Trace& trace_;
  const ModelFacts& facts_;
  const Window* window_ = nullptr;
  State state_;  // limits by thread; reached, by chain: the reads before this position are
                 // reported; listed (dependence), by event of the window
  std::vector<EventId> fresh_;
};

}  // namespace foreweave
