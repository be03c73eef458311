// Who gets where while one thread waits. That the runs are reorderings is the checker's word:
// tests/agree with --window asks for them all the time.
#include "predict/closure/waiting_runs.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "events/std/trace_for_tests.h"
#include "predict/closure/closure.h"

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

TEST(WaitingRuns, FreeWhatIsAboutToBeUsed) {
  Session s("M|alloc(o)|1\nT|w(o)|2\nU|r(x)|3\nM|free(o)|4\nM|w(x)|5\n");
  EXPECT_FALSE(s.reaches(1, 4));  // the run goes on beyond the free, which does not happen in it
  ASSERT_TRUE(s.reaches(1, 3));
  EXPECT_EQ(s.events(1, 3), numbers({0, 2, 3}));
  Session own("T|alloc(o)|1\nT|w(o)|2\nT|free(o)|3\n");
  EXPECT_FALSE(own.reaches(1, 2));
  Session later("M|w(p)|1\nT|w(x)|2\nT|alloc(o)|3\nT|w(o)|4\nM|free(o)|5\n");
  EXPECT_FALSE(later.reaches(1, 4));  // it is not allocated
}

TEST(WaitingRuns, LetTwoThreadsWaitForEachOther) {
  Session s(
      "T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|rel(l)|4\nT2|acq(m)|5\nT2|acq(l)|6\nT2|rel(l)|7\n"
      "T2|rel(m)|8\n");
  ASSERT_TRUE(s.reaches(1, 5));
  EXPECT_EQ(s.events(1, 5), numbers({0, 4}));
}

// Threads that take two of three locks again and again, in either order; some of it under a fourth.
std::string random_takers(uint32_t seed) {
  std::minstd_rand random(seed);
  const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  struct Step {
    bool takes, is_lock;
    uint32_t what;
  };
  std::vector<std::vector<Step>> scripts(2 + seed % 2);
  for (auto& script : scripts)
    for (int section = 0; section < 4; ++section) {
      const uint32_t a = pick(3), b = (a + 1 + pick(2)) % 3;
      const bool guarded = pick(3) == 0;
      if (guarded) script.push_back({true, true, 3});
      for (const Step step :
           {Step{true, true, a}, Step{pick(2) == 0, false, pick(2)}, Step{true, true, b},
            Step{pick(2) == 0, false, pick(2)}, Step{false, true, b}, Step{false, true, a}})
        script.push_back(step);
      if (guarded) script.push_back({false, true, 3});
    }
  std::array<int, 4> holder = {-1, -1, -1, -1};
  std::vector<size_t> at(scripts.size());
  std::string text;
  for (uint32_t turn = 0; turn < 400; ++turn) {
    const uint32_t t = pick(static_cast<uint32_t>(scripts.size()));
    if (at[t] == scripts[t].size()) continue;
    const Step step = scripts[t][at[t]];
    if (step.is_lock && step.takes && holder[step.what] >= 0) continue;
    if (step.is_lock) holder[step.what] = step.takes ? static_cast<int>(t) : -1;
    const char* name = step.is_lock ? (step.takes ? "acq" : "rel") : (step.takes ? "w" : "r");
    text += fmt::format("T{}|{}({}{})|{}\n", t, name, step.is_lock ? "l" : "v", step.what,
                        10 * t + at[t]++);
  }
  return text;
}

// In windows, where threads are let wait, and in the whole trace, where they are not.
TEST(WaitingRuns, SayThatThreadsWaitForEachOtherOnlyIfTheyCan) {
  size_t feasible = 0, infeasible = 0;
  for (uint32_t seed = 1; seed <= 2000; ++seed) {
    const Trace trace = std_trace(random_takers(seed));
    const TraceFacts facts(trace);
    const auto whole = closure_deciders(facts, Model::same_write);
    const auto windows =
        closure_deciders(facts, Model::same_write, {.margin = 4, .near = 2, .whole_up_to = 0});
    const auto decider = windows->make();
    for (uint32_t a = 0; a < trace.size(); ++a)
      for (uint32_t b = a + 1; b < trace.size(); ++b) {
        const EventId early(a), late(b);
        if (trace.kind(early) != Kind::acquire || trace.kind(late) != Kind::acquire) continue;
        if (trace.thread(early) == trace.thread(late)) continue;
        const Claim claim = Claim::deadlock({early, late});
        const bool right = std::holds_alternative<Feasible>(whole->make()->decide(claim, 1 << 20));
        ASSERT_EQ(std::holds_alternative<Feasible>(decider->decide(claim, 1 << 20)), right)
            << "seed " << seed << ", events " << a << " and " << b;
        (right ? feasible : infeasible) += 1;
      }
  }
  EXPECT_GT(feasible, 1000u);
  EXPECT_GT(infeasible, 1000u);
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
