// Where it is worth while to hold a thread and to let the others run on, to see whether the memory
// that it is about to use or to free is taken away from it (replay/run/trial.h).
//
// Models that keep what reads saw cannot say what a program does when a reference count or a
// pointer test comes out otherwise. The program itself can. So nothing here has to be certain; it
// only has to be worth a run. A point is
//   - a use of heap memory that another thread frees, and could free before: the first of a thread,
//   and
//     the first behind each release of a lock, for there whatever protects it may be missing;
//   - a free of memory whose address the thread had read from where other threads read it, too;
//   - the beginning of the step that leads to such a free: then the others use the memory first,
//   and the
//     trace of that trial has uses to hold a thread before.
#pragma once

#include <cstdint>
#include <vector>

#include "events/trace.h"

namespace foreweave {

struct TrialPoint {
  enum class What : uint8_t { use, free, step };
  What what = What::use;
  EventId before;  // which its thread is held
  EventId free;    // that may come first, or that it leads to
};

// One or two for each pair of places, the best ones first.
std::vector<TrialPoint> trial_points(const Trace& trace);

}  // namespace foreweave
