// `foreweave-bench record`: builds programs without anything, with ThreadSanitizer and with our
// compiler, runs them repeatedly and interleaved, and prints what recording costs beside the
// targets.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

// One of bench/programs. `scale` is its second argument: what makes it record some ten million
// events, so that a trace can be validated in a few gigabytes.
struct RecordProgram {
  const char* name;
  uint32_t scale;
};
const std::vector<RecordProgram>& record_programs();

struct RecordBenchOptions {
  uint32_t repetitions = 5;
  std::vector<uint32_t> threads{2, 8};
  std::vector<std::string> programs;  // empty: all
  double scale = 1;                   // times the programs' own
};

// The exit status: 0, or 1 if something could not be built or run, printed something else than the
// plain program, or recorded a trace that is not valid. Missed targets change nothing.
int run_record_bench(const RecordBenchOptions& options);

}  // namespace foreweave
