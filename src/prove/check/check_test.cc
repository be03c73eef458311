// The checker against hand-made witnesses: each rule once obeyed and once broken. That it agrees
// with brute force on every order of every small trace is tests/agree's business.
#include "prove/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

Reordering order(const Trace& t, std::initializer_list<uint32_t> events) {
  std::vector<EventId> ids;
  for (const uint32_t e : events) ids.push_back(EventId(e));
  return Reordering::from_events(t, ids);
}

// Empty if the witness is accepted, otherwise why not.
std::string refusal(const Trace& t, Claim claim, Reordering witness, ModelFacts facts = {}) {
  const Result<Proved> proved = check_witness(t, facts, std::move(claim), std::move(witness));
  return proved ? "" : proved.error().what;
}

Claim race(uint32_t a, uint32_t b) { return Claim::race(EventId(a), EventId(b)); }
Claim sequence(std::initializer_list<uint32_t> events) {
  Claim claim{BugKind::order, {}, {}};
  for (const uint32_t e : events) claim.happen.push_back(EventId(e));
  return claim;
}

TEST(Check, AcceptsARaceWithBothAccessesPending) {
  const Trace t = std_trace("T1|w(x)|1\nT2|w(x)|2\n");
  EXPECT_EQ(refusal(t, race(0, 1), Reordering()), "");
  EXPECT_EQ(refusal(t, race(1, 0), Reordering()), "");
}

TEST(Check, RefusesARaceWithAnAccessExecutedOrNotYetNext) {
  const Trace t = std_trace("T1|w(x)|1\nT1|w(x)|2\nT2|w(x)|3\n");
  EXPECT_THAT(refusal(t, race(0, 2), order(t, {0})), HasSubstr("not the next event"));
  EXPECT_THAT(refusal(t, race(1, 2), Reordering()), HasSubstr("not the next event"));
  EXPECT_EQ(refusal(t, race(1, 2), order(t, {0})), "");
}

TEST(Check, RefusesARaceOfEventsThatDoNotConflict) {
  const Trace t = std_trace("T1|r(x)|1\nT2|r(x)|2\nT2|w(y)|3\n");
  EXPECT_THAT(refusal(t, race(0, 1), Reordering()), HasSubstr("no conflicting accesses"));
  EXPECT_THAT(refusal(t, race(0, 2), order(t, {1})), HasSubstr("no conflicting accesses"));
  EXPECT_THAT(refusal(t, race(0, 7), Reordering()), HasSubstr("which the trace lacks"));
}

TEST(Check, ARaceByMemoryOrderIsOfAccessesThatTheLanguageDoesNotOrder) {
  const auto claim = [](uint32_t a, uint32_t b) {
    return Claim::race_by_memory_order(EventId(a), EventId(b));
  };
  const auto handshake = [&](const char* set, const char* look, const char* fence = "") {
    const Trace t = std_trace(std::string("T1|w(x)|1\nT1|") + set + "|2\nT2|" + look + "|3\n" +
                              fence + "T2|r(x)|4\n");
    const bool has_fence = fence[0] != 0;
    return refusal(t, claim(0, has_fence ? 4 : 3),
                   has_fence ? order(t, {0, 1, 2, 3, 4}) : order(t, {0, 1, 2, 3}));
  };
  EXPECT_EQ(handshake("aw.relaxed(f)", "ar.acquire(f)"), "");
  EXPECT_EQ(handshake("aw.release(f)", "ar.relaxed(f)"), "");
  EXPECT_THAT(handshake("aw.release(f)", "ar.acquire(f)"), HasSubstr("happens before"));
  EXPECT_THAT(handshake("aw.release(f)", "ar.relaxed(f)", "T2|fence.acquire|9\n"),
              HasSubstr("happens before"));
  EXPECT_EQ(handshake("aw.release(f)", "ar.relaxed(f)", "T2|fence.release|9\n"), "");

  const Trace t = std_trace("T1|w(x)|1\nT1|aw.relaxed(f)|2\nT2|ar(f)|3\nT2|r(x)|4\n");
  EXPECT_THAT(refusal(t, claim(3, 0), order(t, {0, 1, 2, 3})), HasSubstr("in its place"));
  EXPECT_THAT(refusal(t, claim(0, 3), order(t, {0, 1, 2})), HasSubstr("in its place"));
  EXPECT_THAT(refusal(t, claim(1, 2), order(t, {0, 1, 2})), HasSubstr("no conflicting accesses"));
}

TEST(Check, RefusesSegmentsThatAreNoPrefix) {
  const Trace t = std_trace("T1|w(x)|1\nT2|w(x)|2\n");
  EXPECT_THAT(refusal(t, race(0, 1), Reordering({{ThreadId(7), 1}})), HasSubstr("lacks"));
  EXPECT_THAT(refusal(t, race(0, 1), Reordering({{ThreadId(0), 2}})), HasSubstr("beyond its last"));
  EXPECT_THAT(refusal(t, race(0, 1), Reordering({{ThreadId(0), 1}, {ThreadId(0), 1}})),
              HasSubstr("already was"));
}

