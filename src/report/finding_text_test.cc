// What a person reads of each kind of bug, exactly. Races are in text_report_test.cc.
#include "report/finding_text.h"

#include <gtest/gtest.h>

#include "report/test_trace.h"

namespace foreweave {
namespace {

std::vector<std::vector<HeldLock>> held_at(const Trace& trace, const Claim& claim) {
  std::vector<EventId> sites;
  for (const BugEvent& event : events_in_roles(trace, claim)) sites.push_back(event.event);
  return locks_held_at(trace, sites);
}

// Without the id, which is the same in every build but says nothing here.
std::string text_of(const Trace& trace, const Claim& claim,
                    std::initializer_list<uint32_t> witness) {
  const Finding finding(trace, prove(trace, claim, events(witness)), "m2");
  const std::string text = finding_text(trace, finding, held_at(trace, claim), {});
  return text.substr(text.find(": ") + 2);
}

// Of the claim alone, whatever the checker thinks of it.
std::string text_of(const Trace& trace, const Claim& claim) {
  return bug_text(trace, claim, held_at(trace, claim));
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
  EXPECT_EQ(text_of(trace, {BugKind::atomicity, events({1, 7, 4}), {}}),
            "  the write of T2 can be lost: T1 overwrites x with what follows from an older value\n"
            "  local: read of x by T1 at prog.c:10 in f, event 1\n"
            "      holding l (since prog.c:9 in f)\n"
            "  remote: write of x by T2 at prog.c:21 in f, event 7\n"
            "      holding l (since prog.c:20 in f)\n"
            "  local: write of x by T1 at prog.c:13 in f, event 4\n"
            "      holding l (since prog.c:12 in f)\n");
}

TEST(FindingText, OfANullDereferenceShowsTheWriteTheReadAndTheDereference) {
  TestTrace build;
  build.add(2, Kind::read, "p", 20).add(2, Kind::write, "x", 21).add(1, Kind::write, "p", 10);
  const Trace trace = build.finish();
  EXPECT_EQ(text_of(trace, {BugKind::null, events({2, 0}), events({1})}),
            "  null write of p by T1 at prog.c:10 in f, event 2\n"
            "      holding no lock\n"
            "  read of p by T2 at prog.c:20 in f, event 0\n"
            "      holding no lock\n"
            "  dereference: write of x by T2 at prog.c:21 in f, event 1\n"
            "      holding no lock\n");
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
