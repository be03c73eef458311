// The order in the trace is the order of the execution: no read may have found a value that the
// recorded order does not explain. In a program without unseen code there is no excuse.
#include <gtest/gtest.h>

#include "events/losses.h"
#include "events/read_trace.h"
#include "events/validate.h"
#include "program.h"

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
      const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
      ASSERT_TRUE(trace.ok()) << trace.error().sentence();
      EXPECT_TRUE(validate(trace.value()).ok());
      EXPECT_GT(trace.value().size(), 500'000u);
      EXPECT_EQ(trace.value().losses().count(Loss::unseen_writes), 0u) << level << " " << options;
    }
  }
}

}  // namespace
}  // namespace foreweave
