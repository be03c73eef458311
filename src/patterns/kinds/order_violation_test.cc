#include "patterns/kinds/order_violation.h"

#include <gtest/gtest.h>

#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

// Steps are lines of the trace's sites.
Claims violations(std::string_view text, const std::vector<uint32_t>& lines) {
  const Trace trace = std_trace(text);
  SiteSequence steps;
  for (const uint32_t line : lines) {
    steps.emplace_back();
    for (uint32_t s = 0; s < trace.sites().size(); ++s)
      if (trace.sites()[s].line == line) steps.back().push_back(SiteId(s));
  }
  return firsts(find_order_violations(trace, {}, std::array{steps}));
}

TEST(OrderViolation, IsEventsOfTwoThreadsThatCameInAnotherOrder) {
  EXPECT_EQ(violations("T1|w(x)|1\nT2|r(x)|2\n", {2, 1}), Claims{});  // the read saw the write
  EXPECT_EQ(violations("T1|w(x)|1\nT2|w(y)|2\n", {2, 1}), (Claims{{1, 0}}));
  EXPECT_EQ(violations("T1|w(x)|1\nT2|w(y)|2\n", {1, 2}), Claims{});
  EXPECT_EQ(violations("T1|w(x)|1\nT1|w(y)|2\n", {2, 1}), Claims{});
}

TEST(OrderViolation, IsNoneAcrossForkAndJoin) {
  EXPECT_EQ(violations("M|w(x)|1\nM|fork(T)|2\nT|w(y)|3\n", {3, 1}), Claims{});
  EXPECT_EQ(violations("M|fork(T)|2\nT|w(y)|3\nM|join(T)|4\nM|w(x)|1\n", {1, 3}), Claims{});
  EXPECT_EQ(violations("M|fork(T)|2\nT|w(y)|3\nM|w(x)|1\nM|join(T)|4\n", {1, 3}), (Claims{{2, 1}}));
}

TEST(OrderViolation, MayHaveManySteps) {
  EXPECT_EQ(violations("T1|w(x)|1\nT2|w(y)|2\nT1|w(x)|3\n", {2, 1, 3}), (Claims{{1, 0, 2}}));
  EXPECT_EQ(violations("T1|w(x)|1\nT2|w(y)|2\nT3|w(z)|3\n", {3, 2, 1}), (Claims{{2, 1, 0}}));
}

TEST(OrderViolation, IsOfTheClosestEvents) {
  EXPECT_EQ(violations("T1|w(x)|1\nT1|w(x)|1\nT2|w(y)|2\nT1|w(x)|1\n", {2, 1}), (Claims{{2, 1}}));
  EXPECT_EQ(firsts(find_order_violations(std_trace("T1|w(x)|1\n"), {}, {})), Claims{});
}

}  // namespace
}  // namespace foreweave
