#include "patterns/trials/step_points.h"

#include <gtest/gtest.h>

#include <utility>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

using Points = std::vector<std::pair<uint32_t, uint32_t>>;

Points points(std::string_view text) {
  Points found;
  for (const StepPoint& point : step_points(std_trace(text)))
    found.emplace_back(point.begin.value, point.before.value);
  return found;
}

constexpr std::string_view kLookAndAct =
    "T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\n"   // 0
    "T1|acq(l)|4\nT1|w(x)|5\nT1|rel(l)|6\n";  // 3

TEST(StepPoints, AreBetweenTwoSectionsUnderOneLock) {
  EXPECT_EQ(points(std::string(kLookAndAct) + "T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n"),
            (Points{{0, 3}}));
}

// It may have come too late to write.
TEST(StepPoints, CountWhoOnlyLooked) {
  EXPECT_EQ(points(std::string(kLookAndAct) + "T2|acq(l)|7\nT2|r(x)|8\nT2|rel(l)|9\n"),
            (Points{{0, 3}}));
}

TEST(StepPoints, AreNoneIfNobodyElseComesThere) {
  EXPECT_EQ(points(std::string(kLookAndAct) + "T2|acq(l)|7\nT2|w(y)|8\nT2|rel(l)|9\n"), Points{});
}

TEST(StepPoints, AreNoneBetweenRounds) {
  EXPECT_EQ(points("T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\nT1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\n"
                   "T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n"),
            Points{});
}

TEST(StepPoints, AreBetweenAnAtomicLoadAndItsStore) {
  EXPECT_EQ(points("T1|ar(x)|1\nT1|aw(x)|2\nT2|aw(x)|3\n"), (Points{{0, 1}}));
  EXPECT_EQ(points("T1|ar(x)|1\nT1|rmw(x)|2\nT1|aw(x)|4\nT2|aw(x)|3\n"), Points{});
}

TEST(StepPoints, HaveWithinThemWhatElseTheThreadBegins) {
  const Trace trace = std_trace(
      "T1|acq(l)|1\nT1|r(x)|2\nT1|acq(n)|3\nT1|rel(n)|4\nT1|rel(l)|5\n"  // 0: n is inside of l
      "T1|acq(m)|6\nT1|acq(k)|7\nT1|rel(k)|8\nT1|rel(m)|9\n"             // 5: k is inside of m
      "T1|aw(a)|10\nT2|ar(a)|11\nT1|acq(l)|12\nT1|w(x)|13\nT1|rel(l)|14\n");
  EXPECT_EQ(points_within(trace, {EventId(0), EventId(11)}), (std::vector{EventId(5), EventId(9)}));
}

TEST(StepPoints, HaveNothingWithinTheFirstSection) {
  const Trace trace =
      std_trace("T1|acq(a)|1\nT1|acq(b)|2\nT1|rel(a)|3\nT1|acq(a)|4\nT1|rel(a)|5\nT1|rel(b)|6\n");
  EXPECT_EQ(points_within(trace, {EventId(0), EventId(3)}), std::vector<EventId>{});
}

TEST(StepPoints, WhereOthersCanGoFirstIsTheSectionThatWrites) {
  const Trace trace = std_trace(
      "M|fork(T)|1\nT|acq(l)|2\nT|w(x)|3\nT|rel(l)|4\n"
      "M|acq(l)|5\nM|r(x)|6\nM|rel(l)|7\n");
  EXPECT_EQ(points_to_let_others_go_first(trace), std::vector<EventId>{EventId(1)});
}

}  // namespace
}  // namespace foreweave
