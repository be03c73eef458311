// foreweave report, and every format as its readers expect it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "inputs.h"
#include "run.h"
#include "schema.h"

namespace foreweave {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kFolder = FOREWEAVE_SOURCE "/tests/report/";
const std::string kSample = kFolder + "sample.json";  // of recorded programs, with their sources
constexpr const char* kFormats[] = {"text", "json", "sarif", "html", "perfetto", "junit"};

std::string slurp(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class ReportFormats : public testing::Test {
 protected:
  Ran foreweave(std::vector<std::string> words, const Scratch::How& how = {}) {
    words.insert(words.begin(), "foreweave");
    return scratch_.run(words, how);
  }
  // Against tests/report/golden/, which FOREWEAVE_UPDATE_GOLDEN=1 writes anew.
  void expect_golden(const std::string& name, std::string text) {
    for (size_t at; (at = text.find(FOREWEAVE_VERSION)) != text.npos;)
      text.replace(at, std::string_view(FOREWEAVE_VERSION).size(), "VERSION");
    const std::string path = kFolder + "golden/" + name;
    if (std::getenv("FOREWEAVE_UPDATE_GOLDEN")) std::ofstream(path) << text;
    EXPECT_EQ(text, slurp(path)) << "FOREWEAVE_UPDATE_GOLDEN=1 writes " << path;
  }

  Scratch scratch_;
};

TEST_F(ReportFormats, OfOneFindingOfEachKindAreExactlyThese) {
  scratch_.write("orders", "2 < 1\n");
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"race", {FOREWEAVE_SOURCE "/examples/traces/hidden_race.std"}},
      {"deadlock", {"deadlock.std", "--bugs", "deadlock"}},
      {"atomicity", {"atomicity.std", "--bugs", "atomicity"}},
      {"uaf", {"uaf.std", "--bugs", "uaf"}},
      {"order", {"order.std", "--bugs", "order", "--order", "orders"}},
  };
  scratch_.write("race.std", slurp(FOREWEAVE_SOURCE "/examples/traces/hidden_race.std"));
  scratch_.write("deadlock.std",
                 "T1|acq(a)|1\nT1|acq(b)|2\nT1|rel(b)|3\nT1|rel(a)|4\n"
                 "T2|acq(b)|5\nT2|acq(a)|6\nT2|rel(a)|7\nT2|rel(b)|8\n");
  scratch_.write("atomicity.std",
                 "T1|acq(l)|1\nT1|r(x=5)|2\nT1|rel(l)|3\nT1|acq(l)|4\nT1|w(x=6)|5\nT1|rel(l)|6\n"
                 "T2|acq(l)|7\nT2|w(x=9)|8\nT2|rel(l)|9\n");
  scratch_.write("uaf.std", "T1|alloc(p)|1\nT1|fork(T2)|2\nT2|w(p)|3\nT1|free(p)|4\n");
  scratch_.write("order.std", "T1|w(x)|1\nT2|w(y)|2\n");
  for (const auto& [kind, arguments] : cases) {
    std::vector<std::string> words = {"predict"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    words[1] = std::string(kind) + ".std";
    words.insert(words.end(), {"--format", "json", "-o", "r.json"});
    ASSERT_EQ(foreweave(words).status, 66) << kind;
    for (const char* format : {"text", "json", "sarif", "junit", "perfetto"}) {
      const Ran ran = foreweave({"report", "r.json", "--format", format});
      EXPECT_EQ(ran.status, 0) << ran.err;
      expect_golden(std::string(kind) + "." + format, ran.out);
      words[words.size() - 3] = format;
      foreweave(words);
      EXPECT_EQ(scratch_.read("r.json"), ran.out) << "from the trace and from JSON";
      words[words.size() - 3] = "json";
      foreweave(words);
    }
  }
}

TEST_F(ReportFormats, OfARecordedProgramShowsItsSources) {
  const Ran ran = foreweave({"report", kSample});
  EXPECT_EQ(ran.status, 0);
  expect_golden("sample.text", ran.out);
}

TEST_F(ReportFormats, CountWhatWasRefutedAndDoNotReportIt) {
  auto report = [&](const char* format) {
    return foreweave({"report", kSample, "--format", format}).out;
  };
  EXPECT_THAT(report("text"), AllOf(HasSubstr("1 finding was taken back"),
                                    HasSubstr("  race-0badcafe: data race on idle_"),
                                    HasSubstr("; 1 refuted by replay;")));
  EXPECT_THAT(report("junit"), AllOf(HasSubstr("<property name=\"refuted\" value=\"1\"/>"),
                                     Not(HasSubstr("race-0badcafe"))));
  const json sarif = json::parse(report("sarif"))["runs"][0];
  EXPECT_THAT(sarif["invocations"][0]["toolExecutionNotifications"].dump(),
              HasSubstr("race-0badcafe, data race on idle_, was refuted by replay"));
  EXPECT_THAT(sarif["results"].dump(), Not(HasSubstr("race-0badcafe")));
  EXPECT_EQ(json::parse(report("perfetto"))["otherData"]["refuted by replay"], "1");
  EXPECT_THAT(report("html"), HasSubstr("race-0badcafe"));
  const json merged = json::parse(foreweave({"merge", kSample, kSample}).out);
  EXPECT_EQ(merged["refuted"]["count"], 2);
  EXPECT_EQ(merged["refuted"]["listed"][0]["trace"], "pool.fwt");
}

// What did not happen when it was replayed is not promised to.
TEST_F(ReportFormats, PromiseToShowOnlyWhatHappened) {
  const std::string text = foreweave({"report", kSample}).out;
  EXPECT_THAT(text, HasSubstr("to see it happen: foreweave replay pool.fwt atomicity-"));
  EXPECT_THAT(text,
              HasSubstr("it went another way after 3 attempts: T1 was to do acquire of mutex_"));
  EXPECT_THAT(text, HasSubstr("to try it again: foreweave replay pool.fwt deadlock-"));
  const std::string sarif = foreweave({"report", kSample, "--format", "sarif"}).out;
  EXPECT_THAT(sarif, HasSubstr("A replay did not show it: T1 was to do acquire of mutex_"));
  EXPECT_THAT(sarif, HasSubstr("To try it again: foreweave replay pool.fwt deadlock-"));
}

TEST_F(ReportFormats, AreTheSameBytesEveryTime) {
  for (const char* format : kFormats) {
    const Ran first = foreweave({"report", kSample, "--format", format});
    EXPECT_EQ(first.out, foreweave({"report", kSample, "--format", format}).out) << format;
    EXPECT_FALSE(first.out.empty());
  }
  EXPECT_EQ(foreweave({"report", kSample, "--format", "json"}).out, slurp(kSample));
}

TEST_F(ReportFormats, SarifIsWhatTheStandardSays) {
  const json schema = json::parse(std::ifstream(kFolder + "sarif.schema.json"));
  std::vector<std::string> reports = {kSample};
  for (const auto& entry : std::filesystem::directory_iterator(kFolder + "golden"))
    if (entry.path().extension() == ".json") reports.push_back(entry.path());
  EXPECT_GE(reports.size(), 6u);
  for (const std::string& path : reports) {
    const json sarif = json::parse(foreweave({"report", path, "--format", "sarif"}).out);
    EXPECT_THAT(schema_violations(schema, sarif), IsEmpty()) << path;
    const json& run = sarif["runs"][0];
    for (const json& result : run["results"]) {
      EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<size_t>()]["id"],
                result["ruleId"]);
      EXPECT_GE(result["codeFlows"][0]["threadFlows"].size(), 2u) << "one a thread";
    }
  }
}

