// Each rule of `confirmed`: a replay that shows the bug, and the same replay with one thing wrong.
#include "replay/judge/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "replay/traces_for_tests.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

// As wait() tells it.
constexpr int kSegmentationFault = 11, kAborted = 6, kKilled = 9;

SeenThread standing(uint64_t done, Kind kind, uint64_t address, uint64_t size = 4) {
  SeenThread t;
  t.exists = t.stands = true;
  t.kernel_id = 100;
  t.done = done;
  t.next_kind = kind;
  t.next_address = address;
  t.next_size = size;
  return t;
}

// A replay that can be spoilt.
struct Case {
  std::string recorded, replayed;
  Claim claim;
  std::vector<uint32_t> witness;
  Observation seen;
  std::function<void(Recording&)> spoil = {};  // what was seen of steps
  bool has_trace = true;

  Outcome judged() const {
    const Trace original = std_trace(recorded), trace = std_trace(replayed);
    const Reordering followed = order(original, witness);
    const Schedule schedule = schedule_of(original, claim, followed);
    Observation all = seen;
    all.run.sightings = sightings_in(trace, original, schedule.watched);
    all.run.held = held_in(trace, original);
    if (spoil) spoil(all.run);
    return judge({original, claim, followed, schedule, all, has_trace ? &trace : nullptr});
  }
};

void expect_only(const Case& good, const std::function<void(Case&)>& spoil, const char* why,
                 ReplayStatus status = ReplayStatus::refuted) {
  const Outcome before = good.judged();
  EXPECT_EQ(before.status, ReplayStatus::confirmed) << before.why;
  Case spoilt = good;
  spoil(spoilt);
  const Outcome outcome = spoilt.judged();
  EXPECT_EQ(outcome.status, status) << why;
  EXPECT_THAT(outcome.why, HasSubstr(why));
}

Case race();
Case use_after_free();

// --- races ------------------------------------------------------------------------------------

Case race() {
  Case c{"T1|fork(T2)|1\nT1|w(x)|2\nT1|r(x)|3\nT2|w(x)|4\nT2|r(x)|5\n",
         "T1|fork(T2)|1\nT2|w(x)|4\nT1|w(x)|2\nT1|r(x)|3\nT2|r(x)|5\n",
         Claim::race(EventId(1), EventId(3)),
         {0},
         {}};
  c.seen.met = c.seen.followed = true;
  c.seen.at_meeting = {standing(1, Kind::write, 0x1000), standing(0, Kind::write, 0x1000)};
  c.seen.at_end = c.seen.at_meeting;
  return c;
}

TEST(JudgeOfRaces, ConfirmsOneWithWhoStoodWhere) {
  const Outcome outcome = race().judged();
  EXPECT_EQ(outcome.status, ReplayStatus::confirmed);
  ASSERT_EQ(outcome.stands.size(), 2u);
  EXPECT_EQ(outcome.stands[0].thread, "T1");
  EXPECT_EQ(outcome.stands[0].what, "write");
  EXPECT_EQ(outcome.stands[1].size, 4u);
}

// Nobody has to stand anywhere: both accesses happen.
Case race_by_memory_order() {
  constexpr const char* kRun =
      "T1|fork(T2)|1\nT1|w(x)|2\nT1|aw.relaxed(f)|3\nT2|ar(f)|4\nT2|r(x)|5\n";
  Case c{kRun, kRun, Claim::race_by_memory_order(EventId(1), EventId(4)), {0, 1, 2, 3, 4}, {}};
  c.seen.followed = true;
  return c;
}

TEST(JudgeOfRaces, WantsThoseByMemoryOrderToHappenInTheSameMemory) {
  expect_only(
      race_by_memory_order(),
      [](Case& c) { c.spoil = [](Recording& run) { run.sightings[1].address += 64; }; },
      "different memory");
  expect_only(
      race_by_memory_order(),
      [](Case& c) { c.spoil = [](Recording& run) { run.sightings[1].happened = false; }; },
      "did not happen there");
}

