// foreweave predict: its exit statuses, its two outputs, and what it does with inputs that are not
// what they should be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inputs.h"
#include "run.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string last_line(const std::string& text) {
  const size_t end = text.empty() ? 0 : text.size() - 1;
  const size_t start = text.rfind('\n', end == 0 ? 0 : end - 1);
  return text.substr(start == text.npos ? 0 : start + 1);
}

class Predict : public testing::Test {
 protected:
  Predict() {
    scratch_.write("race.std", kHiddenRace);
    scratch_.write("fine.std", kNoRace);
  }
  Ran predict(std::vector<std::string> arguments, const Scratch::How& how = {}) {
    arguments.insert(arguments.begin(), {"foreweave", "predict"});
    return scratch_.run(arguments, how);
  }
  void expect_bad_input(const std::string& path, const std::string& what) {
    const Ran ran = predict({path});
    EXPECT_EQ(ran.status, 2) << ran.err;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(path));
    EXPECT_THAT(ran.err, HasSubstr(what));
    EXPECT_THAT(ran.out, IsEmpty());
  }

  Scratch scratch_;
};

TEST_F(Predict, GivesZeroWithoutAndSixtySixWithBugs) {
  EXPECT_EQ(predict({"fine.std"}).status, 0);
  EXPECT_EQ(predict({"race.std"}).status, 66);
  EXPECT_EQ(predict({"race.std", "--engine", "hb"}).status, 0);
  EXPECT_EQ(predict({"race.std", "--exitcode", "3"}).status, 3);
  EXPECT_EQ(predict({"race.std", "--exitcode", "0"}).status, 0);
  EXPECT_EQ(predict({"fine.std", "--exitcode", "3"}).status, 0);
}

TEST_F(Predict, ShowsTheRaceToAPerson) {
  const Ran ran = predict({"race.std", "--engine", "wcp"});
  EXPECT_THAT(ran.err, IsEmpty());
  EXPECT_THAT(ran.out, HasSubstr("predicted data race on x"));
  EXPECT_THAT(ran.out, HasSubstr("write of x by T1 at race.std:2, event 1\n      holding l"));
  EXPECT_THAT(ran.out, HasSubstr("write of x by T2 at race.std:6, event 5\n      holding no lock"));
  EXPECT_THAT(ran.out, HasSubstr("foreweave-witness race.std results.json"));
  EXPECT_THAT(last_line(ran.out), HasSubstr("SUMMARY: foreweave: 1 data race predicted by wcp"));
}

TEST_F(Predict, SaysHowToGetItsFindingsAgain) {
  EXPECT_THAT(predict({"race.std"}).out,
              HasSubstr("  foreweave predict --format json -o results.json race.std\n"));
  EXPECT_THAT(predict({"race.std", "--max-attempts", "3", "--engine", "wcp", "--jobs", "2"}).out,
              HasSubstr("  foreweave predict --engine wcp --max-attempts 3 --format json -o "
                        "results.json race.std\n"));
}

TEST_F(Predict, EndsWithASummaryAlsoWithoutAnyFinding) {
  const Ran ran = predict({"fine.std", "--engine", "syncp"});
  EXPECT_EQ(last_line(ran.out),
            "SUMMARY: foreweave: no data race predicted by syncp from 6 events of 2 threads\n");
}

TEST_F(Predict, GivesTheSameBytesEveryTime) {
  for (const char* format : {"text", "json"}) {
    const Ran first = predict({"race.std", "--engine", "all", "--format", format});
    const Ran second = predict({"race.std", "--engine", "all", "--format", format});
    EXPECT_EQ(first.out, second.out);
    EXPECT_THAT(first.out, Not(HasSubstr("seconds")));
  }
}

TEST_F(Predict, TellsTimesOnlyIfAsked) {
  const Ran ran = predict({"race.std", "--format", "json", "--stats"});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.err, HasSubstr("million events a second"));
  EXPECT_TRUE(nlohmann::json::parse(ran.out)["stats"]["engines"][0]["seconds"].is_number());
}

