#include "report/formats/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/describe/held_locks.h"
#include "report/describe/places.h"
#include "report/describe/story.h"
#include "report/formats/story_text.h"
#include "report/make/make_report.h"
#include "report/test_trace.h"
#include "report/words/event_text.h"

namespace foreweave {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lock_names(const Trace& trace, const std::vector<HeldLock>& held) {
  std::vector<std::string> names;
  for (const HeldLock& h : held) names.push_back(trace.operand_name(h.acquired));
  return names;
}

TEST(HeldLocks, FollowsLocksThatDoNotNest) {
  TestTrace build;
  build.add(1, Kind::acquire, "a", 1).add(1, Kind::acquire, "b", 2).add(1, Kind::release, "a", 3);
  build.add(1, Kind::write, "x", 4).add(2, Kind::write, "x", 5).add(1, Kind::release, "b", 6);
  const Trace trace = build.finish();
  const std::vector<EventId> events = {EventId(4), EventId(3), EventId(2)};  // in any order
  const auto held = locks_held_at(trace, events);
  ASSERT_THAT(held, SizeIs(3));
  EXPECT_THAT(held[0], IsEmpty());
  EXPECT_THAT(lock_names(trace, held[1]), ElementsAre("b"));
  EXPECT_THAT(lock_names(trace, held[2]), ElementsAre("a", "b"));
}

TEST(EventText, SaysWhatAThreadDid) {
  TestTrace build;
  build.add(1, Kind::acquire_shared, "l", 1).add(1, Kind::atomic_update, "x", 2);
  build.add(1, Kind::return_, "", 3).add(1, Kind::release_shared, "l", 4);
  const Trace trace = build.finish();
  EXPECT_EQ(step_text(trace, EventId(0)), "acquire shared l");
  EXPECT_EQ(access_text(trace, EventId(1)), "atomic update of x");
  EXPECT_EQ(step_text(trace, EventId(2)), "return");
  EXPECT_EQ(place_text(place_of(trace, trace.site(EventId(1)))), "prog.c:2 in f");
}

TEST(EventText, CountsInEnglish) {
  EXPECT_EQ(counted(0, "event"), "0 events");
  EXPECT_EQ(counted(1, "event"), "1 event");
  EXPECT_EQ(counted(2, "pair of sites", "pairs of sites"), "2 pairs of sites");
}

Story told(const Trace& trace, const Proved& proved) {
  uint64_t budget = 1000;
  WritesSoFar past(trace);
  const WitnessValues values(trace, proved, past, budget);
  return tell(trace, proved, RecordedRuns(trace), values, {});
}

TEST(Story, PutsThePendingEventsSideBySide) {
  TestTrace build;
  build.add(1, Kind::acquire, "l", 1).add(1, Kind::write, "x", 2).add(1, Kind::release, "l", 3);
  build.add(2, Kind::write, "x", 4);
  const Trace trace = build.finish();
  const Story story = told(trace, prove_race(trace, 1, 3));
  EXPECT_EQ(story.events, 1u);
  EXPECT_EQ(story.segments, 1u);
  EXPECT_THAT(story_lines(story, {}), ElementsAre("  T1                      T2",  //
                                                  "  acquire l (prog.c:1)",
                                                  "* write x (prog.c:2)      write x (prog.c:4)"));
}

TEST(Story, ShowsOnlyTheEndOfALongWitness) {
  TestTrace build;
  for (uint32_t i = 0; i < 50; ++i) {
    build.add(1, Kind::write, "a", 1).add(1, Kind::write, "b", 2);
    build.add(3, Kind::write, "c", 3);
  }
  for (uint32_t i = 0; i < 10; ++i) build.add(2, Kind::write, "d", 4);
  build.add(1, Kind::write, "x", 5).add(2, Kind::write, "x", 6);
  const Trace trace = build.finish();
  std::vector<EventId> before;
  for (uint32_t e = 0; e < 160; ++e) before.push_back(EventId(e));
  Result<Proved> proved = check_witness(trace, {}, Claim::race(EventId(160), EventId(161)),
                                        Reordering::from_events(trace, before));
  ASSERT_TRUE(proved.ok()) << proved.error().sentence();
  const Story story = told(trace, proved.value());
  EXPECT_EQ(story.events, 160u);
  EXPECT_EQ(story.segments, 101u);
  EXPECT_THAT(story_lines(story, {}), SizeIs(testing::Le(20u)));
  EXPECT_THAT(story_lines(story, {}), Contains(HasSubstr("(144 events in 96 segments earlier)")));
  EXPECT_THAT(story_lines(story, {}), Contains(HasSubstr("(10 events earlier)")));
  EXPECT_THAT(story_lines(story, {}), Contains(HasSubstr("(T3: 1 event)")));
}

TEST(Story, OfManyThreadsIsStaggered) {
  Story story;
  for (const char* thread : {"T1", "T2", "T3", "T4", "T5"}) {
    story.threads.push_back(thread);
    StoryStep& step = story.steps.emplace_back();
    step.thread = thread;
    step.text = "acquire a_lock_with_a_name_of_some_length";
    step.place = {"prog.c", 10, 0, "f"};
    step.pending = step.of_bug = story.threads.size() >= 4;
  }
  EXPECT_THAT(
      story_lines(story, {}),
      ElementsAre("  T1: acquire a_lock_with_a_name_of_some_length (prog.c:10)",
                  "      T2: acquire a_lock_with_a_name_of_some_length (prog.c:10)",
                  "          T3: acquire a_lock_with_a_name_of_some_length (prog.c:10)",
                  "*             T4: acquire a_lock_with_a_name_of_some_length (prog.c:10)",
                  "*                 T5: acquire a_lock_with_a_name_of_some_length (prog.c:10)"));
}

TEST(Story, AlwaysShowsWhatTheBugIsAbout) {
  // T2's write of x comes early in a long segment, and many segments before the end.
  TestTrace build;
  build.add(1, Kind::write, "x", 1);
  for (uint32_t i = 0; i < 10; ++i) build.add(2, Kind::write, "d", 2);
  build.add(2, Kind::write, "x", 3);
  for (uint32_t i = 0; i < 10; ++i) build.add(2, Kind::write, "d", 4);
  for (uint32_t i = 0; i < 10; ++i) build.add(3, Kind::write, "c", 5).add(1, Kind::write, "d", 6);
  const Trace trace = build.finish();
  std::vector<EventId> all;
  for (uint32_t e = 0; e < trace.size(); ++e) all.push_back(EventId(e));
  const Claim claim{BugKind::order, events({0, 11, 41}), {}};
  const Story story = told(trace, prove(trace, claim, all));
  EXPECT_THAT(story_lines(story, {}),
              ElementsAre("  T1                    T2",  //
                          "* write x (prog.c:1)",        //
                          "                        (10 events earlier)",
                          "*                       write x (prog.c:3)",
                          "                        write d (prog.c:4)",
                          "                        write d (prog.c:4)",
                          "                        write d (prog.c:4)",
                          "                        write d (prog.c:4)",
                          "  (15 events in 15 segments)",  //
                          "  write d (prog.c:6)",          //
                          "  (T3: 1 event)",
                          "  write d (prog.c:6)",  //
                          "  (T3: 1 event)", "* write d (prog.c:6)"));
}

Results results_of(const Trace& trace) {
  Results results;
  results.trace_path = "prog.fwt";
  results.options = "--engine hb";
  results.kinds = {BugKind::race};
  results.findings.emplace_back(trace, prove_race(trace, 0, 1), "hb");
  results.engines.push_back({.name = "hb", .instances = 2, .site_pairs = 1});
  return results;
}

TEST(TextReport, NamesAnEngineOnceHoweverManyRunsItHad) {
  const Trace trace = unprotected_writes("prog.c");
  Results results = results_of(trace);
  results.engines.push_back({.name = "m2"});
  results.engines.push_back(results.engines[0]);
  const std::string text = text_report(make_report(trace, results, {}), {});
  EXPECT_THAT(text, testing::HasSubstr("predicted by hb,m2 from"));
}

TEST(TextReport, IsExactlyThis) {
  const Trace trace = unprotected_writes("prog.c");
  Results results = results_of(trace);
  const std::string id = results.findings[0].id();
  EXPECT_EQ(text_report(make_report(trace, results, {}), {}),
            id + ": predicted data race on x\n"
                 "  write of x by T1 at prog.c:10 in f, event 0\n"
                 "      holding no lock\n"
                 "  read of x by T2 at prog.c:20 in f, event 1\n"
                 "      holding no lock\n"
                 "  x is a global variable of 8 bytes\n"
                 "  found by hb; the checker accepted this witness under the model same-write "
                 "(both can come first):\n"
                 "      T1                     T2\n"
                 "    * write x (prog.c:10)    read x (prog.c:20)\n"
                 "\n"
                 "No source was found of prog.c; --source-root names the folder to look in.\n"
                 "\n"
                 "To check the witnesses with a program that contains no engine:\n"
                 "  foreweave predict --engine hb --format json -o results.json prog.fwt\n"
                 "  foreweave-witness prog.fwt results.json\n"
                 "\n"
                 "hb: 2 unordered pairs of accesses at 1 pair of sites\n"
                 "SUMMARY: foreweave: 1 data race predicted by hb from 3 events of 3 threads\n");
}

TEST(TextReport, ListsAFewUndecidedBugsAndCountsTheRest) {
  const Trace trace = unprotected_writes("prog.c");
  Results results = results_of(trace);
  for (int i = 0; i < 12; ++i)
    results.undecided.push_back(
        {"wcp", UndecidedBug::Why::no_witness, Claim::race(EventId(0), EventId(1))});
  const std::string text = text_report(make_report(trace, results, {}), {});
  EXPECT_THAT(text, HasSubstr("12 pairs of sites are unordered by wcp, but no witness was found"));
  EXPECT_THAT(text, HasSubstr("\n  and 2 more\n"));
  EXPECT_THAT(text, HasSubstr("; 12 pairs of sites undecided\n"));
}

TEST(TextReport, SaysWhenTheSearchWasCut) {
  const Trace trace = unprotected_writes("prog.c");
  Results results = results_of(trace);
  results.engines[0].site_pairs_cut = 3;
  EXPECT_THAT(text_report(make_report(trace, results, {}), {}),
              HasSubstr("; the search for 3 pairs was cut by --max-attempts\n"));
}

TEST(TextReport, CountsBugsAndCandidatesOfSeveralKinds) {
  const Trace trace = unprotected_writes("prog.c");
  Results results = results_of(trace);
  results.kinds = {BugKind::race, BugKind::deadlock, BugKind::use_after_free};
  EngineRun& run = results.engines.emplace_back(EngineRun{.name = "seqcheck"});
  run.note = "seqcheck ran as m2: the trace has no branches";
  run.kinds.push_back({.kind = BugKind::race, .candidates = 4, .proved = 1, .refuted = 2});
  run.kinds.push_back({.kind = BugKind::deadlock});
  run.kinds.push_back({.kind = BugKind::use_after_free, .candidates = 1, .cut = 1, .left_out = 7});
  results.undecided.push_back(
      {"seqcheck", UndecidedBug::Why::budget, Claim::race(EventId(0), EventId(1))});
  results.undecided.push_back({"seqcheck",
                               UndecidedBug::Why::incomplete,
                               {BugKind::use_after_free, events({0}), events({1})}});
  const std::string text = text_report(make_report(trace, results, {}), {});
  EXPECT_THAT(text, HasSubstr("1 possible bug is neither proved nor ruled out by seqcheck; not "
                              "reported as bugs:\n"
                              "  use after free: write of x at prog.c:10 in f (event 0), read of x "
                              "at prog.c:20 in f (event 1)\n"));
  EXPECT_THAT(text, HasSubstr("1 possible bug is undecided because --budget ended the search of "
                              "seqcheck; not reported as bugs:\n"
                              "  write of x at prog.c:10 in f (event 0), read of x"));
  EXPECT_THAT(text,
              HasSubstr("seqcheck ran as m2: the trace has no branches\n"
                        "seqcheck: 4 possible data races: 1 proved, 2 ruled out, 1 undecided\n"
                        "seqcheck: 1 possible use after free: 0 proved, 0 ruled out, 1 "
                        "undecided; 7 left out\n"
                        "seqcheck: no deadlock under the model same-write\n"
                        "SUMMARY: foreweave: 1 data race predicted by hb,seqcheck from 3 "
                        "events of 3 threads; 2 possible bugs undecided; the search for 1 "
                        "possible bug was cut by --budget or --max-attempts; 7 possible bugs "
                        "left out\n"));
  results.findings.clear();
  EXPECT_THAT(text_report(make_report(trace, results, {}), {}),
              HasSubstr("SUMMARY: foreweave: no bug predicted"));
}

TEST(TextReport, KeepsEscapeSequencesAwayFromTheTerminal) {
  const Trace trace = unprotected_writes("\x1b[2Jprog.c");
  EXPECT_THAT(text_report(make_report(trace, results_of(trace), {}), {.colours = false}),
              Not(HasSubstr("\x1b")));
  EXPECT_THAT(text_report(make_report(trace, results_of(trace), {}), {.colours = true}),
              HasSubstr("\x1b[1;31mrace-"));
}

}  // namespace
}  // namespace foreweave
