#include "base/column.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace foreweave {
namespace {

TEST(Column, KeepsItsContentsAcrossHeapAndPages) {
  Column<uint64_t> column;
  for (uint64_t i = 0; i < 2'000'000; ++i) column.push_back(i * i);
  ASSERT_EQ(column.size(), 2'000'000u);
  column.shrink_to_fit();
  EXPECT_EQ(column.capacity(), column.size());
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < column.size(); ++i) wrong += column[i] != i * i;
  EXPECT_EQ(wrong, 0u);
  column.resize(10);
  column.shrink_to_fit();
  EXPECT_EQ(column[9], 81u);
  column.resize(12);
  EXPECT_EQ(column[11], 0u);
}

TEST(Column, MovesWithoutCopying) {
  Column<int> a;
  a.push_back(1);
  const int* data = a.data();
  Column<int> b = std::move(a);
  EXPECT_EQ(b.data(), data);
  a = std::move(b);
  EXPECT_EQ(a.data(), data);
  EXPECT_EQ(a[0], 1);
}

TEST(Column, AppendsInBulk) {
  Column<uint8_t> column;
  for (int round = 0; round < 50; ++round) {
    uint8_t* at = column.append(100'000);
    for (int i = 0; i < 100'000; ++i) at[i] = static_cast<uint8_t>(round);
  }
  EXPECT_EQ(column.size(), 5'000'000u);
  EXPECT_EQ(column[4'900'000 - 1], 48);
  EXPECT_EQ(column[4'900'000], 49);
}

}  // namespace
}  // namespace foreweave