TEST_F(ReportFormats, SarifOfOddPathsIsStillSarif) {
  json report = json::parse(slurp(kSample));
  report["findings"][0]["sites"][0]["file"] = "my files/caf\u00e9 #1%.cc";
  scratch_.write("odd.json", report.dump());
  const json sarif = json::parse(foreweave({"report", "odd.json", "--format", "sarif"}).out);
  EXPECT_EQ(
      sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
      "my%20files/caf%C3%A9%20%231%25.cc");
  const json schema = json::parse(std::ifstream(kFolder + "sarif.schema.json"));
  EXPECT_THAT(schema_violations(schema, sarif), IsEmpty());
}

TEST_F(ReportFormats, PerfettoHasEachThreadTwice) {
  const json trace = json::parse(slurp(kFolder + "golden/deadlock.perfetto"));
  std::map<int, int> threads, slices;
  for (const json& event : trace["traceEvents"]) {
    threads[event["pid"]] += event["name"] == "thread_name";
    slices[event["pid"]] += event["ph"] == "X";
  }
  EXPECT_EQ(threads, (std::map<int, int>{{1, 2}, {2, 2}}));
  EXPECT_EQ(slices[1], slices[2]);
}

TEST_F(ReportFormats, HtmlHoldsTheReportAndNothingFromElsewhere) {
  json report = json::parse(slurp(kSample));
  report["findings"][0]["subject"] = "on </script><script>alert(1)</script>";
  scratch_.write("odd.json", report.dump());
  const std::string html = foreweave({"report", "odd.json", "--format", "html"}).out;
  EXPECT_THAT(html, Not(HasSubstr("</script><script>alert")));
  EXPECT_THAT(html, HasSubstr("\\u003c/script>\\u003cscript>alert(1)"));
  EXPECT_THAT(html, Not(HasSubstr("src=")));
  EXPECT_THAT(html, Not(HasSubstr("@import")));
  EXPECT_THAT(html, EndsWith("</html>\n"));
}

