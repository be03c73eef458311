#include "report/make/suppressions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/baseline.h"

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Pattern, IsFoundAnywhereUnlessItSaysWhere) {
  EXPECT_TRUE(matches_pattern("log", "my_log_line"));
  EXPECT_TRUE(matches_pattern("^my_", "my_log_line"));
  EXPECT_FALSE(matches_pattern("^log", "my_log_line"));
  EXPECT_TRUE(matches_pattern("line$", "my_log_line"));
  EXPECT_FALSE(matches_pattern("log$", "my_log_line"));
  EXPECT_TRUE(matches_pattern("^my*line$", "my_log_line"));
  EXPECT_TRUE(matches_pattern("m*l*e", "my_log_line"));
  EXPECT_FALSE(matches_pattern("l*x", "my_log_line"));
  EXPECT_TRUE(matches_pattern("*", ""));
  EXPECT_FALSE(matches_pattern("^$", "x"));
}

ReportedFinding finding(BugKind kind, std::string id) {
  ReportedFinding out;
  out.id = std::move(id);
  out.kind = kind;
  out.subject = "on total";
  ReportedEvent& site = out.sites.emplace_back();
  site.place = {"src/bank.cc", 12, 3, "deposit(int)"};
  site.stack = {site.place, {"src/main.cc", 40, 1, "work()"}};
  out.objects.push_back({"total", "", "global variable", 8, {}});
  return out;
}

bool hit(const char* rule, BugKind kind = BugKind::race) {
  const auto rules = parse_suppressions(rule, "rules");
  return rules.ok() && suppresses(rules.value().at(0), finding(kind, "x"));
}

TEST(Suppression, LooksAtFunctionsFilesPlacesAndVariables) {
  EXPECT_TRUE(hit("race:^deposit(int)$"));
  EXPECT_TRUE(hit("race:work"));
  EXPECT_TRUE(hit("race:bank.cc"));
  EXPECT_TRUE(hit("race:^src/bank.cc:12$"));
  EXPECT_TRUE(hit("race:^total$"));
  EXPECT_FALSE(hit("race:^bank.cc$"));
  EXPECT_FALSE(hit("deadlock:deposit"));
  EXPECT_TRUE(hit("deadlock:deposit", BugKind::deadlock));
  EXPECT_TRUE(hit("race_top:deposit"));
  EXPECT_FALSE(hit("race_top:work"));
  EXPECT_FALSE(hit("mutex:deposit"));
}

TEST(Suppressions, AreReadWithCommentsAndRefusedWithTheirLine) {
  EXPECT_THAT(parse_suppressions("# x\n\n race : a b \r\nuaf:c", "f").value(), SizeIs(2));
  EXPECT_EQ(parse_suppressions(" race : a b \r\n", "f").value()[0].pattern, "a b");
  EXPECT_THAT(parse_suppressions("race:a\nrase:b", "f").error().sentence(),
              HasSubstr("f:2: there is no kind of bug \"rase\""));
  EXPECT_THAT(parse_suppressions("race:", "f").error().sentence(), HasSubstr("f:1"));
}

TEST(Suppressions, AreCountedAndThoseMadeOfAReportSuppressAllOfIt) {
  Report report;
  report.findings = {finding(BugKind::race, "race-1"), finding(BugKind::deadlock, "deadlock-1")};
  const auto rules = parse_suppressions(suppressions_for(report), "made").value();
  suppress(report, rules);
  EXPECT_THAT(report.findings, IsEmpty());
  EXPECT_EQ(report.suppressed, 2u);
  EXPECT_EQ(report.suppressions[0].count, 1u);
}

TEST(Baseline, LeavesOutWhatItKnows) {
  Report report, old;
  report.findings = {finding(BugKind::race, "race-1"), finding(BugKind::race, "race-2")};
  old.findings = {finding(BugKind::race, "race-1"), finding(BugKind::race, "race-3")};
  leave_out_known(report, old);
  ASSERT_THAT(report.findings, SizeIs(1));
  EXPECT_EQ(report.findings[0].id, "race-2");
  EXPECT_EQ(report.known, 1u);
}

}  // namespace
}  // namespace foreweave
