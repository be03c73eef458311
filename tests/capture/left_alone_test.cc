// What its owner wants left alone is not in the trace, whether an attribute says so or an ignore
// list, and whatever the optimiser does with it; everything else is.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "events/reading/read_trace.h"
#include "program.h"

namespace foreweave {
namespace {

using testing::ElementsAre;

// What was written, as far as it is one of the numbers of left_alone.c.
std::set<uint64_t> values_in(const std::string& path) {
  const Result<Trace> trace = read_trace(path);
  EXPECT_TRUE(trace.ok()) << trace.error().sentence();
  std::set<uint64_t> values;
  if (!trace.ok()) return values;
  for (uint32_t i = 0; i < trace.value().size(); ++i)
    if (const EventId e(i); trace.value().kind(e) == Kind::write)
      if (const uint64_t value = trace.value().value(e); value > 1000 && value < 3000)
        values.insert(value);
  return values;
}

std::set<uint64_t> written(const std::string& source, const std::string& flags) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/capture/" + source;
  program.flags = flags;
  const BuiltProgram built(program);
  EXPECT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  return values_in(built.path_of("t.fwt"));
}

class LeftAlone : public testing::TestWithParam<const char*> {
 protected:
  const std::string level_ = GetParam();

  // A list that the compiler is given by its path.
  static std::string ignoring(const std::string& name, const std::string& list) {
    const std::string path = testing::TempDir() + fmt::format("/{}.{}.list", name, getpid());
    std::ofstream(path) << list;
    return " -fforeweave-ignore=" + path;
  }
};

TEST_P(LeftAlone, AreFunctionsWithTheAttribute) {
  EXPECT_THAT(written("left_alone.c", level_), ElementsAre(1001, 1002, 1003, 1004, 1005));
}

TEST_P(LeftAlone, AreFunctionsWithTheAttributeAlsoIfTheLinkerOptimises) {
  EXPECT_THAT(written("left_alone.c", level_ + " -flto=thin -fuse-ld=lld-19"),
              ElementsAre(1001, 1002, 1003, 1004, 1005));
}

TEST_P(LeftAlone, AreMethodsTemplatesAndLambdasWithTheAttribute) {
  EXPECT_THAT(written("left_alone.cc", level_), ElementsAre(1001, 1002, 1003, 1004, 1005));
}

TEST_P(LeftAlone, AreFunctionsOfAPrecompiledHeader) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/capture/ignored.c";
  const BuiltProgram folder(program);
  std::ofstream(folder.path_of("all.h")) << R"(
#define LEFT_ALONE __attribute__((no_sanitize("thread")))
inline volatile int touched;
LEFT_ALONE inline void left() { touched = 2001; }
template <class T> LEFT_ALONE void left_template(T value) { touched = value; }
struct Methods { LEFT_ALONE void left() { touched = 2002; } };
)";
  std::ofstream(folder.path_of("main.cc")) << R"(
int main() {
  left();
  left_template(2003);
  Methods().left();
  touched = 1001;
}
)";
  const Ran ran = folder.shell("set -e; foreweave-c++ -std=c++20 " + level_ +
                               " -x c++-header all.h -o all.pch\n"
                               "foreweave-c++ -std=c++20 " +
                               level_ +
                               " -include-pch all.pch main.cc -o main\n"
                               "foreweave record -o t.fwt -- ./main");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(values_in(folder.path_of("t.fwt")), ElementsAre(1001));
}

TEST_P(LeftAlone, AreFunctionsOnAList) {
  EXPECT_THAT(written("ignored.c", level_), ElementsAre(1001, 1002, 1003, 1004));
  const std::string one = ignoring("one" + level_, "# a comment\nfun:add_one\n");
  EXPECT_THAT(written("ignored.c", level_ + one), ElementsAre(1002, 1003, 1004));
  const std::string more = ignoring("more" + level_, "fun:add_*\n");
  EXPECT_THAT(written("ignored.c", level_ + more), ElementsAre(1003, 1004));
  const std::string others =
      ignoring("others" + level_, "[address]\nfun:*\n[foreweave]\nfun:main\n");
  EXPECT_THAT(written("ignored.c", level_ + others), ElementsAre(1001, 1002, 1003));
  EXPECT_THAT(written("ignored.c", level_ + one + others), ElementsAre(1002, 1003));
}

TEST_P(LeftAlone, AreSourceFilesOnAList) {
  const std::string header = ignoring("header" + level_, "src:*/ignored.h\n");
  EXPECT_THAT(written("ignored.c", level_ + header), ElementsAre(1001, 1002, 1004));
  const std::string all = ignoring("all" + level_, "src:*/ignored.c\n");
  EXPECT_THAT(written("ignored.c", level_ + all), ElementsAre(1003));
}

INSTANTIATE_TEST_SUITE_P(Levels, LeftAlone, testing::Values("-O0", "-O2"),
                         [](const auto& one) { return std::string(one.param).substr(1); });

}  // namespace
}  // namespace foreweave
