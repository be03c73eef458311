// Command lines: what fits, what does not, and which exit status each has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inputs.h"
#include "run.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class Usage : public testing::Test {
 protected:
  Usage() {
    scratch_.write("race.std", kHiddenRace);
    scratch_.write("fine.std", kNoRace);
  }

  // Two, one sentence that holds `what`, and nothing on standard output.
  void expect_refused(const std::vector<std::string>& command, const std::string& what) {
    const Ran ran = scratch_.run(command);
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_TRUE(is_one_sentence(command[0], ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(what));
    EXPECT_THAT(ran.out, IsEmpty());
  }

  Scratch scratch_;
};

TEST_F(Usage, HelpAndVersionSucceed) {
  for (const char* tool : {"foreweave", "foreweave-witness"}) {
    const Ran help = scratch_.run({tool, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr("Usage: " + std::string(tool)));
    EXPECT_THAT(help.err, IsEmpty());
    const Ran version = scratch_.run({tool, "--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_THAT(version.out, StartsWith(std::string(tool) + " 0."));
    EXPECT_THAT(version.err, IsEmpty());
  }
  const Ran predict_help = scratch_.run({"foreweave", "predict", "--help"});
  EXPECT_EQ(predict_help.status, 0);
  EXPECT_THAT(predict_help.out, HasSubstr("--engine"));
}

TEST_F(Usage, NamesTheOptionThatDoesNotExistBeforeACommandToo) {
  for (const char* command : {"record", "check"})
    expect_refused({"foreweave", command, "--frobnicate", "--", "./program"},
                   "\"--frobnicate\" is no option or command here");
}

TEST_F(Usage, WithoutArgumentsTheHelpIsShownAndTheStatusIsTwo) {
  for (const char* tool : {"foreweave", "foreweave-witness"}) {
    const Ran ran = scratch_.run({tool});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, HasSubstr("Usage: " + std::string(tool)));
    EXPECT_THAT(ran.out, IsEmpty());
  }
}

TEST_F(Usage, WhatDoesNotFitIsRefusedInOneSentence) {
  expect_refused({"foreweave", "--frobnicate"}, "--frobnicate");
  expect_refused({"foreweave", "frobnicate"}, "frobnicate");
  expect_refused({"foreweave", "predict"}, "TRACE");
  expect_refused({"foreweave", "predict", "race.std", "--frobnicate"}, "--frobnicate");
  expect_refused({"foreweave", "predict", "race.std", "fine.std"}, "fine.std");
  expect_refused({"foreweave", "predict", "race.std", "--format", "xml"}, "xml");
  expect_refused({"foreweave", "predict", "race.std", "--exitcode", "256"}, "256");
  expect_refused({"foreweave", "predict", "race.std", "--exitcode", "many"}, "many");
  expect_refused({"foreweave", "predict", "race.std", "--max-attempts", "0"}, "0");
  expect_refused({"foreweave", "predict", "race.std", "--engine"}, "--engine");
  for (const char* option : {"--jobs", "--budget", "--local-distance", "--time-limit"})
    for (const char* value : {"0", "-1", "many"})
      expect_refused({"foreweave", "predict", "race.std", option, value}, option);
  expect_refused({"foreweave", "predict", "race.std", "--jobs", "5000"}, "5000");
  expect_refused({"foreweave", "predict", "race.std", "--order"}, "--order");
  expect_refused({"foreweave", "engines", "more"}, "more");
  expect_refused({"foreweave-witness", "race.std"}, "RESULTS");
  expect_refused({"foreweave-witness", "race.std", "a", "b"}, "b");
}

TEST_F(Usage, AnUnknownEngineIsRefusedWithTheNamesThereAre) {
  expect_refused({"foreweave", "predict", "race.std", "--engine", "tsan"}, "\"tsan\"");
  expect_refused({"foreweave", "predict", "race.std", "--engine", "tsan"}, "lockset, hb, shb, wcp");
  expect_refused({"foreweave", "predict", "race.std", "--engine", "hb,,wcp"}, "\"\"");
  expect_refused({"foreweave", "predict", "race.std", "--engine", ""}, "\"\"");
}

TEST_F(Usage, KindsOfBugsThatTheEngineDoesNotPredictAreRefused) {
  const auto refused = [&](const std::string& bugs, const std::string& what) {
    expect_refused({"foreweave", "predict", "race.std", "--engine", "hb", "--bugs", bugs}, what);
  };
  refused("race,deadlock", "deadlock");
  refused("deadlock", "--engine hb predicts only race");
  refused("order", "order");
  refused("typo", "\"typo\"");
  refused("race,", "\"\"");
  EXPECT_EQ(scratch_.run({"foreweave", "predict", "race.std", "--bugs", "race"}).status, 66);
}

TEST_F(Usage, AnOrderNeedsAnEngineThatLooksForItAndAFileThatHoldsOne) {
  scratch_.write("orders", "1 < 2\n");
  expect_refused({"foreweave", "predict", "race.std", "--engine", "hb", "--order", "orders"},
                 "--engine hb predicts only race");
  expect_refused({"foreweave", "predict", "race.std", "--order", "orders", "--bugs", "race"},
                 "--bugs leaves order out");
}

TEST_F(Usage, LimitsChangeNothingIfTheyAreNotReached) {
  // All but the options themselves.
  const auto results = [](const Ran& ran) {
    nlohmann::json report = nlohmann::json::parse(ran.out);
    report.erase("run");
    return report;
  };
  const Ran plain = scratch_.run({"foreweave", "predict", "race.std", "--format", "json"});
  for (const char* option : {"--jobs", "--budget", "--local-distance", "--time-limit"}) {
    const Ran ran =
        scratch_.run({"foreweave", "predict", "race.std", "--format", "json", option, "1000"});
    EXPECT_EQ(ran.status, 66) << ran.err;
    EXPECT_EQ(results(ran), results(plain)) << option;
  }
}

TEST_F(Usage, EnginesListsEachWithItsModel) {
  const Ran ran = scratch_.run({"foreweave", "engines"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, IsEmpty());
  for (const char* engine : {"lockset ", "hb ", "shb ", "wcp ", "cp ", "syncp "})
    EXPECT_THAT("\n" + ran.out, HasSubstr("\n" + std::string(engine)));
  EXPECT_THAT(ran.out, HasSubstr("same-write"));
}

TEST_F(Usage, TheTableOfEnginesIsAligned) {
  const std::string table = scratch_.run({"foreweave", "engines"}).out;
  const size_t column = table.find("model");
  ASSERT_NE(column, table.npos);
  size_t line = table.find('\n') + 1;
  for (int engine = 0; engine < 6; ++engine, line = table.find('\n', line) + 1) {
    EXPECT_EQ(table[line + column - 1], ' ') << table;
    EXPECT_NE(table[line + column], ' ') << table;
  }
}

}  // namespace
}  // namespace foreweave
