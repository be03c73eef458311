// What both structures must do is in dynamic_order_test.cc.
#include "model/order/growing/suffix_minima.h"

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

TEST(SuffixMinima, SaysWhenAChainWasLastTouched) {
  const std::vector<uint32_t> lengths(3, 10);
  SuffixMinima order(lengths);
  const uint64_t start = order.tick();
  order.insert({0, 4}, {1, 5});
  EXPECT_GT(order.latest_out_of(0), start);
  EXPECT_GT(order.latest_into(1), start);
  EXPECT_LT(order.latest_into(0), start);
  EXPECT_LT(order.latest_out_of(1), start);

  const uint64_t later = order.tick();
  order.insert({0, 3}, {1, 6});  // says nothing new
  EXPECT_LT(order.latest_into(1), later);
  order.insert({1, 7}, {2, 2});  // and 0 comes before 2
  EXPECT_GT(order.latest_into(2), later);
  EXPECT_GT(order.latest_out_of(0), later);

  const uint64_t before_undo = order.time();
  order.undo(order.mark());
  order.reset(lengths);
  EXPECT_GE(order.time(), before_undo);
}

}  // namespace
}  // namespace foreweave
