// A destructor that stores the pointer to the table of virtual functions where it is already writes
// nothing; one that changes it under a thread is a race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

class VtablePointer : public testing::TestWithParam<const char*> {
 protected:
  static std::string races(const std::string& flags) {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/capture/joined_in_destructor.cc";
    program.flags = flags;
    const BuiltProgram built(program);
    EXPECT_EQ(built.complaint(), "");
    EXPECT_EQ(built.record("t.fwt").status, 0);
    const Result<Trace> trace = whole_trace(built, "t.fwt");
    EXPECT_TRUE(trace.ok());
    return built.tool("predict --bugs race t.fwt").out;
  }
};

TEST_P(VtablePointer, IsNotWrittenWhereItIsTheSame) {
  EXPECT_THAT(races(GetParam()), HasSubstr("no data race predicted"));
}

TEST_P(VtablePointer, IsWrittenWhereItChanges) {
  EXPECT_THAT(races(std::string(GetParam()) + " -DJOINED_BY_BASE"),
              AllOf(HasSubstr("data race"), HasSubstr("Worker::~Worker")));
}

INSTANTIATE_TEST_SUITE_P(Levels, VtablePointer,
                         testing::Values("-O0", "-O1", "-O2", "-O0 -g", "-O2 -g"),
                         [](const auto& one) {
                           std::string name;
                           for (const char c : std::string(one.param))
                             if (isalnum(c)) name += c;
                           return name;
                         });

}  // namespace
}  // namespace foreweave
