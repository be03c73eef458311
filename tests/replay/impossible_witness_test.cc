// What no run can do is refuted, whoever asks for it: witnesses and claims that no checker
// would accept, forced upon a program that has both a race and a deadlock.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/check.h"
#include "events/reading/read_trace.h"
#include "program.h"
#include "replay/judge/judge.h"
#include "replay/run/session.h"
#include "results_file.h"

namespace foreweave {
namespace {

constexpr SessionLimits kLimits{2, 0.3};

// Built, recorded and predicted from once for all tests of this process.
struct Recorded {
  std::unique_ptr<BuiltProgram> built;
  std::unique_ptr<Trace> trace;
  std::vector<ClaimedFinding> findings;
};

Recorded make_recorded() {
  Recorded r;
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/replay/programs/two_bugs.c";
  program.flags = "-O0";
  r.built = std::make_unique<BuiltProgram>(program);
  CHECK(r.built->complaint().empty(), r.built->complaint().c_str());
  CHECK(r.built->record("t.fwt").status == 0, "recording failed");
  Result<Trace> trace = read_trace(r.built->path_of("t.fwt"));
  CHECK(trace.ok(), "no trace");
  r.trace = std::make_unique<Trace>(std::move(trace).value());
  const Ran report = r.built->tool("predict --format json t.fwt");
  Result<std::vector<ClaimedFinding>> findings =
      read_claimed_findings(report.out, TraceFacts(*r.trace), "report");
  CHECK(findings.ok(), report.out.c_str());
  r.findings = std::move(findings).value();
  return r;
}

const Recorded& recorded() {
  static const Recorded once = make_recorded();
  return once;
}

const ClaimedFinding& finding(BugKind kind) {
  for (const ClaimedFinding& f : recorded().findings)
    if (f.claim.kind == kind) return f;
  CHECK(false, "the bug was not predicted");
}

Outcome outcome(const Claim& claim, const Reordering& witness) {
  const Trace& trace = *recorded().trace;
  const Schedule schedule = schedule_of(trace, claim, witness);
  const Setting setting = setting_of(trace, {}).value();
  SessionOptions options;
  options.limits = kLimits;
  const Result<Observation> unlogged = run_along(schedule, setting, options);
  CHECK(unlogged.ok(), "it was not run");
  const Outcome without_trace = judge({trace, claim, witness, schedule, unlogged.value()});
  options.trace = recorded().built->path_of("replay.fwt");
  const Result<Observation> seen = run_along(schedule, setting, options);
  CHECK(seen.ok(), "it was not run");
  const Result<Trace> replayed = read_trace(options.trace);
  CHECK(replayed.ok(), replayed.error().sentence().c_str());
  const Outcome outcome = judge({trace, claim, witness, schedule, seen.value(), &replayed.value()});
  // Whether it happened is told without a trace as well.
  EXPECT_EQ(without_trace.status == ReplayStatus::confirmed,
            outcome.status == ReplayStatus::confirmed)
      << without_trace.why << "; " << outcome.why;
  return outcome;
}

void expect_refuted(const Claim& claim, const Reordering& witness) {
  const Outcome o = outcome(claim, witness);
  EXPECT_EQ(o.status, ReplayStatus::refuted) << o.why;
  EXPECT_THAT(o.why, testing::HasSubstr("although"));
}

std::vector<Segment> segments_of(const Reordering& witness) {
  return witness.segments(*recorded().trace);
}

// The accesses of a variable by a thread.
std::vector<EventId> accesses(ThreadId thread, std::string_view variable) {
  const Trace& t = *recorded().trace;
  std::vector<EventId> found;
  for (const EventId e : t.events_of(thread))
    if (is_access(t.kind(e)) && t.operand_name(e) == variable) found.push_back(e);
  return found;
}

uint32_t index_of(EventId e) {
  const Trace& t = *recorded().trace;
  return t.events_of(t.thread(e)).index_from(e);
}

constexpr ThreadId kMain(0), kA(1), kB(2);

// As the run was until both threads exist, and then these segments.
Reordering after_forks(std::vector<Segment> more) {
  const Trace& t = *recorded().trace;
  std::vector<Segment> segments{{kMain, index_of(t.fork_of(kB)) + 1}};
  segments.insert(segments.end(), more.begin(), more.end());
  return Reordering(std::move(segments));
}

TEST(WitnessesThatArePossible, AreConfirmed) {
  for (const BugKind kind : {BugKind::race, BugKind::deadlock})
    EXPECT_EQ(outcome(finding(kind).claim, finding(kind).witness).status, ReplayStatus::confirmed);
  // What the tests below spoil is itself possible.
  const std::vector<EventId> a = accesses(kA, "raced"), b = accesses(kB, "raced");
  ASSERT_EQ(a.size(), 4u);
  ASSERT_EQ(b.size(), 2u);
  EXPECT_EQ(
      outcome(Claim::race(a[1], b[1]), after_forks({{kA, index_of(a[1])}, {kB, index_of(b[1])}}))
          .status,
      ReplayStatus::confirmed);
}

TEST(AWitnessInWhichAThreadRunsBeforeItIsCreated, IsRefuted) {
  const ClaimedFinding& race = finding(BugKind::race);
  std::vector<Segment> segments = segments_of(race.witness);
  std::stable_sort(segments.begin(), segments.end(),
                   [](const Segment& x, const Segment& y) { return y.thread < x.thread; });
  expect_refuted(race.claim, Reordering(segments));
}

TEST(AWitnessWithTwoThreadsInACriticalSection, IsRefuted) {
  const EventId a = accesses(kA, "guarded").front(), b = accesses(kB, "guarded").front();
  const Reordering both = after_forks({{kA, index_of(a)}, {kB, index_of(b)}});
  expect_refuted(Claim::race(a, b), both);
  expect_refuted(Claim::order({a, b}), after_forks({{kA, index_of(a) + 1}, {kB, index_of(b) + 1}}));
}

TEST(AWitnessThatJoinsTooEarly, IsRefuted) {
  const Trace& t = *recorded().trace;
  const EventId a = accesses(kA, "raced").front(), b = accesses(kB, "raced").front();
  expect_refuted(Claim::race(a, b),
                 Reordering({{kMain, static_cast<uint32_t>(t.events_of(kMain).size())},
                             {kA, index_of(a)},
                             {kB, index_of(b)}}));
}

// One of the threads has done already what it is to stand before, and stands before another access
// of the same variable, which races as well; but it is not this bug.
TEST(AWitnessThatGoesOneStepTooFar, IsRefuted) {
  const std::vector<EventId> a = accesses(kA, "raced"), b = accesses(kB, "raced");
  for (size_t i = 0; i + 1 < a.size(); ++i)
    expect_refuted(Claim::race(a[i], b[1]),
                   after_forks({{kA, index_of(a[i]) + 1}, {kB, index_of(b[1])}}));
}

TEST(AClaimAboutOtherMemory, IsRefuted) {
  const EventId raced = accesses(kA, "raced").at(1), other = accesses(kB, "own_of_b").at(1);
  expect_refuted(Claim::race(raced, other),
                 after_forks({{kA, index_of(raced)}, {kB, index_of(other)}}));
}

TEST(AClaimAboutTwoReads, IsRefuted) {
  const EventId a = accesses(kA, "raced").at(0), b = accesses(kB, "raced").at(0);
  expect_refuted(Claim::race(a, b), after_forks({{kA, index_of(a)}, {kB, index_of(b)}}));
}

// Each thread waits for nobody: they hold nothing yet.
TEST(ADeadlockOfTheFirstLocks, IsRefuted) {
  const Trace& t = *recorded().trace;
  Claim claim = finding(BugKind::deadlock).claim;
  std::vector<Segment> segments{{kMain, index_of(t.fork_of(kB)) + 1}};
  for (EventId& event : claim.pending) {
    const ThreadEvents events = t.events_of(t.thread(event));
    uint32_t index = index_of(event);
    do --index;
    while (t.kind(events[index]) != Kind::acquire);
    event = events[index];
    segments.push_back({t.thread(event), index});
  }
  expect_refuted(claim, Reordering(segments));
}

// A deadlock that one thread has passed already.
TEST(ADeadlockThatComesTooLate, IsRefuted) {
  const Trace& t = *recorded().trace;
  const Claim& claim = finding(BugKind::deadlock).claim;
  const EventId one = claim.pending[0], two = claim.pending[1];
  const ThreadId first = t.thread(one), second = t.thread(two);
  expect_refuted(claim, after_forks({{first, static_cast<uint32_t>(t.events_of(first).size())},
                                     {second, index_of(two)}}));
}

}  // namespace
}  // namespace foreweave
