// What both structures must do is in dynamic_order_test.cc.
#include "model/order/suffix_minima.h"

#include <gtest/gtest.h>

#include <vector>

namespace foreweave {
namespace {

TEST(SuffixMinima, TakesMemoryForEdgesAndNotForPositions) {
  constexpr uint32_t kChains = 300, kLength = 50'000'000;
  const std::vector<uint32_t> lengths(kChains, kLength);
  SuffixMinima order(lengths);
  for (uint32_t i = 0; i + 1 < 50; ++i)
    order.insert({i, kLength / 2 + i}, {i + 1, kLength / 2 + i});
  EXPECT_EQ(order.successor({0, 0}, 49), kLength / 2 + 48);
  EXPECT_EQ(order.predecessor({49, kLength - 1}, 0), kLength / 2);
  EXPECT_LT(order.memory_bytes(), 2'000'000u);
}

}  // namespace
}  // namespace foreweave
