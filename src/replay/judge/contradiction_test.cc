// What is a contradiction, and what may have come from outside: the same replay that goes another
// way, with one thing more or less known about it.
#include "replay/judge/contradiction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "replay/traces_for_tests.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

// An order of all events of the witness is claimed; the last of them does not come.
Outcome judged(std::string_view recorded, std::string_view replayed,
               const std::vector<uint32_t>& witness,
               const std::function<void(Observation&)>& change = {}) {
  const Trace original = std_trace(recorded), trace = std_trace(replayed);
  const Claim claim = Claim::order({EventId(witness.front()), EventId(witness.back())});
  const Reordering followed = order(original, witness);
  const Schedule schedule = schedule_of(original, claim, followed);
  Observation seen;
  seen.followed = true;
  seen.at_end.resize(original.thread_count());
  seen.run.sightings = sightings_in(trace, original, schedule.watched);
  if (change) change(seen);
  return judge({original, claim, followed, schedule, seen, &trace});
}

void expect_outside(const Outcome& outcome, const char* why) {
  EXPECT_EQ(outcome.status, ReplayStatus::diverged) << outcome.why;
  EXPECT_THAT(outcome.why, HasSubstr(why));
}

void expect_refuted(const Outcome& outcome, const char* why) {
  EXPECT_EQ(outcome.status, ReplayStatus::refuted) << outcome.why;
  EXPECT_EQ(outcome.otherwise, ReplayStatus::diverged);
  EXPECT_THAT(outcome.why, HasSubstr(why));
}

// T1 reads x before T2 writes it, which the witness says makes no difference.
constexpr const char* kRead = "T1|fork(T2)|1\nT2|w(x=1)|2\nT1|r(x=1)|3\nT1|w(y=1)|4\n";

TEST(AReadThatSawAnotherWrite, ContradictsIfTheThreadThenGoesAnotherWay) {
  const Outcome outcome =
      judged(kRead, "T1|fork(T2)|1\nT1|r(x=0)|3\nT1|w(z=1)|5\nT2|w(x=1)|2\n", {0, 2, 3});
  expect_refuted(outcome, "although read of x at t.std:3 by T1 saw something else in this order");
  EXPECT_FALSE(outcome.by_reads_alone);
}

// Whoever prints first gives the stream its buffer.
TEST(AnAllocation, MayBeALibrarysOwn) {
  expect_outside(
      judged(kRead, "T1|fork(T2)|1\nT1|r(x=1)|3\nT1|alloc(o)|4\nT1|w(y=1)|4\nT2|w(x=1)|2\n",
             {0, 2, 3}),
      "allocates for itself");
}

TEST(AReadThatSawAnotherWrite, SaysNothingIfTheValueIsTheSame) {
  const Outcome outcome =
      judged(kRead, "T1|fork(T2)|1\nT1|r(x=1)|3\nT1|w(z=1)|5\nT2|w(x=1)|2\n", {0, 2, 3});
  expect_refuted(outcome, "all that it had read was as recorded");
  EXPECT_TRUE(outcome.by_reads_alone);
}

// Through what T2 makes of it.
TEST(AReadThatSawAnotherWrite, ContradictsThroughAnotherThread) {
  expect_refuted(
      judged("T1|fork(T2)|1\nT1|w(x=1)|2\nT2|r(x=1)|3\nT2|w(y=1)|4\nT1|r(y=1)|5\nT1|w(z=1)|6\n"
             "T1|w(x=2)|7\n",
             "T1|fork(T2)|1\nT2|r(x=0)|3\nT2|w(y=0)|4\nT1|w(x=1)|2\nT1|r(y=0)|5\nT1|w(q=1)|8\n",
             {0, 2, 3, 1, 4, 5}),
      "although read of x at t.std:3 by T2 saw something else");
}

TEST(AnotherValueOfTheSameWrite, ComesFromOutside) {
  expect_outside(
      judged("T1|w(x=0)|1\nT1|fork(T2)|2\nT2|r(x=0)|3\nT2|w(y=1)|4\n",
             "T1|w(x=2)|1\nT1|fork(T2)|2\nT2|r(x=2)|3\nT2|w(z=1)|5\n", {0, 1, 2, 3}),
      "x was 2 instead of 0 for it: write of x at t.std:1 by T1 came from something that is "
      "not in the trace");
  expect_outside(judged("T1|w(x=0)|1\nT1|fork(T2)|2\nT2|r(x=0)|3\nT2|w(y=1)|4\n",
                        "T1|w(x=0)|1\nT1|fork(T2)|2\nT2|r(x=2)|3\nT2|w(z=1)|5\n", {0, 1, 2, 3}),
                 "x was 2 instead of 0 for it, and not because of write of x at t.std:1");
}

TEST(AnotherValueThatNobodyWrote, ComesFromOutside) {
  expect_outside(judged("T1|r(x=0)|3\nT1|w(y=1)|4\n", "T1|r(x=2)|3\nT1|w(z=1)|5\n", {0, 1}),
                 "x was 2 instead of 0 for it, which nobody in the trace wrote");
}

