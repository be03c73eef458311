#include <gtest/gtest.h>

#include "events/reading/read_trace.h"
#include "program.h"

namespace foreweave {
namespace {

TEST(ThreadNames, AreThoseThatTheProgramGave) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/programs/threads/names.c";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  ASSERT_EQ(built.record("t.fwt").status, 0);
  ASSERT_EQ(built.shell("foreweave trace cut --events 20 -o cut.fwt t.fwt").status, 0);
  for (const char* file : {"t.fwt", "cut.fwt"}) {
    const Result<Trace> trace = read_trace(built.path_of(file));
    ASSERT_TRUE(trace.ok()) << trace.error().sentence();
    EXPECT_EQ(trace.value().thread_name(ThreadId(0)), "main");
    EXPECT_EQ(trace.value().thread_name(ThreadId(1)), "T1:writer");
    EXPECT_EQ(trace.value().thread_name(ThreadId(2)), "T2:me_again");
  }
}

}  // namespace
}  // namespace foreweave
