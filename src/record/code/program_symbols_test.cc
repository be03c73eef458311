#include "record/code/program_symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes/file.h"

int program_symbols_test_variable[4] = {1, 2, 3, 4};
extern "C" short g;
short g = 6;
namespace inside_a_namespace {
int variable = 5;
}

namespace foreweave {
namespace {

std::vector<std::pair<std::string, uint64_t>> symbols_of(std::span<const uint8_t> file) {
  std::vector<uint8_t> bytes;
  FwtWriter writer([&](std::span<const uint8_t> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return true;
  });
  add_program_symbols(file, 0x10000, writer);
  writer.finish();
  const Result<Trace> trace = read_fwt(bytes, "symbols.fwt");
  EXPECT_TRUE(trace.ok());
  std::vector<std::pair<std::string, uint64_t>> symbols;
  for (const Symbol& s : trace.value().symbols())
    symbols.emplace_back(trace.value().text(s.name), s.size);
  return symbols;
}

bool contains(const std::vector<std::pair<std::string, uint64_t>>& symbols, const char* name,
              uint64_t size) {
  return std::find(symbols.begin(), symbols.end(), std::pair<std::string, uint64_t>(name, size)) !=
         symbols.end();
}

TEST(ProgramSymbols, AreTheVariablesOfTheProgram) {
  const Result<FileContents> self = read_file("/proc/self/exe");
  ASSERT_TRUE(self.ok());
  const auto symbols = symbols_of(self.value().bytes());
  EXPECT_TRUE(contains(symbols, "program_symbols_test_variable", 16));
  EXPECT_TRUE(contains(symbols, "inside_a_namespace::variable", 4));
  EXPECT_TRUE(contains(symbols, "g", 2));  // and not what an encoded type of this name is called
  for (const auto& [name, size] : symbols) EXPECT_NE(name, "main");
}

// Cut anywhere, and with any byte of its head and of its table of sections changed.
TEST(ProgramSymbols, DoNotBelieveADamagedFile) {
  const Result<FileContents> self = read_file("/proc/self/exe");
  ASSERT_TRUE(self.ok());
  const auto whole = self.value().bytes();
  for (size_t size = 0; size < whole.size(); size += 1 + whole.size() / 50)
    symbols_of(whole.first(size));
  std::vector<uint8_t> changed(whole.begin(), whole.end());
  uint64_t sections = 0;
  std::memcpy(&sections, changed.data() + 0x28, 8);
  for (size_t i = 0; i < 64 + 40; ++i) {
    const size_t at = i < 64 ? i : sections + (i - 64) * 41 % (changed.size() - sections);
    changed[at] ^= 0xff;
    symbols_of(changed);
    changed[at] ^= 0xff;
  }
  EXPECT_TRUE(symbols_of({}).empty());
}

}  // namespace
}  // namespace foreweave
