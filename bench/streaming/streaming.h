// `foreweave-bench streaming`: generates traces, runs every streaming engine on them and on parts
// of the work, repeatedly and interleaved, and prints medians beside the targets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

struct StreamingBenchOptions {
  uint64_t seed = 1;
  uint64_t events = 10'000'000;
  uint64_t dense_events = 1'000'000;
  uint64_t large_events = 100'000'000;
  bool large = false;
  uint32_t repetitions = 5;
  int cpu = -1;                      // to pin to; negative: any
  unsigned limit_seconds = 60;       // for one job; an engine over it gets a smaller trace
  std::vector<std::string> engines;  // empty: all
};

// The exit status: 0, or 1 if something failed or a verdict count was not the same every time.
// Missed targets change nothing.
int run_streaming_bench(const StreamingBenchOptions& options);

}  // namespace foreweave
