// Hand-computed cases, at least one for each rule of docs/reorderings.md.
#include "agree/brute_force.h"

#include <gtest/gtest.h>

#include <map>

#include "agree/draft.h"
#include "agree/sequence_judge.h"
#include "agree/valid_run.h"

namespace foreweave::agree {
namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

Pairs races(const Draft& draft, Model model) {
  const Trace trace = draft.build();
  EXPECT_EQ(why_not_a_run(trace), std::nullopt);
  const Dependences dependences = draft.dependences();
  const ModelFacts facts{model, &dependences};
  BruteForce brute;
  Pairs found;
  for (const JudgedPair& p : brute.races(trace, facts))
    if (p.feasible) found.emplace_back(p.a.value, p.b.value);
  // The same question one by one, with a witness that the plain judge accepts.
  Pairs one_by_one;
  for (uint32_t a = 0; a < trace.size(); ++a) {
    for (uint32_t b = a + 1; b < trace.size(); ++b) {
      const Claim claim = Claim::race(EventId(a), EventId(b));
      const auto witness = brute.find(trace, facts, claim);
      if (!witness) continue;
      one_by_one.emplace_back(a, b);
      EXPECT_EQ(why_refused(trace, facts, claim, *witness), std::nullopt);
    }
  }
  EXPECT_EQ(found, one_by_one);
  return found;
}

bool happens(const Draft& draft, Model model, std::vector<uint32_t> order,
             std::vector<uint32_t> pending = {}) {
  const Trace trace = draft.build();
  EXPECT_EQ(why_not_a_run(trace), std::nullopt);
  const Dependences dependences = draft.dependences();
  Claim claim{BugKind::order, {}, {}};
  for (const uint32_t e : order) claim.happen.push_back(EventId(e));
  for (const uint32_t e : pending) claim.pending.push_back(EventId(e));
  return BruteForce().feasible(trace, {model, &dependences}, claim);
}

TEST(BruteForce, FindsTwoUnorderedWrites) {
  EXPECT_EQ(races(draft_from({"0 w x", "1 w x"}), Model::same_write), (Pairs{{0, 1}}));
}

TEST(BruteForce, FindsNoRaceOfTwoReadsNorOfTwoAtomicsNorWithinAThread) {
  EXPECT_EQ(races(draft_from({"0 r x", "1 r x"}), Model::sync), Pairs{});
  EXPECT_EQ(races(draft_from({"0 aw x", "1 rmw x"}), Model::sync), Pairs{});
  EXPECT_EQ(races(draft_from({"0 w x", "0 w x"}), Model::sync), Pairs{});
  EXPECT_EQ(races(draft_from({"0 aw x", "1 r x"}), Model::sync), (Pairs{{0, 1}}));
}

TEST(BruteForce, SeesPartlyOverlappingAccessesAsARace) {
  EXPECT_EQ(races(draft_from({"0 w x:8", "1 r x+6:4", "2 w x+8:4"}), Model::sync),
            (Pairs{{0, 1}, {1, 2}}));
}

// Rule 1.
TEST(BruteForce, KeepsProgramOrder) {
  const Draft d = draft_from({"0 w x", "0 w y", "1 w z"});
  EXPECT_TRUE(happens(d, Model::sync, {2, 0, 1}));
  EXPECT_FALSE(happens(d, Model::sync, {1, 0}));
  EXPECT_FALSE(happens(d, Model::sync, {}, {1, 0}));
  EXPECT_TRUE(happens(d, Model::sync, {}, {1, 2}));
}

// Rule 2.
TEST(BruteForce, StartsAThreadAfterItsForkAndJoinsItAfterItsLastEvent) {
  EXPECT_EQ(
      races(draft_from({"0 w x", "0 fork 1", "1 w x", "0 w x", "0 join 1", "0 w x"}), Model::sync),
      (Pairs{{2, 3}}));
}

TEST(BruteForce, LetsAJoinOfAThreadWithoutEventsPass) {
  Draft d = draft_from({"0 fork 2", "0 join 2", "0 w x", "1 w x"});
  d.threads = 3;
  EXPECT_EQ(races(d, Model::sync), (Pairs{{2, 3}}));
}

// Rule 3.
TEST(BruteForce, ExcludesTwoHoldersOfALock) {
  EXPECT_EQ(races(draft_from({"0 acq l", "0 w x", "0 rel l", "1 acq l", "1 w x", "1 rel l"}),
                  Model::sync),
            Pairs{});
}

TEST(BruteForce, KnowsThatALockHeldAtTheEndIsNeverGivenBack) {
  const Draft d = draft_from({"0 acq l", "0 rel l", "0 w x", "1 acq l", "1 w x"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{2, 4}}));
  EXPECT_FALSE(happens(d, Model::sync, {3, 0}));
}

