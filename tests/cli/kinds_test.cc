// foreweave predict on one small trace for each kind of bug, with engines that decide all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run.h"
#include "schema.h"

namespace foreweave {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr std::string_view kLockInversion =
    "T1|acq(a)|1\nT1|acq(b)|2\nT1|rel(b)|3\nT1|rel(a)|4\n"
    "T2|acq(b)|5\nT2|acq(a)|6\nT2|rel(a)|7\nT2|rel(b)|8\n";
constexpr std::string_view kLostUpdate =
    "T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\nT1|acq(l)|4\nT1|w(x)|5\nT1|rel(l)|6\n"
    "T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n";
constexpr std::string_view kLateUse = "T1|alloc(p)|1\nT1|fork(T2)|2\nT2|w(p)|3\nT1|free(p)|4\n";
constexpr std::string_view kInitLate = "T1|w(x)|1\nT2|w(y)|2\n";

class Kinds : public testing::Test {
 protected:
  Kinds() {
    scratch_.write("deadlock.std", kLockInversion);
    scratch_.write("atomicity.std", kLostUpdate);
    scratch_.write("uaf.std", kLateUse);
    scratch_.write("order.std", kInitLate);
    scratch_.write("orders", "# y must not come first\n2 < 1\n");
  }
  Ran predict(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"foreweave", "predict"});
    return scratch_.run(arguments);
  }
  // The kind is found by name and by default, and the report holds what it should.
  void expect_found(const std::string& kind, const std::string& what) {
    const std::string trace = kind + ".std";
    const Ran asked = predict({trace, "--bugs", kind, "--engine", "m2"});
    EXPECT_EQ(asked.status, 66) << asked.out << asked.err;
    EXPECT_THAT(asked.out, HasSubstr(what));
    EXPECT_THAT(predict({trace}).out, HasSubstr(kind + "-"));
    EXPECT_THAT(predict({trace, "--engine", "hb"}).out, Not(HasSubstr(kind + "-")));
  }

  Scratch scratch_;
};

TEST_F(Kinds, ADeadlockIsFound) {
  expect_found("deadlock",
               "predicted deadlock of T1 and T2\n"
               "  T1 waits for b at deadlock.std:2, event 1\n"
               "      holding a (since deadlock.std:1), for which T2 waits\n"
               "  T2 waits for a at deadlock.std:6, event 5\n"
               "      holding b (since deadlock.std:5), for which T1 waits\n");
}

TEST_F(Kinds, AnAtomicityViolationIsFoundUnlessItsAccessesAreTooFarApart) {
  expect_found("atomicity",
               "predicted atomicity violation on x\n"
               "  T1 can write x after it saw a value that T2 has changed since\n"
               "  local: read of x by T1 at atomicity.std:2, event 1\n");
  EXPECT_EQ(predict({"atomicity.std", "--local-distance", "2"}).status, 0);
}

TEST_F(Kinds, AUseAfterFreeIsFound) {
  expect_found("uaf",
               "predicted use after free of p\n"
               "  free of p by T1 at uaf.std:4, event 3\n"
               "      holding no lock\n"
               "  use: write of p by T2 at uaf.std:3, event 2\n"
               "      holding no lock\n"
               "  allocated by T1 at uaf.std:1, event 0\n");
}

TEST_F(Kinds, AnOrderThatTheUserForbidsIsFound) {
  const Ran ran = predict({"order.std", "--order", "orders", "--bugs", "order"});
  EXPECT_EQ(ran.status, 66) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("predicted order violation on y and x\n"
                                 "  step 1: write of y by T2 at order.std:2, event 1\n"));
  EXPECT_THAT(ran.out, HasSubstr("foreweave predict --bugs order --order orders --format json"));
  EXPECT_EQ(predict({"order.std", "--bugs", "race"}).status, 0);
}

TEST_F(Kinds, AFileOfOrdersThatIsWrongIsRefused) {
  const auto refused = [&](const std::string& file, const std::string& what) {
    const Ran ran = predict({"order.std", "--order", file});
    EXPECT_EQ(ran.status, 2);
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(what));
  };
  scratch_.write("empty", "# nothing\n");
  scratch_.write("odd", "1 < 2\nhere < there\n");
  refused("missing", "missing");
  refused("empty", "holds no order");
  refused("odd", "odd:2");
  scratch_.write("elsewhere", "7 < 1\n");
  const Ran ran = predict({"order.std", "--order", "elsewhere"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("no event of the trace is at 7"));
  const Ran over = predict({"order.std", "--order", "orders", "-o", "orders"});
  EXPECT_EQ(over.status, 2);
  EXPECT_THAT(scratch_.read("orders"), HasSubstr("2 < 1"));
}

TEST_F(Kinds, SaysThatSeqcheckNeedsBranches) {
  const std::string sentence = "seqcheck ran as m2: the trace has no branches\n";
  EXPECT_THAT(predict({"deadlock.std"}).out, HasSubstr(sentence));
  EXPECT_THAT(predict({"deadlock.std", "--engine", "m2"}).out, Not(HasSubstr(sentence)));
  scratch_.write("branch.std", std::string(kLockInversion) + "T2|br|9\n");
  EXPECT_THAT(predict({"branch.std"}).out, Not(HasSubstr(sentence)));
}

TEST_F(Kinds, GivesTheSameBytesWhateverTheNumberOfJobs) {
  for (const auto& entry : std::filesystem::directory_iterator(FOREWEAVE_SOURCE "/tests/golden")) {
    if (entry.path().extension() != ".std") continue;
    const auto report = [&](const char* jobs) {
      return predict({entry.path(), "--jobs", jobs, "--format", "json"}).out;
    };
    EXPECT_EQ(report("1"), report("3")) << entry.path();
  }
}

TEST_F(Kinds, ReportsFitTheSchemaAndTheirWitnessesAreAccepted) {
  const json schema = json::parse(std::ifstream(FOREWEAVE_SOURCE "/docs/report.schema.json"));
  for (const char* kind : {"deadlock", "atomicity", "uaf"}) {
    const std::string trace = std::string(kind) + ".std";
    predict({trace, "--format", "json", "-o", "r.json"});
    EXPECT_THAT(schema_violations(schema, json::parse(scratch_.read("r.json"))), IsEmpty());
    const Ran ran = scratch_.run({"foreweave-witness", trace, "r.json"});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(kind));
  }
}

TEST_F(Kinds, CountsWhatTheBudgetCut) {
  const Ran ran =
      predict({"deadlock.std", "--engine", "m2", "--bugs", "deadlock", "--budget", "1"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("1 possible bug is undecided because --budget ended"));
}

}  // namespace
}  // namespace foreweave
