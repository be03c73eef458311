// Compresses made-up text: workers take blocks from a shared counter, find repetitions through a
// hash table of positions, and check the result by unpacking it.
//   compress THREADS SCALE
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

using Bytes = std::vector<uint8_t>;
constexpr size_t kBlock = 64 << 10, kTableBits = 13, kLeastMatch = 4, kMostMatch = 259,
                 kWindow = 65535;

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}
  uint32_t below(uint32_t n) {
    state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
    return static_cast<uint32_t>((state_ >> 32) * n >> 32);
  }

 private:
  uint64_t state_;
};

std::string made_up_text(size_t length) {
  Random random(7);
  std::vector<std::string> words(2000);
  for (std::string& word : words)
    for (uint32_t n = 2 + random.below(8); n > 0; --n)
      word += static_cast<char>('a' + random.below(26));
  std::string text;
  while (text.size() < length) {
    const uint32_t common = random.below(3) ? 200 : static_cast<uint32_t>(words.size());
    text += words[random.below(common)];
    text += random.below(12) ? ' ' : '\n';
  }
  text.resize(length);
  return text;
}

uint32_t hash_at(const uint8_t* p) {
  const uint32_t four = p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24;
  return four * 2654435761u >> (32 - kTableBits);
}

size_t match_length(const uint8_t* a, const uint8_t* b, const uint8_t* end) {
  size_t n = 0;
  while (b + n < end && n < kMostMatch && a[n] == b[n]) ++n;
  return n;
}

// A token is a zero byte and a literal, or a length (above 3) and a distance of two bytes.
Bytes pack(const uint8_t* data, size_t size) {
  std::array<uint32_t, 1 << kTableBits> last{};  // position + 1
  Bytes out;
  const uint8_t* end = data + size;
  for (size_t at = 0; at < size;) {
    size_t length = 0, distance = 0;
    if (at + kLeastMatch <= size) {
      uint32_t& slot = last[hash_at(data + at)];
      if (slot != 0 && at - (slot - 1) <= kWindow) {
        distance = at - (slot - 1);
        length = match_length(data + at - distance, data + at, end);
      }
      slot = static_cast<uint32_t>(at + 1);
    }
    if (length >= kLeastMatch) {
      out.push_back(
          static_cast<uint8_t>(length - kLeastMatch + 1 > 255 ? 255 : length - kLeastMatch + 1));
      length = out.back() + kLeastMatch - 1;
      out.push_back(static_cast<uint8_t>(distance));
      out.push_back(static_cast<uint8_t>(distance >> 8));
      at += length;
    } else {
      out.push_back(0);
      out.push_back(data[at++]);
    }
  }
  return out;
}

Bytes unpack(const Bytes& packed) {
  Bytes out;
  for (size_t at = 0; at < packed.size();) {
    if (packed[at] == 0) {
      out.push_back(packed[at + 1]);
      at += 2;
      continue;
    }
    const size_t distance = packed[at + 1] | packed[at + 2] << 8;
    for (size_t n = packed[at] + kLeastMatch - 1; n > 0; --n)
      out.push_back(out[out.size() - distance]);
    at += 3;
  }
  return out;
}

uint64_t fold(uint64_t sum, const Bytes& bytes) {
  for (const uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
  const size_t scale = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 10;
  const std::string text = made_up_text(scale * 2 * kBlock);
  const auto* data = reinterpret_cast<const uint8_t*>(text.data());

  std::vector<Bytes> blocks(text.size() / kBlock);
  std::atomic<size_t> next{0}, wrong{0};
  std::vector<std::jthread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      for (size_t b; (b = next.fetch_add(1)) < blocks.size();) {
        blocks[b] = pack(data + b * kBlock, kBlock);
        const Bytes back = unpack(blocks[b]);
        if (!std::equal(back.begin(), back.end(), data + b * kBlock, data + (b + 1) * kBlock))
          ++wrong;
      }
    });
  workers.clear();

  uint64_t sum = 0xcbf29ce484222325;
  size_t size = 0;
  for (const Bytes& block : blocks) sum = fold(sum, block), size += block.size();
  std::printf("%zu bytes to %zu, sum %016llx, %zu wrong\n", text.size(), size,
              static_cast<unsigned long long>(sum), wrong.load());
}
