// `foreweave-bench closure`: generates traces with bugs of every kind and measures what users run,
// `foreweave predict` with the engines that decide claims, repeatedly and interleaved; prints
// medians and what was found beside the targets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

struct ClosureBenchOptions {
  uint64_t seed = 1;
  uint64_t events = 10'000'000;
  uint64_t large_events = 100'000'000;
  bool large = false;
  uint64_t claim_events = 4'000'000;    // of the trace on which there is more to decide
  uint32_t claim_attempts = 256;        // on that
  uint64_t session_events = 1'000'000;  // of such a one for claims that share what they need
  uint32_t claims = 1'000;              // asked of one decider
  uint32_t repetitions = 5;
  unsigned limit_seconds = 600;  // for one run
  std::vector<std::string> engines = {"seqcheck", "m2", "auto"};
};

// The exit status: 0, or 1 if something failed, or if a verdict count was not the same in every
// repetition or with two jobs. Missed targets change nothing.
int run_closure_bench(const ClosureBenchOptions& options);

}  // namespace foreweave