TEST_F(ReportFormats, JunitIsAPassedTestIfNothingWasFound) {
  scratch_.write("fine.std", kNoRace);
  EXPECT_THAT(foreweave({"predict", "fine.std", "--format", "junit"}).out,
              HasSubstr("tests=\"1\" failures=\"0\""));
}

TEST_F(ReportFormats, BadReportsAreRefusedInOneSentence) {
  scratch_.write("bad.json", "{\"version\": 1");
  scratch_.write("race.std", kHiddenRace);
  for (const char* path : {"bad.json", "missing.json", "race.std", "."}) {
    const Ran ran = foreweave({"report", path});
    EXPECT_EQ(ran.status, 2) << path;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(path));
  }
  for (const char* format : {"text", "sarif", "html", "perfetto", "junit"}) {
    foreweave({"report", kSample, "--format", format, "-o", "other"});
    const Ran ran = foreweave({"report", "other", "--format", "json"});
    EXPECT_EQ(ran.status, 2) << format;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("--format json")) << "what to give instead";
  }
  EXPECT_EQ(foreweave({"report", kSample, "--format", "pdf"}).status, 2);
  EXPECT_EQ(foreweave({"report", kSample, "-o", "no/such/folder/r"}).status, 1);
}

TEST_F(ReportFormats, FromStandardInputToAFileWithASpaceInItsName) {
  const Ran ran = foreweave({"report", "-", "--format", "html", "-o", "my report.html"},
                            {.input = slurp(kSample)});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(scratch_.read("my report.html"), HasSubstr("<!doctype html>"));
}

TEST_F(ReportFormats, ColoursOnlyOnATerminalAndWithoutNoColor) {
  EXPECT_THAT(foreweave({"report", kSample}).out, Not(HasSubstr("\x1b")));
  EXPECT_THAT(foreweave({"report", kSample}, {.terminal = true, .env = {"TERM=xterm"}}).out,
              HasSubstr("\x1b[1;31m"));
  EXPECT_THAT(
      foreweave({"report", kSample}, {.terminal = true, .env = {"NO_COLOR=1", "TERM=xterm"}}).out,
      Not(HasSubstr("\x1b")));
}