TEST(JudgeOfRaces, WantsAMeeting) {
  expect_only(
      race(), [](Case& c) { c.seen.met = false; }, "did not come together",
      ReplayStatus::not_reached);
}

TEST(JudgeOfRaces, WantsBothToStand) {
  for (const size_t thread : {0, 1})
    expect_only(
        race(), [&](Case& c) { c.seen.at_meeting[thread].stands = false; },
        "not both threads stood before their accesses", ReplayStatus::not_reached);
}

TEST(JudgeOfRaces, WantsThemToStandBeforeTheAccessesOfTheClaim) {
  for (const int64_t off : {-1, 1})
    expect_only(
        race(), [&](Case& c) { c.seen.at_meeting[0].done += static_cast<uint64_t>(off); },
        "not both threads stood before their accesses");
}

TEST(JudgeOfRaces, WantsAccesses) {
  expect_only(
      race(), [](Case& c) { c.seen.at_meeting[1].next_kind = Kind::free; },
      "not both threads stood before an access");
}

// A call into a library says what it accesses when it has done it.
TEST(JudgeOfRaces, RefutesNothingOfWhichItIsNotSeenWhatComesNext) {
  expect_only(
      race(), [](Case& c) { c.seen.at_meeting[1] = standing(0, Kind::thread_begin, 0, 0); },
      "what a thread was about to do there is not seen", ReplayStatus::not_reached);
}

// A function that goes on until it finds something.
Case race_with_open_end() {
  Case c = race();
  c.seen.at_meeting[1] = standing(0, Kind::write, 0x1000, 0);
  c.seen.at_meeting[1].is_open = true;
  c.spoil = [](Recording& run) { run.sightings[1].address = 0x0ffe, run.sightings[1].size = 3; };
  return c;
}

TEST(JudgeOfRaces, TakesWhatItDidNextForWhatIsKnownOnlyThen) {
  const Outcome outcome = race_with_open_end().judged();
  EXPECT_EQ(outcome.status, ReplayStatus::confirmed) << outcome.why;
  ASSERT_EQ(outcome.stands.size(), 2u);
  EXPECT_EQ(outcome.stands[1].what, "write");
  EXPECT_EQ(outcome.stands[1].size, 3u);
}

TEST(JudgeOfRaces, RefutesNothingOfWhichTheEndIsKnownOnlyThen) {
  expect_only(
      race_with_open_end(),
      [](Case& c) {
        c.spoil = [](Recording& run) {
          run.sightings[1].address = 0x0ffe, run.sightings[1].size = 2;
        };
      },
      "different memory", ReplayStatus::not_reached);
}

TEST(JudgeOfRaces, WantsToSeeWhatIsKnownOnlyThen) {
  expect_only(
      race_with_open_end(),
      [](Case& c) {
        c.spoil = [](Recording& run) { run.sightings[1].happened = false; };
        c.has_trace = false;
      },
      "did not come next", ReplayStatus::not_reached);
}

TEST(JudgeOfRaces, WantsACommonByte) {
  expect_only(
      race(), [](Case& c) { c.seen.at_meeting[1].next_address = 0x1004; }, "different memory");
  expect_only(
      race(), [](Case& c) { c.seen.at_meeting[0].next_address = 0x1004; }, "different memory");
  Case partly = race();
  partly.seen.at_meeting[1].next_address = 0x1003;
  EXPECT_EQ(partly.judged().status, ReplayStatus::confirmed);
}

TEST(JudgeOfRaces, WantsAWrite) {
  expect_only(
      race(),
      [](Case& c) { c.seen.at_meeting[0].next_kind = c.seen.at_meeting[1].next_kind = Kind::read; },
      "neither access was a write");
}

TEST(JudgeOfRaces, WantsAnAccessThatIsNotAtomic) {
  expect_only(
      race(),
      [](Case& c) {
        c.seen.at_meeting[0].next_kind = c.seen.at_meeting[1].next_kind = Kind::atomic_write;
      },
      "both accesses were atomic");
}

