#include "patterns/passes/guarded_cells.h"

#include <gtest/gtest.h>

#include <string>

#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

CellGuard guard_of_x(const std::string& text) {
  const Trace trace = std_trace(text);
  for (uint32_t i = 0; i < trace.size(); ++i)
    if (const EventId e(i); is_access(trace.kind(e)) && trace.operand_name(e) == "x")
      return cell_guards(trace)[trace.location_of(e).first_cell.index()];
  return {};
}

std::string section(const std::string& thread, const std::string& body) {
  return thread + "|acq(l)|1\n" + body + thread + "|rel(l)|2\n";
}

TEST(CellGuards, SayWhetherAnotherLockCouldKeepAccessesApart) {
  const std::string guarded =
      section("T1", "T1|w(x)|3\n") + section("T2", "T2|acq(m)|4\nT2|w(x)|5\nT2|rel(m)|6\n");
  EXPECT_TRUE(guard_of_x(guarded).is_throughout);
  EXPECT_FALSE(guard_of_x(guarded).others_hold_locks);
  const CellGuard bare = guard_of_x(guarded + "T1|w(x)|7\n");
  EXPECT_FALSE(bare.is_throughout);
  EXPECT_FALSE(bare.others_hold_locks);
  EXPECT_TRUE(guard_of_x(guarded + "T1|acq(m)|7\nT1|w(x)|8\nT1|rel(m)|9\n").others_hold_locks);
}

TEST(CellGuards, SayWhetherALockMayBeHeldFromOneSectionToTheNext) {
  const std::string other = section("T2", "T2|w(x)|9\n");
  const std::string twice = section("T1", "T1|r(x)|3\n") + section("T1", "T1|w(x)|4\n");
  EXPECT_FALSE(guard_of_x(other + twice).sections_may_be_held_together);
  EXPECT_TRUE(
      guard_of_x(other + "T1|acq(m)|5\n" + twice + "T1|rel(m)|6\n").sections_may_be_held_together);
  // Hand over hand, so that the first section of the guard had begun before.
  EXPECT_TRUE(guard_of_x(other + "T1|acq(l)|1\nT1|acq(m)|5\nT1|r(x)|3\nT1|rel(l)|2\n" +
                         section("T1", "T1|w(x)|4\n") + "T1|rel(m)|6\n")
                  .sections_may_be_held_together);
  // A lock taken and released within does not matter.
  EXPECT_FALSE(guard_of_x(other + section("T1", "T1|acq(m)|5\nT1|rel(m)|6\nT1|w(x)|4\n"))
                   .sections_may_be_held_together);
}

}  // namespace
}  // namespace foreweave
