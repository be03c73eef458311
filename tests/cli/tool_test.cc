#include "tool.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "base/check.h"

namespace foreweave {
namespace {

TEST(ToolDeathTest, AFailedCheckEndsWithOneAndASentence) {
  const auto broken = [] {
    std::exit(run_tool("tool", []() -> int {
      CHECK(1 + 1 == 3, "numbers are broken");
      return 0;
    }));
  };
  EXPECT_EXIT(broken(), testing::ExitedWithCode(1), "internal error: numbers are broken");
}

TEST(Tool, MemoryThatRunsOutEndsWithOne) {
  EXPECT_EQ(run_tool("tool", []() -> int { throw std::bad_alloc(); }), 1);
  EXPECT_EQ(run_tool("tool", []() -> int { throw std::runtime_error("odd"); }), 1);
  EXPECT_EQ(run_tool("tool", [] { return 66; }), 66);
}

TEST(Tool, ComplainsOnOneLineWhateverTheSentenceHolds) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(complain("tool", "one\ntwo\x1b[2J", kExitBadInput), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "tool: one two [2J\n");
}

}  // namespace
}  // namespace foreweave