TEST(BruteForce, LetsLocksOverlapWithoutNesting) {
  EXPECT_TRUE(
      happens(draft_from({"0 acq l", "0 acq m", "0 rel l", "0 rel m", "1 acq l", "1 rel l"}),
              Model::sync, {2, 4, 5, 3}));
}

TEST(BruteForce, LetsSharedHoldersInTogetherButNoExclusiveOne) {
  EXPECT_EQ(races(draft_from({"0 racq l", "0 w x", "0 rrel l", "1 racq l", "1 w x", "1 rrel l",
                              "2 acq l", "2 w x", "2 rel l"}),
                  Model::sync),
            (Pairs{{1, 4}}));
}

TEST(BruteForce, NeedsAnotherHolderForAFailedTry) {
  const Draft exclusive = draft_from({"0 acq l", "1 tryfail l", "1 w x", "0 rel l", "0 w x"});
  EXPECT_TRUE(happens(exclusive, Model::sync, {1, 3}));
  EXPECT_FALSE(happens(exclusive, Model::sync, {3, 1}));
  EXPECT_FALSE(happens(exclusive, Model::sync, {1, 0}));
  const Draft shared =
      draft_from({"0 racq l", "1 tryfail l", "0 rrel l", "0 acq l", "1 rtryfail l"});
  EXPECT_TRUE(happens(shared, Model::sync, {1, 2, 3, 4}));
  EXPECT_TRUE(happens(shared, Model::sync, {2, 3, 1}));
  EXPECT_FALSE(happens(shared, Model::sync, {4, 3}));
}

// Rule 4.
TEST(BruteForce, WakesAWaiterOnlyByItsSignalAndOnlyWhileItWaits) {
  const Draft d = draft_from({"0 wait c", "1 w x", "1 signal c", "0 wake c", "0 w x", "1 w y"});
  EXPECT_EQ(races(d, Model::sync), Pairs{});
  EXPECT_TRUE(happens(d, Model::sync, {2, 0}));  // the signal is lost
  EXPECT_TRUE(happens(d, Model::sync, {2, 0, 5}, {3}));
  EXPECT_FALSE(happens(d, Model::sync, {2, 0, 3}));
}

TEST(BruteForce, LetsASpuriousWakeUpPass) {
  const Draft d = draft_from({"0 wait c", "0 wake c", "1 signal c", "0 w x", "1 w x"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{3, 4}}));
  EXPECT_TRUE(happens(d, Model::sync, {2, 0, 1}));
}

TEST(BruteForce, GivesEachSignalToOneWaiterAndABroadcastToTheRest) {
  const Draft d =
      draft_from({"0 wait c", "1 wait c", "2 broadcast c", "2 signal c", "0 wake c", "1 wake c"});
  EXPECT_FALSE(happens(d, Model::sync, {4, 3}));  // woken by the signal
  EXPECT_TRUE(happens(d, Model::sync, {5, 3}));   // woken by the broadcast
}

