// What a person reads of each kind of bug, exactly. Races are in text_report_test.cc.
#include "report/formats/finding_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/make/make_report.h"
#include "report/test_trace.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Without the id, which is the same in every build but says nothing here.
std::string text_of(const Trace& trace, const Claim& claim,
                    std::initializer_list<uint32_t> witness) {
  Results results;
  results.findings.emplace_back(trace, prove(trace, claim, events(witness)), "m2");
  const Report report = make_report(trace, results, {});
  const std::string text = finding_text(report, report.findings[0], {});
  return text.substr(text.find(": ") + 2);
}

TEST(FindingText, OfADeadlockSaysWhoHoldsAndWaitsForWhat) {
  const Trace trace = crossed_locks();
  EXPECT_EQ(text_of(trace, {BugKind::deadlock, {}, events({2, 7})}, {0, 1, 6}),
            "predicted deadlock of T1 and T2\n"
            "  T1 waits for b at prog.c:11 in f, event 2\n"
            "      holding a (since prog.c:10 in f), for which T2 waits\n"
            "      also holding c (since prog.c:9 in f)\n"
            "  T2 waits for a at prog.c:21 in f, event 7\n"
            "      holding b (since prog.c:20 in f), for which T1 waits\n"
            "  found by m2; the checker accepted this witness under the model same-write "
            "(3 events, 2 segments):\n"
            "      T1                       T2\n"
            "      acquire c (prog.c:9)\n"
            "      acquire a (prog.c:10)\n"
            "                               acquire b (prog.c:20)\n"
            "    * acquire b (prog.c:11)    acquire a (prog.c:21)\n"
            "\n");
}

TEST(FindingText, OfAUseAfterFreeShowsTheFreeTheUseAndTheAllocation) {
  TestTrace build;
  build.add(1, Kind::allocate, "p", 10).add(2, Kind::write, "p", 20).add(1, Kind::free, "p", 12);
  const Trace trace = build.finish();
  EXPECT_EQ(text_of(trace, {BugKind::use_after_free, events({2}), events({1})}, {0, 2}),
            "predicted use after free of p\n"
            "  free of p by T1 at prog.c:12 in f, event 2\n"
            "      holding no lock\n"
            "  use: write of p by T2 at prog.c:20 in f, event 1\n"
            "      holding no lock\n"
            "  allocated by T1 at prog.c:10 in f, event 0\n"
            "  found by m2; the checker accepted this witness under the model same-write "
            "(2 events, 1 segment):\n"
            "      T1                        T2\n"
            "      allocate p (prog.c:10)\n"
            "    * free p (prog.c:12)\n"
            "    *                           write p (prog.c:20)\n"
            "\n");
}

TEST(FindingText, OfAnAtomicityViolationSaysWhatGoesWrong) {
  TestTrace build;
  build.add(1, Kind::acquire, "l", 9).add(1, Kind::read, "x", 10).add(1, Kind::release, "l", 11);
  build.add(1, Kind::acquire, "l", 12).add(1, Kind::write, "x", 13).add(1, Kind::release, "l", 14);
  build.add(2, Kind::acquire, "l", 20).add(2, Kind::write, "x", 21).add(2, Kind::release, "l", 22);
  const Trace trace = build.finish();
  EXPECT_EQ(text_of(trace, {BugKind::atomicity, events({1, 7, 4}), {}}, {0, 1, 2, 6, 7, 8, 3, 4}),
            "predicted atomicity violation on x\n"
            "  T1 can write x after it saw a value that T2 has changed since\n"
            "  local: read of x by T1 at prog.c:10 in f, event 1\n"
            "      holding l (since prog.c:9 in f)\n"
            "  remote: write of x by T2 at prog.c:21 in f, event 7\n"
            "      holding l (since prog.c:20 in f)\n"
            "  local: write of x by T1 at prog.c:13 in f, event 4\n"
            "      holding l (since prog.c:12 in f)\n"
            "  x is a global variable of 8 bytes\n"
            "  found by m2; the checker accepted this witness under the model same-write "
            "(8 events, 3 segments):\n"
            "      T1                       T2\n"
            "      acquire l (prog.c:9)\n"
            "    * read x (prog.c:10)\n"
            "      release l (prog.c:11)\n"
            "                               acquire l (prog.c:20)\n"
            "    *                          write x (prog.c:21)\n"
            "                               release l (prog.c:22)\n"
            "      acquire l (prog.c:12)\n"
            "    * write x (prog.c:13)\n"
            "\n");
}

TEST(FindingText, OfANullDereferenceShowsTheWriteTheReadAndTheDereference) {
  ReportedFinding finding;
  finding.id = "null-01234567";
  finding.kind = BugKind::null;
  finding.subject = "through p";
  const auto add = [&](uint32_t event, uint32_t line, const char* thread, const char* access,
                       const char* role, const char* value) {
    ReportedEvent& site = finding.sites.emplace_back();
    site.event = event;
    site.place = {"prog.c", line, 3, "f"};
    site.thread = thread;
    site.access = access;
    site.role = role;
    site.value = value;
  };
  add(2, 10, "T1", "write of p", "null write", "0");
  add(0, 20, "T2", "read of p", "read", "64");
  add(1, 21, "T2", "write of x", "dereference", "");
  EXPECT_THAT(finding_text({}, finding, {}),
              StartsWith("null-01234567: predicted null dereference through p\n"
                         "  null write of p by T1 at prog.c:10:3 in f, event 2, value 0\n"
                         "      holding no lock\n"
                         "  read of p by T2 at prog.c:20:3 in f, event 0, value 64\n"
                         "      holding no lock\n"
                         "  dereference: write of x by T2 at prog.c:21:3 in f, event 1\n"
                         "      holding no lock\n"));
}