TEST_F(ReportFormats, WhatTheBaselineHasIsNotToldAgain) {
  scratch_.write("race.std", kHiddenRace);
  foreweave({"predict", "race.std", "--format", "json", "-o", "old.json"});
  const Ran again = foreweave({"predict", "race.std", "--baseline", "old.json"});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("; 1 known from the baseline\n"));
  scratch_.write("race.std", std::string(kHiddenRace) + "T1|w(y)|30\nT2|w(y)|31\n");
  const Ran more = foreweave({"predict", "race.std", "--baseline", "old.json"});
  EXPECT_EQ(more.status, 66);
  EXPECT_THAT(more.out, HasSubstr("predicted data race on y"));
  EXPECT_THAT(more.out, Not(HasSubstr("predicted data race on x")));
  EXPECT_EQ(foreweave({"predict", "race.std", "--baseline", "race.std"}).status, 2);
}

TEST_F(ReportFormats, SuppressedFindingsAreCountedAndUnusedRulesWarnedOf) {
  scratch_.write("rules", "# known\nrace:ThreadPool::submit\nuaf:nothing*here\nthread:anything\n");
  const Ran ran = foreweave({"report", kSample, "--suppressions", "rules", "--exitcode", "66"});
  EXPECT_EQ(ran.status, 66);
  EXPECT_THAT(ran.out, HasSubstr("; 2 suppressed"));  // one of them in the sample already
  EXPECT_THAT(ran.out, Not(HasSubstr("data race on stopping_")));
  EXPECT_THAT(ran.err, HasSubstr("the suppression uaf:nothing*here was not used"));
  EXPECT_THAT(ran.err, Not(HasSubstr("thread:anything")));
  scratch_.write("rules", "race ThreadPool\n");
  const Ran bad = foreweave({"report", kSample, "--suppressions", "rules"});
  EXPECT_EQ(bad.status, 2);
  EXPECT_THAT(bad.err, HasSubstr("rules:1"));
}

TEST_F(ReportFormats, GeneratedSuppressionsSuppressEverything) {
  for (const std::string& path : {kSample, kFolder + "golden/deadlock.json"}) {
    foreweave({"report", path, "--gen-suppressions", "-o", "rules"});
    const Ran ran = foreweave({"report", path, "--suppressions", "rules", "--exitcode", "66"});
    EXPECT_EQ(ran.status, 0) << ran.out << scratch_.read("rules");
    EXPECT_THAT(ran.err, Not(HasSubstr("not used")));
  }
}

TEST_F(ReportFormats, OptionsMayComeFromTheEnvironment) {
  scratch_.write("race.std", kHiddenRace);
  scratch_.write("a:b", "race:^race.std:2$\n");
  const auto run = [&](const char* options, std::vector<std::string> words) {
    return foreweave(std::move(words), {.env = {std::string("FOREWEAVE_OPTIONS=") + options}});
  };
  EXPECT_EQ(run("exitcode=3:format=json", {"predict", "race.std"}).status, 3);
  EXPECT_THAT(run("format=json", {"predict", "race.std"}).out, HasSubstr("\"version\": 2"));
  EXPECT_THAT(run("format=json", {"predict", "--format", "junit", "race.std"}).out,
              HasSubstr("<testsuites"));
  EXPECT_EQ(run("suppressions='a:b'", {"predict", "race.std"}).status, 0);
  EXPECT_THAT(run("stats=1", {"predict", "race.std"}).err, HasSubstr("events a second"));
  EXPECT_THAT(run("stats=0", {"predict", "race.std"}).err, IsEmpty());
  EXPECT_EQ(run("exitcode=3 format=json\nstats=0", {"predict", "race.std"}).status, 3);
  EXPECT_THAT(run("jobs=many", {"predict", "--", "race.std"}).err, HasSubstr("--jobs"));
  EXPECT_EQ(run("engine=hb", {"engines"}).status, 0) << "of another command";
  const Ran help = run("help=1", {"predict"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("--suppressions"));
  for (const char* bad : {"colour=red", "format", "suppressions='x"}) {
    const Ran ran = run(bad, {"predict", "race.std"});
    EXPECT_EQ(ran.status, 2) << bad;
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("FOREWEAVE_OPTIONS"));
  }
}

}  // namespace
}  // namespace foreweave
