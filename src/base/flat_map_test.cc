#include "base/flat_map.h"

#include <gtest/gtest.h>

#include <map>

namespace foreweave {
namespace {

TEST(FlatMap, KeepsWhatIsAddedWhileItGrows) {
  FlatMap<uint32_t> map;
  std::map<uint64_t, uint32_t> same;
  EXPECT_EQ(map.find(7), nullptr);
  uint64_t key = 1;
  for (uint32_t i = 0; i < 5000; ++i) {
    key = key * 6364136223846793005u + 1442695040888963407u;
    const uint64_t small = i % 3 == 0 ? key >> 60 : key >> 8;  // some again and again
    const auto place = map.find_or_add(small);
    EXPECT_EQ(place.is_new, !same.contains(small));
    place.value = i;
    same[small] = i;
  }
  EXPECT_EQ(map.size(), same.size());
  for (const auto& [k, value] : same) {
    ASSERT_NE(map.find(k), nullptr);
    EXPECT_EQ(*map.find(k), value);
  }
  std::map<uint64_t, uint32_t> visited;
  map.for_each([&](uint64_t k, uint32_t value) { visited[k] = value; });
  EXPECT_EQ(visited, same);
}

}  // namespace
}  // namespace foreweave
