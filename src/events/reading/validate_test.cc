#include "events/reading/validate.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/std/format.h"

namespace foreweave {
namespace {

// The first offence of an STD text called t.std; empty if there is none.
std::string offence(std::string_view text) {
  const auto trace = read_std(text, "t.std");
  if (!trace) return "unreadable: " + trace.error().sentence();
  const Status status = validate(trace.value());
  return status ? "" : status.error().sentence();
}

// Locks that STD text would fold, and thread numbers that it could not say.
class Made {
 public:
  Made() : builder_(SourceMap("t.fwt", SourceMap::Unit::byte)) {
    builder_.source().mark(0, 4096);
    builder_.add_site("t.c", 1, 1, "f");
    builder_.add_thread("T1");
    builder_.add_thread("T2");
    builder_.add_symbol(0x1000, 8, "l");
  }
  Made& add(uint32_t thread, Kind kind, uint64_t operand = 0) {
    RawEvent event;
    event.thread = thread;
    event.kind = kind;
    event.operand = operand;
    builder_.add(event);
    return *this;
  }
  std::string offence() {
    const Trace trace = std::move(builder_).finish();
    const Status status = validate(trace);
    return status ? "" : status.error().sentence();
  }

 private:
  TraceBuilder builder_;
};

TEST(Validate, AcceptsARunOfEveryKind) {
  EXPECT_EQ(offence("T1|begin|1\n"
                    "T1|seminit(s=1)|2\n"
                    "T1|fork(T2)|3\n"
                    "T2|begin|4\n"
                    "T1|acq(l)|5\n"
                    "T2|tryfail(l)|6\n"
                    "T2|rtryfail(l)|6\n"
                    "T1|wait(c)|7\n"
                    "T1|rel(l)|8\n"
                    "T2|acq(l)|9\n"
                    "T2|signal(c)|10\n"
                    "T2|rel(l)|11\n"
                    "T1|wake(c)|12\n"
                    "T1|acq(l)|13\n"
                    "T1|rel(l)|14\n"
                    "T1|racq(l)|15\n"
                    "T2|racq(l)|16\n"
                    "T1|tryfail(l)|16\n"
                    "T1|rrel(l)|17\n"
                    "T2|rrel(l)|18\n"
                    "T1|arrive(b)|19\n"
                    "T2|arrive(b)|20\n"
                    "T2|leave(b)|21\n"
                    "T2|arrive(b)|20\n"
                    "T1|leave(b)|22\n"
                    "T1|down(s)|23\n"
                    "T2|downfail(s)|24\n"
                    "T1|post(s)|25\n"
                    "T1|once(o)|26\n"
                    "T1|oncedone(o)|27\n"
                    "T2|oncepass(o)|28\n"
                    "T1|alloc(p)|29\n"
                    "T1|w(p)|30\n"
                    "T1|free(p)|31\n"
                    "T2|end|32\n"
                    "T1|join(T2)|33\n"
                    "T1|acq(k)|34\n"
                    "T1|end|35\n"),
            "");
}

// --- threads ----------------------------------------------------------------------------------

TEST(Validate, RefusesAThreadForkedTwice) {
  EXPECT_EQ(offence("T1|fork(T2)|1\nT1|r(x)|2\nT3|fork(T2)|3\n"),
            "t.std:3: thread T3 forks thread T2, which thread T1 forked at t.std:1");
}

TEST(Validate, RefusesAForkOfAThreadThatRunsAlready) {
  EXPECT_EQ(offence("T1|r(x)|1\nT2|r(x)|1\nT1|fork(T2)|2\n"),
            "t.std:3: thread T1 forks thread T2, which has been running since t.std:2");
}

TEST(Validate, RefusesAThreadThatForksOrJoinsItself) {
  EXPECT_EQ(offence("T1|fork(T1)|1\n"), "t.std:1: thread T1 forks itself");
  EXPECT_EQ(offence("T1|join(T1)|1\n"), "t.std:1: thread T1 joins itself");
}

TEST(Validate, RefusesAnEventOfAThreadAfterItWasJoined) {
  EXPECT_EQ(offence("T2|r(x)|1\nT1|join(T2)|2\nT1|r(x)|3\nT2|w(x)|4\n"),
            "t.std:4: thread T2 goes on after thread T1 joined it at t.std:2");
}

TEST(Validate, AcceptsTwoJoinsOfAThreadAndTheJoinOfOneWithoutEvents) {
  EXPECT_EQ(offence("T2|r(x)|1\nT1|join(T2)|2\nT3|join(T2)|3\nT1|join(T4)|4\n"), "");
}

TEST(Validate, RefusesAnEventOfAThreadAfterItsEnd) {
  EXPECT_EQ(offence("T1|begin|1\nT1|end|2\nT2|r(x)|3\nT1|r(x)|4\n"),
            "t.std:4: thread T1 goes on after its end at t.std:2; atomic blocks are written as "
            "atomic and atomicend");
}

TEST(Validate, RefusesABeginThatIsNotTheFirstEventOfItsThread) {
  EXPECT_EQ(offence("T1|r(x)|1\nT1|begin|2\n"),
            "t.std:2: thread T1 begins, but it has been running since t.std:1; atomic blocks are "
            "written as atomic and atomicend");
  EXPECT_EQ(
      Made().add(0, Kind::thread_begin).add(0, Kind::thread_begin).offence(),
      "t.fwt, byte 4096, event 1: thread T1 begins, but it has been running since t.fwt, byte "
      "4096, event 0");
}

TEST(Validate, RefusesAForkOrJoinOfAThreadThatDoesNotExist) {
  EXPECT_EQ(Made().add(0, Kind::fork, 7).offence(),
            "t.fwt, byte 4096, event 0: thread T1 forks a thread that the trace does not have");
  EXPECT_EQ(Made().add(0, Kind::join, UINT64_MAX).offence(),
            "t.fwt, byte 4096, event 0: thread T1 joins a thread that the trace does not have");
}

// --- locks ------------------------------------------------------------------------------------

TEST(Validate, RefusesTheReleaseOfALockThatAnotherThreadHolds) {
  EXPECT_EQ(offence("T1|r(x)|1\nT1|r(x)|1\nT1|r(x)|1\nT1|acq(l)|4\nT2|r(x)|1\nT2|rel(l)|9\n"),
            "t.std:6: thread T2 releases lock l, which thread T1 holds since t.std:4");
}

TEST(Validate, RefusesTheReleaseOfALockThatNobodyHolds) {
  EXPECT_EQ(offence("T1|acq(l)|1\nT1|rel(l)|2\nT1|rel(l)|3\n"),
            "t.std:3: thread T1 releases lock l, which nobody holds");
  EXPECT_EQ(offence("T1|rrel(l)|3\n"),
            "t.std:1: thread T1 releases lock l in shared mode, which nobody holds");
}

TEST(Validate, RefusesTheReleaseOfALockInTheOtherMode) {
  EXPECT_EQ(offence("T1|racq(l)|1\nT1|rel(l)|2\n"),
            "t.std:2: thread T1 releases lock l, which it holds in shared mode since t.std:1");
  EXPECT_EQ(offence("T1|acq(l)|1\nT1|rrel(l)|2\n"),
            "t.std:2: thread T1 releases lock l in shared mode, which it holds since t.std:1");
}

TEST(Validate, RefusesTheAcquireOfAHeldLock) {
  EXPECT_EQ(offence("T1|acq(l)|1\nT2|acq(l)|2\n"),
            "t.std:2: thread T2 acquires lock l, which thread T1 holds since t.std:1");
  EXPECT_EQ(
      offence("T1|acq(l)|1\nT2|racq(l)|2\n"),
      "t.std:2: thread T2 acquires lock l in shared mode, which thread T1 holds since t.std:1");
  EXPECT_EQ(
      offence("T3|racq(l)|1\nT1|racq(l)|1\nT2|acq(l)|2\n"),
      "t.std:3: thread T2 acquires lock l, which thread T3 holds in shared mode since t.std:1");
  EXPECT_EQ(offence("T3|racq(l)|1\nT1|racq(l)|1\nT1|acq(l)|2\n"),
            "t.std:3: thread T1 acquires lock l, which it holds in shared mode since t.std:2");
  EXPECT_EQ(offence("T1|acq(l)|1\nT1|racq(l)|2\n"),
            "t.std:2: thread T1 acquires lock l in shared mode, which it holds since t.std:1");
}

TEST(Validate, RefusesAReentrantLockThatNobodyFolded) {
  EXPECT_EQ(
      Made().add(0, Kind::acquire, 0x1000).add(0, Kind::acquire, 0x1000).offence(),
      "t.fwt, byte 4096, event 1: thread T1 acquires lock l, which it holds since t.fwt, byte "
      "4096, event 0");
  EXPECT_EQ(
      Made().add(1, Kind::acquire_shared, 0x1000).add(1, Kind::acquire_shared, 0x1000).offence(),
      "t.fwt, byte 4096, event 1: thread T2 acquires lock l in shared mode, which it holds in "
      "shared mode since t.fwt, byte 4096, event 0");
}

TEST(Validate, AcceptsLocksThatDoNotNest) {
  EXPECT_EQ(offence("T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT1|rel(m)|5\n"), "");
}

TEST(Validate, RefusesWhatAThreadDoesAfterItsRequest) {
  EXPECT_EQ(offence("T1|acq(l)|1\nT2|req(l)|2\nT1|rel(l)|3\n"), "");
  EXPECT_THAT(offence("T1|acq(l)|1\nT2|req(l)|2\nT2|r(x)|3\n"),
              testing::HasSubstr("goes on after"));
}

TEST(Validate, RefusesAFailedTryOfALockThatNoOtherThreadHolds) {
  EXPECT_EQ(offence("T1|tryfail(l)|1\n"),
            "t.std:1: thread T1 fails to take lock l, which no other thread holds");
  EXPECT_EQ(offence("T1|acq(l)|1\nT1|tryfail(l)|2\n"),
            "t.std:2: thread T1 fails to take lock l, which no other thread holds");
  EXPECT_EQ(offence("T1|racq(l)|1\nT1|tryfail(l)|2\n"),
            "t.std:2: thread T1 fails to take lock l, which no other thread holds");
  EXPECT_EQ(offence("T1|racq(l)|1\nT2|rtryfail(l)|2\n"),
            "t.std:2: thread T2 fails to take lock l in shared mode, which no other thread holds "
            "exclusively");
}

// --- conditions, barriers, semaphores, once ---------------------------------------------------

TEST(Validate, RefusesAThreadWokenWithoutWaiting) {
  EXPECT_EQ(offence("T1|signal(c)|1\nT2|wake(c)|2\n"),
            "t.std:2: thread T2 is woken from condition c, but it does not wait");
  EXPECT_EQ(offence("T2|wait(c)|1\nT2|wake(c)|2\nT2|wake(c)|3\n"),
            "t.std:3: thread T2 is woken from condition c, but it does not wait");
}

TEST(Validate, RefusesAThreadWokenFromAnotherCondition) {
  EXPECT_EQ(offence("T2|wait(d)|1\nT2|wake(c)|2\n"),
            "t.std:2: thread T2 is woken from condition c, but it has been waiting for condition d "
            "since t.std:1");
}

TEST(Validate, RefusesAThreadThatWaitsTwiceAtATime) {
  EXPECT_EQ(
      offence("T2|wait(d)|1\nT2|wait(c)|2\n"),
      "t.std:2: thread T2 waits for condition c, but it has been waiting for condition d since "
      "t.std:1");
}

TEST(Validate, AcceptsAWakeWithoutASignal) {
  EXPECT_EQ(offence("T2|wait(c)|1\nT2|wake(c)|2\n"), "");
}

TEST(Validate, RefusesALeaveWithoutAnArrival) {
  EXPECT_EQ(offence("T1|arrive(b)|1\nT2|leave(b)|2\n"),
            "t.std:2: thread T2 leaves barrier b without having arrived at it");
  EXPECT_EQ(offence("T1|arrive(b)|1\nT1|leave(d)|2\n"),
            "t.std:2: thread T1 leaves barrier d without having arrived at it");
}

TEST(Validate, RefusesASecondArrivalBeforeTheThreadLeft) {
  EXPECT_EQ(
      offence("T1|arrive(b)|1\nT1|arrive(b)|2\n"),
      "t.std:2: thread T1 arrives at barrier b, but it has not left barrier b, where it arrived "
      "at t.std:1");
}

TEST(Validate, RefusesASemaphoreBelowZero) {
  EXPECT_EQ(offence("T1|seminit(s=1)|1\nT1|down(s)|2\nT2|down(s)|3\n"),
            "t.std:3: thread T2 takes one from semaphore s, whose count is 0");
  EXPECT_EQ(offence("T2|down(s)|3\n"),
            "t.std:1: thread T2 takes one from semaphore s, whose count is 0");
}

TEST(Validate, RefusesAFailedTryOfASemaphoreThatIsNotZero) {
  EXPECT_EQ(offence("T1|seminit(s=2)|1\nT1|post(s)|2\nT2|downfail(s)|3\n"),
            "t.std:3: thread T2 finds semaphore s at zero, but its count is 3");
}

TEST(Validate, CountsASemaphoreFromItsLastInit) {
  EXPECT_EQ(offence("T1|seminit(s=2)|1\nT1|seminit(s)|1\nT2|downfail(s)|3\n"), "");
}

TEST(Validate, RefusesAPassOfAOnceThatDidNotRun) {
  EXPECT_EQ(offence("T2|oncepass(o)|2\n"), "");  // it ran before the recording began
  EXPECT_EQ(offence("T1|once(o)|1\nT2|oncepass(o)|2\n"),
            "t.std:2: thread T2 passes once o, which has not run to its end");
}

TEST(Validate, RefusesAOnceThatTwoThreadsRun) {
  EXPECT_EQ(offence("T1|once(o)|1\nT2|once(o)|2\n"),
            "t.std:2: thread T2 begins once o, which thread T1 has been running since t.std:1");
  EXPECT_EQ(offence("T1|once(o)|1\nT2|oncedone(o)|2\n"),
            "t.std:2: thread T2 ends once o, which thread T1 has been running since t.std:1");
  EXPECT_EQ(offence("T2|oncedone(o)|2\n"), "t.std:1: thread T2 ends once o, which nobody runs");
}

TEST(Validate, AcceptsAOnceThatRunsAgainAfterItFailed) {
  EXPECT_EQ(offence("T1|once(o)|1\nT1|oncedone(o)|2\nT2|once(o)|3\nT2|oncedone(o)|4\n"), "");
}

// --- which offence ----------------------------------------------------------------------------

TEST(Validate, NamesTheEarliestOffenceInTheOrderOfTheTrace) {
  // T1's end is seen first, but what follows it comes after the bad release.
  EXPECT_EQ(offence("T1|end|1\nT2|rel(l)|2\nT1|r(x)|3\n"),
            "t.std:2: thread T2 releases lock l, which nobody holds");
  // Two later offences: the one that is nearer.
  EXPECT_EQ(offence("T1|end|1\nT3|join(T2)|1\nT2|r(x)|2\nT1|r(x)|3\n"),
            "t.std:3: thread T2 goes on after thread T3 joined it at t.std:2");
  // An offending access is found although accesses are not looked at.
  EXPECT_EQ(offence("T1|end|1\nT1|r(x)|2\nT2|rel(l)|3\n"),
            "t.std:2: thread T1 goes on after its end at t.std:1; atomic blocks are written as "
            "atomic and atomicend");
}

TEST(Validate, SaysItInOneLineWhateverTheNamesAre) {
  TraceBuilder builder(SourceMap("t.fwt", SourceMap::Unit::byte));
  builder.add_site("t.c", 1, 1, "f");
  builder.add_thread("T\n1");
  builder.add_symbol(0x1000, 8, "a\tlock\r");
  builder.add({0, Kind::release, 0, 0, 0, 0x1000, 0});
  const Status status = validate(std::move(builder).finish());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().what, "thread T?1 releases lock a?lock?, which nobody holds");
}

TEST(Validate, CountsLinesThatAreNotEvents) {
  EXPECT_EQ(offence("# a comment\n\nT1|acq(l)|1\n# another\nT2|rel(l)|2\n"),
            "t.std:5: thread T2 releases lock l, which thread T1 holds since t.std:3");
}

}  // namespace
}  // namespace foreweave
