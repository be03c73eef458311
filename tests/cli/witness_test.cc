// foreweave-witness: accepts what predict wrote, refuses what was changed, and survives every file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "inputs.h"
#include "run.h"

namespace foreweave {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::StartsWith;

class Witness : public testing::Test {
 protected:
  Witness() {
    scratch_.write("race.std", kHiddenRace);
    scratch_.run({"foreweave", "predict", "race.std", "--format", "json", "-o", "good.json"});
    report_ = json::parse(scratch_.read("good.json"));
  }
  json& finding() { return report_["findings"][0]; }

  Ran check(const std::string& results = "") {
    if (results.empty()) scratch_.write("results.json", report_.dump());
    return scratch_.run(
        {"foreweave-witness", "race.std", results.empty() ? "results.json" : results});
  }
  void expect_bad_input(const std::string& what) {
    const Ran ran = check();
    EXPECT_EQ(ran.status, 2) << ran.out << ran.err;
    EXPECT_TRUE(is_one_sentence("foreweave-witness", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("results.json"));
    EXPECT_THAT(ran.err, HasSubstr(what));
    EXPECT_THAT(ran.out, IsEmpty());
  }
  void expect_refused() {
    const Ran ran = check();
    EXPECT_EQ(ran.status, 1) << ran.out << ran.err;
    EXPECT_THAT(ran.out, StartsWith(finding()["id"].get<std::string>() + ": refused: "));
    EXPECT_THAT(ran.err, IsEmpty());
  }

  Scratch scratch_;
  json report_;
};

TEST_F(Witness, AcceptsWhatPredictWrote) {
  const Ran ran = check("good.json");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, finding()["id"].get<std::string>() + ": accepted\n");
  EXPECT_THAT(ran.err, IsEmpty());
}

TEST_F(Witness, AcceptsAReportWithoutFindings) {
  report_["findings"] = json::array();
  const Ran ran = check();
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST_F(Witness, RefusesAWitnessInWhichALockIsHeldTwice) {
  // T1 acquires l and keeps it; then T2 cannot.
  finding()["witness"] = {{{"thread", "T1"}, {"from", 0}, {"to", 0}},
                          {{"thread", "T2"}, {"from", 3}, {"to", 4}}};
  expect_refused();
}

TEST_F(Witness, RefusesAWitnessThatStopsShort) {
  finding()["witness"] = json::array();
  expect_refused();
}

TEST_F(Witness, RefusesAWitnessThatIsThePending) {
  finding()["witness"].push_back({{"thread", "T2"}, {"from", 5}, {"to", 5}});
  expect_refused();
}

TEST_F(Witness, RefusesAClaimThatIsNoRace) {
  finding()["claim"]["pending"] = {0, 5};
  finding()["sites"][0]["event"] = 0;
  finding()["sites"][0]["line"] = 1;
  expect_refused();
}

TEST_F(Witness, RefusesAnythingUnderAModelThatOverApproximates) {
  finding()["model"] = "sync";
  expect_refused();
}

TEST_F(Witness, WantsDecisionsInTheTraceForAModelThatRestsOnThem) {
  // Without any, no read would be fixed, and everything possible.
  finding()["model"] = "branch";
  expect_bad_input("the trace has no branches");
}

TEST_F(Witness, LooksAtRelatedPlacesToo) {
  finding()["related"] = json::array({finding()["sites"][0]});
  EXPECT_EQ(check().status, 0);
  finding()["related"][0]["line"] = 77;
  expect_bad_input("is not on line 77");
  finding()["related"][0]["line"] = 2;
  finding()["related"][0]["thread"] = "T2";
  expect_bad_input("is not of thread");
  finding()["related"] = 5;
  expect_bad_input("\"related\"");
}

TEST_F(Witness, GoesOnAfterARefusal) {
  json second = finding();
  finding()["witness"] = json::array();
  second["id"] = "race-00000000";
  report_["findings"].push_back(second);
  const Ran ran = check();
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr(": refused: "));
  EXPECT_THAT(ran.out, EndsWith("\nrace-00000000: accepted\n"));
}

TEST_F(Witness, RefusesFilesThatAreNoReport) {
  const auto bad = [&](const std::string& text, const std::string& what) {
    scratch_.write("bad.json", text);
    const Ran ran = check("bad.json");
    EXPECT_EQ(ran.status, 2) << text;
    EXPECT_TRUE(is_one_sentence("foreweave-witness", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(what));
  };
  bad("", "not JSON");
  bad("{\"version\": 1", "not JSON");
  bad("[]", "not a report");
  bad("{}", "\"version\"");
  bad("{\"version\": 3}", "version 3");
  bad("{\"version\": \"1\"}", "version");
  bad("{\"version\": 1}", "\"trace\"");
  bad("{\"version\": 1, \"trace\": 7}", "\"events\"");
  bad("{\"version\": 1, \"trace\": {\"events\": 6}}", "\"findings\"");
  bad("{\"version\": 1, \"trace\": {\"events\": 6}, \"findings\": 1}", "not an array");
  bad("{\"version\": 1, \"trace\": {\"events\": 6}, \"findings\": [3]}", "\"id\"");
  bad("{\"version\": 1, \"trace\": {\"events\": 7}, \"findings\": []}", "a trace of 7 events");
  bad(std::string(200000, '['), "not JSON");
}

TEST_F(Witness, RefusesEveryMissingMember) {
  const json members = finding();
  for (const auto& [member, value] : members.items()) {
    if (member == "status" || member == "engine" || member == "effect" || member == "subject" ||
        member == "objects" || member == "story")
      continue;  // not its business
    const json whole = report_;
    finding().erase(member);
    expect_bad_input("\"" + member + "\"");
    report_ = whole;
  }
}

TEST_F(Witness, RefusesEventsOutsideOfTheTrace) {
  for (const json& event :
       {json(6), json(-1), json(1.5), json("1"), json(nullptr), json(1ull << 40)}) {
    const json whole = report_;
    finding()["witness"][0]["to"] = event;
    expect_bad_input("event");
    report_ = whole;
    finding()["claim"]["pending"][0] = event;
    expect_bad_input("event");
    report_ = whole;
  }
}

TEST_F(Witness, RefusesASegmentOfAnotherThread) {
  finding()["witness"][0] = {{"thread", "T1"}, {"from", 0}, {"to", 4}};
  expect_bad_input("event 4 is not of thread \"T1\"");
}

TEST_F(Witness, ReadsTheFirstVersionToo) {
  report_["version"] = 1;
  finding()["witness"] = {{{"thread", "T2"}, {"event", 4}}, {{"thread", "T1"}, {"event", 0}}};
  EXPECT_EQ(check().status, 0);
  finding()["witness"].erase(1);
  expect_refused();
  finding()["witness"] = {{{"from", 0}, {"to", 3}}};
  expect_bad_input("\"event\"");
}

// A run of many switches, and behind it a race of T1 and T2, for which T4 has to go on and T3 does
// not.
class ShortWitness : public Witness {
 protected:
  ShortWitness() {
    std::string text;
    for (int i = 0; i < 100; ++i) text += "T1|w(a)|1\nT2|w(b)|2\nT3|w(c)|3\n";
    text += "T3|acq(l)|4\nT3|rel(l)|4\nT1|acq(l)|4\nT1|rel(l)|4\nT1|w(x)|5\nT3|w(z)|4\n";
    for (int i = 0; i < 20; ++i) text += "T4|w(d)|1\nT2|w(b)|2\n";
    text += "T4|acq(l)|4\nT4|w(q)|4\nT4|rel(l)|4\nT2|acq(l)|4\nT2|r(q)|4\nT2|rel(l)|4\n";
    scratch_.write("race.std", text + "T2|w(x)|6\n");
    scratch_.run({"foreweave", "predict", "race.std", "--engine", "hb", "--bugs", "race",
                  "--format", "json", "-o", "good.json"});
    report_ = json::parse(scratch_.read("good.json"));
  }
  void expect_not_accepted(const std::string& what) {
    const Ran ran = check();
    EXPECT_NE(ran.status, 0) << what << ran.out;
    EXPECT_THAT(ran.out, testing::Not(HasSubstr("accepted")));
  }
};

TEST_F(ShortWitness, IsWhatDiffersFromTheRun) {
  EXPECT_EQ(finding()["witness"], json::parse(R"([{"from": 0, "to": 303}, {"together": [
                {"thread": "T2", "from": 307, "to": 351},
                {"thread": "T4", "from": 306, "to": 348}]}])"));
  EXPECT_EQ(check("good.json").status, 0);
}

