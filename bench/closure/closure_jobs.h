// What `foreweave-bench closure` measures, each in a process of its own: `foreweave predict` as
// users run it, and many claims asked of one decider. With each time goes what was found, so that a
// faster engine that finds something else is noticed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/measure/measure.h"

namespace foreweave {

// What an engine did with the candidates of one kind. Of an engine that scans there are only
// candidates (pairs of sites) and those that were cut.
struct KindCounts {
  std::string engine;
  std::string kind;
  uint64_t candidates = 0;
  uint64_t proved = 0;
  uint64_t refuted = 0;
  uint64_t undecided = 0;
  uint64_t cut = 0;  // of the undecided, with instances that nobody was asked about
  friend bool operator==(const KindCounts&, const KindCounts&) = default;
};

struct PredictCounts {
  uint64_t events = 0;
  uint64_t findings = 0;
  std::vector<KindCounts> kinds;
  friend bool operator==(const PredictCounts&, const PredictCounts&) = default;
};

struct PredictRun {
  std::string error;  // empty: none
  PredictCounts counts;
  double cpu_seconds = 0, wall_seconds = 0;     // the whole process
  double find_seconds = 0, decide_seconds = 0;  // of the wall clock's, all kinds together
  uint64_t peak_bytes = 0;                      // resident
};

struct PredictJob {
  std::string tool;  // the path of foreweave
  std::string trace;
  std::string engine;
  unsigned jobs = 1;
  uint32_t attempts = 0;  // --max-attempts; 0: as it is without
  std::string scratch;    // a folder
  unsigned limit_seconds = 600;
};
PredictRun run_predict(const PredictJob& job);

// Claims that share what they need: those that patterns put forward within one stretch of the
// trace, the shortest that has so many. Each is decided, and its witness checked.
struct SessionResult {
  uint64_t claims = 0;
  uint64_t stretch = 0;    // events from the first that a claim names to the last
  double overlapping = 0;  // with how many others a claim overlaps from end to end, on average
  uint64_t feasible = 0, infeasible = 0, unknown = 0;
  uint64_t refused = 0;     // witnesses, by the checker
  double open_seconds = 0;  // a factory, its first decider, a checker
  struct Times {
    double decide = 0, check = 0;
    double both() const { return decide + check; }
  };
  Times one;  // a claim asked of a decider and a checker that know nothing yet: the mean of all
  Times all;  // all claims asked of one decider and one checker
  char error[256] = "";  // empty: none

  bool same_counts(const SessionResult& other) const {
    return claims == other.claims && feasible == other.feasible && infeasible == other.infeasible &&
           unknown == other.unknown && refused == other.refused;
  }
};
struct SessionRun {
  ChildReport child;
  SessionResult result;

  bool good() const { return child.end == ChildEnd::done && result.error[0] == '\0'; }
};
SessionRun run_session(const std::string& trace, size_t claims, unsigned limit_seconds);

}  // namespace foreweave
