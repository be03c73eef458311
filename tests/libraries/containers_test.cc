// The definitions of capture/library against the containers of libstdc++: linked into this test
// they take the place of libstdc++'s own.
#include <gtest/gtest.h>

#include <algorithm>
#include <list>
#include <random>
#include <set>
#include <vector>

namespace {

using Tree = std::_Rb_tree<int, int, std::_Identity<int>, std::less<int>>;

TEST(Tree, StaysBalancedAndSortedWhateverIsInsertedAndErased) {
  std::mt19937 random(1);
  for (int size : {1, 2, 3, 5, 20, 300})
    for (int round = 0; round < 20; ++round) {
      Tree tree;
      std::vector<int> expected;
      for (int i = 0; i < 4 * size; ++i) {
        const int key = static_cast<int>(random() % static_cast<unsigned>(size));
        const auto at = std::lower_bound(expected.begin(), expected.end(), key);
        const bool is_there = at != expected.end() && *at == key;
        if (is_there) {
          expected.erase(at);
          EXPECT_EQ(tree.erase(key), 1u);
        } else {
          expected.insert(at, key);
          EXPECT_TRUE(tree._M_insert_unique(key).second);
        }
        ASSERT_TRUE(tree.__rb_verify());
        ASSERT_TRUE(std::equal(tree.begin(), tree.end(), expected.begin(), expected.end()));
        ASSERT_TRUE(std::equal(tree.rbegin(), tree.rend(), expected.rbegin(), expected.rend()));
      }
    }
}

TEST(Tree, EndsWhereItBegan) {
  Tree tree;
  EXPECT_EQ(tree.begin(), tree.end());
  tree._M_insert_unique(7);
  EXPECT_EQ(++tree.begin(), tree.end());
  EXPECT_EQ(--tree.end(), tree.begin());
}

TEST(List, IsWhatAVectorWouldBe) {
  std::mt19937 random(2);
  std::list<int> a, b;
  std::vector<int> va, vb;
  for (int i = 0; i < 3000; ++i) {
    const auto choice = random() % 7;
    const auto place = va.empty() ? 0 : static_cast<std::ptrdiff_t>(random() % va.size());
    if (choice == 0 || choice == 1) {
      a.insert(std::next(a.begin(), place), i);
      va.insert(va.begin() + place, i);
    } else if (choice == 2 && !va.empty()) {
      a.erase(std::next(a.begin(), place));
      va.erase(va.begin() + place);
    } else if (choice == 3) {
      a.reverse();
      std::reverse(va.begin(), va.end());
    } else if (choice == 4) {
      a.swap(b);
      va.swap(vb);
    } else if (choice == 5) {
      b.splice(b.end(), a, std::next(a.begin(), place), a.end());
      vb.insert(vb.end(), va.begin() + place, va.end());
      va.erase(va.begin() + place, va.end());
    } else if (choice == 6 && !va.empty()) {
      // To before itself, and to behind itself: nothing moves.
      const auto it = std::next(a.begin(), place);
      a.splice(it, a, it);
      a.splice(std::next(it), a, it);
    }
    ASSERT_TRUE(std::equal(a.begin(), a.end(), va.begin(), va.end())) << choice;
    ASSERT_TRUE(std::equal(a.rbegin(), a.rend(), va.rbegin(), va.rend())) << choice;
    ASSERT_TRUE(std::equal(b.begin(), b.end(), vb.begin(), vb.end())) << choice;
  }
}

}  // namespace
