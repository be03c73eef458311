// `foreweave-bench shapes`: foreweave predict, from a trace file to a JSON report, on traces whose
// statistics are those of programs: mostly private work, one large table under few locks, many
// locks that nest. For each engine how many events a second, in growing sizes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

struct ShapesBenchOptions {
  uint64_t seed = 1;
  std::vector<std::string> shapes{"local", "dense", "nested"};
  std::vector<std::string> engines{"lockset", "hb", "shb", "wcp", "syncp", "seqcheck"};
  std::vector<uint32_t> events{1'000'000, 4'000'000, 16'000'000};
  unsigned limit_seconds = 600;  // for one run
};

// The exit status: 0, or 1 if a run failed or took too long.
int run_shapes_bench(const ShapesBenchOptions& options);

// Writes a trace of the shape, of about so many events, as STD text. False if there is no such
// shape or the file cannot be written.
bool write_shape_trace(const std::string& shape, uint32_t events, uint64_t seed,
                       const std::string& path);

}  // namespace foreweave
