#include "agree/small_claims.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "agree/draft.h"

namespace foreweave::agree {
namespace {

using Events = std::vector<uint32_t>;

// What happens, then what is pending.
std::vector<Events> claims(const Draft& draft, BugKind kind) {
  const Trace trace = draft.build();
  std::vector<Events> all;
  for (const Claim& claim : all_claims(trace, kind)) {
    Events events;
    for (const EventId e : claim.happen) events.push_back(e.value);
    for (const EventId e : claim.pending) events.push_back(e.value);
    all.push_back(events);
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end()) << "a claim twice";
  return all;
}
using Claims = std::vector<Events>;

TEST(SmallClaims, RacesAreUnorderedPairs) {
  EXPECT_EQ(claims(draft_from({"0 w x", "1 r x", "1 w x", "1 w y"}), BugKind::race),
            (Claims{{0, 1}, {0, 2}}));
}

TEST(SmallClaims, DeadlocksAreCyclesOfHeldLocks) {
  const Draft two = draft_from({"0 acq l", "0 acq m", "0 rel m", "0 rel l", "1 acq m", "1 acq l"});
  EXPECT_EQ(claims(two, BugKind::deadlock), (Claims{{1, 5}}));
  const Draft three = draft_from({"0 acq l", "0 acq m", "0 rel m", "0 rel l", "1 acq m", "1 acq n",
                                  "1 rel n", "1 rel m", "2 acq n", "2 acq l"});
  EXPECT_EQ(claims(three, BugKind::deadlock), (Claims{{1, 5, 9}}));
}

TEST(SmallClaims, InterruptionsAreOfTheFivePatterns) {
  EXPECT_EQ(claims(draft_from({"0 r x", "0 w x", "1 w x", "1 r x"}), BugKind::atomicity),
            (Claims{{0, 2, 1}, {2, 1, 3}}));
  EXPECT_EQ(claims(draft_from({"0 rmw x", "0 ar x", "1 ar x"}), BugKind::atomicity), Claims{});
}

TEST(SmallClaims, CrossingsComeInEveryOrder) {
  EXPECT_EQ(claims(draft_from({"0 w x", "0 w y", "1 w x", "1 w y"}), BugKind::atomicity),
            (Claims{{0, 2, 3, 1}, {2, 0, 1, 3}}));
  EXPECT_EQ(claims(draft_from({"0 w x", "0 w y", "1 w y", "1 w x"}), BugKind::atomicity),
            (Claims{{0, 2, 1, 3}, {0, 2, 3, 1}, {2, 0, 1, 3}, {2, 0, 3, 1}}));
}

TEST(SmallClaims, UsesAfterFreeAreAccessesAndLocks) {
  const Draft d = draft_from({"0 alloc o", "1 w o+4", "1 acq o+8", "1 rel o+8", "0 free o"});
  EXPECT_EQ(claims(d, BugKind::use_after_free), (Claims{{4, 1}, {4, 2}, {4, 3}}));
  EXPECT_EQ(claims(d, BugKind::double_free), Claims{});
}

TEST(SmallClaims, DoubleFreesAreOfMemoryThatWasUsedAgain) {
  EXPECT_EQ(claims(draft_from(
                       {"0 alloc o", "0 free o", "1 alloc o", "2 free o", "1 alloc o", "1 free o"}),
                   BugKind::double_free),
            (Claims{{1, 3}, {3, 5}}));
}

TEST(SmallClaims, NullIsReadAndThenUsed) {
  const Draft d = draft_from({"0 w p:8=x", "1 r p:8=x", "1 r x*1!", "0 w p:8=0", "0 w p:4=0"});
  EXPECT_EQ(claims(d, BugKind::null), (Claims{{3, 1, 2}}));
}

}  // namespace
}  // namespace foreweave::agree