TEST_F(ShortWitness, IsNotAcceptedIfAnythingOfItIsChanged) {
  const json whole = report_;
  const auto change = [&](const std::string& what, auto edit) {
    report_ = whole;
    edit(finding()["witness"]);
    expect_not_accepted(what);
  };
  const auto part = [](json& witness, size_t i) -> json& { return witness[1]["together"][i]; };
  for (const int to : {0, 100, 302, 305, 306, 344, 345, 346, 1000})
    change("as recorded", [&](json& w) { w[0]["to"] = to; });
  change("as recorded from elsewhere", [](json& w) { w[0]["from"] = 1; });
  change("as recorded is dropped", [](json& w) { w.erase(0); });
  change("as recorded comes last", [](json& w) { std::swap(w[0], w[1]); });
  change("as recorded comes twice", [](json& w) { w.insert(w.begin(), json(w[0])); });
  change("a piece is dropped", [](json& w) { w.erase(1); });
  change("a piece comes twice", [](json& w) { w.push_back(json(w[1])); });
  change("a piece of nobody", [](json& w) { w.push_back({{"together", json::array()}}); });
  change("a piece that is none", [](json& w) { w.push_back({{"together", 7}}); });
  change("another thread comes along", [](json& w) {
    w.push_back({{"thread", "T3"}, {"from", 305}, {"to", 305}});
    w.push_back({{"thread", "T1"}, {"from", 304}, {"to", 304}});
  });
  for (const size_t i : {0, 1}) {
    change("a part is dropped", [&](json& w) { w[1]["together"].erase(i); });
    change("a part comes twice", [&](json& w) { w[1]["together"].push_back(json(part(w, i))); });
    for (const int by : {-2, -1, 1, 2}) {
      change("a part begins elsewhere",
             [&](json& w) { part(w, i)["from"] = part(w, i)["from"].get<int>() + by; });
      change("a part ends elsewhere",
             [&](json& w) { part(w, i)["to"] = part(w, i)["to"].get<int>() + by; });
    }
    change("a part of another thread", [&](json& w) { part(w, i)["thread"] = "T3"; });
  }
  change("two threads change names",
         [&](json& w) { std::swap(part(w, 0)["thread"], part(w, 1)["thread"]); });
}

