// The table that `foreweave-bench closure` prints: figures, targets, and whether they are met.
#pragma once

#include <string>
#include <vector>

#include "bench/closure/closure_jobs.h"
#include "bench/traces/bench_trace.h"

namespace foreweave {

// The repeated runs of `foreweave predict` with the same options.
struct PredictSeries {
  const BenchTrace* trace = nullptr;
  PredictJob job;
  uint64_t usual_peak_bytes = 0;  // of a run that does not count
  std::vector<PredictRun> runs;   // at least one

  std::string name() const;  // "seqcheck, 10 M"
  const PredictCounts& counts() const { return runs.front().counts; }
  bool same_counts() const;
};

// The repeated runs of a session on one trace.
struct SessionSeries {
  const BenchTrace* trace = nullptr;
  std::vector<SessionRun> runs;
};

struct ClosureFigures {
  std::vector<PredictSeries> usual;   // an engine each
  std::vector<PredictSeries> large;   // of these, the ones that got the large trace
  std::vector<PredictSeries> claims;  // one engine, one job and then two
  std::vector<SessionSeries> sessions;
};

std::string closure_table(const ClosureFigures& figures);

}  // namespace foreweave
