// Which of the two growing orders to take for a window.
//
// With more edges the runs in a clock matrix get shorter and the staircases of suffix minima
// longer. With more chains both have more pairs to keep closed, and it takes more edges until every
// pair has many. Measured with `bench/run order`: nanoseconds for an edge inserted and ten
// questions, suffix minima divided by clock matrix (above 1 the matrix is faster), over 1,000 to
// 100,000 positions:
//
//   edges a position      0.03          0.1           0.3            1             3
//    2 chains         0.9 to 1.0    1.2 to 1.5    1.4 to 1.7
//    4 chains         0.7 to 0.9    1.0 to 1.3    1.5 to 1.8
//    8 chains                       0.8 to 0.9    1.1 to 1.2    1.5 to 2.3    2.0 to 2.9
//   12 chains         0.5 to 0.8    0.7 to 0.9    0.9 to 1.7
//   24 chains                       0.6 to 0.7    0.9           1.2 to 1.5    1.7 to 2.8
//   64 chains                       0.5 to 1.0    0.7 to 0.8    0.7 to 1.2    1.1 to 1.9
//
// They are even at about 0.025 edges a position for each chain.
#pragma once

#include <cstdint>

namespace foreweave {

enum class Structure : uint8_t { suffix_minima, clock_matrix };

// `positions` of all chains together; `edges` that will be inserted, roughly.
constexpr Structure choose_structure(uint32_t chains, uint64_t positions, uint64_t edges) {
  constexpr uint64_t kEven = 40;  // 1 / 0.025
  // Not measured: a bound on memory, because several windows may be decided at once.
  constexpr uint64_t kLargestMatrix = uint64_t{512} << 20;
  const uint64_t matrix_bytes = 8 * positions * (chains > 0 ? chains - 1 : 0);
  return edges * kEven >= positions * chains && matrix_bytes <= kLargestMatrix
             ? Structure::clock_matrix
             : Structure::suffix_minima;
}

}  // namespace foreweave
