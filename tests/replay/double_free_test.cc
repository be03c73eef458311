// A double free that an ordinary run does not show is predicted from it, and happens when it is
// replayed; the corrected twin does not do it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "program.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

constexpr int kBugsFound = 66;

Program program(const char* flags) {
  Program p;
  p.path = FOREWEAVE_SOURCE "/tests/replay/programs/double_free.c";
  p.flags = flags;
  return p;
}

// Of the first double free that is predicted from an ordinary run; empty: there is none.
std::string predicted(const BuiltProgram& built) {
  const Ran recorded = built.record("t.fwt", "--seed 2");  // in which nothing happens
  EXPECT_EQ(recorded.status, 0) << recorded.err;
  EXPECT_EQ(recorded.out, "done\n");
  const std::string out = built.tool("predict --bugs double-free t.fwt").out;
  std::smatch found;
  return std::regex_search(out, found, std::regex("double-free-[0-9a-f]+")) ? found.str() : "";
}

TEST(ADoubleFree, HappensWheneverItIsReplayed) {
  const BuiltProgram built(program(""));
  ASSERT_EQ(built.complaint(), "");
  const std::string id = predicted(built);
  ASSERT_NE(id, "");
  const Ran replayed =
      built.tool(fmt::format("replay --strict t.fwt {} --repeat 3 --run-on 1", id));
  EXPECT_EQ(replayed.status, kBugsFound) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, HasSubstr("T1 stood before: free of "));
  EXPECT_THAT(replayed.out, HasSubstr("the program is ended by signal 6"));
  EXPECT_THAT(replayed.out, HasSubstr("confirmed in 3 of 3 replays"));
}

TEST(ADoubleFree, DoesNotHappenInItsCorrectedTwin) {
  const BuiltProgram built(program("")), fixed(program("-DFIXED"));
  ASSERT_EQ(built.complaint(), "");
  ASSERT_EQ(fixed.complaint(), "");
  EXPECT_EQ(predicted(fixed), "");
  const std::string id = predicted(built);
  ASSERT_NE(id, "");
  const Ran replayed = built.tool(fmt::format("replay --strict t.fwt {} --stuck 2 --run-on 1 -- {}",
                                              id, fixed.path_of("program")));
  EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
  EXPECT_THAT(replayed.out, testing::AnyOf(HasSubstr("diverged\n"), HasSubstr("not reached\n")));
}

}  // namespace
}  // namespace foreweave
