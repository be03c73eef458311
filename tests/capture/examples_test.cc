// The examples: an ordinary run does not show the bug; from its trace the races that are marked in
// the source are predicted; and the corrected twin stays silent whatever the seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "program.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;

constexpr int kBugsFound = 66;

std::string source_of(const std::string& folder, const std::string& name) {
  for (const char* extension : {".cc", ".c"})
    if (const std::string path = folder + "/" + name + extension; fs::exists(path)) return path;
  return "";
}

bool has_marked_race(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str().find("BUG(race)") != std::string::npos;
}

std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(FOREWEAVE_SOURCE "/examples"))
    if (entry.is_directory() && entry.path().filename() != "traces")
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

class Example : public testing::TestWithParam<std::string> {
 protected:
  const std::string folder_ = FOREWEAVE_SOURCE "/examples/" + GetParam();

  // The exit status of predict on a recording that went well.
  static int predict(const BuiltProgram& built, int seed) {
    const std::string trace = "seed-" + std::to_string(seed) + ".fwt";
    const Ran recorded = built.record(trace, "--seed " + std::to_string(seed));
    EXPECT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_EQ(recorded.out, built.run().out);
    const Ran predicted = built.tool("predict --engine hb,shb,wcp,cp,syncp " + trace);
    EXPECT_TRUE(predicted.status == 0 || predicted.status == kBugsFound) << predicted.err;
    return predicted.status;
  }
};

TEST_P(Example, ShowsItsRaceFromAnOrdinaryRun) {
  Program program;
  program.path = source_of(folder_, GetParam());
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const int status = predict(built, 1);
  if (has_marked_race(program.path)) {
    EXPECT_EQ(status, kBugsFound);
  }
}

TEST_P(Example, HasATwinThatIsSilent) {
  Program program;
  program.path = source_of(folder_, GetParam() + "_fixed");
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  for (const int seed : {1, 2, 3}) EXPECT_EQ(predict(built, seed), 0) << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Examples, Example, testing::ValuesIn(example_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace foreweave
