// Standard input that comes through a pipe: every run of a program finds the same there, and who
// does not ask for it leaves it where it is.
#include <gtest/gtest.h>

#include <memory>

#include "events/reading/read_trace.h"
#include "program.h"
#include "run_again.h"

namespace foreweave {
namespace {

class InputThroughAPipe : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/replay/programs/lines.cc";
    program.flags = "-O1";
    built_ = std::make_unique<BuiltProgram>(program);
    ASSERT_EQ(built_->complaint(), "");
  }
  static void TearDownTestSuite() { built_.reset(); }

  static inline std::unique_ptr<BuiltProgram> built_;
};

// The pieces in which it comes depend on the clock, which no schedule repeats.
constexpr char kPieces[] = "(echo 1; echo 2; sleep 0.05; echo 30; sleep 0.05; seq 100 140) | ";
constexpr char kSum[] = "4953\n";

TEST_F(InputThroughAPipe, ComesAgain) {
  for (const std::string how :
       {"read", "readv", "poll", "select", "epoll", "dup", "getchar", "fgets", "fread", "getline",
        "scanf", "getwchar", "cin", "cin_alone"}) {
    SCOPED_TRACE(how);
    const Ran ran = built_->shell(kPieces + ("foreweave record -o t.fwt -- ./program " + how));
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(ran.out, kSum);
    // The trace of the replay has to be as good as the first.
    for (const char* file : {"t.fwt", "again.fwt"}) {
      const Result<Trace> trace = read_trace(built_->path_of(file));
      ASSERT_TRUE(trace.ok()) << trace.error().sentence();
      const RanAgain again = run_again(trace.value(), built_->path_of("again.fwt"), false);
      EXPECT_EQ(again.failure, "");
      EXPECT_TRUE(again.followed());
      EXPECT_EQ(again.difference, "");
      EXPECT_EQ(again.seen.output, kSum);
    }
  }
}

// Code that looks into the stream's buffer itself sees in which pieces that was filled; libc does
// it behind our back, so that the replay may go another way. But it has all there is to read.
TEST_F(InputThroughAPipe, IsKeptForWhoLooksIntoBuffers) {
  const Ran ran =
      built_->shell(std::string(kPieces) + "foreweave record -o u.fwt -- ./program getc_unlocked");
  EXPECT_EQ(ran.out, kSum);
  const Result<Trace> trace = read_trace(built_->path_of("u.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_EQ(run_again(trace.value(), built_->path_of("u-again.fwt"), false).seen.output, kSum);
}

TEST_F(InputThroughAPipe, IsTheSameForEveryRun) {
  for (const char* how : {"read", "cin"}) {
    const std::string runs = std::string("foreweave record -o runs --runs 3 -- ./program ") + how;
    EXPECT_EQ(built_->shell(kPieces + runs).out, std::string(kSum) + kSum + kSum);
    EXPECT_EQ(built_->shell("seq 1 10 > numbers; " + runs + " < numbers").out, "55\n55\n55\n");
  }
}

TEST_F(InputThroughAPipe, IsLeftToOthersByWhoDoesNotAsk) {
  EXPECT_EQ(
      built_->shell("(echo 1; echo 2) | (foreweave record -o n.fwt -- ./program none; cat)").out,
      "0\n1\n2\n");
  EXPECT_EQ(built_->shell("seq 3 | while read n; do foreweave record -- ./program none; done").out,
            "0\n0\n0\n");
}

TEST_F(InputThroughAPipe, MayComeLate) {
  const Ran ran = built_->shell(
      "mkfifo there; (echo 20; sleep 0.1; echo 22) > there & "
      "foreweave record -o f.fwt -- ./program cin < there");
  EXPECT_EQ(ran.out, "42\n");
}

}  // namespace
}  // namespace foreweave
