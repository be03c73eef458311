#include "report/findings/finding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/findings/bug_identity.h"
#include "report/findings/finding_set.h"
#include "report/test_trace.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

TEST(Finding, DescribesItsSitesInTheOrderOfTheTrace) {
  const Trace trace = unprotected_writes("prog.c");
  const Finding finding(trace, prove_race(trace, 1, 0), "hb");
  ASSERT_THAT(finding.sites(), SizeIs(2));
  EXPECT_EQ(finding.sites()[0].event, EventId(0));
  EXPECT_EQ(finding.sites()[0].file, "prog.c");
  EXPECT_EQ(finding.sites()[0].line, 10u);
  EXPECT_EQ(finding.sites()[0].function, "f");
  EXPECT_EQ(finding.sites()[0].thread, "T1");
  EXPECT_EQ(finding.sites()[0].access, "write of x");
  EXPECT_EQ(finding.sites()[1].access, "read of x");
  EXPECT_EQ(finding.engine(), "hb");
}

TEST(Finding, HasAnIdThatDependsOnItsPlacesAlone) {
  const Trace trace = unprotected_writes("prog.c");
  const std::string id = Finding(trace, prove_race(trace, 0, 1), "hb").id();
  EXPECT_THAT(id, MatchesRegex("race-[0-9a-f]{8}"));
  EXPECT_EQ(Finding(trace, prove_race(trace, 1, 0), "wcp").id(), id);
  // The second instance of the same sites.
  EXPECT_EQ(Finding(trace, prove_race(trace, 2, 1), "hb").id(), id);
  const Trace elsewhere = unprotected_writes("other.c");
  EXPECT_NE(Finding(elsewhere, prove_race(elsewhere, 0, 1), "hb").id(), id);
  const Trace moved = unprotected_writes("/another/checkout/prog.c");
  EXPECT_EQ(Finding(moved, prove_race(moved, 0, 1), "hb").id(), id);
}

TEST(Finding, HasAnIdThatIsTheSameInEveryBuild) {
  // Users keep these in baselines. If this fails, every baseline is void.
  const Trace trace = unprotected_writes("prog.c");
  EXPECT_EQ(Finding(trace, prove_race(trace, 0, 1), "hb").id(), "race-20348109");
}

TEST(Finding, OfADeadlockGoesAlongTheCycleAndSaysWhereLocksWereTaken) {
  const Trace trace = crossed_locks();
  const Claim claim{BugKind::deadlock, {}, events({7, 2})};
  const Finding finding(trace, prove(trace, claim, events({0, 1, 6})), "m2");
  ASSERT_THAT(finding.sites(), SizeIs(2));
  EXPECT_EQ(finding.sites()[0].event, EventId(2));
  EXPECT_EQ(finding.sites()[0].role, "waits for");
  EXPECT_EQ(finding.sites()[1].event, EventId(7));
  ASSERT_THAT(finding.related(), SizeIs(2));
  EXPECT_EQ(finding.related()[0].event, EventId(1));
  EXPECT_EQ(finding.related()[0].role, "holds");
  EXPECT_EQ(finding.related()[1].event, EventId(6));
}

TEST(BugKey, OfADeadlockDoesNotSayWhereTheCycleBegins) {
  TestTrace build;
  for (uint32_t line = 1; line <= 3; ++line) build.add(1, Kind::acquire, "l", line);
  const Trace trace = build.finish();
  const auto key = [&](std::initializer_list<uint32_t> cycle) {
    return bug_key(trace, {BugKind::deadlock, {}, events(cycle)});
  };
  EXPECT_EQ(key({0, 1, 2}), key({1, 2, 0}));
  EXPECT_EQ(key({0, 1, 2}), key({2, 0, 1}));
  EXPECT_NE(key({0, 1, 2}), key({0, 2, 1}));
}

TEST(BugKey, KeepsTheOrderOfASequenceButNotOfTwoSidesThatAreAlike) {
  const Trace trace = unprotected_writes("prog.c");
  const auto key = [&](BugKind kind, uint32_t first, uint32_t last) {
    return bug_key(trace, {kind, events({first}), events({last})});
  };
  for (const BugKind kind : {BugKind::use_after_free, BugKind::null, BugKind::order})
    EXPECT_NE(key(kind, 0, 1), key(kind, 1, 0));
  for (const BugKind kind : {BugKind::race, BugKind::double_free})
    EXPECT_EQ(key(kind, 0, 1), key(kind, 1, 0));
  EXPECT_NE(key(BugKind::race, 0, 1), key(BugKind::double_free, 0, 1));
}