TEST(Check, KeepsAThreadBehindItsForkAndAJoinBehindItsThread) {
  const Trace t = std_trace("M|fork(T)|1\nT|w(x)|2\nT|w(y)|3\nM|join(T)|4\nM|r(y)|5\n");
  EXPECT_THAT(refusal(t, sequence({1, 2}), order(t, {1, 2})),
              HasSubstr("before its thread was created"));
  EXPECT_THAT(refusal(t, sequence({0, 3}), order(t, {0, 1, 3})),
              HasSubstr("before that thread's last"));
  EXPECT_EQ(refusal(t, sequence({0, 3}), order(t, {0, 1, 2, 3})), "");
}

TEST(Check, RefusesAPendingEventOfAThreadNotYetCreated) {
  const Trace t = std_trace("M|fork(T)|1\nM|w(x)|2\nT|w(x)|3\n");
  EXPECT_EQ(refusal(t, race(1, 2), order(t, {0})), "");
  const Trace u = std_trace("M|w(x)|1\nM|fork(T)|2\nT|w(x)|3\n");
  EXPECT_THAT(refusal(u, race(0, 2), Reordering()), HasSubstr("not yet created"));
}

TEST(Check, KeepsExclusiveSectionsApart) {
  const Trace t =
      std_trace("T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|w(x)|5\nT2|rel(l)|6\n");
  EXPECT_THAT(refusal(t, race(1, 4), order(t, {0, 3})), HasSubstr("takes a lock that is held"));
  EXPECT_EQ(refusal(t, sequence({4, 1}), order(t, {3, 4, 5, 0, 1})), "");
}

TEST(Check, LetsSharedSectionsOverlap) {
  const Trace t = std_trace(
      "T1|racq(l)|1\nT1|w(x)|2\nT1|rrel(l)|3\nT2|racq(l)|4\nT2|w(x)|5\nT2|rrel(l)|6\nT3|acq(l)|"
      "7\nT3|w(x)|8\n");
  EXPECT_EQ(refusal(t, race(1, 4), order(t, {0, 3})), "");
  EXPECT_THAT(refusal(t, race(1, 7), order(t, {0, 6})), HasSubstr("takes a lock that is held"));
}

TEST(Check, AFailedTryNeedsAnotherHolder) {
  const Trace t = std_trace("T1|acq(l)|1\nT2|tryfail(l)|2\nT2|w(x)|3\nT1|rel(l)|4\nT1|w(x)|5\n");
  EXPECT_EQ(refusal(t, race(2, 4), order(t, {0, 1, 3})), "");
  EXPECT_THAT(refusal(t, race(2, 4), order(t, {0, 3, 1})), HasSubstr("that no other thread holds"));
}

TEST(Check, AWaitEndsAfterTheSignalThatWokeItAndThatAfterItsBegin) {
  const Trace t =
      std_trace("T1|wait(c)|1\nT2|w(x)|2\nT2|signal(c)|3\nT1|wake(c)|4\nT1|w(x)|5\nT2|w(x)|6\n");
  EXPECT_THAT(refusal(t, race(1, 4), order(t, {0, 3})), HasSubstr("which woke it"));
  EXPECT_THAT(refusal(t, sequence({2, 3}), order(t, {1, 2, 0, 3})),
              HasSubstr("woke it before the wait began"));
  EXPECT_EQ(refusal(t, race(4, 5), order(t, {0, 1, 2, 3})), "");
}

TEST(Check, ABarrierRoundLeavesAfterItsArrivals) {
  const Trace t = std_trace(
      "T1|arrive(b)|1\nT2|w(x)|2\nT2|arrive(b)|3\nT1|leave(b)|4\nT1|w(x)|5\nT2|leave(b)|6\nT2|w(x)|"
      "7\n");
  EXPECT_THAT(refusal(t, race(1, 4), order(t, {0, 3})),
              HasSubstr("before all threads of its round"));
  EXPECT_EQ(refusal(t, race(4, 6), order(t, {1, 0, 2, 5, 3})), "");
}

TEST(Check, ArrivalsOfALaterRoundWaitForTheEarlierOne) {
  const Trace t = std_trace(
      "T1|arrive(b)|1\nT2|arrive(b)|2\nT1|leave(b)|3\nT2|leave(b)|4\nT3|arrive(b)|5\nT3|w(x)|6\nT1|"
      "w(x)|7\n");
  EXPECT_THAT(refusal(t, sequence({4, 0}), order(t, {4, 0})), HasSubstr("earlier round"));
}

