// Seeded numbers for the generator: the same on every machine and with every standard library,
// because a benchmark's input is named by its seed. (SplitMix64: a counter behind a mixer.)
#pragma once

#include <cstdint>

namespace foreweave {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // From 0 to bound - 1. The bias is below bound / 2^32.
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(((next() >> 32) * bound) >> 32); }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  bool one_in(uint32_t n) { return below(n) == 0; }
  // A positive number with this mean.
  uint64_t around(uint64_t mean) { return 1 + next() % (2 * mean - 1); }

 private:
  uint64_t state_;
};

}  // namespace foreweave
