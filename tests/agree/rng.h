// The random numbers of tests/agree: the same sequence on every machine and library, so that a seed
// names a trace for ever.
#pragma once

#include <cstdint>

namespace foreweave::agree {

// SplitMix64 to spread a seed: neighbouring seeds give unrelated sequences.
constexpr uint64_t spread(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// A xorshift generator with a multiplied output; its state is never zero.
class Rng {
 public:
  explicit Rng(uint64_t seed) : state_(spread(seed) | 1) {}
  // The sequence of trace number `index` of a run with `seed`.
  Rng(uint64_t seed, uint64_t index) : Rng(spread(seed) ^ spread(~index)) {}

  uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1du;
  }
  // One of 0 .. n-1; n is at least 1.
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(((next() >> 32) * n) >> 32); }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  bool percent(uint32_t p) { return below(100) < p; }

 private:
  uint64_t state_;
};

}  // namespace foreweave::agree
