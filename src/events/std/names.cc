#include "events/std/names.h"

#include <algorithm>

namespace foreweave {

StdName::StdName(std::string_view text)
    : data(text.data()), size(static_cast<uint32_t>(text.size())) {
  if (text.empty()) return;  // perhaps without an address
  if (is_long()) {
    low = hash_long_name(text);
    return;
  }
  const size_t first = std::min<size_t>(text.size(), 8);
  std::memcpy(&low, text.data(), first);
  std::memcpy(&high, text.data() + first, text.size() - first);
}

uint64_t hash_long_name(std::string_view text) {
  uint64_t h = text.size();
  uint64_t word = 0;
  const char* at = text.data();
  size_t left = text.size();
  for (; left > 8; at += 8, left -= 8) {
    std::memcpy(&word, at, 8);
    h = (h ^ word) * 0x9fb21c651e98df25u;
    h ^= h >> 29;
  }
  std::memcpy(&word, text.data() + text.size() - 8, 8);  // may overlap what was hashed
  h = (h ^ word) * 0x9fb21c651e98df25u;
  return h ^ (h >> 32);
}

}  // namespace foreweave
