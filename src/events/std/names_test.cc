#include "events/std/names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace foreweave {
namespace {

uint32_t number(StdNameTable& table, std::string_view text) {
  const StdName name(text);
  const uint32_t known = table.find(name);
  return known != StdNameTable::kAbsent ? known : table.add(name);
}

TEST(StdNames, NumbersNamesInTheOrderOfTheirFirstUse) {
  StdNameTable table;
  EXPECT_EQ(number(table, "x"), 0u);
  EXPECT_EQ(number(table, "y"), 1u);
  EXPECT_EQ(number(table, "x"), 0u);
  EXPECT_EQ(table.size(), 2u);
}

TEST(StdNames, TellsNamesOfAllLengthsApart) {
  // Names that differ in their last byte only, or in their length only, around the word sizes.
  std::vector<std::string> names;
  for (size_t length = 1; length < 40; ++length)
    for (const char last : {'a', 'b', '\0'}) names.push_back(std::string(length - 1, 'a') + last);
  StdNameTable table;
  for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(number(table, names[i]), i) << names[i];
  for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(number(table, std::string(names[i])), i);
}

TEST(StdNames, GrowsWithoutForgetting) {
  std::vector<std::string> names;
  for (int i = 0; i < 20'000; ++i)
    names.push_back(i % 3 ? fmt::format("V{}", i)
                          : fmt::format("a.very.long.field.name.of.object{}", i));
  StdNameTable table;
  for (size_t i = 0; i < names.size(); ++i) ASSERT_EQ(number(table, names[i]), i);
  for (size_t i = 0; i < names.size(); ++i) ASSERT_EQ(table.find(StdName(names[i])), i);
  EXPECT_EQ(table.find(StdName("V0")), StdNameTable::kAbsent);
}

}  // namespace
}  // namespace foreweave