TEST(BruteForce, LeavesABarrierAfterAllArrivalsOfItsRound) {
  const Draft d = draft_from({"0 w x", "0 arrive b", "1 arrive b", "1 leave b", "1 w x",
                              "0 leave b", "0 w y", "0 arrive b", "1 w y"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{6, 8}}));
  EXPECT_FALSE(happens(d, Model::sync, {3, 1}));
  EXPECT_TRUE(happens(d, Model::sync, {7, 3}));
}

TEST(BruteForce, ArrivesForALaterRoundAfterTheEarlierOne) {
  const Draft d = draft_from({"0 arrive b", "0 leave b", "1 arrive b", "1 leave b"});
  EXPECT_FALSE(happens(d, Model::sync, {2, 0}));
}

TEST(BruteForce, CountsSemaphores) {
  const Draft d =
      draft_from({"0 w x", "0 post s", "1 down s", "1 w x", "1 downfail s", "2 post s"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{0, 3}}));  // with the other thread's post
  EXPECT_TRUE(happens(d, Model::sync, {5, 2, 4, 1}));
  EXPECT_FALSE(happens(d, Model::sync, {1, 5, 4}));
  EXPECT_FALSE(happens(d, Model::sync, {2, 0}, {5}));
}

TEST(BruteForce, KeepsSemaphoreOperationsOnTheirSideOfAnInit) {
  const Draft d = draft_from({"0 seminit s=1", "1 down s", "0 seminit s", "1 downfail s"});
  EXPECT_FALSE(happens(d, Model::sync, {2, 1}));
  EXPECT_FALSE(happens(d, Model::sync, {3, 2}));
  EXPECT_TRUE(happens(d, Model::sync, {0, 1, 2, 3}));
}

TEST(BruteForce, PassesAOnceAfterItIsDone) {
  const Draft d = draft_from({"0 once o", "0 w x", "0 oncedone o", "1 oncepass o", "1 w x"});
  EXPECT_EQ(races(d, Model::sync), Pairs{});
  const Draft again = draft_from({"0 once o", "0 oncedone o", "1 once o", "1 oncedone o"});
  EXPECT_FALSE(happens(again, Model::sync, {2, 1}));
}

// Rule 5.
TEST(BruteForce, KeepsAccessesWithinTheLifeOfTheirObject) {
  const Draft d = draft_from({"0 alloc o", "0 w x", "1 w o", "0 w o", "2 free o"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{2, 3}}));
  EXPECT_FALSE(happens(d, Model::sync, {2, 0}));
  EXPECT_FALSE(happens(d, Model::sync, {4, 2}));
  EXPECT_TRUE(happens(d, Model::sync, {4}, {2, 3}));  // as a use after free
  EXPECT_FALSE(happens(d, Model::sync, {4, 0}));
}

TEST(BruteForce, AsksForLiveMemoryInARace) {
  // The second write comes after the free only because the free's thread goes on to it.
  const Draft d = draft_from({"0 alloc o", "0 fork 1", "0 free o", "0 alloc o", "1 w o", "0 w o"});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{4, 5}}));
  const Draft early = draft_from({"0 w y", "0 alloc o", "1 w o", "0 w o"});
  EXPECT_EQ(races(early, Model::sync), (Pairs{{2, 3}}));
  EXPECT_FALSE(happens(early, Model::sync, {2}, {0}));
  EXPECT_TRUE(happens(early, Model::sync, {}, {0, 2}));
}

TEST(BruteForce, KeepsALockWithinTheLifeOfTheObjectItLiesIn) {
  const Draft d = draft_from({"0 alloc o", "1 acq o+8", "1 rel o+8", "0 free o"});
  EXPECT_FALSE(happens(d, Model::sync, {1, 0}));
  EXPECT_FALSE(happens(d, Model::sync, {3, 1}));
  EXPECT_TRUE(happens(d, Model::sync, {1, 3}));
}