TEST(FindingSet, TellsBugsApartAsTheirKeysDo) {
  const Trace trace = crossed_locks();
  FindingSet set(trace);
  const Claim claim{BugKind::deadlock, {}, events({2, 7})};
  set.add(prove(trace, claim, events({0, 1, 6})), "m2");
  EXPECT_TRUE(set.has_proof_of({BugKind::deadlock, {}, events({7, 2})}));
  EXPECT_FALSE(set.has_proof_of({BugKind::order, events({2, 7}), {}}));
  set.add_undecided({BugKind::order, events({2, 7}), {}}, "m2", UndecidedBug::Why::budget);
  set.add_undecided({BugKind::order, events({7, 2}), {}}, "m2", UndecidedBug::Why::budget);
  EXPECT_THAT(set.take_undecided(), SizeIs(2));
}

TEST(FindingSet, KeepsOneFindingForEachPairOfSites) {
  const Trace trace = unprotected_writes("prog.c");
  FindingSet set(trace);
  EXPECT_FALSE(set.has_proof_of(Claim::race(EventId(0), EventId(1))));
  set.add(prove_race(trace, 0, 1), "hb");
  set.add(prove_race(trace, 1, 2), "wcp");
  EXPECT_TRUE(set.has_proof_of(Claim::race(EventId(2), EventId(1))));
  const std::vector<Finding> findings = set.take_findings();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].engine(), "hb");
}

TEST(FindingSet, KnowsThePlacesThatItHasToldOf) {
  const Trace trace = crossed_locks();
  FindingSet set(trace);
  const Claim claim{BugKind::deadlock, {}, events({2, 7})};
  EXPECT_FALSE(set.has_told_of_places(claim));
  set.add(prove(trace, claim, events({0, 1, 6})), "m2");
  EXPECT_TRUE(set.has_told_of_places({BugKind::deadlock, {}, events({7, 7})}));
  EXPECT_FALSE(set.has_told_of_places({BugKind::deadlock, {}, events({1, 7})}));
  EXPECT_FALSE(set.has_told_of_places({BugKind::race, {}, events({2, 7})}));
}

TEST(FindingSet, ForgetsThatABugWasUndecidedOnceItIsProved) {
  const Trace trace = unprotected_writes("prog.c");
  const Claim claim = Claim::race(EventId(0), EventId(1));
  for (const bool proof_first : {false, true}) {
    FindingSet set(trace);
    if (proof_first) set.add(prove_race(trace, 0, 1), "shb");
    set.add_undecided(claim, "hb", UndecidedBug::Why::no_witness);
    if (!proof_first) set.add(prove_race(trace, 0, 1), "shb");
    EXPECT_THAT(set.take_undecided(), IsEmpty());
    EXPECT_THAT(set.take_findings(), SizeIs(1));
  }
}

TEST(FindingSet, PrefersTheEngineThatSaysMoreThanPossible) {
  const Trace trace = unprotected_writes("prog.c");
  const Claim claim = Claim::race(EventId(0), EventId(1));
  FindingSet set(trace);
  set.add_undecided(claim, "lockset", UndecidedBug::Why::possible);
  set.add_undecided(claim, "hb", UndecidedBug::Why::no_witness);
  set.add_undecided(claim, "lockset", UndecidedBug::Why::possible);
  const std::vector<UndecidedBug> bugs = set.take_undecided();
  ASSERT_THAT(bugs, SizeIs(1));
  EXPECT_EQ(bugs[0].engine, "hb");
  EXPECT_EQ(bugs[0].why, UndecidedBug::Why::no_witness);
}

TEST(FindingSet, OrdersFindingsByTheirEventsWhoeverCameFirst) {
  const Trace trace = two_variables();
  FindingSet set(trace);
  set.add(prove_race(trace, 1, 3), "hb");
  set.add(prove_race(trace, 0, 2), "hb");
  std::vector<uint32_t> first_events;
  for (const Finding& finding : set.take_findings())
    first_events.push_back(finding.sites()[0].event.value);
  EXPECT_THAT(first_events, ElementsAre(0, 1));
}

}  // namespace
}  // namespace foreweave
