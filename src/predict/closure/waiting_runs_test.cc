// Who gets where while one thread waits. That the runs are reorderings is the checker's word:
// tests/agree with --window asks for them all the time.
#include "predict/closure/waiting_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/std_trace_for_tests.h"

namespace foreweave {
namespace {

struct Session {
  explicit Session(std::string_view text)
      : trace(std_trace(text)), index(trace), order(trace), runs(trace, index, order) {}

  bool reaches(uint32_t early, uint32_t late) {
    return runs.reaches(EventId(early), EventId(late));
  }
  std::vector<EventId> events(uint32_t early, uint32_t late) {
    return runs.witness(EventId(early), EventId(late)).events(trace);
  }

  const Trace trace;
  const ConflictIndex index;
  const TraceOrder order;
  WaitingRuns runs;
};

std::vector<EventId> numbers(std::initializer_list<uint32_t> all) {
  std::vector<EventId> ids;
  for (const uint32_t n : all) ids.emplace_back(n);
  return ids;
}

TEST(WaitingRuns, LetTheOthersGoOnInTheTracesOrder) {
  Session s("T1|w(y)|1\nT1|w(x)|2\nT1|w(z)|3\nT2|r(y)|4\nT3|w(y)|5\nT2|w(x)|6\nT3|r(z)|7\n");
  ASSERT_TRUE(s.reaches(1, 5));
  EXPECT_EQ(s.events(1, 5), numbers({0, 3, 4}));
}

TEST(WaitingRuns, StopWhoSawWhatTheWaitingThreadWroteNext) {
  Session s("T1|w(x)|1\nT1|w(y)|2\nT2|r(y)|3\nT2|w(z)|4\nT3|r(z)|5\nT3|w(x)|6\n");
  EXPECT_FALSE(s.reaches(0, 5));  // T2 stops, and T3 because of it
}

TEST(WaitingRuns, StopWhoNeedsALockThatIsHeld) {
  constexpr std::string_view kInside =
      "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n";
  EXPECT_FALSE(Session(kInside).reaches(1, 5));
  constexpr std::string_view kBehind =
      "T1|acq(l)|1\nT1|rel(l)|2\nT1|w(x)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n";
  EXPECT_TRUE(Session(kBehind).reaches(2, 5));
}

TEST(WaitingRuns, StopThreadsThatWereNotCreatedYet) {
  constexpr std::string_view kForks =
      "M|w(x)|1\nM|fork(T)|2\nT|begin|3\nT|fork(U)|4\nU|begin|5\nU|w(x)|6\n";
  EXPECT_FALSE(Session(kForks).reaches(0, 5));
}

TEST(WaitingRuns, StopWhoJoinsAThreadThatStopped) {
  Session s("M|fork(T)|1\nM|fork(U)|2\nT|w(x)|3\nT|w(y)|4\nM|join(T)|5\nM|w(x)|6\nU|w(x)|7\n");
  EXPECT_FALSE(s.reaches(2, 5));
  EXPECT_TRUE(s.reaches(2, 6));
}

TEST(WaitingRuns, StopWhoFreesTheMemoryThatIsWaitedFor) {
  constexpr std::string_view kFree = "M|alloc(o)|1\nT|w(o)|2\nU|w(o)|3\nM|free(o)|4\nM|w(x)|5\n";
  Session s(kFree);
  EXPECT_TRUE(s.reaches(1, 2));
  EXPECT_FALSE(s.reaches(1, 4));
}

// A run that went on for another claim, or was begun for it, says the same.
TEST(WaitingRuns, DoNotDependOnWhatWasAskedBefore) {
  constexpr std::string_view kMany =
      "T1|w(x)|1\nT1|w(y)|2\nT2|w(x)|3\nT3|w(x)|4\nT2|r(y)|5\nT2|w(x)|6\nT3|w(x)|7\nT3|acq(l)|8\n"
      "T3|w(x)|9\nT3|rel(l)|10\nT2|w(x)|11\n";
  Session used(kMany);
  used.reaches(0, 10);
  for (const uint32_t late : {2, 3, 5, 6, 8, 10}) {
    Session fresh(kMany);
    const bool there = fresh.reaches(0, late);
    ASSERT_EQ(used.reaches(0, late), there) << late;
    if (!there) continue;
    EXPECT_EQ(used.events(0, late), fresh.events(0, late)) << late;
  }
}

}  // namespace
}  // namespace foreweave