TEST(Check, ASemaphoreNeverGoesBelowZero) {
  const Trace t =
      std_trace("T1|w(x)|1\nT1|post(s)|2\nT2|down(s)|3\nT2|w(x)|4\nT3|downfail(s)|5\nT3|w(x)|6\n");
  EXPECT_THAT(refusal(t, race(0, 3), order(t, {2})), HasSubstr("empty semaphore"));
  EXPECT_EQ(refusal(t, race(0, 5), order(t, {4})), "");
  EXPECT_THAT(refusal(t, race(3, 5), order(t, {0, 1, 4, 2})), HasSubstr("not empty"));
}

TEST(Check, ASemaphoreStartsWithItsInit) {
  const Trace t = std_trace("T1|seminit(s=1)|1\nT2|down(s)|2\nT2|w(x)|3\nT1|w(x)|4\n");
  EXPECT_EQ(refusal(t, race(2, 3), order(t, {0, 1})), "");
  EXPECT_THAT(refusal(t, sequence({1, 0}), order(t, {1, 0})),
              HasSubstr("before the semaphore was set up"));
}

TEST(Check, OncePassesAfterTheRun) {
  const Trace t =
      std_trace("T1|once(o)|1\nT1|w(x)|2\nT1|oncedone(o)|3\nT2|oncepass(o)|4\nT2|w(x)|5\n");
  EXPECT_THAT(refusal(t, race(1, 4), order(t, {0, 3})), HasSubstr("ended the run"));
}

TEST(Check, AnAccessLiesWithinItsObjectsLife) {
  const Trace t = std_trace("T1|alloc(o)|1\nT1|w(o)|2\nT2|w(o)|3\nT2|free(o)|4\n");
  EXPECT_EQ(refusal(t, race(1, 2), order(t, {0})), "");
  EXPECT_THAT(refusal(t, sequence({2, 0}), order(t, {2, 0})),
              HasSubstr("before its object was allocated"));
  EXPECT_THAT(refusal(t, sequence({3, 1}), order(t, {0, 2, 3, 1})),
              HasSubstr("after its object was freed"));
  const Claim use_after_free{BugKind::use_after_free, {EventId(3)}, {EventId(1)}};
  EXPECT_EQ(refusal(t, use_after_free, order(t, {0, 2, 3})), "");
  EXPECT_THAT(refusal(t, use_after_free, order(t, {0, 2})), HasSubstr("does not happen"));
}

TEST(Check, EveryReadSeesTheSameWriteUnderSameWrite) {
  const Trace t = std_trace("T1|w(x)|1\nT2|r(x)|2\nT2|w(y)|3\nT1|w(y)|4\n");
  EXPECT_THAT(refusal(t, race(2, 3), order(t, {1, 0})), HasSubstr("sees another write"));
  EXPECT_EQ(refusal(t, race(2, 3), order(t, {0, 1})), "");
}

TEST(Check, AReadOfTheInitialContentsStaysBeforeEveryWrite) {
  const Trace t = std_trace("T2|r(x)|1\nT2|w(y)|2\nT1|w(x)|3\nT1|w(y)|4\n");
  EXPECT_THAT(refusal(t, race(1, 3), order(t, {2, 0})), HasSubstr("sees another write"));
  EXPECT_EQ(refusal(t, race(1, 3), order(t, {0, 2})), "");
}

TEST(Check, UnderBranchOnlyReadsBeforeADecisionAreFixed) {
  const ModelFacts branch{Model::branch, nullptr};
  const Trace free = std_trace("T1|w(x)|1\nT2|r(x)|2\nT2|w(y)|3\nT1|w(y)|4\n");
  EXPECT_EQ(refusal(free, race(2, 3), order(free, {1, 0}), branch), "");
  const Trace fixed = std_trace("T1|w(x)|1\nT2|r(x)|2\nT2|br|9\nT2|w(y)|3\nT1|w(y)|4\n");
  EXPECT_THAT(refusal(fixed, race(3, 4), order(fixed, {1, 2, 0}), branch),
              HasSubstr("sees another write"));
}

// The write of y is computed from T2's read of x. If that read were free, the value that T3's fixed
// read of y sees could change although it sees the same write, and T3's branch could go elsewhere.
TEST(Check, AWriteFedByAFreeReadAndSeenByAFixedOneFixesIt) {
  const ModelFacts branch{Model::branch, nullptr};
  const Trace t =
      std_trace("T1|w(x)|1\nT2|r(x)|2\nT2|w(y)|3\nT3|r(y)|4\nT3|br|5\nT3|w(z)|6\nT1|w(z)|7\n");
  EXPECT_THAT(refusal(t, race(5, 6), order(t, {1, 2, 3, 4, 0}), branch), HasSubstr("event 1"));
  EXPECT_EQ(refusal(t, race(5, 6), order(t, {0, 1, 2, 3, 4}), branch), "");
}

