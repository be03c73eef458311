// Programs that do not do the same every time. What they are told by the clock, by getrandom() and
// by getpid() is told again; what comes from elsewhere is not, and the outcome must be honest: a
// bug that did not happen in this very run is never confirmed, and why is said.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <vector>

#include "program.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

constexpr int kBugsFound = 66;
constexpr int kReplays = 5;

struct Source {
  const char* name;
  int number;
  bool told_again;
};

class Choice : public testing::TestWithParam<Source> {
 protected:
  Choice() {
    Program program;
    program.path = FOREWEAVE_SOURCE "/tests/replay/programs/choice.c";
    program.flags = fmt::format("-DSOURCE={}", GetParam().number);
    built_ = std::make_unique<BuiltProgram>(program);
  }

  // What the runs since the last call chose.
  std::vector<int> choices() const {
    std::ifstream file(built_->path_of("choices"));
    const std::vector<int> all{std::istream_iterator<int>(file), {}};
    std::filesystem::remove(built_->path_of("choices"));
    return all;
  }

  // A run without the lock, from which the race is predicted; the race's id.
  std::string record() const {
    std::string first;
    for (int i = 0; i < 60; ++i) {
      // Each time another number of processes, so that ids do not go up by multiples of four.
      first = i % 4 == 0 ? "" : first + "sh -c : ; ";
      const Ran ran = built_->shell(first + "foreweave record -o t.fwt -- ./program");
      EXPECT_EQ(ran.status, 0) << ran.err;
      if (choices() != std::vector<int>{0}) continue;
      const std::string out = built_->shell("foreweave predict t.fwt").out;
      std::smatch found;
      return std::regex_search(out, found, std::regex("race-[0-9a-f]+")) ? found.str() : "";
    }
    return "";
  }

  std::unique_ptr<BuiltProgram> built_;
};

TEST_P(Choice, IsRepeatedOrTheOutcomeSaysWhatHappened) {
  ASSERT_EQ(built_->complaint(), "");
  std::ofstream(built_->path_of("configuration")) << '\0';
  const std::string id = record();
  ASSERT_NE(id, "");
  std::ofstream(built_->path_of("configuration")) << '\1';
  for (int i = 0; i < kReplays; ++i) {
    const Ran ran = built_->shell("foreweave replay --strict t.fwt " + id +
                                  " --attempts 1 --stuck 3 --run-on 3");
    // The program runs once for the bug. If it does not happen, it runs again with a trace, to find
    // out why; if it happens, once without it.
    const std::vector<int> chosen = choices();
    ASSERT_GE(chosen.size(), 2u);
    const bool happened = chosen[0] == 0 || chosen[1] == 0;
    EXPECT_EQ(ran.status, happened ? kBugsFound : 0) << ran.out << ran.err;
    if (GetParam().told_again) {
      EXPECT_EQ(chosen[0], 0);
    }
    if (happened) continue;
    EXPECT_THAT(ran.out, testing::AnyOf(HasSubstr("diverged\n"), HasSubstr("not reached\n")));
    EXPECT_THAT(ran.out, HasSubstr(" was to "));  // why
  }
}

INSTANTIATE_TEST_SUITE_P(From, Choice,
                         testing::Values(Source{"clock", 0, true}, Source{"random_number", 1, true},
                                         Source{"process_id", 2, true},
                                         Source{"cycle_counter", 3, false},
                                         Source{"random_device", 4, false},
                                         Source{"addresses", 5, false}, Source{"peer", 6, false},
                                         Source{"changed_file", 7, false}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace foreweave
