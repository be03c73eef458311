// What is another in every run is no effect of a bug, also where the bug is one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "program.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

std::string replayed_race(const char* flags) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/replay/programs/says_the_time.c";
  program.flags = flags;
  const BuiltProgram built(program);
  EXPECT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  const std::string out = built.tool("predict --bugs race t.fwt").out;
  std::smatch id;
  EXPECT_TRUE(std::regex_search(out, id, std::regex("race-[0-9a-f]+"))) << out;
  return built.tool("replay --strict --run-on 2 t.fwt " + id.str()).out;
}

TEST(Effects, AreNotTimesIdsRandomNumbersAddressesOrWhoCameFirst) {
  EXPECT_THAT(replayed_race(""), HasSubstr("nothing unusual was seen"));
}

TEST(Effects, AreNumbersThatDifferOnlyWithTheBug) {
  EXPECT_THAT(replayed_race("-DTELLS"),
              testing::ContainsRegex("has \"\\[[-0-9 :]+\\] counted 1\" instead of "
                                     "\"\\[[-0-9 :]+\\] counted 2\""));
}

}  // namespace
}  // namespace foreweave