TEST_F(Predict, UnitesWhatSeveralEnginesFindAndNamesTheFirst) {
  const auto engine_of = [&](const char* engines) {
    const Ran ran = predict({"race.std", "--format", "json", "--engine", engines});
    const auto findings = nlohmann::json::parse(ran.out)["findings"];
    EXPECT_EQ(findings.size(), 1u);
    return findings[0]["engine"].get<std::string>();
  };
  EXPECT_EQ(engine_of("hb,shb,wcp"), "wcp");
  EXPECT_EQ(engine_of("syncp,wcp"), "syncp");
  EXPECT_EQ(engine_of("all"), "wcp");
}

TEST_F(Predict, ABugHasOneIdWhereverItsTraceLies) {
  scratch_.write("other.std", kHiddenRace);
  const auto id_of = [&](const std::string& path, const std::string& input = "") {
    const Ran ran = predict({path, "--format", "json"}, {.input = input});
    return nlohmann::json::parse(ran.out)["findings"][0]["id"].get<std::string>();
  };
  EXPECT_EQ(id_of("race.std"), id_of("./other.std"));
  EXPECT_EQ(id_of("race.std"), id_of("-", std::string(kHiddenRace)));
}

TEST_F(Predict, ReportsWhatLocksetFindsAsPossibleOnly) {
  const Ran ran = predict({"race.std", "--engine", "lockset"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("1 pair of sites is possible as far as locks go"));
  EXPECT_THAT(last_line(ran.out), HasSubstr("no data race predicted by lockset"));
  const auto json =
      nlohmann::json::parse(predict({"race.std", "--engine", "lockset", "--format", "json"}).out);
  EXPECT_THAT(json["findings"], IsEmpty());
  EXPECT_EQ(json["undecided"]["listed"][0]["why"], "possible");
}

TEST_F(Predict, CountsWhatHasNoWitnessAsUndecided) {
  scratch_.write("behind.std", "T1|w(y)|1\nT1|w(x)|2\nT2|r(x)|3\nT2|w(y)|4\n");
  const Ran ran = predict({"behind.std", "--engine", "hb"});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.out, HasSubstr("1 pair of sites is unordered by hb, but no witness was found"));
  EXPECT_THAT(last_line(ran.out), HasSubstr("1 data race predicted by hb"));
  EXPECT_THAT(last_line(ran.out), HasSubstr("1 pair of sites undecided"));
}

TEST_F(Predict, WhatIsProvedByOneEngineIsNotUndecidedForAnother) {
  const auto json =
      nlohmann::json::parse(predict({"race.std", "--engine", "all", "--format", "json"}).out);
  EXPECT_EQ(json["findings"].size(), 1u);
  EXPECT_THAT(json["undecided"]["listed"], IsEmpty());
}

TEST_F(Predict, ReadsStandardInput) {
  const Ran ran = predict({"-"}, {.input = std::string(kHiddenRace)});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.out, HasSubstr("<stdin>:2"));
  EXPECT_THAT(ran.out, Not(HasSubstr("foreweave-witness")));  // there is nothing left to give it
}

TEST_F(Predict, TellsTracesByTheirContentAndNotByTheirName) {
  scratch_.write("odd.std", as_fwt(kHiddenRace));
  EXPECT_EQ(predict({"odd.std"}).status, 66);
}

TEST_F(Predict, RefusesWhatIsNoTrace) {
  scratch_.write("empty", "");
  scratch_.write("prose", "It was a dark and stormy night.\n");
  scratch_.write("binary", std::string("\x7f"
                                       "ELF\0\0\1\2\3",
                                       9));
  expect_bad_input("empty", "empty");
  expect_bad_input("prose", "not a trace");
  expect_bad_input("binary", "not a trace");
  expect_bad_input("missing", "no such file");
  expect_bad_input(".", "directory");
}

TEST_F(Predict, RefusesALineThatIsNoEventAndSaysWhere) {
  scratch_.write("typo.std", "T1|w(x)|1\nT1|frob(x)|2\n");
  expect_bad_input("typo.std", "typo.std:2");
}

