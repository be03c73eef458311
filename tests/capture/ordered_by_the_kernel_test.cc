// What the kernel orders is ordered in the trace: nobody sees a race in a program whose threads
// wait for each other in system calls.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

TEST(OrderedByTheKernel, ThreadsDoNotRace) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/capture/ordered_by_the_kernel.c";
  program.flags = "-D_GNU_SOURCE";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  for (int seed = 1; seed <= 3; ++seed) {
    const Ran ran = built.record("t.fwt", "--slice 300 --seed " + std::to_string(seed));
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err, testing::Not(testing::HasSubstr("does not know")));
    const Result<Trace> trace = valid_trace(built, "t.fwt");  // libc writes errno unseen
    EXPECT_TRUE(trace.ok()) << trace.error().sentence();
    EXPECT_THAT(built.tool("predict t.fwt").out, testing::HasSubstr("no bug predicted"));
  }
}

TEST(OrderedByTheKernel, ThreadsDoNotRaceEvenIfTheyDoNotLookAtWhatTheyAreTold) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/capture/told.c";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  EXPECT_THAT(built.tool("predict t.fwt").out, testing::HasSubstr("no bug predicted"));
}

}  // namespace
}  // namespace foreweave
