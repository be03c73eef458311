// Atomic instructions of inline assembly order threads as any others do; where nobody can tell what
// they touch, the recording says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::Not;

class Assembly : public testing::TestWithParam<const char*> {
 protected:
  static Program program(const std::string& flags, const std::string& name = "atomic_assembly.c") {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/programs/unseen/" + name;
    program.flags = flags;
    return program;
  }
};

// A lock made of it keeps its counter from being reported.
TEST_P(Assembly, IsRecordedIfItIsAtomic) {
  const BuiltProgram built(program(GetParam()));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, Not(HasSubstr("warning")));
  const Result<Trace> trace = whole_trace(built, "t.fwt");
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_FALSE(trace.value().has(Kind::unseen_end));

  std::map<std::string, int> updates;
  int fences = 0;
  for (uint32_t i = 0; i < trace.value().size(); ++i) {
    const EventId e(i);
    fences += trace.value().kind(e) == Kind::fence;
    if (trace.value().kind(e) == Kind::atomic_update) ++updates[trace.value().operand_name(e)];
  }
  EXPECT_GE(updates["lock"], 80);
  EXPECT_EQ(updates["tickets"], 40);
  EXPECT_EQ(updates["flag"], 2);
  EXPECT_EQ(updates["counter"], 3);
  EXPECT_EQ(fences, 4);
  EXPECT_THAT(built.tool("predict t.fwt").out, HasSubstr("no bug predicted"));
}

TEST_P(Assembly, IsWarnedOfOnceIfNobodyKnowsWhatItTouches) {
  const BuiltProgram built(program(std::string(GetParam()) + " -DTHROUGH_A_REGISTER"));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_EQ(ran.status, 0);
  const std::string warning = "warning: the program calls assembler code, ";
  EXPECT_THAT(ran.err, HasSubstr(warning));
  EXPECT_EQ(ran.err.find(warning), ran.err.rfind(warning));
  const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_TRUE(trace.value().has(Kind::unseen_end));
}

// Pauses, counters of time, barriers of the compiler and prefetches are nothing to warn of.
TEST_P(Assembly, ReleasesLocksByPlainStores) {
  const BuiltProgram built(program(GetParam(), "assembly_spin_locks.c"));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, Not(HasSubstr("warning")));
  EXPECT_THAT(built.tool("predict --bugs race t.fwt").out, HasSubstr("no data race predicted"));
}

TEST_P(Assembly, KeepsNothingApartThatIsOutsideOfItsLocks) {
  const BuiltProgram built(
      program(std::string(GetParam()) + " -DFORGETS_TO_LOCK", "assembly_spin_locks.c"));
  ASSERT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  EXPECT_THAT(built.tool("predict --bugs race t.fwt").out, HasSubstr("data race on by_byte"));
}

TEST_P(Assembly, IsWarnedOfIfItMayReleaseWhatNobodySees) {
  const BuiltProgram built(
      program(std::string(GetParam()) + " -DRELEASED_BY_SOMETHING_ELSE", "assembly_spin_locks.c"));
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_THAT(ran.err, HasSubstr("the program calls assembler code, "));
  const Result<Trace> trace = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  EXPECT_TRUE(trace.value().has(Kind::unseen_end));
}

INSTANTIATE_TEST_SUITE_P(Levels, Assembly, testing::Values("-O0", "-O2"),
                         [](const auto& one) { return std::string(one.param).substr(1); });

}  // namespace
}  // namespace foreweave
