// The order in the trace is the order of the execution: no read may have found a value that the
// recorded order does not explain. In a program without unseen code there is no excuse.
#include <gtest/gtest.h>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

TEST(Order, ExplainsTheValueOfEveryRead) {
  for (const char* level : {"-O0", "-O1", "-O2", "-O3"}) {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/capture/racing.c";
    program.flags = level;
    const BuiltProgram built(program);
    ASSERT_EQ(built.complaint(), "");
    for (const char* options : {"--seed 1", "--seed 2 --slice 20", "--seed 3 --slice 300"}) {
      EXPECT_EQ(built.record("t.fwt", options).status, 0);
      const Result<Trace> trace = whole_trace(built, "t.fwt");
      ASSERT_TRUE(trace.ok()) << trace.error().sentence() << " " << level << " " << options;
      EXPECT_GT(trace.value().size(), 500'000u);
    }
  }
}

// What the kernel fills in for calls that wait is a write like any other.
TEST(Order, KnowsWhatCallsThatWaitFillIn) {
  for (const char* name : {"poll", "select", "epoll", "waitpid"}) {
    SCOPED_TRACE(name);
    Program program;
    program.path = std::string(FOREWEAVE_SOURCE "/tests/programs/system_calls/") + name + ".c";
    const BuiltProgram built(program);
    ASSERT_EQ(built.complaint(), "");
    EXPECT_EQ(built.record("t.fwt").status, 0);
    const Result<Trace> trace = whole_trace(built, "t.fwt");
    EXPECT_TRUE(trace.ok()) << trace.error().sentence();
  }
}

}  // namespace
}  // namespace foreweave
