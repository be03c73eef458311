// Real reports are what docs/report.schema.json says they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "inputs.h"
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
