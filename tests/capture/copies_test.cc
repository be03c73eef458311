// What a call copies without an instruction of its own is in the trace: what it reads, and that it
// was written where the callee finds it.
#include <gtest/gtest.h>

#include <string>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

class Copies : public testing::TestWithParam<const char*> {};

TEST_P(Copies, AreReadByTheCallAndWrittenForTheCallee) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/programs/memory/copied_by_calls.c";
  program.flags = GetParam();
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  const Result<Trace> read = whole_trace(built, "t.fwt");
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  const Trace& trace = read.value();
  int reads = 0, writes = 0, lists = 0;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    if (!is_access(trace.kind(e))) continue;
    const bool is_large = trace.location_of(e).size == 48;
    reads += is_large && trace.kind(e) == Kind::read && trace.operand_name(e) == "shared";
    writes += is_large && trace.kind(e) == Kind::write;
    lists += trace.kind(e) == Kind::write && trace.location_of(e).size == 24;
  }
  EXPECT_EQ(reads, 8);
  EXPECT_EQ(writes, 8);
  EXPECT_EQ(lists, 8);
}

INSTANTIATE_TEST_SUITE_P(Levels, Copies, testing::Values("-O0", "-O2"),
                         [](const auto& one) { return std::string(one.param).substr(1); });

}  // namespace
}  // namespace foreweave