// T1 reads an index that T2 wrote, and writes to the element that it says; nobody branches. With
// another index it would be another element, so there is no race on this one before the index is
// there. An address that cannot vary fixes nothing.
TEST(Check, AnAddressThatMayVaryFixesTheReadItWasComputedFrom) {
  const ModelFacts branch{Model::branch, nullptr};
  for (const bool varies : {true, false}) {
    TraceBuilder builder(SourceMap("made", SourceMap::Unit::line));
    for (const char* name : {"T1", "T2"}) builder.add_thread(name);
    const uint32_t site = builder.add_site("a.c", 1, 1, "f").value;
    const auto access = [&](uint32_t thread, Kind kind, uint64_t address, bool decides) {
      const uint8_t flags = decides ? FW_FLAG_DECIDES : 0;
      builder.add({thread, kind, flags, site, 8, address, 0});
    };
    access(1, Kind::write, 0x100, false);   // 0: the element
    access(1, Kind::write, 0x200, false);   // 1: the index
    access(0, Kind::read, 0x200, false);    // 2: sees it
    access(0, Kind::write, 0x100, varies);  // 3: the element it says
    access(0, Kind::write, 0x300, false);   // 4: and something behind it
    access(1, Kind::write, 0x300, false);   // 5
    const Trace t = std::move(builder).finish();
    // Pending, and executed.
    for (const auto& [claim, witness] :
         {std::pair(race(0, 3), order(t, {2})), std::pair(race(4, 5), order(t, {2, 3, 0, 1}))}) {
      if (varies)
        EXPECT_THAT(refusal(t, claim, witness, branch), HasSubstr("sees another write"));
      else
        EXPECT_EQ(refusal(t, claim, witness, branch), "");
    }
  }
}

// T1 looks at a count and puts one more there if it is still the same; T2 sets it. If T2 comes in
// between, the exchange fails.
TEST(Check, ACompareExchangeFixesItsOwnReadByBeingExecuted) {
  Dependences none;
  const ModelFacts branch{Model::branch, nullptr}, dependence{Model::dependence, &none};
  for (const bool compares : {true, false}) {
    TraceBuilder builder(SourceMap("made", SourceMap::Unit::line));
    for (const char* name : {"T1", "T2"}) builder.add_thread(name);
    const uint32_t site = builder.add_site("a.c", 1, 1, "f").value;
    const uint8_t flags = compares ? FW_FLAG_DECIDES_ON_OWN_READ : 0;
    builder.add({0, Kind::atomic_read, 0, site, 8, 0x100, 0});        // 0
    builder.add({0, Kind::atomic_update, flags, site, 8, 0x100, 0});  // 1
    builder.add({1, Kind::atomic_write, 0, site, 8, 0x100, 0});       // 2
    const Trace t = std::move(builder).finish();
    const Claim lost = Claim::atomicity({EventId(0), EventId(2), EventId(1)});
    for (const ModelFacts& facts : {branch, dependence}) {
      if (compares)
        EXPECT_THAT(refusal(t, lost, order(t, {0, 2, 1}), facts), HasSubstr("sees another write"));
      else
        EXPECT_EQ(refusal(t, lost, order(t, {0, 2, 1}), facts), "");
    }
    // Not executed, it fixes what comes before it, but not itself.
    const Claim next{BugKind::order, {EventId(0), EventId(2)}, {EventId(1)}};
    EXPECT_EQ(refusal(t, next, order(t, {0, 2}), branch), "");
  }
}

TEST(Check, TheLastToArriveAtABarrierStaysTheLast) {
  const Trace t = std_trace("T1|arrive(b)|1\nT2|arrive(b)|2\nT2|leave(b)|3\nT1|leave(b)|4\n");
  EXPECT_EQ(refusal(t, {BugKind::order, {EventId(0), EventId(1)}, {}}, order(t, {0, 1})), "");
  EXPECT_THAT(refusal(t, {BugKind::order, {EventId(1), EventId(0)}, {}}, order(t, {1, 0})),
              HasSubstr("before all threads of its round arrived"));
}

TEST(Check, UnderDependenceOnlyTheListedReadsAreFixed) {
  const Trace t = std_trace("T1|w(x)|1\nT2|r(x)|2\nT2|br|9\nT2|w(y)|3\nT1|w(y)|4\n");
  Dependences none, listed;
  const EventId read[] = {EventId(1)};
  listed.add(EventId(2), read);
  EXPECT_EQ(refusal(t, race(3, 4), order(t, {1, 2, 0}), {Model::dependence, &none}), "");
  EXPECT_THAT(refusal(t, race(3, 4), order(t, {1, 2, 0}), {Model::dependence, &listed}),
              HasSubstr("sees another write"));
}

TEST(Check, NothingIsProvedUnderSync) {
  const Trace t = std_trace("T1|w(x)|1\nT2|w(x)|2\n");
  EXPECT_THAT(refusal(t, race(0, 1), Reordering(), {Model::sync, nullptr}),
              HasSubstr("over-approximates"));
}

