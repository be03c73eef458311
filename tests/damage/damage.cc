#include "tests/damage/damage.h"

#include <algorithm>
#include <array>

#include "events/fwt/surgery_for_tests.h"

namespace foreweave::damage {

namespace {

using Offset = std::ptrdiff_t;

size_t any_offset(const Bytes& file, Random& random) {
  return static_cast<size_t>(random.below(std::max<size_t>(file.size(), 1)));
}
size_t any_length(const Bytes& file, size_t start, Random& random) {
  const size_t most = random.one_in(3) ? 4096 : 32;
  return std::min(file.size() - start, 1 + static_cast<size_t>(random.below(most)));
}

void damage_once(Bytes& file, Random& random, std::string& what) {
  if (file.empty()) return;
  const size_t start = any_offset(file, random), length = any_length(file, start, random);
  const auto at = file.begin() + static_cast<Offset>(start), end = at + static_cast<Offset>(length);
  what += fmt::format(" at {} for {}:", start, length);
  switch (random.below(7)) {
    case 0:
    case 1:
      what += " one bit flipped";
      *at ^= static_cast<uint8_t>(1u << random.below(8));
      return;
    case 2:
      what += " overwritten";
      std::generate(at, end, [&] { return static_cast<uint8_t>(random.bits()); });
      return;
    case 3:
      what += " removed";
      file.erase(at, end);
      return;
    case 4: {
      what += " inserted";
      Bytes more(length);
      std::generate(more.begin(), more.end(), [&] { return static_cast<uint8_t>(random.bits()); });
      file.insert(at, more.begin(), more.end());
      return;
    }
    case 5:
      what += " zeroed";
      std::fill(at, end, uint8_t{0});
      return;
    default:
      what += " cut off from there on";
      file.resize(start);
      return;
  }
}

Bytes with_blocks_rearranged(const Bytes& file, Random& random, std::string& what) {
  std::vector<surgery::Block> blocks = surgery::blocks_of(file);
  const uint64_t tail = blocks.empty() ? kFwtHeadBytes : blocks.back().end();
  if (blocks.size() < 2) return file;
  const size_t a = static_cast<size_t>(random.below(blocks.size()));
  const size_t b = static_cast<size_t>(random.below(blocks.size()));
  switch (random.below(3)) {
    case 0:
      what += fmt::format(" blocks {} and {} swapped", a, b);
      std::swap(blocks[a], blocks[b]);
      break;
    case 1: {
      what += fmt::format(" block {} again before {}", a, b);
      const surgery::Block copy = blocks[a];
      blocks.insert(blocks.begin() + static_cast<Offset>(b), copy);
      break;
    }
    default:
      what += fmt::format(" block {} removed", a);
      blocks.erase(blocks.begin() + static_cast<Offset>(a));
  }
  Bytes out(file.begin(), file.begin() + kFwtHeadBytes);
  for (const surgery::Block& block : blocks) surgery::append(out, block.bytes);
  surgery::append(out, std::span(file).subspan(tail));
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  size_t start = 0;
  while (start < text.size()) {
    const size_t end = std::min(text.find('\n', start), text.size() - 1);
    lines.push_back(text.substr(start, end + 1 - start));
    start = end + 1;
  }
  return lines;
}

std::string with_lines_rearranged(const std::string& text, Random& random, std::string& what) {
  constexpr std::array kFields = {"T1",         "T99",      "r(v0)",    "w(v0=9)", "acq(l)",
                                  "rel(l)",     "fork(T1)", "join",     "|",       "br",
                                  "4294967296", "",         "free(v0)", "-1"};
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty()) return text;
  const size_t a = static_cast<size_t>(random.below(lines.size()));
  const size_t b = static_cast<size_t>(random.below(lines.size()));
  switch (random.below(5)) {
    case 0:
      what += fmt::format(" lines {} and {} swapped", a + 1, b + 1);
      std::swap(lines[a], lines[b]);
      break;
    case 1:
      what += fmt::format(" line {} again before {}", a + 1, b + 1);
      lines.insert(lines.begin() + static_cast<Offset>(b), std::string(lines[a]));
      break;
    case 2:
      what += fmt::format(" line {} removed", a + 1);
      lines.erase(lines.begin() + static_cast<Offset>(a));
      break;
    case 3:
      what += fmt::format(" line {} joined with the next", a + 1);
      if (!lines[a].empty()) lines[a].pop_back();
      break;
    default: {
      const std::string field = kFields[random.below(kFields.size())];
      what += fmt::format(" a field of line {} became \"{}\"", a + 1, field);
      const size_t bar = std::min(lines[a].find('|'), lines[a].size());
      if (random.one_in(2))
        lines[a].replace(0, bar, field);
      else
        lines[a].insert(std::min(bar + 1, lines[a].size()), field);
    }
  }
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

}  // namespace

Bytes damage_bytes(const Bytes& file, Random& random, std::string& what) {
  Bytes damaged = file;
  do damage_once(damaged, random, what);
  while (random.one_in(3));
  return damaged;
}

Bytes damage_fwt(const Bytes& file, Random& random, std::string& what) {
  if (random.below(3) > 0) return damage_bytes(file, random, what);
  const Bytes damaged = with_blocks_rearranged(file, random, what);
  return random.one_in(4) ? damage_bytes(damaged, random, what) : damaged;
}

std::string damage_text(const std::string& text, Random& random, std::string& what) {
  if (random.one_in(2)) {
    std::string damaged = text;
    do damaged = with_lines_rearranged(damaged, random, what);
    while (random.one_in(2));
    return damaged;
  }
  const Bytes damaged = damage_bytes({text.begin(), text.end()}, random, what);
  return {damaged.begin(), damaged.end()};
}

}  // namespace foreweave::damage
