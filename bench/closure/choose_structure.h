// Which of the two growing orders is faster for so many edges: what `bench/run order` prints beside
// its figures. The closure engines always take suffix minima (docs/engines/closure.md says why).
//
// With more edges the runs in a clock matrix get shorter and the staircases of suffix minima
// longer. With more chains both have more pairs to keep closed, and it takes more edges until every
// pair has many. Measured with `bench/run order`: nanoseconds for an edge inserted and ten
// questions, suffix minima divided by clock matrix (above 1 the matrix is faster), with 1,000 to
// 100,000 positions (8 and 24 chains: to 10,000):
//
//   edges a position     0.01         0.03         0.1          0.3           1            3
//    2 chains         0.8 to 1.0   0.9 to 1.0   1.2 to 1.5   1.4 to 1.7   1.8 to 2.1
//    4 chains         0.5 to 0.9   0.7 to 0.9   1.0 to 1.3   1.5 to 1.8   1.8 to 2.4
//    8 chains                                   0.8 to 0.9   1.1 to 1.2   1.5 to 2.3   2.0 to 2.9
//   12 chains         0.4 to 0.8   0.5 to 0.8   0.7 to 1.1   0.9 to 1.7   1.3 to 2.3
//   24 chains                                   0.6 to 0.7   0.9          1.2 to 1.5   1.7 to 2.8
//   64 chains         0.2 to 1.1                0.3 to 1.0   0.7 to 0.8   0.7 to 1.2   1.1 to 1.9
//
// They are even at about 0.025 edges a position for each chain. With 1,000,000 positions the matrix
// is ahead only with an edge for each position and at least 4 chains, and then by 1.2 to 1.4, in
// four times the memory: runs are long and lie outside the caches.
#pragma once

#include <cstdint>

namespace foreweave {

enum class Structure : uint8_t { suffix_minima, clock_matrix };

// `positions` of all chains together; `edges` that will be inserted, roughly.
constexpr Structure choose_structure(uint32_t chains, uint64_t positions, uint64_t edges) {
  constexpr uint64_t kEven = 40;                   // 1 / 0.025
  constexpr uint64_t kLongestForMatrix = 300'000;  // between what was measured
  return edges * kEven >= positions * chains && positions <= kLongestForMatrix
             ? Structure::clock_matrix
             : Structure::suffix_minima;
}

}  // namespace foreweave
