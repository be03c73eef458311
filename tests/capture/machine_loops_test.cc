// What the pass inserts into loops stays code that runs at the speed of the processor: no call and
// no spill on the way round. A glance at the assembly, because a benchmark notices too late.
#include "machine_loops.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace foreweave {
namespace {

using testing::HasSubstr;

// hot_loops.c as assembly.
std::string compile(const std::string& compiler, const std::string& options) {
  const std::string out = testing::TempDir() + fmt::format("/hot_loops.{}.s", getpid());
  const std::string command = fmt::format("{} -g1 -S {} '{}/tests/capture/hot_loops.c' -o '{}'",
                                          compiler, options, FOREWEAVE_SOURCE, out);
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  std::ostringstream text;
  text << std::ifstream(out).rdbuf();
  std::filesystem::remove(out);
  return text.str();
}

constexpr const char* kLoops[] = {"walk_list", "sum_array", "fill_array", "add_arrays",
                                  "count_words"};

TEST(MachineLoops, HaveNeitherCallsNorSpillsOnTheWayRound) {
  for (const char* options : {"-O2", "-O2 -fPIC", "-O3"}) {
    const std::string assembly = compile(FOREWEAVE_BIN "/foreweave-cc", options);
    for (const char* loop : kLoops)
      EXPECT_EQ(complaint_about_loops(assembly, loop), "") << loop << " with " << options;
  }
}

TEST(MachineLoops, AreRefusedIfTheHookIsAFunction) {
  const std::string assembly = compile("clang-19", "-O2 -fsanitize=thread");
  for (const char* loop : kLoops)
    EXPECT_THAT(complaint_about_loops(assembly, loop),
                HasSubstr("no way round the loop without a call: callq\t__tsan_"))
        << loop;
}

TEST(MachineLoops, AreRefusedIfNothingIsInserted) {
  const std::string assembly = compile("clang-19", "-O2");
  for (const char* loop : kLoops)
    EXPECT_EQ(complaint_about_loops(assembly, loop), "nothing is inserted into the loop") << loop;
}

// A loop as it should be, to be spoiled.
std::string loop_with(const std::string& body, const std::string& guard = "cmpq 8(%rcx), %rdx") {
  return "f:\n\tpushq %rbx\n.L1:\n\tmovq %rdi, (%rdx)\n" + body + "\t" + guard +
         "\n\tja .L2\n.L3:\n\taddq $8, %rdx\n\tjne .L1\n\tpopq %rbx\n\tretq\n"
         ".L2:\n\tmovq %rax, (%rsp)\n\tcallq __fw_pause@PLT\n\tjmp .L3\n.Lfunc_end0:\n";
}

TEST(MachineLoops, AreRefusedForEachThingThatCosts) {
  EXPECT_EQ(complaint_about_loops(loop_with(""), "f"), "");
  EXPECT_EQ(complaint_about_loops(loop_with("\tmovq %rax, 16(%rsp)\n"), "f"),
            "a spill: movq %rax, 16(%rsp)");
  EXPECT_EQ(complaint_about_loops(loop_with("\tpushq %rax\n"), "f"), "a spill: pushq %rax");
  EXPECT_EQ(complaint_about_loops(loop_with("\tincq (%rsp,%rax)\n"), "f"),
            "a spill: incq (%rsp,%rax)");
  EXPECT_EQ(complaint_about_loops(loop_with("\tmovq 8(%rsp), %rax\n\tcmpq %rax, (%rsp)\n"), "f"),
            "");
  EXPECT_EQ(complaint_about_loops(loop_with("\tcallq __fw_log@PLT\n"), "f"),
            "there is no way round the loop without a call: callq __fw_log@PLT");
  EXPECT_EQ(complaint_about_loops(loop_with("", "testq %rax, %rax"), "f"),
            "a call is not behind a comparison: callq __fw_pause@PLT");
  EXPECT_EQ(complaint_about_loops(loop_with("\tje .L4\n\tcallq __fw_log@PLT\n.L4:\n"), "f"),
            "a call is not behind a comparison: callq __fw_log@PLT");
  EXPECT_EQ(complaint_about_loops("f:\n\tretq\n.Lfunc_end0:\n", "f"), "there is no loop");
  EXPECT_EQ(complaint_about_loops(loop_with(""), "g"), "there is no function g");
}

}  // namespace
}  // namespace foreweave
