// Threads that talk to each other through sockets and pipes: a replay repeats who got what.
#include <gtest/gtest.h>

#include "events/reading/read_trace.h"
#include "program.h"
#include "run_again.h"

namespace foreweave {
namespace {

TEST(Traffic, IsTakenByWhoTookItWhenItWasRecorded) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/replay/programs/takers.c";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  for (int seed = 1; seed <= 5; ++seed) {
    const Ran recorded = built.record("t.fwt", "--seed " + std::to_string(seed));
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    for (int i = 0; i < 5; ++i) {
      const RanAgain again = run_again(trace.value(), built.path_of("again.fwt"), false);
      EXPECT_EQ(again.failure, "");
      EXPECT_TRUE(again.followed()) << "seed " << seed;
      EXPECT_EQ(again.difference, "") << "seed " << seed;
      EXPECT_EQ(again.seen.output, recorded.out) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace foreweave
