// Runs a program that was built with our compilers and writes the trace of its run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"

namespace foreweave {

struct RecordingOptions {
  std::vector<std::string> command;
  std::string output;  // the trace file
  uint64_t seed = 1;
  uint32_t slice = 10'000;      // events between switches, about
  double timeout = 0;           // seconds; 0: none
  uint64_t max_bytes = 0;       // of the trace; 0: no limit
  bool ignore_sigpipe = false;  // as the program is to find it
};

struct Recording {
  int wait_status = 0;    // of the program, as wait() tells it
  bool recorded = false;  // false: it was not built with our compilers, and there is no trace
  bool timed_out = false;
  uint64_t events = 0;
  size_t threads = 0;
  std::vector<std::string> unknown_synchronisation;  // functions whose orders were not seen
  std::string incomplete;  // why the trace lacks the end of the run; empty: it does not
};

// An error only if the program was not started.
Result<Recording> record_run(const RecordingOptions& options);

}  // namespace foreweave
