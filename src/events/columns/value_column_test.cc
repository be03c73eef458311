#include "events/columns/value_column.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace foreweave {
namespace {

TEST(ValueColumn, KeepsValuesOfEverySize) {
  std::mt19937_64 random(1);
  std::vector<uint64_t> values = {0,          1,           0x7fffffff, 0x80000000,
                                  0xffffffff, 0x100000000, UINT64_MAX};
  for (int i = 0; i < 10'000; ++i) values.push_back(random() >> random() % 64);
  ValueColumn column;
  EXPECT_TRUE(column.empty());
  column.append_zeros(3);
  uint32_t* place = column.append(values.size());
  for (size_t i = 0; i < values.size(); ++i) place[i] = column.store(values[i]);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(column[i], 0u);
  for (size_t i = 0; i < values.size(); ++i) EXPECT_EQ(column[3 + i], values[i]);
}

TEST(ValueColumn, KeepsARepeatedLargeValueOnce) {
  ValueColumn column;
  uint32_t* place = column.append(100'000);
  for (uint32_t i = 0; i < 100'000; ++i) place[i] = column.store(UINT64_MAX - i % 2);
  EXPECT_LT(column.memory_bytes(), 100'000u * 6);
  EXPECT_EQ(column[17], UINT64_MAX - 1);
}

}  // namespace
}  // namespace foreweave