// Everything up to the meeting was as recorded, so that nothing differs from the witness.
TEST(JudgeOfRaces, WantsTheAccessesToComeNext) {
  expect_only(
      race(),
      [](Case& c) { c.replayed = "T1|fork(T2)|1\nT2|w(x)|9\nT1|w(x)|2\nT1|r(x)|3\nT2|r(x)|5\n"; },
      "T2 was to do write of x at t.std:4, and did write of x at t.std:9");
}

TEST(Judge, WantsTheScheduleFollowed) {
  expect_only(
      race(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stray = FW_STRAY_waits;
      },
      "waits for what nobody can give it", ReplayStatus::not_reached);
  expect_only(
      race(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stray = FW_STRAY_ended;
      },
      "had ended", ReplayStatus::not_reached);
  expect_only(
      race(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stray = FW_STRAY_absent;
      },
      "nobody had created it", ReplayStatus::not_reached);
  expect_only(
      race(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stray = FW_STRAY_away;
      },
      "in a call that waits for others", ReplayStatus::not_reached);
  expect_only(
      race(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stood_still = true;
      },
      "nothing moved", ReplayStatus::not_reached);
  expect_only(
      race(), [](Case& c) { c.seen.followed = false; }, "ended before the bug",
      ReplayStatus::not_reached);
}

TEST(Judge, SaysWhereTheProgramWentAnotherWay) {
  Case c = race();
  c.recorded = "T1|fork(T2)|1\nT1|w(y)|7\nT1|w(x)|2\nT2|w(x)|4\n";
  c.replayed = "T1|fork(T2)|1\nT1|w(y)|8\nT1|w(x)|2\nT2|w(x)|4\n";
  c.claim = Claim::race(EventId(2), EventId(3));
  c.witness = {0, 1};
  c.seen.met = false;
  const Outcome outcome = c.judged();
  EXPECT_EQ(outcome.status, ReplayStatus::refuted);
  EXPECT_EQ(outcome.otherwise, ReplayStatus::diverged);
  EXPECT_EQ(
      outcome.why,
      "T1 was to do write of y at t.std:7, and did write of y at t.std:8, although all that it "
      "had read was as recorded");
}

// Without a trace it is only known that it did not happen.
TEST(Judge, NeedsNoTraceToConfirm) {
  Case c = race();
  c.has_trace = false;
  EXPECT_EQ(c.judged().status, ReplayStatus::confirmed);
  c.recorded = "T1|fork(T2)|1\nT1|w(y)|7\nT1|w(x)|2\nT2|w(x)|4\n";
  c.replayed = "T1|fork(T2)|1\nT1|w(y)|8\nT1|w(x)|2\nT2|w(x)|4\n";
  c.claim = Claim::race(EventId(2), EventId(3));
  c.witness = {0, 1};
  c.seen.met = false;
  EXPECT_EQ(c.judged().status, ReplayStatus::not_reached);
}

TEST(Judge, ConfirmsNothingOfWhichNothingIsKnown) {
  for (const Case& good : {race(), use_after_free()})
    expect_only(
        good, [](Case& c) { c.spoil = [](Recording& run) { run.sightings.clear(); }; },
        good.claim.happen.empty() ? "did not come next" : "did not happen there",
        ReplayStatus::not_reached);
}

// --- deadlocks --------------------------------------------------------------------------------

