// The flow from claims to verdicts, with deciders whose answers are written down in the test.
#include "prove/construct/decide.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "events/std/format.h"

namespace foreweave {
namespace {

using testing::SizeIs;
using Answer = ClassVerdict::Answer;

struct Reply {
  Verdict verdict;
  uint64_t work = 1;
};
using Script = std::function<Reply(const Claim&, uint64_t budget)>;

class ToyDecider : public ClaimDecider {
 public:
  explicit ToyDecider(const Script& script) : script_(script) {}
  Verdict decide(const Claim& claim, uint64_t budget) override {
    Reply reply = script_(claim, budget);
    work_ = reply.work;
    return std::move(reply.verdict);
  }
  uint64_t work() const override { return work_; }

 private:
  const Script& script_;
  uint64_t work_ = 0;
};

class ToyEngine : public DeciderFactory {
 public:
  explicit ToyEngine(Script script) : script_(std::move(script)) {}
  const EngineInfo& info() const override { return info_; }
  ModelFacts facts() const override { return {}; }
  std::unique_ptr<ClaimDecider> make() const override {
    return std::make_unique<ToyDecider>(script_);
  }

 private:
  EngineInfo info_{.name = "toy", .procedure = "a script", .summary = "for tests"};
  Script script_;
};

// Event 2i is T1's i-th write of x, event 2i+1 is T2's: any two of different threads race.
Trace alternating_writes() {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "T1|w(x)|1\nT2|w(x)|2\n";
  return std::move(read_std(text, "t.std")).value();
}

// The race of T1's and T2's i-th writes, whose witness runs both up to there.
Claim nth_race(uint32_t i) { return Claim::race(EventId(2 * i), EventId(2 * i + 1)); }
Feasible good_witness(const Claim& claim) {
  const uint32_t i = claim.pending[0].value / 2;
  if (i == 0) return {};
  return {Reordering({{ThreadId(0), i}, {ThreadId(1), i}})};
}
Feasible bad_witness() { return {Reordering({{ThreadId(0), 20}})}; }

ClaimClass class_of(std::initializer_list<uint32_t> races) {
  ClaimClass bug;
  for (const uint32_t i : races) bug.claims.push_back(nth_race(i));
  bug.instances = races.size();
  return bug;
}

class Decide : public testing::Test {
 protected:
  ClassVerdict decide(const ClaimClass& bug, Script script, DecideOptions options = {}) {
    const std::vector<ClaimClass> classes = {bug};
    std::vector<ClassVerdict> verdicts =
        decide_classes(Checker(trace_), classes, ToyEngine(std::move(script)), options);
    CHECK(verdicts.size() == 1, "one class, one verdict");
    return std::move(verdicts[0]);
  }

  const Trace trace_ = alternating_writes();
};

TEST_F(Decide, ProvesAClassByItsFirstInstanceThatTheCheckerAccepts) {
  const ClassVerdict verdict = decide(class_of({3, 1, 2}), [](const Claim& claim, uint64_t) {
    if (claim == nth_race(3)) return Reply{Infeasible{}, 5};
    return Reply{good_witness(claim), 7};
  });
  EXPECT_EQ(verdict.answer, Answer::proved);
  ASSERT_TRUE(verdict.proof);
  EXPECT_EQ(verdict.proof->claim(), nth_race(1));
  EXPECT_EQ(verdict.claims_tried, 2u);
  EXPECT_EQ(verdict.claims_left, 0u);
  EXPECT_EQ(verdict.work, 12u);
}

TEST_F(Decide, ABadWitnessProvesNothingAndTheNextInstanceIsTried) {
  const ClassVerdict saved = decide(class_of({1, 2}), [](const Claim& claim, uint64_t) {
    return Reply{claim == nth_race(1) ? bad_witness() : good_witness(claim)};
  });
  EXPECT_EQ(saved.answer, Answer::proved);
  EXPECT_EQ(saved.witnesses_refused, 1u);
  const ClassVerdict lost =
      decide(class_of({1, 2}), [](const Claim&, uint64_t) { return Reply{bad_witness()}; });
  EXPECT_EQ(lost.answer, Answer::undecided);
  EXPECT_EQ(lost.why, Why::no_witness);
  EXPECT_EQ(lost.witnesses_refused, 2u);
  EXPECT_FALSE(lost.proof);
}

TEST_F(Decide, AClassIsInfeasibleOnlyIfEveryInstanceOfTheTraceIs) {
  const Script no = [](const Claim&, uint64_t) { return Reply{Infeasible{}}; };
  ClaimClass bug = class_of({1, 2});
  EXPECT_EQ(decide(bug, no).answer, Answer::infeasible);
  bug.instances = 10;  // the pattern kept two of ten
  const ClassVerdict verdict = decide(bug, no);
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.why, Why::attempts);
  EXPECT_EQ(verdict.claims_left, 8u);
}

TEST_F(Decide, OneUnknownInstanceLeavesTheClassUndecided) {
  const ClassVerdict verdict = decide(class_of({1, 2, 3}), [](const Claim& claim, uint64_t) {
    if (claim == nth_race(2)) return Reply{Unknown{Why::not_covered}};
    return Reply{Infeasible{}};
  });
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.why, Why::not_covered);
  EXPECT_EQ(verdict.claims_tried, 3u);
}

