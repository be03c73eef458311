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
//
//   ask order 5 17 11: m2 no, seqcheck yes
//   ask deadlock pending 3 9: m2 yes
//
// A claim: its kind, the events that happen, then those that are pending; yes: Feasible, with a
// witness that the checker accepts; no: Infeasible.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "predict/closure/engines.h"
#include "predict/streaming/engines.h"
#include "prove/construct/construct.h"
#include "report/findings/bug_identity.h"
#include "report/findings/finding_set.h"

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

struct Expectations {
  std::map<std::string, Answers> by_engine;
  std::map<std::string, std::vector<std::string>> asked;  // "order 5 17 11" to "m2 no", ...
};

// What cannot be understood fails the test.
Expectations read_expectations(const std::string& path) {
  Expectations all;
  auto& expected = all.by_engine;
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path << " is missing";
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const size_t colon = line.find(':');
    EXPECT_NE(colon, line.npos) << path << ": " << line;
    if (colon == line.npos) continue;
    if (line.starts_with("ask ")) {
      all.asked[line.substr(4, colon - 4)] = split(line.substr(colon + 1), ',');
      continue;
    }
    Answers answers;
    for (const std::string& answer : split(line.substr(colon + 1), ','))
      if (answer != "none") answers.insert(answer);
    for (const std::string& engine : split(line.substr(0, colon), ','))
      EXPECT_TRUE(expected.emplace(engine, answers).second) << path << ": " << engine << " twice";
  }
  return all;
}

Claim claim_from(const std::string& text) {
  const std::vector<std::string> words = split(text, ' ');
  Claim claim;
  claim.kind = bug_kind_from_name(words.at(0)).value();
  bool pending = false;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "pending")
      pending = true;
    else
      (pending ? claim.pending : claim.happen)
          .push_back(EventId(static_cast<uint32_t>(std::stoul(words[i]))));
  }
  return claim;
}

std::string ask(const Engine& engine, const TraceFacts& known, const Claim& claim) {
  const Verdict verdict = engine.ask(known, claim);
  if (std::holds_alternative<Infeasible>(verdict)) return "no";
  if (std::holds_alternative<Unknown>(verdict)) return "unknown";
  const ModelFacts facts = known.under(known.fitting(engine.info().model));
  const auto proved =
      check_witness(known.trace(), facts, claim, std::get<Feasible>(verdict).witness);
  return proved ? "yes" : "a witness that is refused: " + proved.error().sentence();
}

std::vector<const Engine*> all_engines() {
  std::vector<const Engine*> all(streaming_engines().begin(), streaming_engines().end());
  all.insert(all.end(), closure_engines().begin(), closure_engines().end());
  return all;
}

std::string answer(std::string_view word, const std::vector<EventId>& events) {
  std::string text(word);
  for (const EventId e : events) text += fmt::format(" {}", e.value);
  return text;
}

Answers run(const Engine& engine, const TraceFacts& facts) {
  const Trace& trace = facts.trace();
  const bool possible_only = engine.info().yes == Yes::possible;
  FindingSet found(trace);
  engine.scan(facts, {}, [&](const Suspect& suspect) {
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

  const TraceFacts facts(trace.value());
  Expectations expectations = read_expectations(stem + ".expect");
  auto& expected = expectations.by_engine;
  for (const Engine* engine : all_engines()) {
    const std::string name(engine->info().name);
    for (const auto& [claim, answers] : expectations.asked)
      for (const std::string& answer : answers)
        if (answer.starts_with(name + " ")) {
          EXPECT_EQ(name + " " + ask(*engine, facts, claim_from(claim)), answer) << claim;
        }
    ASSERT_TRUE(expected.contains(name)) << stem << ".expect says nothing of " << name;
    EXPECT_EQ(run(*engine, facts), expected[name]) << "engine " << name;
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
