// `foreweave-bench replay`: records programs and replays the runs as they were, interleaved, and
// prints what a replay costs beside the recording, and how large its schedule is beside the trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

struct ReplayBenchOptions {
  uint32_t repetitions = 5;
  uint32_t threads = 2;               // of the programs of bench/programs
  std::vector<std::string> programs;  // of them and of the examples; empty: all
  double scale = 0.2;                 // times the work of `foreweave-bench record`
};

// What --programs may name.
std::vector<std::string> replay_programs();

// The exit status: 0, or 1 if something could not be built, run, recorded or replayed, or if a
// replay did not follow its schedule; except for programs with connections, which no schedule
// repeats. Missed targets change nothing.
int run_replay_bench(const ReplayBenchOptions& options);

}  // namespace foreweave
