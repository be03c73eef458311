// The variables that the standard library synchronises by: the counter in a std::semaphore, the
// word that an atomic wait sleeps on, and the like. They are changed between two looks of a thread
// by design; a program that waits for one has no step there that anybody could break.
//
// They are known by who touches them: code of the headers that implement synchronisation.
#pragma once

#include "base/bit_set.h"
#include "events/trace.h"

namespace foreweave {

class LibrarySynchronisation {
 public:
  explicit LibrarySynchronisation(const Trace& trace);

  // Whether the access is to such a variable.
  bool is_of(EventId access) const {
    return any_ && cells_.contains(trace_.location_of(access).first_cell.index());
  }

 private:
  const Trace& trace_;
  BitSet cells_;
  bool any_ = false;
};

}  // namespace foreweave