// A finding with everything that a recorded program gives.
ReportedFinding rich_finding() {
  ReportedFinding finding;
  finding.id = "race-01234567";
  finding.status = FindingStatus::confirmed;
  finding.engine = "syncp";
  finding.model = "same-write";
  finding.subject = "on total";
  ReportedEvent& site = finding.sites.emplace_back();
  site.event = 7;
  site.place = {"bank.cc", 12, 4, "deposit(int)"};
  site.thread = "T1";
  site.access = "write of total";
  site.value = "5";
  site.stack = {site.place, {"bank.cc", 20, 3, "day(Bank&)"}, {"main.cc", 40, 3, "work()"}};
  site.stack[0].inlined = true;
  site.locks = {{"m", true, 3, {"/usr/include/mutex.h", 100, 2, "lock()"}, {}}};
  site.locks[0].stack = {site.locks[0].taken, {"main.cc", 39, 1, "work()"}};
  ReportedObject& object = finding.objects.emplace_back();
  object = {"total", "0x1000", "heap memory", 24, site};
  object.allocated->access = "allocate of 0x1000";
  object.allocated->value.clear();
  object.allocated->stack.clear();
  object.allocated->place = {"bank.cc", 30, 9, "open()"};
  finding.story.threads = {"T1"};
  finding.replay = Replay{Replay::Outcome::confirmed,
                          "",
                          "signal 6: assertion failed",
                          134,
                          2,
                          "foreweave replay t.fwt race-01234567 -- ./bank"};
  return finding;
}

TEST(FindingText, ShowsSourceStackLocksObjectThreadsAndEffect) {
  Report report;
  report.sources.push_back({"bank.cc", SourceState::found, {{12, "\ttotal += amount;"}}});
  const SourcePlace started{"main.cc", 50, 7, "start(std::string)"};
  report.thread_list.push_back({"",
                                "T1",
                                "main",
                                started,
                                {{"/usr/include/thread", 9, 1, "std::thread::thread()"}, started}});
  report.thread_list[0].stack.push_back({"main.cc", 60, 3, "main"});
  EXPECT_EQ(finding_text(report, rich_finding(), {}),
            "race-01234567: confirmed data race on total\n"
            "  write of total by T1 at bank.cc:12:4 in deposit(int), event 7, value 5\n"
            "      12 | \ttotal += amount;\n"
            "         | \t  ^\n"
            "      #0 deposit(int) bank.cc:12:4 (inlined)\n"
            "      #1 day(Bank&) bank.cc:20:3\n"
            "      #2 work() main.cc:40:3\n"
            "      holding m in shared mode (since main.cc:39:1 in work())\n"
            "  total (0x1000) is in heap memory of 24 bytes, allocated by T1 at bank.cc:30:9 in "
            "open(), event 7\n"
            "  T1 was created by main at main.cc:50:7 in start(std::string)\n"
            "      #0 start(std::string) main.cc:50:7\n"
            "      #1 main main.cc:60:3\n"
            "  found by syncp; the checker accepted this witness under the model same-write (both "
            "can come first):\n"
            "      T1\n"
            "  replayed on the program: it happened\n"
            "  effect: signal 6: assertion failed (exit status 134)\n"
            "  to see it happen: foreweave replay t.fwt race-01234567 -- ./bank\n"
            "\n");
}

TEST(FindingText, SaysThatAReplayWentAnotherWay) {
  ReportedFinding finding = rich_finding();
  finding.status = FindingStatus::predicted;
  finding.replay = Replay{Replay::Outcome::diverged, "T2 took another branch", "", {}, 3, ""};
  EXPECT_THAT(finding_text({}, finding, {}),
              HasSubstr("  replayed on the program: it went another way after 3 attempts: T2 took "
                        "another branch\n"));
}

TEST(FindingText, OfAnOrderViolationShowsTheSequence) {
  const Trace trace = two_variables();
  EXPECT_EQ(text_of(trace, {BugKind::order, events({3, 0}), {}}, {2, 3, 0}),
            "predicted order violation on y and x\n"
            "  step 1: write of y by T2 at prog.c:21 in f, event 3\n"
            "      holding no lock\n"
            "  step 2: write of x by T1 at prog.c:10 in f, event 0\n"
            "      holding no lock\n"
            "  y is a global variable of 8 bytes\n"
            "  x is a global variable of 8 bytes\n"
            "  found by m2; the checker accepted this witness under the model same-write "
            "(3 events, 2 segments):\n"
            "      T2                     T1\n"
            "      write x (prog.c:20)\n"
            "    * write y (prog.c:21)\n"
            "    *                        write x (prog.c:10)\n"
            "\n");
}

}  // namespace
}  // namespace foreweave
