// Real reports are what docs/report.schema.json says they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "events/std/format.h"
#include "inputs.h"
#include "report/findings/finding_set.h"
#include "report/formats/json_report.h"
#include "report/make/make_report.h"
#include "run.h"
#include "schema.h"

namespace foreweave {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::Not;

const json& schema() {
  static const json parsed =
      json::parse(std::ifstream(FOREWEAVE_SOURCE "/docs/report.schema.json"));
  return parsed;
}

TEST(ReportSchema, HoldsForEveryGoldenTraceAndEngine) {
  const Scratch scratch;
  size_t findings = 0, undecided = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FOREWEAVE_SOURCE "/tests/golden")) {
    if (entry.path().extension() != ".std") continue;
    for (const char* engine : {"all", "hb", "lockset"}) {
      const Ran ran = scratch.run(
          {"foreweave", "predict", entry.path(), "--engine", engine, "--format", "json"});
      const json report = json::parse(ran.out);
      EXPECT_THAT(schema_violations(schema(), report), IsEmpty()) << entry.path();
      EXPECT_EQ(ran.status, report["findings"].empty() ? 0 : 66) << entry.path();
      findings += report["findings"].size();
      undecided += report["undecided"]["listed"].size();
    }
  }
  EXPECT_GT(findings, 0u);
  EXPECT_GT(undecided, 0u);
}

TEST(ReportSchema, HoldsWithTimesAndLosses) {
  const Scratch scratch;
  const std::string file = as_fwt(kHiddenRace);
  scratch.write("cut.fwt", file.substr(0, file.size() - 20));
  const Ran ran = scratch.run({"foreweave", "predict", "cut.fwt", "--format", "json", "--stats"});
  const json report = json::parse(ran.out);
  EXPECT_THAT(report["losses"], Not(IsEmpty()));
  EXPECT_THAT(schema_violations(schema(), report), IsEmpty());
}

// A deadlock, a use after free and an order violation, each with a witness.
constexpr std::string_view kThreeBugs =
    "T1|alloc(p)|1\nT2|w(p)|2\nT1|free(p)|3\n"
    "T1|acq(a)|4\nT1|acq(b)|5\nT1|rel(b)|6\nT1|rel(a)|7\n"
    "T2|acq(b)|8\nT2|acq(a)|9\nT2|rel(a)|10\nT2|rel(b)|11\n";

Results three_bugs(const Trace& trace) {
  FindingSet found(trace);
  const auto add = [&](Claim claim, std::vector<Segment> witness) {
    Result<Proved> proved =
        check_witness(trace, {}, std::move(claim), Reordering(std::move(witness)));
    ASSERT_TRUE(proved.ok()) << proved.error().sentence();
    found.add(std::move(proved).value(), "m2");
  };
  const ThreadId t1(0), t2(1);
  add({BugKind::deadlock, {}, {EventId(4), EventId(8)}}, {{t1, 1}, {t2, 1}, {t1, 3}, {t2, 2}});
  add({BugKind::use_after_free, {EventId(2)}, {EventId(1)}}, {{t1, 2}});
  add({BugKind::order, {EventId(7), EventId(2)}, {}}, {{t1, 1}, {t2, 2}, {t1, 2}});
  found.add_undecided({BugKind::atomicity, {EventId(0), EventId(1), EventId(2)}, {}}, "m2",
                      UndecidedBug::Why::attempts);
  Results results;
  results.trace_path = "bugs.std";
  results.kinds = {BugKind::deadlock, BugKind::use_after_free, BugKind::order};
  results.findings = found.take_findings();
  results.undecided = found.take_undecided();
  EngineRun& run = results.engines.emplace_back(EngineRun{.name = "m2", .note = "a note"});
  run.kinds.push_back({.kind = BugKind::deadlock, .candidates = 2, .proved = 1});
  return results;
}

TEST(ReportSchema, HoldsForOtherKindsOfBugsAndTheirWitnessesAreAccepted) {
  const Scratch scratch;
  scratch.write("bugs.std", kThreeBugs);
  const Trace trace = std::move(read_std(kThreeBugs, "bugs.std")).value();
  const std::string text = json_report(make_report(trace, three_bugs(trace), {}));
  scratch.write("r.json", text);
  const json report = json::parse(text);
  EXPECT_THAT(schema_violations(schema(), report), IsEmpty());
  EXPECT_EQ(report["findings"].size(), 3u);
  EXPECT_EQ(report["findings"][0]["related"][0]["role"], "allocation");
  EXPECT_EQ(report["undecided"]["listed"][0]["kind"], "atomicity");
  const Ran ran = scratch.run({"foreweave-witness", "bugs.std", "r.json"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
}

TEST(ReportSchema, HoldsForNamesThatAreNotUtf8AndTheirWitnessIsAccepted) {
  const Scratch scratch;
  scratch.write("odd.std", "T\xff|w(x\xfe)|1\nT2|w(x\xfe)|2\n");
  scratch.run(
      {"foreweave", "predict", "odd.std", "--engine", "hb", "--format", "json", "-o", "r.json"});
  EXPECT_THAT(schema_violations(schema(), json::parse(scratch.read("r.json"))), IsEmpty());
  EXPECT_EQ(scratch.run({"foreweave-witness", "odd.std", "r.json"}).status, 0);
}

TEST(ReportSchema, RefusesAReportThatLacksSomething) {
  const Scratch scratch;
  scratch.write("race.std", kHiddenRace);
  json report =
      json::parse(scratch.run({"foreweave", "predict", "race.std", "--format", "json"}).out);
  report["findings"][0].erase("witness");
  EXPECT_THAT(schema_violations(schema(), report), testing::SizeIs(1));
}

}  // namespace
}  // namespace foreweave
