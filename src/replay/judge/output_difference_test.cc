// What counts as another output, and what is another in every run.
#include "replay/judge/output_difference.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

using Difference = ExpectedOutput::Difference;

void expect_same(const ExpectedOutput& expected, std::string_view output) {
  const Difference d = expected.difference_of(output);
  EXPECT_FALSE(d.exists) << d.has << " instead of " << d.instead_of;
}
void expect_other(const ExpectedOutput& expected, std::string_view output, std::string_view has,
                  std::string_view instead_of) {
  const Difference d = expected.difference_of(output);
  EXPECT_TRUE(d.exists);
  EXPECT_EQ(d.has, has);
  EXPECT_EQ(d.instead_of, instead_of);
}

TEST(OutputDifference, IsALineThatIsAnother) {
  const ExpectedOutput expected("start\nsum 42\nend\n");
  expect_same(expected, "start\nsum 42\nend\n");
  expect_other(expected, "start\nsum 41\nend\n", "sum 41", "sum 42");
  expect_other(expected, "start\nend\n", "", "sum 42");
  expect_other(expected, "start\nsum 42\nsum 42\nend\n", "sum 42", "");
  expect_other(expected, "start\nfailed\nend\n", "failed", "sum 42");
}

TEST(OutputDifference, NamesTheLineThatSaysTheSame) {
  expect_other(ExpectedOutput("a 1\nb 1\n"), "b 2\n", "b 2", "b 1");
}

TEST(OutputDifference, IsNotTheOrderOfLines) {
  const ExpectedOutput expected("T1: 1\nT2: 2\n");
  expect_same(expected, "T2: 2\nT1: 1\n");
  expect_other(expected, "T2: 1\nT1: 2\n", "T2: 1", "T1: 1");
}

TEST(OutputDifference, IsNoAddress) {
  const ExpectedOutput expected("at 0x7ffd5a3b2c10 flags 0x1f\n");
  expect_same(expected, "at 0x7ffc00b2c010 flags 0x1f\n");
  expect_other(expected, "at 0x7ffc00b2c010 flags 0x2f\n", "at 0x7ffc00b2c010 flags 0x2f",
               "at 0x7ffd5a3b2c10 flags 0x1f");
}

// Times, ids: whatever is another in a second run without the bug.
TEST(OutputDifference, IsNothingThatDiffersAnyway) {
  ExpectedOutput expected("[12:00:01.250] pid 77: sum 42\ntook 12ms\n");
  expected.also("[12:00:09.117] pid 91: sum 42\ntook 9ms\n");
  expect_same(expected, "[12:07:33.001] pid 99: sum 42\ntook 1871ms\n");
  expect_other(expected, "[12:07:33.001] pid 99: sum 41\ntook 1871ms\n",
               "[12:07:33.001] pid 99: sum 41", "[12:00:01.250] pid 77: sum 42");
  // What agrees is compared, as long as it is no part of something that does not.
  expected.also("[12:00:09.117] pid 77: sum 42\ntook 9ms\n");
  expect_same(expected, "[14:07:33.001] pid 99: sum 42\ntook 1871ms\n");
  expect_other(expected, "[12:00:01.250] pid 77 of 3: sum 42\ntook 12ms\n",
               "[12:00:01.250] pid 77 of 3: sum 42", "[12:00:01.250] pid 77: sum 42");
}

TEST(OutputDifference, IsNoLineThatComesAndGoesAnyway) {
  ExpectedOutput expected("waiting\nwaiting\nsum 42\n");
  expected.also("waiting\nsum 42\n");
  expect_same(expected, "sum 42\n");
  expect_same(expected, "waiting\nwaiting\nwaiting\nsum 42\n");
  expect_other(expected, "waiting\nsum 41\n", "sum 41", "sum 42");
}

TEST(OutputDifference, TakesAnyBytes) {
  const ExpectedOutput expected(std::string_view("a\0b\1\n", 5));
  expect_same(expected, std::string_view("a\0b\1\n", 5));
  EXPECT_TRUE(expected.difference_of("a").exists);
  expect_same(ExpectedOutput(""), "");
  EXPECT_TRUE(ExpectedOutput("").difference_of("a").exists);
}

}  // namespace
}  // namespace foreweave