TEST(Check, ADeadlockIsACycleOfHeldLocks) {
  const Trace t = std_trace(
      "T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nT2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|"
      "7\nT2|rel(m)|8\n");
  const Claim deadlock{BugKind::deadlock, {}, {EventId(1), EventId(5)}};
  EXPECT_EQ(refusal(t, deadlock, order(t, {0, 4})), "");
  EXPECT_THAT(refusal(t, deadlock, order(t, {0})), HasSubstr("not the next event"));
  EXPECT_THAT(refusal(t, {BugKind::deadlock, {}, {EventId(1), EventId(4)}}, order(t, {0})),
              HasSubstr("does not hold"));
}

TEST(Check, ARequestIsPendingInADeadlockAndDoesNothingOtherwise) {
  const Trace t = std_trace(
      "T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nM|acq(l)|5\nT2|acq(m)|6\nT2|req(l)|7\n");
  const Claim deadlock{BugKind::deadlock, {}, {EventId(1), EventId(6)}};
  EXPECT_EQ(refusal(t, deadlock, order(t, {0, 5})), "");
  EXPECT_THAT(refusal(t, deadlock, order(t, {0, 5, 6})), HasSubstr("not the next event"));
  EXPECT_THAT(refusal(t, deadlock, order(t, {5})), HasSubstr("not the next event"));
  // It has not taken the lock.
  const Claim inverse{BugKind::deadlock, {}, {EventId(4), EventId(1)}};
  EXPECT_THAT(refusal(t, inverse, order(t, {0, 5, 6})), HasSubstr("does not hold"));
}

// --- atomicity
// ------------------------------------------------------------------------------------

Claim torn(std::vector<uint32_t> events) {
  Claim claim = Claim::atomicity({});
  for (const uint32_t e : events) claim.happen.push_back(EventId(e));
  return claim;
}

TEST(Check, FiveOfEightInterruptionsAreAtomicityViolations) {
  const ModelFacts branch{Model::branch, nullptr};
  for (const std::string a : {"r", "w"})
    for (const std::string remote : {"r", "w"})
      for (const std::string b : {"r", "w"}) {
        const Trace t = std_trace("T1|" + a + "(x)|1\nT1|" + b + "(x)|2\nT2|" + remote + "(x)|3\n");
        const bool violation = remote == "w" || (a == "w" && b == "w");
        EXPECT_EQ(
            refusal(t, torn({0, 2, 1}), order(t, {0, 2, 1}), branch),
            violation ? "" : "the three accesses could as well have happened one after the other");
        EXPECT_NE(refusal(t, torn({0, 2, 1}), order(t, {0, 1, 2}), branch), "");
        EXPECT_NE(refusal(t, torn({0, 1, 2}), order(t, {0, 1, 2}), branch), "");
      }
}

TEST(Check, AnUpdateReadsAndWrites) {
  const Trace t = std_trace("T1|rmw(x)|1\nT1|rmw(x)|2\nT2|ar(x)|3\nT2|aw(y)|4\n");
  EXPECT_THAT(refusal(t, torn({0, 2, 1}), order(t, {0, 2, 1})), HasSubstr("sees another write"));
  EXPECT_EQ(refusal(t, torn({0, 2, 1}), order(t, {0, 2, 1}), {Model::branch, nullptr}), "");
  EXPECT_THAT(refusal(t, torn({0, 3, 1}), order(t, {0})), HasSubstr("no byte in common"));
}

TEST(Check, AnInterruptionIsOfAnotherThreadAndNothingIsPending) {
  const Trace t = std_trace("T1|w(x)|1\nT1|w(x)|2\nT1|w(x)|3\nT2|w(x)|4\nT3|w(x)|5\nT2|acq(l)|6\n");
  EXPECT_EQ(refusal(t, torn({0, 3, 1}), order(t, {0, 3, 1})), "");
  EXPECT_THAT(refusal(t, torn({0, 1, 2}), order(t, {0, 1, 2})), HasSubstr("not of one thread"));
  EXPECT_THAT(refusal(t, torn({0, 3, 4}), order(t, {0, 3, 4})), HasSubstr("not of one thread"));
  EXPECT_THAT(refusal(t, torn({0, 5, 1}), order(t, {0, 3, 5, 1})), HasSubstr("is no access"));
  Claim with_pending = torn({0, 3, 1});
  with_pending.pending = {EventId(4)};
  EXPECT_THAT(refusal(t, with_pending, order(t, {0, 3, 1})), HasSubstr("three or four accesses"));
}

