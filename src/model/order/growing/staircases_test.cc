#include "model/order/growing/staircases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace foreweave {
namespace {

// Every edge as it is, and every question by looking at all of them.
struct NaiveEdges {
  std::vector<Stair> edges;

  uint32_t first_end(uint32_t from) const {
    uint32_t least = Staircases::kNone;
    for (const Stair& e : edges)
      if (e.from >= from) least = std::min(least, e.to);
    return least;
  }
  uint32_t last_start(uint32_t to) const {
    uint32_t last = Staircases::kNone;
    for (const Stair& e : edges)
      if (e.to <= to && (last == Staircases::kNone || e.from > last)) last = e.from;
    return last;
  }
};

struct Added {
  Stair step;
  std::vector<Stair> removed;
};

class Both {
 public:
  Both() { steps_.reset(3); }

  void add(Stair step) {
    Added added{step, {}};
    const bool implied = naive_.first_end(step.from) <= step.to;
    EXPECT_EQ(steps_.add(1, step, &added.removed), !implied);
    if (implied) return;
    added_.push_back(added);
    naive_.edges.push_back(step);
  }
  void take_back() {
    steps_.take_back(1, added_.back().step, added_.back().removed);
    added_.pop_back();
    naive_.edges.pop_back();
  }
  size_t size() const { return added_.size(); }
  void expect_same(uint32_t position) const {
    EXPECT_EQ(steps_.first_end(1, position), naive_.first_end(position)) << position;
    EXPECT_EQ(steps_.last_start(1, position), naive_.last_start(position)) << position;
  }
  const Staircases& steps() const { return steps_; }

 private:
  Staircases steps_;
  NaiveEdges naive_;
  std::vector<Added> added_;
};

TEST(Staircases, AnswerWithNothingWhenEmpty) {
  Staircases steps;
  steps.reset(2);
  EXPECT_EQ(steps.first_end(0, 0), Staircases::kNone);
  EXPECT_EQ(steps.last_start(1, 100), Staircases::kNone);
}

TEST(Staircases, KeepOnlyTheStepsThatMatter) {
  Staircases steps;
  steps.reset(1);
  std::vector<Stair> removed;
  steps.add(0, {3, 30}, &removed);
  steps.add(0, {5, 50}, &removed);
  steps.add(0, {9, 90}, &removed);
  EXPECT_TRUE(removed.empty());
  EXPECT_TRUE(steps.add(0, {7, 30}, &removed));
  EXPECT_EQ(removed, (std::vector<Stair>{{3, 30}, {5, 50}}));
  EXPECT_EQ(steps.first_end(0, 4), 30u);
  EXPECT_EQ(steps.first_end(0, 8), 90u);
  EXPECT_EQ(steps.last_start(0, 89), 7u);
  EXPECT_FALSE(steps.add(0, {7, 30}, &removed));
  EXPECT_FALSE(steps.add(0, {6, 31}, &removed));
  steps.take_back(0, {7, 30}, removed);
  EXPECT_EQ(steps.first_end(0, 4), 50u);
  EXPECT_EQ(steps.last_start(0, 49), 3u);
}

TEST(Staircases, DoNotMixWithEachOther) {
  Both both;
  both.add({1, 1});
  EXPECT_EQ(both.steps().first_end(0, 0), Staircases::kNone);
  EXPECT_EQ(both.steps().first_end(2, 0), Staircases::kNone);
}

// Along the diagonal nearly every step matters, so the staircase gets long; `spread` says how far
// from it steps lie, and so how many another one makes superfluous.
void compare_with_naive(uint32_t length, uint32_t spread, uint32_t rounds, uint64_t seed) {
  std::mt19937_64 random(seed);
  Both both;
  for (uint32_t round = 0; round < rounds; ++round) {
    const uint32_t from = static_cast<uint32_t>(random() % length);
    const uint32_t to = from + static_cast<uint32_t>(random() % spread);
    both.add({from, to});
    if (random() % 50 == 0)
      for (uint64_t n = random() % (both.size() / 4 + 1); n > 0; --n) both.take_back();
    for (int i = 0; i < 4; ++i)
      both.expect_same(static_cast<uint32_t>(random() % (length + spread)));
  }
  for (uint32_t position = 0; position < length + spread; position += 7) both.expect_same(position);
  while (both.size() > 0) {
    both.take_back();
    if (both.size() % 16 == 0)
      both.expect_same(static_cast<uint32_t>(random() % (length + spread)));
  }
  both.expect_same(0);
  both.expect_same(length + spread);
}

TEST(Staircases, AnswerAsIfEveryEdgeWasKept) {
  compare_with_naive(6, 4, 200, 1);
  compare_with_naive(100, 3, 1000, 2);
  compare_with_naive(100, 100, 1000, 3);
  compare_with_naive(5000, 2, 3000, 4);
  compare_with_naive(5000, 30, 3000, 5);
  compare_with_naive(5000, 1000, 3000, 6);
}

TEST(Staircases, BringBackThousandsOfStepsAtOnce) {
  Staircases steps;
  steps.reset(1);
  for (uint32_t i = 0; i < 20000; ++i) steps.add(0, {i, i + 10}, nullptr);
  for (int round = 0; round < 3; ++round) {
    std::vector<Stair> removed;
    EXPECT_TRUE(steps.add(0, {19990, 15}, &removed));
    EXPECT_EQ(removed.size(), 19986u);  // all but those that end before 15 or start after 19990
    EXPECT_EQ(steps.first_end(0, 4), 14u);
    EXPECT_EQ(steps.first_end(0, 5), 15u);
    EXPECT_EQ(steps.first_end(0, 19991), 20001u);
    EXPECT_EQ(steps.last_start(0, 14), 4u);
    EXPECT_EQ(steps.last_start(0, 20000), 19990u);
    steps.take_back(0, {19990, 15}, removed);
    for (uint32_t i = 0; i < 20000; ++i) {
      ASSERT_EQ(steps.first_end(0, i), i + 10);
      ASSERT_EQ(steps.last_start(0, i + 10), i);
    }
  }
}

TEST(Staircases, TakeLittleMoreThanEightBytesForAStepThatComesInOrder) {
  Staircases steps;
  steps.reset(1);
  for (uint32_t i = 0; i < 1 << 15; ++i) steps.add(0, {i, i}, nullptr);
  EXPECT_LT(steps.memory_bytes(), size_t{9} << 15);
}

TEST(Staircases, AreEmptyAgainAfterAReset) {
  Staircases steps;
  for (int round = 0; round < 3; ++round) {
    steps.reset(2);
    EXPECT_EQ(steps.first_end(0, 0), Staircases::kNone);
    for (uint32_t i = 0; i < 1000; ++i) steps.add(0, {i, i}, nullptr);
    steps.add(1, {7, 8}, nullptr);
    EXPECT_EQ(steps.first_end(0, 999), 999u);
    EXPECT_EQ(steps.first_end(1, 7), 8u);
  }
}

TEST(StaircasesDeathTest, RefuseToTakeBackWhatIsNotThere) {
  Staircases steps;
  steps.reset(1);
  steps.add(0, {1, 2}, nullptr);
  EXPECT_DEATH(steps.take_back(0, {1, 3}, {}), "taking back what is not there");
}

}  // namespace
}  // namespace foreweave