Case deadlock() {
  Case c{
      "T1|fork(T2)|1\nT1|acq(a)|2\nT1|acq(b)|3\nT1|rel(b)|4\nT1|rel(a)|5\n"
      "T2|acq(b)|6\nT2|acq(a)|7\nT2|rel(a)|8\nT2|rel(b)|9\n",
      "T1|fork(T2)|1\nT1|acq(a)|2\nT2|acq(b)|6\n",
      Claim::deadlock({EventId(2), EventId(6)}),
      {0, 1, 5},
      {}};
  const Trace t = std_trace(c.replayed);
  const uint64_t a = t.sync_objects(Operand::lock)[t.lock(EventId(1)).index()].address,
                 b = t.sync_objects(Operand::lock)[t.lock(EventId(2)).index()].address;
  c.seen.met = c.seen.followed = c.seen.still_running = true;
  c.seen.at_meeting = {standing(2, Kind::acquire, b), standing(1, Kind::acquire, a)};
  c.seen.at_end = c.seen.at_meeting;
  c.seen.at_end[0].waits_for = b;
  c.seen.at_end[1].waits_for = a;
  c.seen.run.wait_status = kKilled;
  return c;
}

TEST(JudgeOfDeadlocks, WantsEverybodyBeforeTheirLock) {
  for (const size_t thread : {0, 1}) {
    expect_only(
        deadlock(), [&](Case& c) { c.seen.at_meeting[thread].stands = false; },
        "not every thread stood before its lock", ReplayStatus::not_reached);
    expect_only(
        deadlock(), [&](Case& c) { ++c.seen.at_meeting[thread].done; },
        "not every thread stood before its lock");
    expect_only(
        deadlock(), [&](Case& c) { c.seen.at_meeting[thread].next_kind = Kind::write; },
        "not every thread stood before its lock");
  }
}

TEST(JudgeOfDeadlocks, WantsEverybodyBlockedOnThatLock) {
  for (const size_t thread : {0, 1}) {
    expect_only(
        deadlock(), [&](Case& c) { c.seen.at_end[thread].waits_for = 0; },
        "not every thread is blocked");
    expect_only(
        deadlock(), [&](Case& c) { c.seen.at_end[thread].waits_for += 64; },
        "not every thread is blocked");
  }
}

TEST(JudgeOfDeadlocks, WantsTheNextThreadToHoldTheLock) {
  expect_only(
      deadlock(),
      [](Case& c) { c.replayed = "T1|fork(T2)|1\nT1|acq(a)|2\nT2|acq(b)|6\nT2|rel(b)|7\n"; },
      "do not wait for each other");
  expect_only(
      deadlock(), [](Case& c) { c.replayed = "T1|fork(T2)|1\nT1|acq(a)|2\nT2|w(x)|6\n"; },
      "was to do");
}

TEST(JudgeOfDeadlocks, LetsThreadsTakeOtherLocksMeanwhile) {
  Case c = deadlock();
  c.replayed = "T1|fork(T2)|1\nT1|acq(a)|2\nT2|acq(b)|6\nT2|acq(d)|8\nT2|rel(d)|9\n";
  EXPECT_EQ(c.judged().status, ReplayStatus::confirmed);
}

// --- atomicity and order ----------------------------------------------------------------------

Case atomicity() {
  Case c{"T1|fork(T2)|1\nT1|r(x)|2\nT1|w(x)|3\nT2|w(x)|4\n",
         "T1|fork(T2)|1\nT1|r(x)|2\nT2|w(x)|4\nT1|w(x)|3\n",
         Claim::atomicity({EventId(1), EventId(3), EventId(2)}),
         {0, 1, 3, 2},
         {}};
  c.seen.followed = true;
  return c;
}

TEST(JudgeOfSequences, WantsEveryEventToHappen) {
  expect_only(
      atomicity(), [](Case& c) { c.replayed = "T1|fork(T2)|1\nT1|r(x)|2\nT2|w(x)|4\nT1|w(x)|9\n"; },
      "was to do");
}

TEST(JudgeOfSequences, WantsTheOrderOfTheBug) {
  expect_only(
      atomicity(), [](Case& c) { c.replayed = "T1|fork(T2)|1\nT1|r(x)|2\nT1|w(x)|3\nT2|w(x)|4\n"; },
      "not happen in the bug's order");
  expect_only(
      atomicity(), [](Case& c) { c.replayed = "T1|fork(T2)|1\nT2|w(x)|4\nT1|r(x)|2\nT1|w(x)|3\n"; },
      "not happen in the bug's order");
}

