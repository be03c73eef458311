// The examples: an ordinary run does not show the bug; from its trace, whatever the seed, the bug
// that is marked in the source is predicted; and the corrected twin stays silent.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

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

// Lines to the kinds of bugs that are marked there.
std::map<int, std::set<std::string>> marks_in(const std::string& path) {
  std::map<int, std::set<std::string>> marks;
  std::ifstream file(path);
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    for (size_t at = line.find("BUG("); at != line.npos; at = line.find("BUG(", at + 1)) {
      const size_t begin = at + 4;
      marks[number].insert(line.substr(begin, line.find(')', begin) - begin));
    }
  }
  return marks;
}

// A finding shows a marked bug if two of its sites are marked. Locks are taken in library headers;
// of a deadlock only the kind can be compared.
bool shows_marked_bug(const nlohmann::json& finding,
                      const std::map<int, std::set<std::string>>& marks) {
  if (finding.at("kind") == "deadlock")
    return std::any_of(marks.begin(), marks.end(),
                       [](const auto& mark) { return mark.second.contains("deadlock"); });
  const auto& sites = finding.at("sites");
  return std::count_if(sites.begin(), sites.end(), [&](const auto& site) {
           return marks.contains(site.at("line").template get<int>());
         }) >= 2;
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

  // What is predicted from a recording that went well.
  static nlohmann::json findings(const BuiltProgram& built, int seed, bool has_a_bug) {
    const std::string trace = "seed-" + std::to_string(seed) + ".fwt";
    const Ran recorded = built.record(trace, "--seed " + std::to_string(seed));
    if (has_a_bug && recorded.status != 0) return nlohmann::json::array();  // it showed it itself
    EXPECT_EQ(recorded.status, 0) << recorded.err;
    const Ran predicted = built.tool("predict --format json " + trace);
    EXPECT_TRUE(predicted.status == 0 || predicted.status == kBugsFound) << predicted.err;
    const nlohmann::json report = nlohmann::json::parse(predicted.out, nullptr, false);
    if (report.is_discarded()) {
      ADD_FAILURE() << predicted.out;
      return nlohmann::json::array();
    }
    EXPECT_EQ(predicted.status == kBugsFound, !report.at("findings").empty());
    return report.at("findings");
  }
};

TEST_P(Example, ShowsItsBugFromAnOrdinaryRun) {
  Program program;
  program.path = source_of(folder_, GetParam());
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const auto marks = marks_in(program.path);
  ASSERT_FALSE(marks.empty());
  for (const int seed : {1, 2, 3}) {
    // On a busy machine a pause may be over late, and the run then be no ordinary one.
    bool shown = false;
    for (int attempt = 0; attempt < 3 && !shown; ++attempt) {
      const nlohmann::json found = findings(built, seed, true);
      shown = std::any_of(found.begin(), found.end(),
                          [&](const auto& f) { return shows_marked_bug(f, marks); });
    }
    EXPECT_TRUE(shown) << "seed " << seed;
  }
}

TEST_P(Example, HasATwinThatIsSilent) {
  Program program;
  program.path = source_of(folder_, GetParam() + "_fixed");
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  for (const int seed : {1, 2, 3})
    EXPECT_EQ(findings(built, seed, false).dump(1), "[]") << "seed " << seed;
}

INSTANTIATE_TEST_SUITE_P(Examples, Example, testing::ValuesIn(example_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace foreweave