TEST_F(Predict, RefusesARunThatCannotHaveBeen) {
  scratch_.write("wrong.std", "T1|acq(l)|1\nT2|rel(l)|2\n");
  expect_bad_input("wrong.std", "wrong.std:2");
  scratch_.write("both.std", "T1|acq(l)|1\nT2|acq(l)|2\n");
  expect_bad_input("both.std", "both.std:2");
}

TEST_F(Predict, RefusesATraceFromTheFuture) {
  std::string file = as_fwt(kHiddenRace);
  file[8] = 99;  // the version follows the eight bytes that say what the file is
  scratch_.write("new.fwt", file);
  expect_bad_input("new.fwt", "newer");
}

TEST_F(Predict, SaysWhatACutTraceLost) {
  const std::string file = as_fwt(kHiddenRace);
  scratch_.write("head.fwt", file.substr(0, 10));
  expect_bad_input("head.fwt", "ends within the head");
  scratch_.write("cut.fwt", file.substr(0, file.size() - 20));
  const Ran ran = predict({"cut.fwt", "--format", "json"});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.err, HasSubstr("index missing"));
  EXPECT_EQ(nlohmann::json::parse(ran.out)["losses"][0]["name"], "missing_index");
}

TEST_F(Predict, WritesTheReportToAFile) {
  const Ran plain = predict({"race.std"});
  const Ran ran = predict({"race.std", "-o", "report.txt"});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.out, IsEmpty());
  EXPECT_EQ(scratch_.read("report.txt"), plain.out);
  EXPECT_THAT(scratch_.files(), ElementsAre("fine.std", "race.std", "report.txt"));
}

TEST_F(Predict, AnOutputThatCannotBeWrittenFailsInOneSentence) {
  for (const char* path : {"nowhere/report.txt", ".", "/dev/full"}) {
    const Ran ran = predict({"race.std", "-o", path});
    EXPECT_EQ(ran.status, 1) << path;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(path));
  }
  EXPECT_THAT(scratch_.files(), ElementsAre("fine.std", "race.std"));
}

TEST_F(Predict, ADiskThatIsFullLeavesTheOldReport) {
  scratch_.write("report.txt", "old\n");
  const Ran ran = predict({"race.std", "-o", "report.txt"}, {.largest_file = 100});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
  EXPECT_EQ(scratch_.read("report.txt"), "old\n");
  EXPECT_THAT(scratch_.files(), ElementsAre("fine.std", "race.std", "report.txt"));
}

TEST_F(Predict, NeverReplacesItsOwnTrace) {
  const Ran ran = predict({"race.std", "-o", "./race.std"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
  EXPECT_EQ(scratch_.read("race.std"), kHiddenRace);
}

TEST_F(Predict, AFullStandardOutputFails) {
  const Ran ran = predict({"race.std"}, {.output_to = "/dev/full"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
}

TEST_F(Predict, AReaderThatHasSeenEnoughChangesNothing) {
  const Ran ran = predict({"race.std"}, {.closed_pipe = true});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST_F(Predict, HasColoursOnlyOnATerminalAndWithoutNoColor) {
  const std::string red = "\x1b[1;31m";
  EXPECT_THAT(predict({"race.std"}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(predict({"race.std"}, {.terminal = true}).out, HasSubstr(red));
  EXPECT_THAT(predict({"race.std"}, {.terminal = true, .env = {"NO_COLOR=1"}}).out,
              Not(HasSubstr("\x1b")));
  EXPECT_THAT(predict({"race.std", "--format", "json"}, {.terminal = true}).out,
              Not(HasSubstr("\x1b")));
}

TEST_F(Predict, NamesInATraceCannotSteerTheTerminal) {
  scratch_.write("evil.std", "T1|w(\x1b[2Jx)|1\nT2|w(\x1b[2Jx)|2\n");
  const Ran ran = predict({"evil.std"});
  EXPECT_THAT(ran.out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(ran.err, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace foreweave