TEST(JudgeOfSequences, WantsTheScheduleFollowed) {
  expect_only(
      atomicity(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stray = FW_STRAY_waits;
      },
      "waits for what nobody can give it", ReplayStatus::not_reached);
  expect_only(
      atomicity(),
      [](Case& c) {
        c.seen.followed = false;
        c.seen.stood_still = true;
      },
      "nothing moved", ReplayStatus::not_reached);
}

TEST(JudgeOfSequences, LetsTheProgramEndWithTheLastEvent) {
  Case c = atomicity();
  c.seen.followed = false;
  EXPECT_EQ(c.judged().status, ReplayStatus::confirmed);
  c.replayed = "T1|fork(T2)|1\nT1|r(x)|2\nT2|w(x)|4\n";
  EXPECT_EQ(c.judged().status, ReplayStatus::refuted);
}

// On the heap it is another object that the same code reaches: nothing differs but where it is.
TEST(JudgeOfSequences, WantsTheSameMemory) {
  Case c = atomicity();
  c.recorded = "T1|alloc(o)|8\nT1|alloc(p)|8\nT1|fork(T2)|1\nT1|r(o)|2\nT1|w(o)|3\nT2|w(o)|4\n";
  c.replayed = "T1|alloc(o)|8\nT1|alloc(p)|8\nT1|fork(T2)|1\nT1|r(o)|2\nT2|w(o)|4\nT1|w(o)|3\n";
  c.claim = Claim::atomicity({EventId(3), EventId(5), EventId(4)});
  c.witness = {0, 1, 2, 3, 5, 4};
  expect_only(
      c,
      [](Case& d) {
        d.replayed =
            "T1|alloc(o)|8\nT1|alloc(p)|8\nT1|fork(T2)|1\nT1|r(o)|2\nT2|w(p)|4\nT1|w(o)|3\n";
      },
      "was to do");
}

// What must not become of the memory between two of its accesses may become of it behind them.
void expect_none_before_the_last_access(uint64_t Sighting::* when, const char* why) {
  auto happens_at = [when](uint64_t order) {
    return [=](Case& c) { c.spoil = [=](Recording& run) { run.sightings[0].*when = order; }; };
  };
  const uint64_t last = 4;
  expect_only(atomicity(), happens_at(last - 1), why);
  Case later = atomicity();
  happens_at(last + 1)(later);
  EXPECT_EQ(later.judged().status, ReplayStatus::confirmed);
}

// Freed and allocated again between two of its accesses, it is not the same memory.
TEST(JudgeOfSequences, WantsMemoryThatIsNotReplaced) {
  expect_none_before_the_last_access(&Sighting::replaced, "different memory");
}

// Freed and not yet allocated again, it is the same memory, but nobody's.
TEST(JudgeOfSequences, WantsMemoryThatIsNotFreed) {
  expect_none_before_the_last_access(&Sighting::freed, "freed between");
}

TEST(JudgeOfSequences, ConfirmsAnOrder) {
  Case c = atomicity();
  c.claim = Claim::order({EventId(3), EventId(2)});
  expect_only(c, [](Case& d) { d.replayed = d.recorded; }, "not happen in the bug's order");
}

// --- freed and null ---------------------------------------------------------------------------

Case use_after_free() {
  Case c{"T1|alloc(o)|1\nT1|fork(T2)|2\nT1|w(o)|3\nT2|free(o)|4\n",
         "T1|alloc(o)|1\nT1|fork(T2)|2\nT1|w(o)|3\nT2|free(o)|4\n",
         Claim::use_after_free(EventId(3), EventId(2)),
         {0, 1, 3},
         {}};
  c.seen.met = c.seen.followed = true;
  c.seen.at_meeting = {standing(2, Kind::write, 0x1000), SeenThread()};
  c.seen.at_meeting[0].before_freed = true;
  c.seen.at_end = c.seen.at_meeting;
  return c;
}

