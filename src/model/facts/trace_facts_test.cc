#include "model/facts/trace_facts.h"

#include <gtest/gtest.h>

#include <array>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

constexpr std::string_view kWithBranch = "T0|fork(T1)|1\nT0|r(x)|2\nT0|br|3\nT1|w(x)|4\n";
constexpr std::string_view kWithoutBranch = "T0|fork(T1)|1\nT0|r(x)|2\nT1|w(x)|4\n";

TEST(TraceFacts, SayWhichModelsATraceHasAllFor) {
  const Trace trace = std_trace(kWithBranch);
  TraceFacts facts(trace);
  for (const Model model : {Model::sync, Model::same_write, Model::branch}) {
    EXPECT_EQ(facts.why_not(model), std::nullopt) << name(model);
    EXPECT_EQ(facts.fitting(model), model);
  }
  EXPECT_TRUE(facts.why_not(Model::dependence).has_value());
  EXPECT_EQ(facts.fitting(Model::dependence), Model::branch);
}

TEST(TraceFacts, StepBackFurtherWhereTheStandInCannotRunEither) {
  const Trace trace = std_trace(kWithoutBranch);
  const TraceFacts facts(trace);
  EXPECT_EQ(facts.why_not(Model::branch), "the trace has no branches");
  EXPECT_EQ(facts.fitting(Model::branch), Model::same_write);
  EXPECT_EQ(facts.fitting(Model::dependence), Model::same_write);
  EXPECT_EQ(facts.fitting(Model::sync), Model::sync);
}

TEST(TraceFacts, HandOverWhatWasLearned) {
  const Trace trace = std_trace(kWithBranch);
  TraceFacts facts(trace);
  EXPECT_EQ(facts.under(Model::branch).dependences, nullptr);
  Dependences dependences;
  dependences.add(EventId(2), std::array{EventId(1)});
  facts.learn(std::move(dependences));
  EXPECT_EQ(facts.fitting(Model::dependence), Model::dependence);
  const ModelFacts under = facts.under(Model::dependence);
  EXPECT_EQ(under.model, Model::dependence);
  ASSERT_NE(under.dependences, nullptr);
  EXPECT_EQ(under.dependences->reads_behind(EventId(2)).size(), 1u);
}

TEST(TraceFacts, AreMadeOnce) {
  const Trace trace = std_trace(kWithBranch);
  const TraceFacts facts(trace);
  EXPECT_EQ(&facts.ideals(), &facts.ideals());
  EXPECT_EQ(&facts.certain_orders(), &facts.certain_orders());
}

}  // namespace
}  // namespace foreweave
