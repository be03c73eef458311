// What `foreweave-bench streaming` measures, one job a process: reading a trace, and an engine's
// whole work on one. Also what one repetition must find, so that a faster engine that finds
// something else is noticed.
#pragma once

#include <cstdint>
#include <string>

#include "bench/measure/measure.h"

namespace foreweave {

// Verdict counts. Must be the same in every repetition.
struct Counts {
  uint64_t events = 0;
  uint64_t instances = 0;
  uint64_t site_pairs = 0;
  uint64_t suspects = 0;  // put forward while proving
  uint64_t proved = 0;
  uint64_t cut = 0;  // site pairs whose attempts ran out
  friend bool operator==(const Counts&, const Counts&) = default;
};

struct JobResult {
  Counts counts;
  double read_seconds = 0;
  double validate_seconds = 0;
  double scan_seconds = 0;                   // alone: every suspect counts as settled
  double prove_seconds = 0;                  // proving alone
  double whole_seconds = 0;                  // read, validate, scan and prove
  double whole_user_seconds = 0;             // of these, not in the kernel
  double cpu_seconds = 0, wall_seconds = 0;  // the whole process
  uint64_t trace_bytes = 0;                  // Trace::memory_bytes
  char error[256] = "";                      // empty: none
};

struct JobRun {
  ChildReport child;
  JobResult result;

  bool good() const { return child.end == ChildEnd::done && result.error[0] == '\0'; }
};

// In a process of its own. An empty engine only reads and validates. An engine whose yes means
// "possible" has nothing to prove: its whole work ends with the scan.
// `usual_peak_bytes`, if known from an earlier run: so much memory is at hand when the clock
// starts.
JobRun run_job(const std::string& engine, const std::string& trace_path, unsigned limit_seconds,
               uint64_t usual_peak_bytes = 0);

}  // namespace foreweave
