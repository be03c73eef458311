// The checksum of .fwt: guards against damage, not against forgery. Each step is a bijection of the
// state for a given word and of the word for a given state, so that damage within one aligned
// 8-byte word is always noticed, and anything else with a probability of 1 - 2^-64.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

namespace foreweave {

inline uint64_t fwt_hash(std::span<const uint8_t> bytes) {
  uint64_t state = 0x666f726577656176;  // "foreweav"
  const auto take = [&state](uint64_t word) {
    state = (state ^ word) * 0x9fb21c651e98df25;
    state ^= state >> 32;
  };
  take(bytes.size());
  size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + at, 8);
    take(word);
  }
  if (at < bytes.size()) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    take(word);
  }
  take(0);
  return state;
}

}  // namespace foreweave
