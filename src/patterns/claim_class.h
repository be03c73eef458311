// What patterns hand to engines: candidates for bugs, in classes. A class is one possible bug,
// identified by its sites; its claims are instances of it, the most promising (closest together)
// first. Proving one instance settles the class.
//
// A pattern leaves out what cannot be: accesses under a common lock, events that must come in
// another order, and what its header says is no bug. It never leaves out anything else without
// counting it in `classes_cut`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/claim.h"
#include "events/model.h"
#include "events/trace.h"

namespace foreweave {

struct ClaimClass {
  BugKind kind = BugKind::race;
  std::vector<SiteId> sites;  // of its first claim's events: happen, then pending
  std::vector<Claim> claims;  // the most promising first
  uint64_t instances = 0;     // seen in the trace; claims holds at most claims_per_class of them
};

class CertainOrders;
struct MeetingCells;

struct PatternOptions {
  // What is certain about the order of events depends on it (model/order/certain_order.h).
  Model model = Model::same_write;
  uint32_t claims_per_class = 8;
  uint32_t local_distance = 100;  // atomicity: events of the thread between the two local ones
  uint32_t classes_per_kind = 100000;
  // Atomicity: what the recorded run did itself is no bug, nor is looking again under the lock, an
  // atomic update, or what a thread does that was told to come later (docs/decisions/0010-*,
  // 0017-*).
  bool forgive = true;
  // Whether what code that was not recorded may order counts as certain.
  bool with_unseen = true;
  // Where threads could have met otherwise, if somebody has found that out (meeting_cells.h): for
  // the model, and local_distance.
  const MeetingCells* meetings = nullptr;
  // Where what is certain is kept for who looks next, and may be known already.
  CertainOrders* orders = nullptr;
};

struct Candidates {
  std::vector<ClaimClass> classes;  // by the first claim's first event, then its others
  uint64_t classes_cut = 0;         // possible ones beyond classes_per_kind or a search's limits
  uint64_t classes_forgiven = 0;    // left out because the recorded run did the same
};

// What several searches for the same kind found.
Candidates merged(std::vector<Candidates> found);

}  // namespace foreweave
