#include "base/bit_set.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace foreweave {
namespace {

TEST(BitSet, FindsItsMembersInOrder) {
  for (const size_t size : {1, 63, 64, 65, 128, 1000}) {
    std::vector<size_t> members;
    BitSet set(size);
    for (size_t i = 0; i < size; ++i) {
      const bool member = i % 7 == 3 || i == 64 || i + 1 == size;
      if (!member) continue;
      set.add(i);
      members.push_back(i);
    }
    std::vector<size_t> found;
    for (size_t i = set.next(0); i < size; i = set.next(i + 1)) found.push_back(i);
    EXPECT_EQ(found, members) << size;
    for (size_t i = 0; i < size; ++i)
      EXPECT_EQ(set.contains(i), std::binary_search(members.begin(), members.end(), i));
  }
}

TEST(BitSet, TakesAWordAtOnce) {
  BitSet set(100);
  set.set_word(1, 0b1001);
  EXPECT_EQ(set.next(0), 64u);
  EXPECT_EQ(set.next(65), 67u);
  EXPECT_EQ(set.next(68), 100u);
}

TEST(BitSet, HasNoMemberAtFirst) {
  for (const size_t size : {0, 1, 64, 200}) EXPECT_EQ(BitSet(size).next(0), size);
}

}  // namespace
}  // namespace foreweave