TEST_F(Decide, GivesEachInstanceWhatTheOthersLeftOfTheBudget) {
  std::vector<uint64_t> budgets;
  const ClassVerdict verdict = decide(class_of({1, 2, 3, 4}),
                                      [&](const Claim&, uint64_t budget) {
                                        budgets.push_back(budget);
                                        return Reply{Unknown{}, 40};
                                      },
                                      {.budget = 100});
  EXPECT_THAT(budgets, testing::ElementsAre(100, 60, 20));
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.why, Why::budget);
  EXPECT_EQ(verdict.claims_left, 1u);
}

TEST_F(Decide, AsksNothingBeyondTheDeadline) {
  const ClassVerdict verdict =
      decide(class_of({1}), [](const Claim& claim, uint64_t) { return Reply{good_witness(claim)}; },
             {.deadline = std::chrono::steady_clock::now()});
  EXPECT_EQ(verdict.answer, Answer::undecided);
  EXPECT_EQ(verdict.why, Why::budget);
  EXPECT_EQ(verdict.claims_tried, 0u);
}

TEST_F(Decide, WithoutClassesNobodyIsAsked) {
  const ToyEngine engine([](const Claim&, uint64_t) { return Reply{Unknown{}}; });
  EXPECT_THAT(decide_classes(Checker(trace_), {}, engine, {}), SizeIs(0));
}

std::string in_words(const ClassVerdict& v) {
  std::string words =
      fmt::format("{} {} {} {} {} {}", static_cast<int>(v.answer), static_cast<int>(v.why),
                  v.claims_tried, v.claims_left, v.witnesses_refused, v.work);
  if (v.proof) words += fmt::format(" event {}", v.proof->claim().pending[0].value);
  return words;
}

TEST_F(Decide, TheResultIsTheSameWhateverTheNumberOfJobs) {
  std::vector<ClaimClass> classes;
  for (uint32_t i = 0; i < 60; ++i) classes.push_back(class_of({i % 20, (i + 7) % 20}));
  // Yes, no, wrong and unknown in turn, some of them slow.
  const ToyEngine engine([](const Claim& claim, uint64_t) {
    const uint32_t i = claim.pending[0].value / 2;
    if (i % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200 * (i % 5)));
    if (i % 4 == 0) return Reply{good_witness(claim), i};
    if (i % 4 == 1) return Reply{Infeasible{}, i};
    if (i % 4 == 2) return Reply{bad_witness(), i};
    return Reply{Unknown{}, 3 * i};
  });
  std::vector<std::string> alone;
  for (const ClassVerdict& v : decide_classes(Checker(trace_), classes, engine, {.budget = 20}))
    alone.push_back(in_words(v));
  for (const unsigned jobs : {2u, 5u, 100u}) {
    std::vector<std::string> together;
    for (const ClassVerdict& v : decide_classes(Checker(trace_), classes, engine, {jobs, 20, {}}))
      together.push_back(in_words(v));
    EXPECT_EQ(together, alone) << jobs;
  }
}

}  // namespace
}  // namespace foreweave
