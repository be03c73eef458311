// Code that was not built with us: what it may order or write is not reported, and is told of. What
// libraries do of which we know better is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::Not;

Program program(const std::string& path, const std::string& flags = "") {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/" + path;
  program.flags = flags;
  return program;
}

constexpr int kFound = 66;

Ran check(const BuiltProgram& built) {
  return built.shell("foreweave check --folder r -- ./program");
}

TEST(UnseenCode, OrdersWhatItMayOrder) {
  for (const char* name : {"handed_over.c", "counted_references.c"}) {
    Program one = program(std::string("programs/unseen/") + name);
    one.also = {"handing_over.plain.c"};
    const BuiltProgram built(one);
    ASSERT_EQ(built.complaint(), "");
    const Ran ran = check(built);
    EXPECT_EQ(ran.status, 0) << name << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("may write there or order threads")) << name;
    EXPECT_THAT(built.tool("trace info r/*.fwt").out, HasSubstr("may order threads")) << name;
  }
}

TEST(UnseenCode, DoesNotHideWhatItCannotPrevent) {
  Program one = program("programs/unseen/handed_over.c", "-DGUILTY");
  one.also = {"handing_over.plain.c"};
  const BuiltProgram built(one);
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = check(built);
  EXPECT_EQ(ran.status, kFound) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("late"));
}

// Some machines do not let anybody.
bool may_stop_threads() {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  const bool may = child > 0 && ptrace(PTRACE_SEIZE, child, nullptr, nullptr) == 0;
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return may;
}

// Whoever has the token spins there, and who could end that waits for the token.
TEST(UnseenCode, MaySpin) {
  if (!may_stop_threads()) GTEST_SKIP() << "threads of other processes cannot be stopped here";
  const BuiltProgram built(program("capture/spins_in_library.c", "-ldl"));
  ASSERT_EQ(built.complaint(), "");
  ASSERT_EQ(built
                .shell("clang-19 -O2 -shared -fPIC " FOREWEAVE_SOURCE
                       "/tests/capture/spinning_library.c -o libspinning.so")
                .status,
            0);
  const Ran ran = built.shell("foreweave check --runs 3 --timeout 30 --folder r -- ./program");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.err, Not(HasSubstr("the time was over")));
}

struct OfLibrary {
  std::string file, flags, guilty_of;
};

class Library : public testing::TestWithParam<OfLibrary> {};

TEST_P(Library, IsNotReportedIfTheProgramIsCorrect) {
  const BuiltProgram built(program("capture/" + GetParam().file, GetParam().flags));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = check(built);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

TEST_P(Library, HidesNothingOfWhatItIsKnownToOrder) {
  if (GetParam().guilty_of.empty()) GTEST_SKIP() << "nothing is known of this library";
  const BuiltProgram built(program("capture/" + GetParam().file, GetParam().flags + " -DGUILTY"));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = check(built);
  EXPECT_EQ(ran.status, kFound) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(GetParam().guilty_of));
}

INSTANTIATE_TEST_SUITE_P(
    All, Library,
    testing::Values(OfLibrary{"openmp.c", "-fopenmp", "hits"},
                    OfLibrary{"glib.c", "$(pkg-config --cflags --libs glib-2.0)", "started"},
                    OfLibrary{"tbb.cc", "-ltbb", ""}, OfLibrary{"asio.cc", "", ""}),
    [](const auto& one) { return one.param.file.substr(0, one.param.file.find('.')); });

}  // namespace
}  // namespace foreweave
