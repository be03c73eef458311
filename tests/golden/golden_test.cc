// Runs every engine over every name.std here and compares exactly what it finds with name.expect:
//
//   # why, in words
//   lockset: possible 1 5
//   hb, shb: none
//   wcp, cp, syncp: race 1 5, unproved 2 7
//
// race: a finding, with its two events (positions in the trace, from 0). unproved: a pair that the
// engine put forward and for which no instance of its sites has a witness. possible: a pair of an
// engine that only over-approximates. Every engine must be listed once.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "events/read_trace.h"
#include "events/validate.h"
#include "predict/streaming/engines.h"
#include "prove/construct/construct.h"
#include "report/bug_identity.h"
#include "report/finding_set.h"

namespace foreweave {
namespace {

using Answers = std::set<std::string>;  // "race 1 5"

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    part.erase(0, part.find_first_not_of(' '));
    part.erase(part.find_last_not_of(' ') + 1);
    parts.push_back(part);
  }
  return parts;
}

// Engine to answers; what cannot be understood fails the test.
std::map<std::string, Answers> read_expectations(const std::string& path) {
  std::map<std::string, Answers> expected;
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path << " is missing";
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const size_t colon = line.find(':');
    EXPECT_NE(colon, line.npos) << path << ": " << line;
    if (colon == line.npos) continue;
    Answers answers;
    for (const std::string& answer : split(line.substr(colon + 1), ','))
      if (answer != "none") answers.insert(answer);
    for (const std::string& engine : split(line.substr(0, colon), ','))
      EXPECT_TRUE(expected.emplace(engine, answers).second) << path << ": " << engine << " twice";
  }
  return expected;
}

std::string answer(std::string_view word, const std::vector<EventId>& events) {
  std::string text(word);
  for (const EventId e : events) text += fmt::format(" {}", e.value);
  return text;
}

Answers run(const Engine& engine, const Trace& trace) {
  const bool possible_only = engine.info().yes == Yes::possible;
  FindingSet found(trace);
  engine.scan(trace, {}, [&](const Suspect& suspect) {
    if (possible_only) {
      found.add_undecided(suspect.claim, engine.info().name, UndecidedBug::Why::possible);
      return false;
    }
    if (std::optional<Proved> proved = prove_suspect(trace, suspect)) {
      found.add(std::move(*proved), engine.info().name);
      return true;
    }
    found.add_undecided(suspect.claim, engine.info().name, UndecidedBug::Why::no_witness);
    return false;
  });
  Answers answers;
  for (const Finding& finding : found.take_findings())
    answers.insert(answer("race", sorted_events(finding.proved().claim())));
  for (const UndecidedBug& bug : found.take_undecided())
    answers.insert(answer(possible_only ? "possible" : "unproved", sorted_events(bug.claim)));
  return answers;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, EveryEngineFindsExactlyWhatIsExpected) {
  const std::string stem = std::string(FOREWEAVE_GOLDEN_DIR) + "/" + GetParam();
  const Result<Trace> trace = read_trace(stem + ".std");
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  const Status valid = validate(trace.value());
  ASSERT_TRUE(valid.ok()) << valid.error().sentence();

  std::map<std::string, Answers> expected = read_expectations(stem + ".expect");
  for (const Engine* engine : streaming_engines()) {
    const std::string name(engine->info().name);
    ASSERT_TRUE(expected.contains(name)) << stem << ".expect says nothing of " << name;
    EXPECT_EQ(run(*engine, trace.value()), expected[name]) << "engine " << name;
    expected.erase(name);
  }
  EXPECT_THAT(expected, testing::IsEmpty()) << "expectations for engines that do not exist";
}

std::vector<std::string> golden_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(FOREWEAVE_GOLDEN_DIR))
    if (entry.path().extension() == ".std") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Traces, Golden, testing::ValuesIn(golden_names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace foreweave
