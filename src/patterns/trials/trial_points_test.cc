#include "patterns/trials/trial_points.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

using What = TrialPoint::What;

std::vector<std::pair<What, uint32_t>> points(std::string_view text) {
  std::vector<std::pair<What, uint32_t>> found;
  for (const TrialPoint& point : trial_points(std_trace(text)))
    found.emplace_back(point.what, point.before.value);
  return found;
}
using Points = std::vector<std::pair<What, uint32_t>>;

TEST(TrialPoints, AreFirstUsesOfWhatAnotherThreadFrees) {
  EXPECT_EQ(points("M|alloc(o)|1\nM|fork(T)|2\nT|r(o)|3\nT|r(o)|4\nM|free(o)|5\n"),
            (Points{{What::use, 2}}));
}

TEST(TrialPoints, AreNoneWhereTheFreeHasToWait) {
  EXPECT_EQ(points("M|alloc(o)|1\nM|fork(T)|2\nT|r(o)|3\nM|join(T)|4\nM|free(o)|5\n"), Points{});
}

// Whoever is held there keeps the other one from its free.
TEST(TrialPoints, AreNoneUnderTheLockOfTheFree) {
  EXPECT_EQ(points("M|alloc(o)|1\nT|acq(l)|2\nT|r(o)|3\nT|rel(l)|4\n"
                   "M|acq(l)|5\nM|free(o)|6\nM|rel(l)|7\n"),
            Points{});
}

TEST(TrialPoints, AreUsesBehindTheReleaseOfALock) {
  EXPECT_EQ(points("M|alloc(o)|1\nT|acq(l)|2\nT|r(o)|3\nT|rel(l)|4\nT|r(o)|8\n"
                   "M|acq(l)|5\nM|free(o)|6\nM|rel(l)|7\n"),
            (Points{{What::use, 4}}));
}

TEST(TrialPoints, AreNoneInATraceOfOneThread) {
  EXPECT_EQ(points("M|alloc(o)|1\nM|r(o)|3\nM|free(o)|5\n"), Points{});
}

}  // namespace
}  // namespace foreweave
