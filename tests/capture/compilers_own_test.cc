// What the compiler counts for coverage and profiles is not the program's: no recording holds it,
// it is no race, and it is written out as without us.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Counting {
  const char* name;
  const char* flags;
  const char* leaves;  // a pattern of file names; empty: no file
};

void PrintTo(const Counting& counting, std::ostream* out) { *out << counting.flags; }

class Counters : public testing::TestWithParam<std::tuple<Counting, const char*>> {
 protected:
  const Counting counting_ = std::get<0>(GetParam());

  Program program(const std::string& more = "") const {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/capture/counted_by_the_compiler.c";
    program.flags = std::string(std::get<1>(GetParam())) + " " + counting_.flags + more;
    return program;
  }
};

TEST_P(Counters, AreNotTheProgramsOwn) {
  const BuiltProgram built(program());
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, Not(HasSubstr("warning")));
  const Result<Trace> trace = whole_trace(built, "t.fwt");
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_EQ(trace.value().losses().count(Loss::recording_cut_short), 0u);
  EXPECT_THAT(built.tool("predict t.fwt").out, HasSubstr("no bug predicted"));
}

TEST_P(Counters, HideNothingOfTheProgram) {
  const BuiltProgram built(program(" -DSHARED"));
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  EXPECT_THAT(built.tool("predict --bugs race t.fwt").out, HasSubstr("data race on totals"));
}

TEST_P(Counters, AreWrittenOutAsWithoutUs) {
  if (std::string(counting_.leaves).empty()) GTEST_SKIP() << "there is nothing to write";
  const BuiltProgram built(program());
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  EXPECT_THAT(built.shell(std::string("ls ") + counting_.leaves).out, Not(IsEmpty()));
}

constexpr Counting kAll[] = {
    {"Coverage", "--coverage", "*.gcda"},
    {"ProfileOfSource", "-fprofile-instr-generate -fcoverage-mapping", "*.profraw"},
    {"ProfileOfConditions", "-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc",
     "*.profraw"},
    {"Profile", "-fprofile-generate", "*.profraw"},
    {"ProfileAtomic", "-fprofile-generate -fprofile-update=atomic", "*.profraw"},
    {"Edges", "-fsanitize-coverage=inline-8bit-counters,pc-table", ""},
    {"Undefined", "-fsanitize=undefined", ""},
};

INSTANTIATE_TEST_SUITE_P(All, Counters,
                         testing::Combine(testing::ValuesIn(kAll), testing::Values("-O0", "-O2")),
                         [](const auto& one) {
                           return std::string(std::get<0>(one.param).name) +
                                  (std::get<1>(one.param) + 1);
                         });

}  // namespace
}  // namespace foreweave
