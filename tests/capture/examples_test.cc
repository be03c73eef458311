// The examples: an ordinary run does not show the bug; from its trace, whatever the seed, the bug
// that is marked in the source is predicted, and everything that is predicted happens whenever it
// is replayed; the corrected twin stays silent, and does not do it either when it is driven there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "program.h"

namespace foreweave {
namespace {

namespace fs = std::filesystem;

constexpr int kBugsFound = 66;

// What examples/README.md says will happen.
const std::map<std::string, const char*> kEffects = {
    {"bank_transfer", "Assertion "},
    {"bounded_buffer", "Segmentation fault"},
    {"connection_server", "exit status 1"},
    {"dining_philosophers", "hangs"},
    {"lazy_init", "exit status 1;"},
    {"log_rotation", "exit status 1;|Assertion "},
    {"order_violation", "Segmentation fault"},
    {"parallel_sort", "exit status 1;"},
    {"reader_writer_cache", "exit status 1;"},
    {"reference_counting", "Aborted|exit status 1;"},
    {"thread_pool", "hangs|jobs accepted|Aborted|Segmentation fault"}};

// How often each bug of the example is replayed.
int repetitions(const std::string& example) { return example == "thread_pool" ? 10 : 3; }

std::string source_of(const std::string& folder, const std::string& name) {
  for (const char* extension : {".cc", ".c"})
    if (const std::string path = folder + "/" + name + extension; fs::exists(path)) return path;
  return "";
}

using Marks = std::map<int, std::set<std::string>>;

// Lines to the kinds of bugs that are marked there.
Marks marks_in(const std::string& path) {
  Marks marks;
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

// The kinds of bugs that the findings show where they are marked: all sites of a finding are on
// lines that are marked with its kind, also where a library does it on their behalf.
std::set<std::string> kinds_shown(const nlohmann::json& findings, const Marks& marks) {
  std::set<std::string> kinds;
  for (const auto& finding : findings) {
    const std::string kind = finding.at("kind");
    const auto& sites = finding.at("sites");
    if (std::all_of(sites.begin(), sites.end(), [&](const auto& site) {
          const auto mark = marks.find(site.at("line").template get<int>());
          return mark != marks.end() && mark->second.contains(kind);
        }))
      kinds.insert(kind);
  }
  return kinds;
}

std::set<std::string> kinds_in(const Marks& marks) {
  std::set<std::string> kinds;
  for (const auto& mark : marks) kinds.insert(mark.second.begin(), mark.second.end());
  return kinds;
}

// Folders with a program of their name.
std::vector<std::string> example_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(FOREWEAVE_SOURCE "/examples")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".cc")) || fs::exists(entry.path() / (name + ".c")))
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Example : public testing::TestWithParam<std::string> {
 protected:
  const std::string folder_ = FOREWEAVE_SOURCE "/examples/" + GetParam();

  static std::string trace_of(int seed) { return "seed-" + std::to_string(seed) + ".fwt"; }

  // What is predicted from a recording that went well.
  static nlohmann::json findings(const BuiltProgram& built, const std::string& source, int seed,
                                 bool has_a_bug) {
    const std::string order_file = fs::path(source).replace_extension(".order").string();
    const std::string order = fs::exists(order_file) ? "--order " + order_file + " " : "";
    const std::string trace = trace_of(seed);
    const Ran recorded = built.record(trace, "--seed " + std::to_string(seed));
    if (has_a_bug && recorded.status != 0) return nlohmann::json::array();  // it showed it itself
    EXPECT_EQ(recorded.status, 0) << recorded.err;
    // Whether what can happen does harm is seen when it is replayed.
    const std::string doubtful = has_a_bug ? "--harmless " : "";
    const Ran predicted = built.tool("predict --format json " + doubtful + order + trace);
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

// Memory that is freed twice damages the heap, and the C library guards that with numbers that are
// random in every run: how it ends the program, and what it says then, is not ours to repeat.
std::string without_chance(const std::string& example, const std::string& output) {
  if (example != "reference_counting") return output;
  return std::regex_replace(output, std::regex("signal (6 \\(Aborted\\): .*|11 .*)"),
                            "signal 6 or 11 (Aborted)");
}

// One after the other: a report is the lines from the bug's id to the next.
std::set<std::string> different_reports(const std::string& output, const std::string& id) {
  std::set<std::string> reports;
  std::string report;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const bool ends = line.starts_with(id + ":") || line.starts_with("SUMMARY:");
    if (ends && !report.empty()) reports.insert(std::exchange(report, ""));
    report += line + "\n";
  }
  return reports;
}

// Whether it does what the example says. Not every bug does harm of its own; but no other harm.
bool expect_the_same_every_time(const BuiltProgram& built, const std::string& example,
                                const std::string& trace, const std::string& id) {
  const int n = repetitions(example);
  const Ran replayed =
      built.tool(fmt::format("replay --strict {} {} --repeat {} --run-on 0.5", trace, id, n));
  EXPECT_EQ(replayed.status, kBugsFound) << replayed.err;
  EXPECT_THAT(replayed.out,
              testing::HasSubstr(fmt::format("{} confirmed in {} of {} replays", id, n, n)));
  const std::set<std::string> reports =
      different_reports(without_chance(example, replayed.out), id);
  EXPECT_EQ(reports.size(), 1u) << replayed.out;
  const bool harms =
      !reports.empty() && std::regex_search(*reports.begin(), std::regex(kEffects.at(example)));
  EXPECT_TRUE(harms || replayed.out.find("nothing unusual was seen") != std::string::npos)
      << replayed.out;
  return harms;
}

TEST_P(Example, ShowsItsBugFromAnOrdinaryRunAndWheneverItIsReplayed) {
  Program program;
  program.path = source_of(folder_, GetParam());
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const auto marks = marks_in(program.path);
  ASSERT_FALSE(marks.empty());
  for (const int seed : {1, 2, 3}) {
    // On a busy machine a pause may be over late, and the run then be no ordinary one.
    std::set<std::string> shown;
    nlohmann::json found;
    for (int attempt = 0; attempt < 3 && shown != kinds_in(marks); ++attempt) {
      found = findings(built, program.path, seed, true);
      shown = kinds_shown(found, marks);
    }
    EXPECT_EQ(testing::PrintToString(shown), testing::PrintToString(kinds_in(marks)))
        << "seed " << seed;
    int harmful = 0;
    for (const nlohmann::json& finding : found)
      if (finding.at("kind") != "order")  // which replay does not know of
        harmful += expect_the_same_every_time(built, GetParam(), trace_of(seed), finding.at("id"));
    EXPECT_GT(harmful, 0) << "seed " << seed;
  }
}

// There the pointer goes through a local variable before it is used.
TEST(Examples, BoundedBuffersNullPointerIsFoundWithoutOptimisation) {
  Program program;
  program.path = source_of(FOREWEAVE_SOURCE "/examples/bounded_buffer", "bounded_buffer");
  program.flags = "-O0";
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  ASSERT_EQ(built.record("o0.fwt", "--seed 1").status, 0);
  EXPECT_THAT(built.tool("predict --bugs null o0.fwt").out,
              testing::HasSubstr("SUMMARY: foreweave: 1 null dereference predicted"));
}

TEST_P(Example, HasATwinThatIsSilent) {
  Program program;
  program.path = source_of(folder_, GetParam() + "_fixed");
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  for (const int seed : {1, 2, 3})
    EXPECT_EQ(findings(built, program.path, seed, false).dump(1), "[]") << "seed " << seed;
}

// Both are built from a file of the same name, so that what is the same in them has the same place.
TEST_P(Example, HasATwinThatIsNotDrivenIntoTheBug) {
  Program original;
  original.path = source_of(folder_, GetParam());
  original.flags = "-ffile-prefix-map=" + folder_ + "=.";
  const BuiltProgram built(original);
  ASSERT_EQ(built.complaint(), "");
  Program twin;
  twin.path = built.path_of(fs::path(original.path).filename().string());
  twin.flags = "-ffile-prefix-map=" + built.path_of("") + "=./";
  fs::copy_file(source_of(folder_, GetParam() + "_fixed"), twin.path);
  const BuiltProgram fixed(twin);
  ASSERT_EQ(fixed.complaint(), "");
  const nlohmann::json found = findings(built, "", 1, true);
  for (const nlohmann::json& finding : found) {
    const Ran replayed =
        built.tool(fmt::format("replay --strict {} {} --stuck 5 --run-on 0.5 -- {}", trace_of(1),
                               finding.at("id").get<std::string>(), fixed.path_of("program")));
    EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
    EXPECT_THAT(replayed.err, testing::HasSubstr("is not the program that was recorded"));
    EXPECT_THAT(replayed.out, testing::AnyOf(testing::HasSubstr("diverged\n"),
                                             testing::HasSubstr("not reached\n")));
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, Example, testing::ValuesIn(example_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace foreweave