TEST(Check, TwoVariablesCrossIfTheirPairsAreInOppositeOrders) {
  const Trace t = std_trace("T1|w(x)|1\nT1|w(y)|2\nT2|w(x)|3\nT2|w(y)|4\nT1|r(y)|5\nT1|w(z)|6\n");
  EXPECT_EQ(refusal(t, torn({0, 2, 3, 1}), order(t, {0, 2, 3, 1})), "");
  EXPECT_EQ(refusal(t, torn({2, 0, 1, 3}), order(t, {2, 0, 1, 3})), "");
  EXPECT_THAT(refusal(t, torn({0, 2, 1, 3}), order(t, {0, 2, 1, 3})), HasSubstr("do not cross"));
  EXPECT_THAT(refusal(t, torn({0, 1, 2, 3}), order(t, {0, 1, 2, 3})), HasSubstr("do not cross"));
  EXPECT_THAT(refusal(t, torn({0, 2, 3, 5}), order(t, {0, 2, 3, 1, 4, 5})),
              HasSubstr("do not cross"));
  EXPECT_THAT(refusal(t, torn({0, 2, 3, 1}), order(t, {0, 1, 2, 3})), HasSubstr("in its place"));
}

TEST(Check, TwoVariablesReadInTwoStatesCross) {
  const ModelFacts branch{Model::branch, nullptr};
  const Trace t = std_trace("T1|w(x)|1\nT1|w(y)|2\nT2|r(x)|3\nT2|r(y)|4\n");
  EXPECT_EQ(refusal(t, torn({0, 2, 3, 1}), order(t, {0, 2, 3, 1}), branch), "");
  EXPECT_EQ(refusal(t, torn({2, 0, 1, 3}), order(t, {2, 0, 1, 3}), branch), "");
  const Trace mixed = std_trace("T1|w(x)|1\nT1|r(y)|2\nT2|r(x)|3\nT2|w(y)|4\n");
  EXPECT_THAT(refusal(mixed, torn({0, 2, 3, 1}), order(mixed, {0, 2, 3, 1}), branch),
              HasSubstr("do not cross"));
}

// --- null
// -----------------------------------------------------------------------------------------

constexpr uint64_t kPointer = 0x100, kTarget = 0x4000;
constexpr uint32_t kLoad = 1, kUse = 2;  // sites; the rest is at site 0

struct Step {
  uint32_t thread;
  Kind kind;
  uint64_t operand;
  uint64_t value = 0;
  uint32_t site = 0;
  uint8_t flags = 0;
};

// Each access has 8 bytes and a value; the access at site kUse goes through what kLoad loaded.
Trace pointer_trace(std::initializer_list<Step> steps) {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  for (const char* name : {"T0", "T1", "T2"}) builder.add_thread(name);
  for (uint32_t line = 0; line < 3; ++line) builder.add_site("t.c", line, 0, "f");
  builder.set_pointer_from(SiteId(kUse), SiteId(kLoad));
  for (const Step& s : steps) {
    const uint8_t has_value = is_access(s.kind) ? FW_FLAG_HAS_VALUE : 0;
    const uint32_t size = is_access(s.kind) ? 8 : 0;
    builder.add({s.thread, s.kind, static_cast<uint8_t>(s.flags | has_value), s.site, size,
                 s.operand, s.value});
  }
  return std::move(builder).finish();
}

Claim null(uint32_t write, uint32_t read, uint32_t access) {
  return Claim::null(EventId(write), EventId(read), EventId(access));
}

TEST(Check, ADeadlockNeedsLocksThatAreStillThere) {
  constexpr uint64_t kObject = 0x8000, kInside = 0x8008, kOther = 0x300;
  const Trace t = pointer_trace({{0, Kind::allocate, kObject, 64},
                                 {0, Kind::acquire, kInside},
                                 {0, Kind::acquire, kOther},
                                 {0, Kind::release, kOther},
                                 {0, Kind::release, kInside},
                                 {1, Kind::acquire, kOther},
                                 {1, Kind::acquire, kInside},
                                 {1, Kind::release, kInside},
                                 {2, Kind::free, kObject}});
  const Claim deadlock = Claim::deadlock({EventId(2), EventId(6)});
  EXPECT_EQ(refusal(t, deadlock, order(t, {0, 1, 5})), "");
  EXPECT_THAT(refusal(t, deadlock, order(t, {0, 1, 5, 8})), HasSubstr("was freed"));
}

TEST(Check, AMutexInFreedMemoryIsUsedAfterFree) {
  constexpr uint64_t kObject = 0x8000, kInside = 0x8008;
  const Trace t = pointer_trace({{0, Kind::allocate, kObject, 64},
                                 {1, Kind::acquire, kInside},
                                 {1, Kind::release, kInside},
                                 {0, Kind::free, kObject}});
  EXPECT_EQ(refusal(t, Claim::use_after_free(EventId(3), EventId(1)), order(t, {0, 3})), "");
  EXPECT_EQ(refusal(t, Claim::use_after_free(EventId(3), EventId(2)), order(t, {0, 1, 3})), "");
  EXPECT_THAT(refusal(t, Claim::use_after_free(EventId(3), EventId(0)), Reordering()),
              HasSubstr("does not touch"));
  EXPECT_THAT(refusal(t, {BugKind::double_free, {EventId(3)}, {EventId(3)}}, order(t, {0, 3})),
              HasSubstr("does not touch"));
}

