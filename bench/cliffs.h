// `foreweave-bench cliffs`: foreweave predict on traces of shapes that once made it fall off a
// cliff, each in growing sizes: what it costs must grow no faster than the trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

struct CliffsBenchOptions {
  uint64_t seed = 1;
  std::vector<std::string> shapes{"nested", "hot", "threads", "detached", "frames"};
  uint32_t scale_percent = 100;  // of the sizes
  unsigned limit_seconds = 300;  // for one run
};

// The exit status: 0, or 1 if a run failed or took too long.
int run_cliffs_bench(const CliffsBenchOptions& options);

// One of the shapes in this size, as STD text; "" if there is no such shape.
std::string cliff_trace(const std::string& shape, uint32_t size, uint64_t seed);

}  // namespace foreweave
