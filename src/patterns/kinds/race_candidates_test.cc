#include "patterns/kinds/race_candidates.h"

#include <gtest/gtest.h>

#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

Claims races(std::string_view text, Model model = Model::same_write) {
  PatternOptions options;
  options.model = model;
  return firsts(find_races(std_trace(text), options));
}

TEST(RaceCandidates, AreConflictingAccessesWithoutACommonLock) {
  EXPECT_EQ(races("T1|w(x)|1\nT2|r(x)|2\nT2|w(y)|3\n"), (Claims{{0, 1}}));
  EXPECT_EQ(races("T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|w(x)|5\nT2|rel(l)|6\n"),
            Claims{});
  EXPECT_EQ(races("T1|racq(l)|1\nT1|w(x)|2\nT1|rrel(l)|3\nT2|racq(l)|4\nT2|w(x)|5\nT2|rrel(l)|6\n"),
            (Claims{{1, 4}}));
}

TEST(RaceCandidates, AreNotKeptApartByForkOrJoin) {
  EXPECT_EQ(races("M|w(x)|1\nM|fork(T)|2\nT|w(x)|3\nM|join(T)|4\nM|w(x)|5\n"), Claims{});
  EXPECT_EQ(races("M|fork(T)|2\nM|w(x)|1\nT|w(x)|3\n"), (Claims{{1, 2}}));
}

TEST(RaceCandidates, UnderSameWriteAreNotKeptApartByAReadFlag) {
  constexpr std::string_view kHandedOver = "T1|w(x)|1\nT1|w(f)|2\nT2|r(f)|3\nT2|w(x)|4\n";
  EXPECT_EQ(races(kHandedOver), (Claims{{1, 2}}));
  EXPECT_EQ(races(kHandedOver, Model::branch), (Claims{{0, 3}, {1, 2}}));
  // Once T2 branched, the flag was set.
  EXPECT_EQ(races("T1|w(x)|1\nT1|w(f)|2\nT2|r(f)|3\nT2|br|9\nT2|w(x)|4\n", Model::branch),
            (Claims{{1, 2}}));
}

// T2's write of g is seen by T3, which branches: so T2 saw f, and T1 wrote x before that.
TEST(RaceCandidates, UnderBranchAWriteHandsOnWhatItsThreadRead) {
  EXPECT_EQ(races("T1|w(x)|1\nT1|w(f)|2\nT2|r(f)|3\nT2|w(g)|4\nT3|r(g)|5\nT3|br|9\nT3|w(x)|6\n",
                  Model::branch),
            (Claims{{1, 2}, {3, 4}}));
  // A fork hands on nothing of the kind.
  EXPECT_EQ(
      races("T1|w(x)|1\nT1|w(f)|2\nT2|r(f)|3\nT2|fork(T3)|4\nT3|br|9\nT3|w(x)|6\n", Model::branch),
      (Claims{{0, 5}, {1, 2}}));
}

TEST(RaceCandidates, OfAClassAreTheClosestAndTheOthersAreCounted) {
  std::string text;
  for (int i = 0; i < 5; ++i) text += "T1|w(x)|1\nT1|w(y)|2\n";
  text += "T2|w(x)|3\nT2|w(y)|4\nT2|w(x)|3\n";
  PatternOptions options;
  options.claims_per_class = 2;
  const Candidates found = find_races(std_trace(text), options);
  ASSERT_EQ(found.classes.size(), 2u);
  EXPECT_EQ(claims_of(found.classes[0]), (Claims{{8, 10}, {8, 12}}));
  EXPECT_EQ(found.classes[0].instances, 2u);
  EXPECT_EQ(claims_of(found.classes[1]), (Claims{{9, 11}}));
  EXPECT_EQ(found.classes_cut, 0u);
}

TEST(RaceCandidates, BeyondTheLimitAreCounted) {
  PatternOptions options;
  options.classes_per_kind = 2;
  const Candidates found =
      find_races(std_trace("T1|w(x)|1\nT1|w(x)|2\nT2|w(x)|3\nT2|w(x)|4\nT2|w(x)|3\n"), options);
  EXPECT_EQ(found.classes.size(), 2u);
  EXPECT_EQ(found.classes_cut, 2u);
}

}  // namespace
}  // namespace foreweave