TEST(JudgeOfUsesAfterFree, WantsTheUserToStandBeforeFreedMemory) {
  expect_only(
      use_after_free(), [](Case& c) { c.seen.at_meeting[0].stands = false; }, "did not stand",
      ReplayStatus::not_reached);
  expect_only(use_after_free(), [](Case& c) { ++c.seen.at_meeting[0].done; }, "did not stand");
  expect_only(
      use_after_free(), [](Case& c) { c.seen.at_meeting[0].before_freed = false; },
      "had not been freed");
  expect_only(
      use_after_free(), [](Case& c) { c.seen.met = false; }, "did not come together",
      ReplayStatus::not_reached);
}

TEST(JudgeOfUsesAfterFree, WantsTheFreeAndTheUse) {
  expect_only(
      use_after_free(),
      [](Case& c) { c.replayed = "T1|alloc(o)|1\nT1|fork(T2)|2\nT1|w(o)|3\nT2|w(o)|4\n"; },
      "was to do");
  expect_only(
      use_after_free(),
      [](Case& c) { c.replayed = "T1|alloc(o)|1\nT1|fork(T2)|2\nT1|w(o)|9\nT2|free(o)|4\n"; },
      "T1 was to do write of o at t.std:3");
}

Case null() {
  Case c{"T1|w(p)|1\nT1|fork(T2)|2\nT1|w(p)|3\nT2|r(p)|4\nT2|r(q)|5\n",
         "T1|w(p)|1\nT1|fork(T2)|2\nT1|w(p)|3\nT2|r(p)|4\n",
         Claim::null(EventId(2), EventId(3), EventId(4)),
         {0, 1, 2, 3},
         {}};
  c.seen.met = true;
  c.seen.at_meeting = {SeenThread(), standing(1, Kind::read, 8)};
  c.seen.at_end = c.seen.at_meeting;
  c.seen.run.wait_status = kSegmentationFault;
  return c;
}

TEST(JudgeOfNullPointers, WantsTheFault) {
  expect_only(
      null(), [](Case& c) { c.seen.run.wait_status = 0; }, "did not fault",
      ReplayStatus::not_reached);
  expect_only(
      null(), [](Case& c) { c.seen.run.wait_status = kKilled; }, "did not fault",
      ReplayStatus::not_reached);
  Case aborted = null();  // by a handler of the program's own
  aborted.seen.run.wait_status = kAborted;
  EXPECT_EQ(aborted.judged().status, ReplayStatus::confirmed);
}

TEST(JudgeOfNullPointers, WantsTheUserToStandBeforeNothing) {
  expect_only(
      null(), [](Case& c) { c.seen.at_meeting[1].next_address = 0x10000; }, "was not null",
      ReplayStatus::not_reached);
  expect_only(
      null(), [](Case& c) { c.seen.at_meeting[1].stands = false; }, "did not stand",
      ReplayStatus::not_reached);
  expect_only(
      null(), [](Case& c) { ++c.seen.at_meeting[1].done; }, "did not stand",
      ReplayStatus::not_reached);
  // An address that is not known is written as 0, too.
  expect_only(
      null(), [](Case& c) { c.seen.at_meeting[1].next_kind = Kind::thread_begin; }, "did not stand",
      ReplayStatus::not_reached);
}

TEST(JudgeOfNullPointers, WantsTheWriteOfNullAndTheReadOfIt) {
  expect_only(
      null(), [](Case& c) { c.replayed = "T1|w(p)|1\nT1|fork(T2)|2\nT2|r(p)|4\nT1|w(p)|3\n"; },
      "not happen in the bug's order", ReplayStatus::not_reached);
  expect_only(
      null(), [](Case& c) { c.seen.met = false; }, "ended before the bug",
      ReplayStatus::not_reached);
}

}  // namespace
}  // namespace foreweave
