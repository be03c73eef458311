// Finds which memory of a trace is written by code that was not recorded, and so what keeps its
// place among the stretches in such code (docs/reorderings.md, rule 7).
//
// A read that found what no recorded write left there is a *surprise*: somebody wrote in between,
// in a stretch that nobody recorded. If that can only have been the reading thread itself, and no
// other thread touches the memory, nothing depends on it. In all other cases the bytes are written
// unseen, and stay so for the whole trace: whoever wrote them once may have done so at other times,
// with a value that nobody read.
#pragma once

#include <unordered_map>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct Surprise {
  EventId read;
  CellId cell;
};

class UnseenWrites {
 public:
  // `trace` has its cells and traits; surprises in any order.
  UnseenWrites(Trace& trace, std::vector<Surprise> surprises);

  // Sets what the trace says of unseen writes and of the order by unseen code.
  void find();

 private:
  // Of one thread, while the trace is gone through.
  struct Thread {
    EventId last_mark;
    bool inside = false;  // a stretch has begun and not ended
  };

  void find_places();
  void judge_surprises();
  void find_shared(const BitSet& locations);
  bool is_harmless(const Surprise& surprise, EventId last_access,
                   const std::vector<Thread>& threads) const;
  void mark_locations();
  void note_marks();

  Trace& trace_;
  std::vector<Surprise> surprises_;
  BitSet doubtful_;  // cells with surprises; then those that are written unseen
  BitSet shared_;    // doubtful cells that two threads access
  bool any_written_ = false;
};

}  // namespace foreweave
