// The table that `foreweave-bench streaming` prints: figures, targets, and whether they are met.
#pragma once

#include <string>
#include <vector>

#include "bench/streaming/streaming_series.h"

namespace foreweave {

// Empty series are left out of the table.
struct StreamingFigures {
  std::vector<Series> engines;  // on the ordinary trace, or a smaller one
  std::vector<Series> large;
  std::vector<Series> dense;
  std::vector<Series> std_text;  // reading only
};

std::string streaming_table(const StreamingFigures& figures);

}  // namespace foreweave
