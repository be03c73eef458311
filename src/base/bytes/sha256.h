// SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104): to tell a file from all others, and who wrote
// something.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace foreweave {

class Sha256 {
 public:
  using Digest = std::array<uint8_t, 32>;

  void add(std::span<const uint8_t> bytes);
  void add(std::string_view bytes) {
    add(std::span(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()));
  }
  // Nothing may be added afterwards.
  Digest finish();

 private:
  void add_block(const uint8_t* block);

  std::array<uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<uint8_t, 64> open_ = {};  // block
  uint64_t bytes_ = 0;
};

// In hexadecimal digits.
std::string hex(std::span<const uint8_t> bytes);
std::string sha256_hex(std::span<const uint8_t> bytes);

// What only who knows the key can say of what is added.
class Hmac {
 public:
  explicit Hmac(const std::array<uint8_t, 32>& key);
  void add(std::string_view bytes) { inner_.add(bytes); }
  Sha256::Digest finish();

 private:
  Sha256 inner_, outer_;
};

// Takes the same time wherever they differ.
bool same_digest(std::string_view a, std::string_view b);

}  // namespace foreweave