// Rule 6.
TEST(BruteForce, LetsEveryReadOfSameWriteSeeItsWrite) {
  // The lock lets thread 1 go first, but then its read of y would see no write.
  const Draft d =
      draft_from({"0 w x", "0 acq l", "0 w y", "0 rel l", "1 acq l", "1 r y", "1 rel l", "1 w x"});
  EXPECT_EQ(races(d, Model::same_write), Pairs{});
  EXPECT_EQ(races(d, Model::sync), (Pairs{{0, 7}}));
}

TEST(BruteForce, KeepsAReadOfInitialContentsBeforeEveryWrite) {
  const Draft d = draft_from({"0 r x", "0 w y", "1 w x", "1 w z"});
  EXPECT_FALSE(happens(d, Model::same_write, {2, 0}));
  EXPECT_TRUE(happens(d, Model::sync, {2, 0}));
  EXPECT_TRUE(happens(d, Model::same_write, {2}, {0}));
}

TEST(BruteForce, LooksAtEveryCellOfAWideRead) {
  const Draft d = draft_from({"0 w x:4", "0 w x+4:4", "1 r x:8", "2 w x+4:2"});
  EXPECT_TRUE(happens(d, Model::same_write, {3, 1, 2}));
  EXPECT_FALSE(happens(d, Model::same_write, {1, 3, 2}));
}

TEST(BruteForce, ReadsBeforeItWritesInAnUpdate) {
  const Draft d = draft_from({"0 rmw x", "1 rmw x", "2 w x"});
  EXPECT_FALSE(happens(d, Model::same_write, {1, 0}));
  EXPECT_FALSE(happens(d, Model::same_write, {0, 2, 1}));
  EXPECT_TRUE(happens(d, Model::same_write, {0, 1, 2}));
}

// Fixed reads.
TEST(BruteForce, LeavesAReadFreeThatNoDecisionFollows) {
  const Draft d = draft_from({"0 w y", "0 w x", "1 r y", "1 w x"});
  EXPECT_EQ(races(d, Model::same_write), (Pairs{{0, 2}, {1, 3}}));
  const Draft handed = draft_from({"0 w x", "0 w y", "1 r y", "1 w x"});
  EXPECT_EQ(races(handed, Model::same_write), (Pairs{{1, 2}}));
  EXPECT_EQ(races(handed, Model::branch), (Pairs{{0, 3}, {1, 2}}));
}

TEST(BruteForce, FixesAReadByALaterBranchOrAPendingDecision) {
  EXPECT_EQ(races(draft_from({"0 w x", "0 w y", "1 r y", "1 br", "1 w x"}), Model::branch),
            (Pairs{{1, 2}}));
  EXPECT_EQ(races(draft_from({"0 w x", "0 w y", "1 r y", "1 w x!"}), Model::branch),
            (Pairs{{1, 2}}));
  // The branch comes after the race: it is not executed.
  EXPECT_EQ(races(draft_from({"0 w x", "0 w y", "1 r y", "1 w x", "1 br"}), Model::branch),
            (Pairs{{0, 3}, {1, 2}}));
}

TEST(BruteForce, DoesNotLetAnUpdateFixItselfByItsOwnAddress) {
  const Draft d = draft_from({"0 w x", "1 rmw x!", "1 w z"});
  EXPECT_TRUE(happens(d, Model::branch, {1, 0}));
  EXPECT_FALSE(happens(d, Model::same_write, {1, 0}));
}

// Thread 1's read of y is followed by no decision of its own. But its write of z was computed from
// it, and thread 2 branches on that z: had y been another, z would have been another.
Draft fed_by_a_free_read() {
  return draft_from({"0 w x", "0 w y", "1 r y", "1 w z", "2 r z", "2 br", "2 w x"});
}

TEST(BruteForce, FixesTheOwnReadOfACompareExchangeThatIsExecuted) {
  for (const Model model : {Model::branch, Model::dependence}) {
    const auto lost = [&](const char* exchange) {
      return happens(draft_from({"0 ar x", exchange, "1 aw x"}), model, {0, 2, 1});
    };
    EXPECT_TRUE(lost("0 rmw x"));
    EXPECT_FALSE(lost("0 rmw x?"));
    EXPECT_FALSE(lost("0 ar x?"));
  }
  EXPECT_TRUE(happens(draft_from({"0 ar x", "0 rmw x?", "1 aw x"}), Model::branch, {0, 2}, {1}));
}

