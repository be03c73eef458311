#include "patterns/kinds/deadlock.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

Claims deadlocks(std::string_view text, Model model = Model::same_write) {
  PatternOptions options;
  options.model = model;
  return firsts(find_deadlocks(std_trace(text), options));
}

TEST(Deadlock, IsTwoLocksTakenInEitherOrder) {
  EXPECT_EQ(deadlocks("T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\n"
                      "T2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|7\nT2|rel(m)|8\n"),
            (Claims{{1, 5}}));
  // In the same order; by one thread.
  EXPECT_EQ(
      deadlocks("T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nT2|acq(l)|5\nT2|acq(m)|6\n"),
      Claims{});
  EXPECT_EQ(deadlocks("T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\n"
                      "T1|acq(m)|5\nT1|acq(l)|6\nT1|rel(l)|7\nT1|rel(m)|8\nT2|acq(l)|9\n"),
            Claims{});
}

// What ThreadSanitizer warns of (google/sanitizers 488): both orders only under a third lock.
TEST(Deadlock, IsNoneUnderACommonGuard) {
  EXPECT_EQ(
      deadlocks("T1|acq(g)|1\nT1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nT1|rel(g)|1\n"
                "T2|acq(g)|1\nT2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|7\nT2|rel(m)|8\nT2|rel(g)|1\n"),
      Claims{});
  // A guard that both only share keeps nobody out.
  EXPECT_EQ(
      deadlocks("T1|racq(g)|1\nT1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nT1|rrel(g)|1\n"
                "T2|racq(g)|1\nT2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|7\nT2|rel(m)|8\nT2|rrel(g)|1\n"),
      (Claims{{2, 8}}));
}

// And google/sanitizers 814: the thread with the other order has ended.
TEST(Deadlock, IsNoneAcrossForkAndJoin) {
  constexpr std::string_view kThread = "T|acq(l)|1\nT|acq(m)|2\nT|rel(m)|3\nT|rel(l)|4\n";
  constexpr std::string_view kMain = "M|acq(m)|5\nM|acq(l)|6\nM|rel(l)|7\nM|rel(m)|8\n";
  EXPECT_EQ(deadlocks(fmt::format("M|fork(T)|9\n{}M|join(T)|10\n{}", kThread, kMain)), Claims{});
  EXPECT_EQ(deadlocks(fmt::format("{}M|fork(T)|9\n{}", kMain, kThread)), Claims{});
  EXPECT_EQ(deadlocks(fmt::format("M|fork(T)|9\n{}{}M|join(T)|10\n", kThread, kMain)),
            (Claims{{2, 6}}));
}

TEST(Deadlock, CountsWhoStillWaitsAtTheEnd) {
  constexpr std::string_view kTakes = "T1|acq(a)|1\nT1|acq(b)|2\nT1|rel(b)|3\nT1|rel(a)|4\n";
  EXPECT_EQ(deadlocks(fmt::format("{}M|acq(a)|5\nT2|acq(b)|6\nT2|req(a)|7\n", kTakes)),
            (Claims{{1, 6}}));
  EXPECT_EQ(deadlocks(fmt::format("{}M|acq(b)|5\nT2|acq(a)|6\nT2|req(b)|7\n", kTakes)), Claims{});
}

TEST(Deadlock, RespectsModes) {
  const auto two = [](std::string_view held, std::string_view wanted) {
    return deadlocks(
        fmt::format("T1|{0}acq(l)|1\nT1|{1}acq(m)|2\nT1|{1}rel(m)|3\nT1|{0}rel(l)|4\n"
                    "T2|{0}acq(m)|5\nT2|{1}acq(l)|6\nT2|{1}rel(l)|7\nT2|{0}rel(m)|8\n",
                    held, wanted));
  };
  EXPECT_EQ(two("", ""), (Claims{{1, 5}}));
  EXPECT_EQ(two("r", ""), (Claims{{1, 5}}));
  EXPECT_EQ(two("", "r"), (Claims{{1, 5}}));
  EXPECT_EQ(two("r", "r"), Claims{});
}

std::string philosophers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    text += fmt::format(
        "T{0}|acq(f{0})|{1}\nT{0}|acq(f{2})|{3}\nT{0}|rel(f{2})|90\nT{0}|rel(f{0})|91\n", i, 10 + i,
        next, 30 + i);
  }
  return text;
}

TEST(Deadlock, MayHaveAnyNumberOfThreads) {
  EXPECT_EQ(deadlocks(philosophers(3)), (Claims{{1, 5, 9}}));
  EXPECT_EQ(deadlocks(philosophers(7)), (Claims{{1, 5, 9, 13, 17, 21, 25}}));
}

TEST(Deadlock, OfTheSameSitesIsOneClassWithTheClosestAcquiresFirst) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text +=
        "T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\n"
        "T2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|7\nT2|rel(m)|8\n";
  PatternOptions options;
  options.claims_per_class = 3;
  const Candidates found = find_deadlocks(std_trace(text), options);
  ASSERT_EQ(found.classes.size(), 1u);
  EXPECT_EQ(claims_of(found.classes[0]), (Claims{{1, 5}, {9, 5}, {9, 13}}));
  EXPECT_GT(found.classes[0].instances, 40u);
}

TEST(Deadlock, NeedsNoNesting) {
  EXPECT_EQ(deadlocks("T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(l)|3\nT1|rel(m)|4\n"
                      "T2|acq(m)|5\nT2|acq(l)|6\nT2|rel(m)|7\nT2|rel(l)|8\n"),
            (Claims{{1, 5}}));
}

}  // namespace
}  // namespace foreweave
