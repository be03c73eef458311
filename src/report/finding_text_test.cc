// What a person reads of each kind of bug, exactly. Races are in text_report_test.cc.
#include "report/finding_text.h"

#include <gtest/gtest.h>

#include "report/test_trace.h"

namespace foreweave {
namespace {

// Without the id, which is the same in every build but says nothing here.
std::string text_of(const Trace& trace, Claim claim, std::initializer_list<uint32_t> witness) {
  const Finding finding(trace, prove(trace, std::move(claim), events(witness)), "m2");
  std::vector<EventId> sites;
  for (const FindingSite& site : finding.sites()) sites.push_back(site.event);
  const std::string text = finding_text(trace, finding, locks_held_at(trace, sites), {});
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

TEST(FindingText, OfAnOrderViolationShowsTheSequence) {
  const Trace trace = two_variables();
  EXPECT_EQ(text_of(trace, {BugKind::order, events({3, 0}), {}}, {2, 3, 0}),
            "predicted order violation on y and x\n"
            "  step 1: write of y by T2 at prog.c:21 in f, event 3\n"
            "      holding no lock\n"
            "  step 2: write of x by T1 at prog.c:10 in f, event 0\n"
            "      holding no lock\n"
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
