// A block's payload in memory: bytes with more behind them, so that whoever reads a few numbers too
// many reads nothing that is not there.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "events/fwt/coding/phrase.h"

namespace foreweave {

class FwtPayload {
 public:
  // The numbers of a phrase's blanks are fetched eight bytes at a time before anyone looks whether
  // they were all there.
  static constexpr size_t kReadable = 8 * kMaxPhraseBlanks + 8;

  // Room for `size` bytes; what was there is lost.
  std::span<uint8_t> make_room(size_t size) {
    if (bytes_.size() < size + kReadable) bytes_.resize(size + kReadable);
    size_ = size;
    return {bytes_.data(), size};
  }
  std::span<const uint8_t> bytes() const { return {bytes_.data(), size_}; }

 private:
  std::vector<uint8_t> bytes_;
  size_t size_ = 0;
};

}  // namespace foreweave