// T1 frees a pointer that T0 had freed; in between T2 got the memory.
TEST(Check, AFreeOfMemoryThatIsUsedAgainWouldBeASecondOne) {
  const Trace t = pointer_trace({{0, Kind::allocate, 0x8000, 64},
                                 {0, Kind::free, 0x8000},
                                 {2, Kind::allocate, 0x8000, 64},
                                 {1, Kind::free, 0x8000}});
  const Claim claim{BugKind::double_free, {EventId(1)}, {EventId(3)}};
  EXPECT_EQ(refusal(t, claim, order(t, {0, 1})), "");
  EXPECT_THAT(refusal(t, claim, order(t, {0, 1, 2})), HasSubstr("may free an object"));
  EXPECT_THAT(refusal(t, claim, order(t, {0})), HasSubstr("does not happen"));
  EXPECT_THAT(refusal(t, {BugKind::double_free, {EventId(3)}, {EventId(1)}}, order(t, {0})),
              HasSubstr("does not touch"));
}

TEST(Check, ASecondFreeNeedsAllEarlierObjectsToBeGone) {
  const Trace t = pointer_trace({{0, Kind::allocate, 0x8000, 64},
                                 {0, Kind::free, 0x8000},
                                 {1, Kind::allocate, 0x8000, 64},
                                 {1, Kind::free, 0x8000},
                                 {1, Kind::allocate, 0x8000, 64},
                                 {2, Kind::free, 0x8000}});
  const Claim claim{BugKind::double_free, {EventId(3)}, {EventId(5)}};
  EXPECT_EQ(refusal(t, claim, order(t, {0, 1, 2, 3})), "");
  EXPECT_THAT(refusal(t, claim, order(t, {0, 2, 3})), HasSubstr("may free an object"));
  EXPECT_THAT(refusal(t, claim, order(t, {2, 3})), HasSubstr("may free an object"));
}

// T0 sets the pointer and T1 uses it; later T0 sets it to null.
Trace used_before_it_is_null() {
  return pointer_trace({{0, Kind::write, kPointer, kTarget},
                        {1, Kind::read, kPointer, kTarget, kLoad},
                        {1, Kind::read, kTarget + 8, 5, kUse, FW_FLAG_DECIDES},
                        {0, Kind::write, kPointer, 0}});
}

TEST(Check, ANullDereferenceIsAReadThatSeesNullAndAPendingAccess) {
  const Trace t = used_before_it_is_null();
  for (const Model model : {Model::same_write, Model::branch}) {
    const ModelFacts facts{model, nullptr};
    EXPECT_EQ(refusal(t, null(3, 1, 2), order(t, {0, 3, 1}), facts), "");
    EXPECT_NE(refusal(t, null(3, 1, 2), order(t, {0, 3, 1, 2}), facts), "");
    EXPECT_THAT(refusal(t, null(3, 1, 2), order(t, {0, 1, 3}), facts),
                HasSubstr("does not see null"));
    EXPECT_THAT(refusal(t, null(0, 1, 2), order(t, {0, 1}), facts), HasSubstr("writes no null"));
    EXPECT_THAT(refusal(t, null(3, 1, 1), order(t, {0, 3}), facts), HasSubstr("does not use"));
  }
  const Dependences none;
  EXPECT_EQ(refusal(t, null(3, 1, 2), order(t, {0, 3, 1}), {Model::dependence, &none}), "");
}

TEST(Check, NullMustNotBeOverwritten) {
  const Trace t = pointer_trace({{0, Kind::write, kPointer, 0},
                                 {2, Kind::write, kPointer, kTarget},
                                 {1, Kind::read, kPointer, kTarget, kLoad},
                                 {1, Kind::read, kTarget, 5, kUse}});
  EXPECT_THAT(refusal(t, null(0, 2, 3), order(t, {0, 1, 2})), HasSubstr("does not see null"));
  EXPECT_EQ(refusal(t, null(0, 2, 3), order(t, {1, 0, 2})), "");
}

TEST(Check, ADecisionBetweenLoadAndUseKeepsThePointer) {
  const Trace t = pointer_trace({{0, Kind::write, kPointer, kTarget},
                                 {1, Kind::read, kPointer, kTarget, kLoad},
                                 {1, Kind::branch, 0},
                                 {1, Kind::read, kTarget, 5, kUse, FW_FLAG_DECIDES},
                                 {0, Kind::write, kPointer, 0}});
  Dependences none, tested;
  const EventId load[] = {EventId(1)};
  tested.add(EventId(2), load);
  const Reordering witness = order(t, {0, 4, 1, 2});
  for (const ModelFacts facts :
       {ModelFacts{Model::same_write, nullptr}, ModelFacts{Model::branch, nullptr},
        ModelFacts{Model::dependence, &tested}})
    EXPECT_THAT(refusal(t, null(4, 1, 3), witness, facts), HasSubstr("sees another write"));
  EXPECT_EQ(refusal(t, null(4, 1, 3), witness, {Model::dependence, &none}), "");
}

