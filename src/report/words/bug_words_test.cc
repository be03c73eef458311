#include "report/words/bug_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"
#include "report/test_trace.h"

namespace foreweave {
namespace {

using testing::ElementsAre;

std::vector<std::string> roles(const Trace& trace, const Claim& claim) {
  std::vector<std::string> roles;
  for (const BugEvent& event : events_in_roles(trace, claim)) roles.push_back(event.role);
  return roles;
}

TEST(Roles, SayWhatPartEachEventPlays) {
  const Trace trace = two_variables();
  const auto of = [&](BugKind kind, std::initializer_list<uint32_t> happen,
                      std::initializer_list<uint32_t> pending) {
    return roles(trace, {kind, events(happen), events(pending)});
  };
  EXPECT_THAT(of(BugKind::race, {}, {2, 0}), ElementsAre("", ""));
  EXPECT_THAT(of(BugKind::atomicity, {0, 2, 1}, {}), ElementsAre("local", "remote", "local"));
  EXPECT_THAT(of(BugKind::use_after_free, {0}, {2}), ElementsAre("free", "use"));
  EXPECT_THAT(of(BugKind::double_free, {0}, {2}), ElementsAre("first free", "second free"));
  EXPECT_THAT(of(BugKind::null, {0, 2}, {3}), ElementsAre("null write", "read", "dereference"));
  EXPECT_THAT(of(BugKind::order, {2, 0}, {}), ElementsAre("step 1", "step 2"));
}

// A trace of these accesses, T1's in capitals, all of x; or with '+' in front, of y.
std::string wrong_with(std::string_view accesses) {
  TestTrace build;
  Claim claim{BugKind::atomicity, {}, {}};
  const char* variable = "x";
  for (const char c : accesses) {
    if (c == '+') {
      variable = "y";
      continue;
    }
    claim.happen.push_back(EventId(static_cast<uint32_t>(claim.happen.size())));
    build.add(c == 'R' || c == 'W' ? 1 : 2, c == 'R' || c == 'r' ? Kind::read : Kind::write,
              variable, 1);
    variable = "x";
  }
  const Trace trace = build.finish();
  return what_goes_wrong(trace, claim);
}

TEST(WhatGoesWrong, HasASentenceForEveryPatternOfOneVariable) {
  EXPECT_EQ(wrong_with("RwR"), "T1 can see two different values of x");
  EXPECT_EQ(wrong_with("WwR"), "T1 can read another value of x than it has just written");
  EXPECT_EQ(wrong_with("WrW"), "T2 can see a temporary value of x, between two writes of T1");
  EXPECT_EQ(wrong_with("RwW"), "T1 can write x after it saw a value that T2 has changed since");
  EXPECT_EQ(wrong_with("WwW"), "T1 can overwrite what T2 wrote to x between its own two writes");
}

TEST(WhatGoesWrong, HasASentenceForEveryPatternOfTwoVariables) {
  for (const auto crossing : {"Ww+w+W", "W+w+Ww"})
    EXPECT_EQ(wrong_with(crossing), "x and y can be left with values of different threads");
  EXPECT_EQ(wrong_with("Wr+r+W"), "T2 can see x and y while T1 has changed only one of them");
  EXPECT_EQ(wrong_with("Rw+w+R"),
            "T1 can see one of x and y before and the other after T2 changed them");
}

TEST(WhatGoesWrong, SaysLessOfWhatItDoesNotKnow) {
  EXPECT_EQ(wrong_with("RrW"), "T2 can come between accesses of T1 that belong together");
}

TEST(WhatGoesWrong, SaysWhichMemoryOrderIsTooWeak) {
  const auto of = [](const char* set, const char* look) {
    const Trace trace =
        std_trace(std::string("A|w(x)|1\nA|") + set + "|2\nB|" + look + "|3\nB|r(x)|4\n");
    return what_goes_wrong(trace, Claim::race_by_memory_order(EventId(0), EventId(3)));
  };
  const std::string told =
      "only the value of f tells B that A got there, and that orders nothing: ";
  EXPECT_EQ(of("aw.relaxed(f)", "ar.acquire(f)"), told + "its write is relaxed");
  EXPECT_EQ(of("aw.release(f)", "ar.relaxed(f)"), told + "its read is relaxed");
  EXPECT_EQ(of("aw.relaxed(f)", "ar.relaxed(f)"),
            told + "its write is relaxed and its read is relaxed");
  EXPECT_EQ(of("w(f)", "r(f)"), told + "it is not atomic");
}

TEST(WhatGoesWrong, SaysSoIfNothingAtAllOrdersTheTwo) {
  const Trace trace = std_trace("A|w(x)|1\nB|r(x)|2\n");
  EXPECT_EQ(what_goes_wrong(trace, Claim::race_by_memory_order(EventId(0), EventId(1))),
            "nothing that the program does orders the two accesses, whatever lies between them");
}

TEST(Subject, IsWhatTheBugIsAbout) {
  const Trace locks = crossed_locks();
  EXPECT_EQ(subject(locks, {BugKind::deadlock, {}, events({7, 2})}), "of T1 and T2");
  const Trace trace = two_variables();
  EXPECT_EQ(subject(trace, Claim::race(EventId(2), EventId(0))), "on x");
  EXPECT_EQ(subject(trace, {BugKind::atomicity, events({0, 2, 3, 1}), {}}), "on x and y");
  EXPECT_EQ(subject(trace, {BugKind::null, events({0, 2}), events({3})}), "through x");
}

}  // namespace
}  // namespace foreweave
