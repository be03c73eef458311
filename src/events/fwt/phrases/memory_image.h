// What memory was last seen to hold, as a trace file's writer and reader both keep it: values are
// written as differences from it (docs/trace-format.md, capture/abi/log_format.h). The recorded
// program has the writer's.
//
// It is small. Byte i of an access at address a is at place (a mod its size) + i, and whatever else
// has that place takes it away: that costs a longer difference, and nothing else.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>

#include "capture/abi/log_format.h"

namespace foreweave {

class MemoryImage {
 public:
  static_assert(std::endian::native == std::endian::little);

  MemoryImage() : bytes_(new uint8_t[kBytes]()) {}

  void forget() { std::fill_n(bytes_.get(), kBytes, uint8_t{0}); }

  // Of `size` bytes, 1 to 8, `behind` bytes behind the place of `address`, at most
  // FW_IMAGE_SLACK - 8.
  uint64_t value(uint64_t address, uint64_t behind, uint64_t size) const {
    uint64_t bytes;
    std::memcpy(&bytes, at(address, behind), 8);
    return bytes & mask(size);
  }
  void set(uint64_t address, uint64_t behind, uint64_t size, uint64_t value) {
    uint8_t* const place = at(address, behind);
    uint64_t bytes;
    std::memcpy(&bytes, place, 8);
    bytes = (bytes & ~mask(size)) | (value & mask(size));
    std::memcpy(place, &bytes, 8);
  }

  static uint64_t mask(uint64_t size) { return UINT64_MAX >> (64 - 8 * size); }

 private:
  // A value of one byte in the last place is handled with the seven bytes behind it.
  static constexpr size_t kBytes = FW_IMAGE_BYTES + FW_IMAGE_SLACK + 8;

  uint8_t* at(uint64_t address, uint64_t behind) const {
    return bytes_.get() + address % FW_IMAGE_BYTES + behind;
  }

  std::unique_ptr<uint8_t[]> bytes_;
};

}  // namespace foreweave
