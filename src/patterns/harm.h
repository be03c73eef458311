// Which claims are bugs by themselves, and which only if something comes of them.
//
// That another thread can come between two accesses is how threads are meant to work; only what the
// program makes of the first access turns it into a mistake. Known is that where the compiler saw a
// value being read, changed and written back (events/recorded_run/value_flows.h): whoever wrote in
// between has written for nothing. Unless somebody read it there before it was overwritten: places
// in a table are taken and given to others. And where the program marks a region, it says so
// itself. Of all other claims of atomicity in a recorded run we cannot tell, so they are bugs only
// if the program fails when it is replayed along their witness: a correct program does not. Traces
// that were not recorded from a program cannot be replayed and know no values; there a claim stands
// for itself.
#pragma once

#include "events/claim.h"
#include "events/recorded_run/value_flows.h"
#include "events/reordering.h"
#include "events/trace.h"

namespace foreweave {

class Harm {
 public:
  explicit Harm(const Trace& trace);

  // If the claim happens as in the witness.
  bool is_certain(const Claim& claim, const Reordering& witness) const;

 private:
  bool loses_an_update(const Claim& claim) const;
  bool is_read_in_between(const Claim& claim, const Reordering& witness) const;
  bool is_in_marked_region(EventId first, EventId last) const;

  const Trace& trace_;
  const bool was_recorded_;
  const ValueFlows flows_;
};

}  // namespace foreweave
