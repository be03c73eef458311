// Finds which memory of a trace is written by code that was not recorded, and so what keeps its
// place among the stretches in such code (docs/reorderings.md, rule 7).
//
// A read that found what no recorded write left there is a *surprise*: somebody wrote in between,
// in a stretch that nobody recorded. If no other thread touches the memory, and none has been in
// code that may have written it, that was the thread's own doing, and nothing depends on it. So it
// is if others were only in functions of libc, and the thread itself in one since it wrote there.
// In all other cases the bytes are written unseen, and stay so for the whole trace: whoever wrote
// them once may have done so at other times, with a value that nobody read.
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
    EventId last_unseen;  // its last mark of code that we know nothing of
    EventId last_known;   // and of a function of libc
    EventId first_call;   // of a function of its own, by such code
    bool inside = false;  // a stretch in such code has begun and not ended
  };

  void find_places();
  void judge_surprises();
  void find_shared(const BitSet& locations);
  uint64_t number_of_system() const;
  // Such a mark only orders: what the system writes is recorded.
  bool is_of_the_system(EventId mark) const;
  bool is_harmless(const Surprise& surprise, EventId last_access,
                   const std::vector<Thread>& threads) const;
  void mark_locations();
  void note_marks();

  Trace& trace_;
  std::vector<Surprise> surprises_;
  uint64_t system_;  // the number of UnseenOrder::kSystem among the libraries; 0: it is none
  BitSet doubtful_;  // cells with surprises; then those that are written unseen
  BitSet shared_;    // doubtful cells that two threads access
  bool any_written_ = false;
};

}  // namespace foreweave
