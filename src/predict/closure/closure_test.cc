// What tests/agree cannot show with small traces: windows, budgets, the dependence model, and
// single rules by name. That answers are right is tests/agree's business.
#include "predict/closure/closure.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/std/trace_for_tests.h"
#include "predict/closure/engines.h"

namespace foreweave {
namespace {

Claim race(uint32_t a, uint32_t b) { return Claim::race(EventId(a), EventId(b)); }

struct Answer {
  Verdict verdict;
  uint64_t work = 0;
};

Answer decide(const Trace& trace, const Claim& claim, const ModelFacts& facts = {},
              uint64_t budget = UINT64_MAX, const ClosureOptions& options = {}) {
  TraceFacts known(trace);
  if (facts.dependences) known.learn(*facts.dependences);
  const auto factory = closure_deciders(known, facts.model, options);
  const auto decider = factory->make();
  Answer answer{decider->decide(claim, budget), 0};
  answer.work = decider->work();
  return answer;
}

bool feasible(const Answer& answer) { return std::holds_alternative<Feasible>(answer.verdict); }
bool infeasible(const Answer& answer) { return std::holds_alternative<Infeasible>(answer.verdict); }

// T1 reads an index and writes to the element; nothing branches on it. T2 changes the index first.
Trace computed_address(bool address_varies) {
  TraceBuilder builder(SourceMap("made", SourceMap::Unit::line));
  for (const char* name : {"T1", "T2"}) builder.add_thread(name);
  const uint32_t site = builder.add_site("a.c", 1, 1, "f").value;
  const uint8_t flags = address_varies ? FW_FLAG_DECIDES : 0;
  const auto access = [&](uint32_t thread, Kind kind, uint64_t address, uint8_t more = 0) {
    builder.add({thread, kind, more, site, 8, address, 0});
  };
  access(1, Kind::write, 0x100);         // 0: the element
  access(1, Kind::write, 0x200);         // 1: the index
  access(0, Kind::read, 0x200);          // 2: sees it
  access(0, Kind::write, 0x100, flags);  // 3: the element it says
  builder.add({1, Kind::branch, 0, site, 0, 0, 1});
  return std::move(builder).finish();
}

TEST(Closure, FixesTheReadAnAddressWasComputedFrom) {
  const ModelFacts branch{Model::branch, nullptr};
  const Trace fixed = computed_address(true), free = computed_address(false);
  EXPECT_TRUE(infeasible(decide(fixed, race(0, 3), branch)));
  EXPECT_TRUE(feasible(decide(free, race(0, 3), branch)));
}

TEST(Closure, LetsACompareExchangeSeeWhatItSaw) {
  for (const bool compares : {true, false}) {
    TraceBuilder builder(SourceMap("made", SourceMap::Unit::line));
    for (const char* name : {"T1", "T2"}) builder.add_thread(name);
    const uint32_t site = builder.add_site("a.c", 1, 1, "f").value;
    const uint8_t flags = compares ? FW_FLAG_DECIDES_ON_OWN_READ : 0;
    builder.add({0, Kind::atomic_read, 0, site, 8, 0x100, 0});        // 0
    builder.add({0, Kind::atomic_update, flags, site, 8, 0x100, 0});  // 1
    builder.add({1, Kind::atomic_write, 0, site, 8, 0x100, 0});       // 2
    builder.add({1, Kind::branch, 0, site, 0, 0, 1});
    const Trace t = std::move(builder).finish();
    Dependences none;
    const Claim lost = Claim::atomicity({EventId(0), EventId(2), EventId(1)});
    for (const ModelFacts& facts :
         {ModelFacts{Model::branch, nullptr}, ModelFacts{Model::dependence, &none}}) {
      EXPECT_EQ(infeasible(decide(t, lost, facts)), compares);
      EXPECT_EQ(feasible(decide(t, lost, facts)), !compares);
    }
  }
}

// ReconP, Figure 2: the race is there for who knows what each branch and write depends on.
TEST(Closure, TakesTheReadsThatMatterFromDependences) {
  const Trace trace = std_trace(
      "T1|w(x)|1\nT1|r(x)|2\nT1|w(p)|3\nT1|w(y)|4\nT3|w(z)|5\nT2|r(y)|6\nT2|w(t)|7\nT2|r(z)|8\n"
      "T2|br|9\nT2|r(z)|11\nT2|w(x)|12\nT2|r(y)|13\nT2|br|14\nT2|w(y)|15\nT3|r(y)|16\nT3|w(z)|17\n"
      "T3|r(x)|18\nT3|br|20\nT3|r(y)|21\nT3|w(p)|22\n");
  Dependences dependences;
  for (const auto& [of, read] :
       {std::pair{6u, 5u}, {8u, 7u}, {10u, 9u}, {12u, 11u}, {15u, 14u}, {17u, 16u}, {19u, 18u}}) {
    const EventId reads[] = {EventId(read)};
    dependences.add(EventId(of), reads);
  }
  EXPECT_TRUE(infeasible(decide(trace, race(2, 19), {Model::branch, nullptr})));
  EXPECT_TRUE(feasible(decide(trace, race(2, 19), {Model::dependence, &dependences})));
}

// Two threads that take turns under a lock, many times, and an unguarded write of each in the end.
std::string turns(int rounds) {
  std::string text;
  for (int i = 0; i < rounds; ++i)
    for (const char* t : {"T1", "T2"})
      text += fmt::format("{0}|acq(l)|1\n{0}|r(x)|2\n{0}|w(x)|3\n{0}|rel(l)|4\n", t);
  return text + "T1|w(y)|5\nT2|acq(l)|6\nT2|rel(l)|7\nT2|w(y)|8\n";
}

TEST(Closure, CostsNoMoreInALongerTraceIfTheClaimIsNarrow) {
  const Trace small = std_trace(turns(2'000)), large = std_trace(turns(20'000));
  const auto ask = [](const Trace& trace) {
    const uint32_t last = static_cast<uint32_t>(trace.size()) - 1;
    return decide(trace, race(last - 3, last));
  };
  const Answer in_small = ask(small), in_large = ask(large);
  EXPECT_TRUE(feasible(in_small));
  EXPECT_TRUE(feasible(in_large));
  EXPECT_EQ(in_small.work, in_large.work);
}

TEST(Closure, RefutesAClaimWithinItsWindow) {
  const Trace trace = std_trace(turns(20'000));
  const uint32_t middle = static_cast<uint32_t>(trace.size()) / 2 / 8 * 8;
  const Answer answer = decide(trace, race(middle + 1, middle + 6));
  EXPECT_TRUE(infeasible(answer));
  EXPECT_LT(answer.work, 20'000u);
}

TEST(Closure, MakesTheWindowWiderUntilItCanTell) {
  // The section that T2's read needs out of the way began long before the two accesses.
  std::string text = "T2|acq(l)|1\n";
  for (int i = 0; i < 500; ++i) text += "T1|w(x)|2\nT3|r(x)|3\n";
  text += "T2|rel(l)|4\nT1|acq(l)|5\nT1|w(y)|6\nT1|rel(l)|7\nT3|w(y)|8\n";
  const Trace trace = std_trace(text);
  const uint32_t last = static_cast<uint32_t>(trace.size()) - 1;
  const ClosureOptions narrow{.margin = 1, .whole_up_to = 0};
  EXPECT_TRUE(feasible(decide(trace, race(last - 2, last), {}, UINT64_MAX, narrow)));
}

TEST(Closure, SaysThatTheBudgetIsUsedUp) {
  const Trace trace = std_trace(turns(100));
  const uint32_t last = static_cast<uint32_t>(trace.size()) - 1;
  const Answer answer = decide(trace, race(last - 3, last), {}, 100);
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer.verdict));
  EXPECT_EQ(std::get<Unknown>(answer.verdict).why, Why::budget);
  EXPECT_LT(answer.work, 2'000u);
}

TEST(Closure, RefutesClaimsOfMoreThanTwoThreads) {
  const Trace trace =
      std_trace("T1|w(x)|1\nT1|w(y)|2\nT2|r(y)|3\nT2|w(z)|4\nT3|r(z)|5\nT3|w(x)|6\n");
  EXPECT_TRUE(infeasible(decide(trace, race(0, 5))));
}

// T1 and T2 each look at p, which M wrote long ago, and write x, in a section; T2 also changes p.
// So T1 comes first. `apart` things happen before both, or between the two.
Trace two_looks(uint32_t apart, bool between) {
  std::string others;
  for (uint32_t i = 0; i < apart; ++i) others += "T3|w(z)|7\nT4|w(z)|8\n";
  const std::string first = "T1|acq(l)|2\nT1|r(p)|3\nT1|br|4\nT1|w(x)|5\nT1|rel(l)|6\n";
  const std::string second =
      "T2|acq(l)|9\nT2|r(p)|10\nT2|br|11\nT2|w(p)|12\nT2|w(x)|13\nT2|rel(l)|14\n";
  return std_trace("M|w(p)|1\n" + (between ? first + others + second : others + first + second));
}

TEST(Closure, KnowsThatTwoReadsSeeTheSameWriteOfThePast) {
  constexpr uint32_t kApart = 10'000;
  const Trace trace = two_looks(kApart, false);
  const Claim claim{BugKind::order, {EventId(2 * kApart + 10), EventId(2 * kApart + 4)}, {}};
  const Answer answer = decide(trace, claim, {Model::branch, nullptr});
  EXPECT_TRUE(infeasible(answer));
  EXPECT_LT(answer.work, 500u);
}

TEST(Closure, RefutesClaimsCheaplyHoweverFarTheirEventsAreApart) {
  constexpr uint32_t kApart = 10'000;
  const Trace trace = two_looks(kApart, true);
  const Claim claim{BugKind::order, {EventId(2 * kApart + 10), EventId(4)}, {}};
  const Answer answer = decide(trace, claim, {Model::branch, nullptr});
  EXPECT_TRUE(infeasible(answer));
  EXPECT_LT(answer.work, 1'000u);
}

// What a decider keeps from one claim to the next is no part of the answer.
TEST(Closure, AnswersTheSameWhateverItWasAskedBefore) {
  const Trace trace = two_looks(10'000, true);
  const TraceFacts facts(trace);
  const auto factory = closure_deciders(facts, Model::branch);
  const auto asked_before = factory->make();
  for (uint32_t a = 0; a < 60; ++a) {
    const Claim claim{BugKind::order, {EventId(20'000 + a % 12), EventId(a % 11)}, {}};
    const auto fresh = factory->make();
    const Verdict first = fresh->decide(claim, 100'000);
    EXPECT_EQ(asked_before->decide(claim, 100'000).index(), first.index()) << a;
    EXPECT_EQ(asked_before->work(), fresh->work()) << a;
  }
}

// A race whose events are thousands apart, the first one in a section of a lock that the other
// thread needs in between: the section comes last. Nothing is proposed where an answer is found as
// quickly.
TEST(Closure, ProposesAnOrderForARaceThatIsFarApart) {
  std::string text = "M|fork(A)|1\nM|fork(B)|2\nA|w(v)|3\nA|acq(l)|4\nA|w(x)|5\nA|rel(l)|6\n";
  for (int i = 0; i < 3000; ++i) text += "B|acq(l)|7\nB|w(y)|8\nB|rel(l)|9\nA|w(z)|10\n";
  text += "B|w(v)|11\nB|w(x)|12\n";
  const Trace trace = std_trace(text);
  const uint32_t last = static_cast<uint32_t>(trace.size()) - 1;
  const TraceFacts facts(trace);
  const auto factory = closure_deciders(facts, Model::same_write);
  const auto decider = factory->make();
  const ClaimDecider::Proposal far = decider->propose(race(4, last));
  ASSERT_TRUE(far.witness);
  EXPECT_GT(far.work, 0u);
  EXPECT_THAT(far.witness->done(trace), testing::ElementsAre(2, 2, 9001));
  EXPECT_FALSE(decider->propose(race(2, last - 1)).witness) << "A waits, and B gets there";
  EXPECT_FALSE(decider->propose(race(2, 6)).witness);
  ClosureOptions whole;
  whole.whole_up_to = 1 << 20;
  const auto taken_whole = closure_deciders(facts, Model::same_write, whole);
  EXPECT_FALSE(taken_whole->make()->propose(race(4, last)).witness);
}

TEST(Closure, DoesNotAnswerWhatIsNoClaim) {
  const Trace trace = std_trace("T1|w(x)|1\nT2|w(x)|2\nT1|w(y)|3\n");
  for (const Claim& claim : {race(0, 2), race(0, 7), Claim{BugKind::order, {}, {}},
                             Claim{BugKind::deadlock, {}, {EventId(0), EventId(1)}}}) {
    const Answer answer = decide(trace, claim);
    ASSERT_TRUE(std::holds_alternative<Unknown>(answer.verdict));
    EXPECT_EQ(std::get<Unknown>(answer.verdict).why, Why::not_covered);
  }
}

TEST(Closure, FallsBackToSameWriteWithoutDecisions) {
  const Trace trace = std_trace("T1|w(x)|1\nT2|r(x)|2\n");
  const TraceFacts facts(trace);
  EXPECT_EQ(closure_deciders(facts, Model::branch)->facts().model, Model::same_write);
}

}  // namespace
}  // namespace foreweave
