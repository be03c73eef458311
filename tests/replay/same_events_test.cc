// The stepping copy of a function logs exactly the events that the function itself logs: a
// deterministic program that is replayed as it was recorded leaves the same trace again.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <ostream>

#include "events/reading/read_trace.h"
#include "program.h"
#include "run_again.h"

namespace foreweave {

namespace {

// What the pass has to get right: all kinds of arguments, ways into a function and ways out of it.
// The others are replayed at one level of optimisation where they are recorded (tests/capture).
const std::vector<std::string> kPrograms = {"atomics_sizes",
                                            "cpp_library_thread",
                                            "locks_mutex",
                                            "memory_own_memcpy",
                                            "memory_structs_by_value",
                                            "memory_vectors",
                                            "robustness_computed_goto",
                                            "robustness_dlopen_instrumented",
                                            "robustness_exceptions",
                                            "robustness_longjmp",
                                            "robustness_static_objects",
                                            "robustness_varargs",
                                            "robustness_virtual_calls"};

class SameEvents : public testing::TestWithParam<std::tuple<std::string, const char*>> {};

TEST_P(SameEvents, AreLoggedStepByStep) {
  const auto& [name, level] = GetParam();
  for (Program program : all_programs()) {
    if (program.name != name) continue;
    program.flags += std::string(" ") + level;
    const BuiltProgram built(program);
    ASSERT_EQ(built.complaint(), "");
    ASSERT_EQ(built.record("t.fwt").status, program.exit_status);
    const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    const RanAgain again = run_again(trace.value(), built.path_of("again.fwt"), true);
    EXPECT_EQ(again.failure, "");
    EXPECT_TRUE(again.followed());
    EXPECT_EQ(again.difference, "");
    EXPECT_EQ(again.seen.output, program.output);
    return;
  }
  FAIL() << "there is no program " << name;
}

INSTANTIATE_TEST_SUITE_P(Programs, SameEvents,
                         testing::Combine(testing::ValuesIn(kPrograms),
                                          testing::Values("-O0", "-O2")),
                         [](const auto& one) {
                           return std::get<0>(one.param) + "_" + (std::get<1>(one.param) + 1);
                         });

// Two modules with the same inline functions, of which the linker keeps one; its copy must be its
// own, and what is called through the other module's pointer, too.
TEST(SameEventsOfInlineFunctions, AreLoggedStepByStep) {
  for (const char* level : {"-O0", "-O1 -fno-inline"}) {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/replay/programs/inline_here.cc";
    program.also = {"part_inline_there.cc"};
    program.flags = level;
    const BuiltProgram built(program);
    ASSERT_EQ(built.complaint(), "");
    ASSERT_EQ(built.record("t.fwt").status, 0);
    const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    const RanAgain again = run_again(trace.value(), built.path_of("again.fwt"), true);
    EXPECT_EQ(again.failure, "");
    EXPECT_TRUE(again.followed());
    EXPECT_EQ(again.difference, "");
    EXPECT_TRUE(WIFEXITED(again.seen.run.wait_status));
  }
}

}  // namespace
}  // namespace foreweave