TEST_F(Witness, RefusesSitesThatTheClaimDoesNotName) {
  const json whole = report_;
  finding()["sites"][0]["event"] = 0;
  finding()["sites"][0]["line"] = 1;
  expect_bad_input("different events");
  report_ = whole;
  finding()["sites"][0]["line"] = 17;
  expect_bad_input("not on line 17");
  report_ = whole;
  finding()["sites"][0]["thread"] = "T2";
  expect_bad_input("not of thread");
}

TEST_F(Witness, RefusesNamesItDoesNotKnow) {
  const json whole = report_;
  finding()["model"] = "telepathy";
  expect_bad_input("telepathy");
  report_ = whole;
  finding()["model"] = "dependence";
  expect_bad_input("dependence");
  report_ = whole;
  finding()["kind"] = "annoyance";
  expect_bad_input("annoyance");
  report_ = whole;
  finding()["id"] = "x: accepted\nrace-1";
  expect_bad_input("strange id");
}

TEST_F(Witness, RefusesATraceThatIsNone) {
  scratch_.write("bad.std", "T1|rel(l)|1\n");
  for (const char* path : {"bad.std", "missing.std", "good.json"}) {
    const Ran ran = scratch_.run({"foreweave-witness", path, "good.json"});
    EXPECT_EQ(ran.status, 2) << path;
    EXPECT_TRUE(is_one_sentence("foreweave-witness", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(path));
  }
  EXPECT_EQ(check("missing.json").status, 2);
}

}  // namespace
}  // namespace foreweave
