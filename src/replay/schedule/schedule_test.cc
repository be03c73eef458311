// From a witness to what the runtime follows, and the schedule as bytes.
#include "replay/schedule/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "replay/traces_for_tests.h"

// In the namespace of the structures, where gtest looks.
static bool operator==(const FwScheduledThread& a, const FwScheduledThread& b) {
  return a.parent == b.parent && a.child == b.child;
}
static bool operator==(const FwSegment& a, const FwSegment& b) {
  return a.until == b.until && a.thread == b.thread && a.stands_before == b.stands_before;
}

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr uint32_t kNobody = FW_NOT_SCHEDULED;

// Two threads that count; T1's branch and T2's are no steps.
constexpr const char* kCounting =
    "T1|fork(T2)|1\n"   // 0
    "T1|br|2\n"         // 1
    "T1|r(x)|3\n"       // 2
    "T1|w(x)|4\n"       // 3
    "T2|begin|5\n"      // 4
    "T2|r(x)|3\n"       // 5
    "T2|br|6\n"         // 6
    "T2|w(x)|4\n"       // 7
    "T2|end|7\n"        // 8
    "T1|join(T2)|8\n";  // 9

TEST(Schedule, OfATrialEndsWhereTheThreadIsHeld) {
  const Trace trace = std_trace(kCounting);
  const Schedule schedule = schedule_of_trial(trace, EventId(7));
  EXPECT_TRUE(schedule.holds);
  ASSERT_FALSE(schedule.segments.empty());
  EXPECT_EQ(schedule.segments.back(), (FwSegment{2, 1, FW_BEFORE_access}));
  EXPECT_EQ(schedule.meeting, Schedule::kNoMeeting);
  FwSchedule head;
  const std::vector<uint8_t> bytes = in_memory(schedule);
  std::memcpy(&head, bytes.data(), sizeof head);
  EXPECT_EQ(head.held, 1u);
}

TEST(Schedule, CountsStepsAndNotTheWayThroughTheCode) {
  const Trace t = std_trace(kCounting);
  const Schedule s =
      schedule_of(t, Claim::race(EventId(3), EventId(7)), order(t, {0, 1, 4, 5, 2, 6}));
  EXPECT_THAT(s.segments, ElementsAre(FwSegment{1, 0, FW_BEFORE_anything},  // the fork
                                      FwSegment{2, 1, FW_BEFORE_anything},  // begin, read
                                      FwSegment{2, 0, FW_BEFORE_anything},  // read
                                      FwSegment{2, 1, FW_BEFORE_access},    // where they meet
                                      FwSegment{2, 0, FW_BEFORE_access},
                                      FwSegment{3, 1, FW_BEFORE_anything},  // and go on
                                      FwSegment{3, 0, FW_BEFORE_anything}));
  EXPECT_EQ(s.meeting, 5u);
  EXPECT_FALSE(s.keeps_freed);
}

TEST(Schedule, LetsEitherThreadGoFirst) {
  const Trace t = std_trace(kCounting);
  const Schedule s = schedule_of(t, Claim::race(EventId(3), EventId(7)), order(t, {0, 1, 2, 4, 5}),
                                 FirstToGo::first_in_trace);
  ASSERT_EQ(s.segments.size(), s.meeting + 2);
  EXPECT_EQ(s.segments[s.meeting], (FwSegment{3, 0, FW_BEFORE_anything}));
  EXPECT_EQ(s.segments[s.meeting + 1], (FwSegment{3, 1, FW_BEFORE_anything}));
}

TEST(Schedule, HasNoMeetingForABugThatIsOverWhenTheWitnessIs) {
  const Trace t = std_trace(kCounting);
  const Schedule s =
      schedule_of(t, Claim::order({EventId(2), EventId(5)}), order(t, {0, 1, 2, 4, 5}));
  EXPECT_EQ(s.meeting, Schedule::kNoMeeting);
  EXPECT_THAT(s.segments, ElementsAre(FwSegment{2, 0, FW_BEFORE_anything},
                                      FwSegment{2, 1, FW_BEFORE_anything}));
}

TEST(Schedule, SaysWhatThreadsStandBefore) {
  const Trace t = std_trace(
      "T1|fork(T2)|1\nT1|acq(a)|2\nT1|acq(b)|3\nT1|rel(b)|4\nT1|rel(a)|5\n"
      "T2|acq(b)|6\nT2|acq(a)|7\nT2|rel(a)|8\nT2|rel(b)|9\n");
  const Schedule s = schedule_of(t, Claim::deadlock({EventId(2), EventId(6)}), order(t, {0, 1, 5}));
  EXPECT_EQ(s.segments[s.meeting - 1].stands_before, uint32_t{FW_BEFORE_acquire});
  EXPECT_EQ(s.segments[s.meeting - 2].stands_before, uint32_t{FW_BEFORE_acquire});

  const Trace u = std_trace("T1|alloc(o)|1\nT1|fork(T2)|2\nT1|w(o)|3\nT2|free(o)|4\n");
  const Schedule f =
      schedule_of(u, Claim::use_after_free(EventId(3), EventId(2)), order(u, {0, 1, 3}));
  EXPECT_EQ(f.segments[f.meeting - 1].stands_before, uint32_t{FW_BEFORE_access});
  EXPECT_TRUE(f.keeps_freed);
}