// From outside to T1, and from T1 to T2.
TEST(AnotherValueFromOutside, IsFollowedThroughThreads) {
  expect_outside(judged("T1|fork(T2)|1\nT1|r(x=0)|2\nT1|w(y=0)|3\nT2|r(y=0)|4\nT2|w(z=1)|5\n",
                        "T1|fork(T2)|1\nT1|r(x=7)|2\nT1|w(y=7)|3\nT2|r(y=7)|4\nT2|w(q=1)|6\n",
                        {0, 1, 2, 3, 4}),
                 "x was 7 instead of 0 for it, which nobody in the trace wrote");
}

// What is from outside explains it, whatever else there is.
TEST(AnotherValueFromOutside, CountsMoreThanTheSchedule) {
  expect_outside(judged("T1|fork(T2)|1\nT2|w(x=1)|2\nT1|r(x=1)|3\nT1|r(c=0)|4\nT1|w(y=1)|5\n",
                        "T1|fork(T2)|1\nT1|r(x=0)|3\nT1|r(c=9)|4\nT1|w(z=1)|6\n", {0, 2, 3, 4}),
                 "c was 9 instead of 0");
}

TEST(Addresses, DifferInEveryRun) {
  const Outcome outcome =
      judged("T1|w(p=140000000000016)|1\nT1|r(p=140000000000016)|2\nT1|w(y=1)|3\n",
             "T1|w(p=139000000000016)|1\nT1|r(p=139000000000016)|2\nT1|w(z=1)|4\n", {0, 1, 2});
  expect_refuted(outcome, "all that it had read was as recorded");
  EXPECT_TRUE(outcome.by_reads_alone);
}

TEST(ACallIntoCodeThatIsNotSeen, MayHaveToldAnything) {
  expect_outside(
      judged("T1|w(x)|1\nT1|ext|2\nT1|w(y)|3\n", "T1|w(x)|1\nT1|ext|2\nT1|w(z)|4\n", {0, 1, 2}),
      "called code that was not built with Foreweave at t.std:2");
  // Behind the difference it did not.
  expect_refuted(
      judged("T1|w(x)|1\nT1|w(y)|3\nT1|ext|2\nT1|w(q)|5\n", "T1|w(x)|1\nT1|w(z)|4\n", {0, 1, 2, 3}),
      "all that it had read was as recorded");
}

constexpr const char* kLocked =
    "T1|fork(T2)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT2|acq(m)|4\nT2|w(x)|5\nT2|rel(m)|6\n";

TEST(AThreadThatHasToWait, ContradictsTheWitnessThatLetsItGoOn) {
  auto waits = [](Observation& seen) {
    seen.followed = false;
    seen.stray = FW_STRAY_waits;
  };
  expect_refuted(
      judged(kLocked, "T1|fork(T2)|1\nT1|acq(m)|2\n", {0, 1, 3, 4}, waits),
      "T2 was to do acquire of m at t.std:4, and did nothing more, although the witness says");
  // Before something that no thread has to wait for, it waits for something else.
  expect_refuted(judged(kLocked, "T1|fork(T2)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT2|acq(m)|4\n",
                        {0, 1, 2, 3, 4}, waits),
                 "all that it had read was as recorded");
}

TEST(AThreadThatHasToWait, MayWaitForTheOutside) {
  expect_outside(judged(kLocked, "T1|fork(T2)|1\nT1|acq(m)|2\n", {0, 1, 3, 4},
                        [](Observation& seen) {
                          seen.followed = false;
                          seen.stood_still = true;
                        }),
                 "nothing moved for a while");
  // Even if it did something else in the end, without the schedule.
  expect_outside(
      judged(kLocked, "T1|fork(T2)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT2|w(x)|9\n", {0, 1, 3, 4},
             [](Observation& seen) {
               seen.followed = false;
               seen.stray = FW_STRAY_away;
             }),
      "waited in a call");
}

TEST(AThreadThatNobodyCreated, ContradictsTheWitnessThatLetsItRun) {
  expect_refuted(judged("T1|fork(T2)|1\nT2|w(x)|2\n", "T1|w(x)|9\n", {1, 0},
                        [](Observation& seen) {
                          seen.followed = false;
                          seen.stray = FW_STRAY_absent;
                        }),
                 "nobody had created it by then");
}

TEST(ALockThatIsFree, ContradictsATryThatFailed) {
  constexpr const char* recorded =
      "T1|fork(T2)|1\nT1|acq(m)|2\nT2|tryfail(m)|3\nT2|w(x)|4\nT1|rel(m)|5\n";
  expect_refuted(judged(recorded, "T1|fork(T2)|1\nT2|acq(m)|3\nT2|w(x)|4\nT1|w(x)|9\n", {0, 2}),
                 "although the witness says who has the lock then");
}

TEST(AReplayWithoutItsEnd, ContradictsNothing) {
  expect_outside(judged(kLocked, "T1|fork(T2)|1\nT1|acq(m)|2\n", {0, 1, 2},
                        [](Observation& seen) { seen.run.incomplete = "the disk is full"; }),
                 "the trace of the replay is not whole: the disk is full");
}

}  // namespace
}  // namespace foreweave
