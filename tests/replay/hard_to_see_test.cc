// Races that are confirmed although one of their accesses is not easily seen: the function that
// makes it tells afterwards how far it went, the program ends or fails with the other one, or it
// goes by a name that is no absolute path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

class HardToSee : public testing::TestWithParam<const char*> {};

TEST_P(HardToSee, IsConfirmed) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/replay/programs/hard_to_see.c";
  program.flags = std::string("-D_GNU_SOURCE -D") + GetParam();
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.tool("check --strict --run-on 2 --bugs race --runs 3 -- ./program");
  EXPECT_EQ(ran.status, 66) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr(": confirmed data race"));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr(": predicted"))) << ran.out;
}

INSTANTIATE_TEST_SUITE_P(Races, HardToSee,
                         testing::Values("PLAIN", "MEASURES", "FINDS", "FAILS", "ENDS"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace foreweave
