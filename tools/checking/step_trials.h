// Trials of steps: a thread is held between two critical sections, or between a load and a store,
// of which nobody knows whether they were meant as one (patterns/trials/step_points.h).
//
// It is a bug if the program fails of it, and does not fail if the thread is held just as long
// before the step: so it is neither the time nor the order of the threads, but what came in
// between. Another output is not enough, unless a number was seen to go below zero that had been
// looked at before (docs/decisions/0022-trials.md).
//
// And threads are held before they wait (patterns/trials/wait_points.h). If a trial ends with
// everybody waiting, or going round, no more needs to be known: the program is stuck.
#pragma once

#include <vector>

#include "checking/trials.h"

namespace foreweave {

// A report for each trial that broke a step, or in which the program got stuck.
std::vector<Report> run_step_trials(const Trace& trace, const Results& results,
                                    const TrialStage& stage);

}  // namespace foreweave