// T1 writes down something between load and use and reads it back, which nobody acts on; whether
// others touch that memory makes no difference.
TEST(Check, WhatAThreadReadsBackOfItsOwnDoesNotKeepThePointer) {
  for (const uint32_t third_thread : {uint32_t{1}, uint32_t{2}}) {
    const Trace t = pointer_trace({{0, Kind::write, kPointer, kTarget},
                                   {1, Kind::read, kPointer, kTarget, kLoad},
                                   {1, Kind::write, 0x200, kTarget},
                                   {1, Kind::read, 0x200, kTarget},
                                   {1, Kind::read, kTarget, 5, kUse, FW_FLAG_DECIDES},
                                   {0, Kind::write, kPointer, 0},
                                   {third_thread, Kind::write, 0x200, 7}});
    for (const Model model : {Model::same_write, Model::branch})
      EXPECT_EQ(refusal(t, null(5, 1, 4), order(t, {0, 5, 1, 2, 3}), {model, nullptr}), "");
  }
}

// T1 publishes what it loaded, and T2 acts on it.
TEST(Check, APointerThatAnotherThreadActedOnIsKept) {
  const Trace t = pointer_trace({{0, Kind::write, kPointer, kTarget},
                                 {1, Kind::read, kPointer, kTarget, kLoad},
                                 {1, Kind::write, 0x200, kTarget},
                                 {2, Kind::read, 0x200, kTarget},
                                 {2, Kind::branch, 0},
                                 {1, Kind::read, kTarget, 5, kUse, FW_FLAG_DECIDES},
                                 {0, Kind::write, kPointer, 0}});
  for (const Model model : {Model::same_write, Model::branch}) {
    const ModelFacts facts{model, nullptr};
    EXPECT_EQ(refusal(t, null(6, 1, 5), order(t, {0, 6, 1, 2}), facts), "");
    EXPECT_THAT(refusal(t, null(6, 1, 5), order(t, {0, 6, 1, 2, 3, 4}), facts),
                HasSubstr("sees another write"));
  }
}

// Whether T0 writes null depends on what it read.
TEST(Check, TheWriteOfNullWritesNull) {
  const Trace t = pointer_trace({{0, Kind::write, kPointer, kTarget},
                                 {1, Kind::read, kPointer, kTarget, kLoad},
                                 {1, Kind::read, kTarget, 5, kUse, FW_FLAG_DECIDES},
                                 {0, Kind::read, 0x200, 0},
                                 {0, Kind::write, kPointer, 0},
                                 {2, Kind::write, 0x200, 7}});
  const ModelFacts branch{Model::branch, nullptr};
  EXPECT_EQ(refusal(t, null(4, 1, 2), order(t, {0, 3, 4, 1}), branch), "");
  EXPECT_THAT(refusal(t, null(4, 1, 2), order(t, {5, 0, 3, 4, 1}), branch),
              HasSubstr("event 3 (read of 0x200) sees another write"));
}

TEST(Check, PutsTheEndOfAStretchBehindAllMarksBeforeItIfItMaySynchronise) {
  const Trace t = std_trace("A|w(x)|1\nA|unseen|2\nB|unseenend|3\nB|w(x)|4\nA|unseenend|5\n");
  EXPECT_THAT(refusal(t, race(0, 3), order(t, {2})), HasSubstr("unseen code needs"));
  EXPECT_EQ(refusal(t, sequence({1, 2, 3}), order(t, {0, 1, 2, 3})), "");
  EXPECT_THAT(refusal(t, sequence({0, 1}), order(t, {0, 1, 4})), HasSubstr("unseen code needs"));
  const Trace quiet = std_trace("A|w(x)|1\nA|extbegin|2\nB|ext|3\nB|w(x)|4\nA|ext|5\n");
  EXPECT_EQ(refusal(quiet, race(0, 3), order(quiet, {2})), "");
}

TEST(Check, KeepsAccessesOfMemoryThatIsWrittenUnseenInTheirPlace) {
  const Trace t = std_trace("A|w(x=1)|1\nA|w(y)|2\nA|ext|3\nB|r(x=2)|4\nB|w(y)|5\nC|ext|6\n");
  EXPECT_THAT(refusal(t, race(1, 4), order(t, {0, 3})), HasSubstr("unseen code needs"));
  EXPECT_THAT(refusal(t, sequence({1, 5}), order(t, {0, 1, 2, 5})), HasSubstr("unseen code needs"));
  EXPECT_EQ(refusal(t, sequence({1, 5}), order(t, {0, 1, 2, 3, 5})), "");
  EXPECT_THAT(refusal(t, race(0, 3), Reordering()), HasSubstr("memory that is written unseen"));
}

}  // namespace
}  // namespace foreweave