// The same family, whose members come in another order: names say who created whom, not when.
TEST(Schedule, NamesThreadsByWhoCreatedThem) {
  const Trace a = std_trace("M|fork(A)|1\nM|fork(B)|2\nA|fork(C)|3\nB|fork(D)|4\nA|fork(E)|5\n");
  EXPECT_THAT(
      schedule_of_run(a).threads,
      ElementsAre(FwScheduledThread{kNobody, 0}, FwScheduledThread{0, 0}, FwScheduledThread{0, 1},
                  FwScheduledThread{1, 0}, FwScheduledThread{2, 0}, FwScheduledThread{1, 1}));
  const Trace b = std_trace("M|fork(A)|1\nA|fork(C)|3\nA|fork(E)|5\nM|fork(B)|2\nB|fork(D)|4\n");
  EXPECT_THAT(
      schedule_of_run(b).threads,
      ElementsAre(FwScheduledThread{kNobody, 0}, FwScheduledThread{0, 0}, FwScheduledThread{1, 0},
                  FwScheduledThread{1, 1}, FwScheduledThread{0, 1}, FwScheduledThread{4, 0}));
}

TEST(Schedule, OfARunHasAllOfItsSteps) {
  const Trace t = std_trace(kCounting);
  EXPECT_THAT(schedule_of_run(t).segments,
              ElementsAre(FwSegment{3, 0, FW_BEFORE_anything}, FwSegment{4, 1, FW_BEFORE_anything},
                          FwSegment{4, 0, FW_BEFORE_anything}));
}

TEST(Schedule, LiesInMemoryAsTheRuntimeReadsIt) {
  const Trace t = std_trace(kCounting);
  const Schedule s = schedule_of(t, Claim::race(EventId(3), EventId(7)), order(t, {0, 1, 2, 4, 5}));
  const std::vector<uint8_t> bytes = in_memory(s);
  FwSchedule head;
  ASSERT_GE(bytes.size(), sizeof head);
  std::memcpy(&head, bytes.data(), sizeof head);
  EXPECT_EQ(head.thread_count, 2u);
  EXPECT_EQ(head.segment_count, s.segments.size());
  EXPECT_EQ(head.meeting, s.meeting);
  EXPECT_EQ(head.over, 0u);
  ASSERT_LE(head.segments_at + s.segments.size() * sizeof(FwSegment), bytes.size());
  FwSegment last;
  std::memcpy(&last, bytes.data() + head.segments_at + (s.segments.size() - 1) * sizeof last,
              sizeof last);
  EXPECT_EQ(last, s.segments.back());
}

Schedule some_schedule() {
  Schedule s;
  s.threads = {{kNobody, 0}, {0, 0}, {0, 1}, {2, 0}};
  for (uint32_t i = 1; i < 200; ++i) s.segments.push_back({i * i, i % 4, i % 7 == 0 ? 1u : 0u});
  s.meeting = 150;
  s.keeps_freed = true;
  return s;
}

TEST(ScheduleFile, GivesBackWhatWasWritten) {
  for (const uint64_t meeting : {uint64_t{0}, uint64_t{150}, uint64_t{199}, Schedule::kNoMeeting}) {
    Schedule s = some_schedule();
    s.meeting = meeting;
    const Result<Schedule> back = decode_schedule(encode(s), "s");
    ASSERT_TRUE(back.ok()) << back.error().sentence();
    EXPECT_EQ(back.value().threads, s.threads);
    EXPECT_EQ(back.value().segments, s.segments);
    EXPECT_EQ(back.value().meeting, s.meeting);
    EXPECT_TRUE(back.value().keeps_freed);
  }
}

TEST(ScheduleFile, RefusesEveryFileThatWasCutShort) {
  const std::vector<uint8_t> whole = encode(some_schedule());
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(decode_schedule(std::span(whole).first(size), "s").ok()) << size;
}

// zstd alone would take many of them.
TEST(ScheduleFile, RefusesEveryFileWithAChangedByte) {
  const std::vector<uint8_t> whole = encode(some_schedule());
  for (size_t at = 0; at < whole.size(); ++at)
    for (const int change : {1, 128, 255}) {
      std::vector<uint8_t> damaged = whole;
      damaged[at] = static_cast<uint8_t>(damaged[at] ^ change);
      const Result<Schedule> read = decode_schedule(damaged, "s");
      // A bit of the frame's head that zstd does not use leaves everything as it was.
      if (read.ok()) {
        EXPECT_EQ(encode(read.value()), whole) << at;
      }
    }
  std::vector<uint8_t> longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(decode_schedule(longer, "s").ok());
}

TEST(ScheduleFile, RefusesWhatNoScheduleSays) {
  Schedule s = some_schedule();
  s.meeting = s.segments.size() + 1;
  EXPECT_FALSE(decode_schedule(encode(s), "s").ok());
  s = some_schedule();
  s.threads[1].parent = 2;  // who comes later cannot be a parent
  EXPECT_FALSE(decode_schedule(encode(s), "s").ok());
  s = some_schedule();
  s.segments[9].stands_before = 5;
  EXPECT_FALSE(decode_schedule(encode(s), "s").ok());
  EXPECT_THAT(decode_schedule(encode(s), "s").error().sentence(), HasSubstr("s: "));
}

}  // namespace
}  // namespace foreweave
