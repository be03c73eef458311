// What the compilers refuse, in one sentence and with exit status 2.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "workshop.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Refusals : public testing::Test {
 protected:
  Refusals() { write_sources(shop_); }

  void expect_refused(const std::string& command, const std::string& what) {
    const Ran ran = shop_.sh(command);
    EXPECT_EQ(ran.status, 2) << command;
    EXPECT_THAT(ran.err, testing::StartsWith("foreweave-c")) << command;
    EXPECT_THAT(ran.err, HasSubstr(": error: ")) << command;
    EXPECT_THAT(ran.err, HasSubstr(what)) << command;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_THAT(ran.out, IsEmpty()) << command;
  }

  Workshop shop_;
};

TEST_F(Refusals, ThreadSanitizerBesideUs) {
  const std::string what = "-fsanitize=thread cannot be combined with Foreweave";
  expect_refused("foreweave-cc -fsanitize=thread -c main.c", what);
  expect_refused("foreweave-c++ -fsanitize=undefined,thread main.cc", what);
  shop_.write("flags.rsp", "-fsanitize=thread");
  expect_refused("foreweave-cc @flags.rsp main.o", what);
  EXPECT_FALSE(shop_.exists("main.o"));
  shop_.done("foreweave-cc -fsanitize=thread -fno-sanitize=thread -c main.c");
}

TEST_F(Refusals, ProgramsForOtherMachines) {
  expect_refused("foreweave-cc -m32 -c main.c", "-m32 asks for others");
  expect_refused("foreweave-c++ -mx32 main.cc -o main", "-mx32 asks for others");
  expect_refused("foreweave-cc --target=riscv64-linux-gnu -c main.c",
                 "--target=riscv64-linux-gnu asks for others");
  EXPECT_FALSE(shop_.exists("main.o"));
  EXPECT_FALSE(shop_.exists("main"));
  shop_.done("foreweave-cc -m32 -E main.c");
}

TEST_F(Refusals, OptionsThatLookLikeOurs) {
  expect_refused("foreweave-cc -fforeweave-ignor=x -c main.c",
                 "there is no option -fforeweave-ignor=x");
  expect_refused("foreweave-cc -fforeweave-ignore=none.list -c main.c", "none.list: cannot read");
}

TEST_F(Refusals, MissingPartsButOnlyWhereTheyAreNeeded) {
  shop_.done(
      "mkdir bin && cp \"$(command -v foreweave-cc)\" bin/ && ln -s foreweave-cc "
      "bin/foreweave-c++\n"
      "foreweave-cc -fPIC -c greet.c main.c");
  expect_refused("bin/foreweave-cc -c main.c",
                 "foreweave-pass.so: this part of Foreweave is missing");
  expect_refused("bin/foreweave-c++ main.o greet.o", "libforeweave-rt.a: this part");
  expect_refused("bin/foreweave-cc -shared greet.o", "libforeweave-stand-in.a: this part");
  shop_.done(
      "bin/foreweave-cc --version\nbin/foreweave-cc -v\nbin/foreweave-cc -dumpmachine\n"
      "bin/foreweave-cc -E main.c\nbin/foreweave-cc -print-search-dirs\n"
      "bin/foreweave-cc -r greet.o -o g.o\nbin/foreweave-cc -c add.s");
}

TEST_F(Refusals, CompilersThatCannotBeFound) {
  expect_refused("f=$(command -v foreweave-cc); PATH=/none $f -c main.c",
                 "there is no clang-19 in PATH");
  expect_refused("f=$(command -v foreweave-c++); PATH=/none $f main.cc",
                 "there is no clang++-19 in PATH");
  expect_refused("FOREWEAVE_CLANG=/none/clang foreweave-cc -c main.c",
                 "/none/clang: FOREWEAVE_CLANG names");
  expect_refused("FOREWEAVE_CLANG=$(command -v foreweave-cc) foreweave-cc -c main.c",
                 "own compiler instead of clang's");
}

TEST_F(Refusals, NothingIfWeAreInFrontOfClangAsClang) {
  shop_.done("ln -s \"$(command -v foreweave-cc)\" clang-19\nPATH=$PWD:$PATH\nclang-19 -c main.c");
  EXPECT_TRUE(shop_.has_pass("main.o"));
}

}  // namespace
}  // namespace foreweave