TEST(BruteForce, KeepsTheLastArrivalOfABarriersRound) {
  const Draft draft = draft_from({"0 arrive b", "1 arrive b", "1 leave b", "0 leave b"});
  EXPECT_TRUE(happens(draft, Model::branch, {0, 1}));
  EXPECT_FALSE(happens(draft, Model::branch, {1, 0}));
}

TEST(BruteForce, FixesAReadThatFeedsAWriteSeenByAFixedRead) {
  EXPECT_EQ(races(fed_by_a_free_read(), Model::branch), (Pairs{{1, 2}, {3, 4}}));
  Draft d = fed_by_a_free_read();
  d.depend(3, {2});
  d.depend(5, {4});
  EXPECT_EQ(races(d, Model::dependence), (Pairs{{1, 2}, {3, 4}}));
}

TEST(BruteForce, LeavesTheReadFreeIfTheWriteDoesNotComeFromIt) {
  Draft d = fed_by_a_free_read();
  d.depend(5, {4});
  EXPECT_EQ(races(d, Model::dependence), (Pairs{{0, 6}, {1, 2}, {3, 4}}));
  d.depend(5, {});
  EXPECT_EQ(races(d, Model::dependence), (Pairs{{0, 6}, {1, 2}, {3, 4}}));
}

TEST(BruteForce, FixesAnUpdateWhoseResultAFixedReadSaw) {
  const Draft d = draft_from({"0 aw x", "1 rmw x", "2 ar x", "2 br"});
  EXPECT_FALSE(happens(d, Model::branch, {1, 0}, {}) && happens(d, Model::branch, {1, 2, 3, 0}));
  EXPECT_TRUE(happens(d, Model::branch, {1, 2, 0}));
  EXPECT_FALSE(happens(d, Model::branch, {1, 2, 3, 0}));
}

TEST(BruteForce, UsesOnlyTheDependencesItIsGiven) {
  Draft d = draft_from({"0 w x", "0 w y", "0 w z", "1 r y", "1 r z", "1 br", "1 w x"});
  d.depend(5, {3});
  EXPECT_TRUE(happens(d, Model::dependence, {1, 5, 2}));
  EXPECT_FALSE(happens(d, Model::dependence, {5, 1}));
  EXPECT_FALSE(happens(d, Model::branch, {5, 2}));
}

// Claims.
TEST(BruteForce, WantsTheEventsOfAClaimInTheirOrder) {
  const Draft d = draft_from({"0 w x", "1 w y", "2 w z"});
  EXPECT_TRUE(happens(d, Model::same_write, {2, 0, 1}));
  EXPECT_TRUE(happens(d, Model::same_write, {2}, {0, 1}));
  EXPECT_FALSE(happens(d, Model::same_write, {0, 0}));
  EXPECT_FALSE(happens(d, Model::same_write, {0}, {0}));
}

TEST(BruteForce, FindsADeadlock) {
  const Draft d = draft_from(
      {"0 acq l", "0 acq m", "0 rel m", "0 rel l", "1 acq m", "1 acq l", "1 rel l", "1 rel m"});
  EXPECT_TRUE(happens(d, Model::same_write, {}, {1, 5}));
}

TEST(BruteForce, CallsEveryReorderingOfTwoIndependentThreads) {
  const Trace trace = draft_from({"0 w x", "0 w x", "1 w y", "1 w y"}).build();
  size_t n = 0;
  BruteForce().all_reorderings(trace, {Model::same_write, nullptr}, [&](auto) { ++n; });
  EXPECT_EQ(n, 19u);  // sum of (i + j choose i) for i, j up to 2
}

}  // namespace
}  // namespace foreweave::agree
