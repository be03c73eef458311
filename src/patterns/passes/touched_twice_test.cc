#include "patterns/passes/touched_twice.h"

#include <gtest/gtest.h>

#include <string>

#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

bool is_x_touched_twice(const std::string& text, uint32_t distance = 100) {
  const Trace trace = std_trace(text);
  const LibrarySynchronisation library(trace);
  for (uint32_t i = 0; i < trace.size(); ++i)
    if (const EventId e(i); is_access(trace.kind(e)) && trace.operand_name(e) == "x")
      return cells_touched_twice(trace, cell_guards(trace), library, distance)
          .contains(trace.location_of(e).first_cell.index());
  return false;
}

TEST(TouchedTwice, IsWhatOneThreadTouchesTwiceInARow) {
  EXPECT_TRUE(is_x_touched_twice("T1|r(x)|1\nT1|w(x)|2\nT2|w(x)|3\n"));
  EXPECT_FALSE(is_x_touched_twice("T1|r(x)|1\nT2|w(x)|3\n"));
  EXPECT_FALSE(is_x_touched_twice("T1|r(x)|1\nT2|w(x)|3\nT3|w(x)|4\n"));
}

TEST(TouchedTwice, EndsWithTheRoundAndTheDistance) {
  EXPECT_FALSE(is_x_touched_twice("T1|r(x)|1\nT1|r(x)|1\nT2|w(x)|3\n"));  // the next round
  std::string text = "T1|r(x)|1\n";
  for (int i = 0; i < 5; ++i) text += "T1|acq(l)|5\nT1|rel(l)|6\n";
  text += "T1|w(x)|2\nT2|w(x)|3\n";
  EXPECT_TRUE(is_x_touched_twice(text, 11));
  EXPECT_FALSE(is_x_touched_twice(text, 10));
}

TEST(TouchedTwice, NeedsAGuardThatIsLetGoInBetween) {
  const std::string other = "T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n";
  EXPECT_FALSE(is_x_touched_twice("T1|acq(l)|1\nT1|r(x)|2\nT1|w(x)|3\nT1|rel(l)|4\n" + other));
  EXPECT_TRUE(is_x_touched_twice(
      "T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|4\nT1|acq(l)|1\nT1|w(x)|3\nT1|rel(l)|4\n" + other));
  EXPECT_TRUE(
      is_x_touched_twice("T1|acq(l)|1\nT1|r(x)|2\nT1|w(x)|3\nT1|rel(l)|4\nT2|w(x)|8\n" + other));
}

// A table of that size is full long before: who loses its place counts as touched twice.
TEST(TouchedTwice, ForgetsNothingIfManyThreadsAreUnderWay) {
  std::string text;
  for (int t = 1; t <= 200; ++t)
    text += "T" + std::to_string(t) + "|r(x)|1\nT" + std::to_string(t) + "|w(y)|7\n";
  text += "T1|w(x)|2\n";
  for (int t = 2; t <= 200; ++t) text += "T" + std::to_string(t) + "|r(z)|8\n";
  EXPECT_TRUE(is_x_touched_twice(text, 2));
}

}  // namespace
}  // namespace foreweave
