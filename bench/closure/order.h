// `foreweave-bench order`: both structures of a growing order (model/order) on the same made-up
// edges and questions, interleaved, with medians, sizes and ratios.
#pragma once

#include <cstdint>
#include <vector>

namespace foreweave {

struct OrderBenchOptions {
  uint64_t seed = 1;
  std::vector<uint32_t> chains{2, 4, 12, 64};
  std::vector<uint32_t> positions{1'000, 10'000, 100'000, 1'000'000};  // of all chains together
  std::vector<double> densities{0.001, 0.01, 0.1, 1};                  // edges a position
  uint32_t questions = 200'000;
  uint32_t repetitions = 5;
  uint64_t memory_limit_mb = 2'000;  // a case that may take more is left out
};

// The exit status: 0, or 1 if the structures did not answer alike.
int run_order_bench(const OrderBenchOptions& options);

}  // namespace foreweave
