// The judge judged: a right engine passes, each kind of wrong one is caught, and what is left of
// the failing trace after shrinking is tiny.
#include "agree/engine_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agree/run.h"
#include "agree/shrink.h"
#include "agree/toy_engines.h"
#include "predict/decider.h"

namespace foreweave::agree {
namespace {

constexpr EngineInfo kSound{"toy", "toy", Model::same_write, Yes::sound, No::exact, ""};

EngineReport run(const Engine& engine, uint64_t traces = 500, uint32_t workers = 1) {
  const Engine* const engines[] = {&engine};
  EngineRun how;
  how.workers = workers;
  return run_engines(engines, prove_by_own_witness, random_source({}, 21, traces), how)[0];
}

const FirstFailure& first(const EngineReport& report, Fault fault) {
  const auto& failure = report.first[static_cast<size_t>(fault)];
  EXPECT_TRUE(failure.has_value()) << name_of(fault);
  static const FirstFailure kNone;
  return failure ? *failure : kNone;
}

Draft shrunk(const Engine& engine, const EngineReport& report, Fault fault) {
  const FirstFailure& failure = first(report, fault);
  if (failure.draft.events.empty()) return {};
  return shrink_engine_failure(engine, prove_by_own_witness, fault, failure).draft;
}

TEST(EngineJudge, AgreesWithARightEngine) {
  const EngineReport report = run(right_engine());
  EXPECT_EQ(report.counts.all_faults(), 0u);
  EXPECT_EQ(report.counts.of(BugKind::race).yes, report.counts.of(BugKind::race).feasible);
  EXPECT_GE(report.counts.of(BugKind::race).feasible, 500u);
  EXPECT_GE(report.counts.of(BugKind::race).no, 200u);
  EXPECT_EQ(report.counts.site_pairs, report.counts.site_pairs_proved);
  EXPECT_EQ(report.counts.first_not_a_race, 0u);
}

TEST(EngineJudge, GivesTheSameWithAnyNumberOfWorkers) {
  const ToyEngine forgetful(kSound, [](const Trace&, const Claim&) { return no(); });
  const EngineReport one = run(forgetful, 300, 1), three = run(forgetful, 300, 3);
  EXPECT_EQ(one.counts.of(BugKind::race).asked, three.counts.of(BugKind::race).asked);
  EXPECT_EQ(one.counts.faults, three.counts.faults);
  EXPECT_EQ(first(one, Fault::no).number, first(three, Fault::no).number);
}

// Forgets locks and what reads saw: says yes to every pair.
TEST(EngineJudge, CatchesAYesThatIsNone) {
  const ToyEngine engine(kSound, [](const Trace&, const Claim&) { return yes(); });
  const EngineReport report = run(engine);
  EXPECT_GT(report.counts.faults[static_cast<size_t>(Fault::witness)], 0u);
  const Draft small = shrunk(engine, report, Fault::yes);
  EXPECT_LE(small.events.size(), 4u) << describe(small);
}

TEST(EngineJudge, CatchesARefusedWitness) {
  // Right about what is feasible, but its witness stops too early.
  const ToyEngine engine(kSound, [](const Trace& trace, const Claim& claim) {
    auto witness = BruteForce().find(trace, {Model::same_write, nullptr}, claim);
    if (!witness) return no();
    if (!witness->empty()) witness->pop_back();
    return yes(std::move(*witness));
  });
  const EngineReport report = run(engine);
  EXPECT_EQ(report.counts.faults[static_cast<size_t>(Fault::yes)], 0u);
  const Draft small = shrunk(engine, report, Fault::witness);
  EXPECT_LE(small.events.size(), 3u) << describe(small);
}

// A lockset that thinks a lock protects whatever comes after its acquire.
TEST(EngineJudge, CatchesANoThatIsNone) {
  const ToyEngine engine(kSound, [](const Trace& trace, const Claim& claim) {
    const auto locks_before = [&](EventId e) {
      std::set<LockId> locks;
      for (uint32_t i = 0; i < e.value; ++i)
        if (trace.thread(EventId(i)) == trace.thread(e) && trace.kind(EventId(i)) == Kind::acquire)
          locks.insert(trace.lock(EventId(i)));
      return locks;
    };
    const auto a = locks_before(claim.pending[0]), b = locks_before(claim.pending[1]);
    for (const LockId l : a)
      if (b.contains(l)) return no();
    return unknown();
  });
  const EngineReport report = run(engine);
  const Draft small = shrunk(engine, report, Fault::no);
  // One access after its critical section, the other within one or after it.
  EXPECT_LE(small.events.size(), 6u) << describe(small);
}

TEST(EngineJudge, CatchesANoToAClaimOfAnotherKind) {
  const ToyEngine engine(
      kSound,
      [](const Trace& trace, const Claim& claim) {
        auto witness = BruteForce().find(trace, {Model::same_write, nullptr}, claim);
        if (!witness || claim.kind == BugKind::atomicity) return no();
        return yes(std::move(*witness));
      },
      true);
  const EngineReport report = run(engine);
  EXPECT_EQ(shrunk(engine, report, Fault::no).events.size(), 3u);
}

TEST(EngineJudge, CatchesSilenceWhereAnAnswerIsPromised) {
  EngineInfo info = kSound;
  info.decides_threads = 2;
  const ToyEngine engine(info, [](const Trace&, const Claim&) { return unknown(); });
  const EngineReport report = run(engine);
  EXPECT_EQ(shrunk(engine, report, Fault::silent).events.size(), 2u);
}

TEST(EngineJudge, CatchesASuspectOfASoundEngineThatCannotBeProved) {
  const ToyEngine engine(kSound, [](const Trace& trace, const Claim& claim) {
    auto witness = BruteForce().find(trace, {Model::sync, nullptr}, claim);
    return witness ? yes(std::move(*witness)) : no();
  });
  const Draft small = shrunk(engine, run(engine), Fault::unproved);
  EXPECT_LE(small.events.size(), 8u) << describe(small);
}

TEST(EngineJudge, CatchesAnOverApproximationThatMissesAPairOfSites) {
  EngineInfo info = kSound;
  info.model = Model::sync;
  info.yes = Yes::possible;
  // Takes pairs of reads and writes for harmless.
  const ToyEngine engine(info, [](const Trace& trace, const Claim& claim) {
    const bool both_write =
        writes(trace.kind(claim.pending[0])) && writes(trace.kind(claim.pending[1]));
    return both_write ? yes() : unknown();
  });
  const EngineReport report = run(engine);
  EXPECT_EQ(shrunk(engine, report, Fault::missed).events.size(), 2u);
}

// The theorem behind WCP and CP: a first suspect that is no race stands for another race or
// deadlock.
TEST(EngineJudge, CallsAFirstSuspectThatIsNoRaceAFaultOnlyIfThereIsNoBugAtAll) {
  EngineInfo info = kSound;
  info.yes = Yes::first_only;
  info.no = No::nothing;
  class FirstOnly : public ToyEngine {
   public:
    using ToyEngine::ToyEngine;
    Verdict ask(const TraceFacts&, const Claim&) const override { return Unknown{}; }
  };
  const FirstOnly engine(info, [](const Trace&, const Claim&) { return yes(); });
  const EngineReport report = run(engine);
  EXPECT_GT(report.counts.first_not_a_race, report.counts.first_without_any_bug);
  EXPECT_LT(report.counts.first_not_a_race, report.counts.scans_with_suspects);
  EXPECT_GT(report.counts.first_without_any_bug, 0u);
  EXPECT_EQ(report.counts.all_faults(), report.counts.first_without_any_bug);
  const Draft small = shrunk(engine, report, Fault::first);
  EXPECT_LE(small.events.size(), 5u) << describe(small);
}

// WCP does not order the two sections, and T1's write is no race: T1 must have read from the object
// before T0 freed it. But that read and the free are a bug.
TEST(EngineJudge, CountsAUseAfterFreeAsABug) {
  const Draft guarded =
      draft_from({"0 alloc o", "1 acq l", "1 r o", "1 rel l", "0 acq l", "0 free o", "0 rel l"});
  const Draft loose =
      draft_from({"0 alloc o", "1 acq l", "1 r o", "1 rel l", "0 free o", "0 acq l", "0 rel l"});
  const Draft joined = draft_from({"0 alloc o", "0 fork 1", "1 r o", "0 join 1", "0 free o"});
  BruteForce brute;
  EXPECT_TRUE(JudgedTrace(guarded, brute).has_a_bug());  // the lock puts no order between them
  EXPECT_TRUE(JudgedTrace(loose, brute).has_a_bug());
  EXPECT_FALSE(JudgedTrace(joined, brute).has_a_bug());
}

// A prover that would sell anything: the judge does not buy it.
TEST(EngineJudge, CatchesAProofOfSomethingElse) {
  const Draft draft =
      draft_from({"0 acq l", "0 w x", "0 rel l", "1 acq l", "1 w x", "1 rel l", "0 w y", "1 w y"});
  const MakeProve sell = [](const Trace& trace) -> Prove {
    return [&trace](const Suspect&) -> std::optional<Proved> {
      const EventId y0(6), y1(7);
      const ModelFacts facts{Model::same_write, nullptr};
      const auto witness = BruteForce().find(trace, facts, Claim::race(y0, y1));
      return check_witness(trace, facts, Claim::race(y0, y1),
                           Reordering::from_events(trace, *witness))
          .value();
    };
  };
  EngineInfo info = kSound;
  info.yes = Yes::possible;
  info.no = No::nothing;
  const ToyEngine engine(info, [](const Trace&, const Claim&) { return yes(); });
  BruteForce brute;
  JudgedTrace judged(draft, brute);
  EngineCounts counts;
  const auto found = judge_engine(engine, sell, judged, counts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fault, Fault::proved);
}

TEST(Shrink, LeavesAValidTraceThatStillFails) {
  const Fails two_writers = [](const Draft& d) {
    const Trace trace = d.build();
    for (uint32_t a = 0; a < trace.size(); ++a)
      for (uint32_t b = 0; b < a; ++b)
        if (writes(trace.kind(EventId(a))) && writes(trace.kind(EventId(b))) &&
            can_race(trace, EventId(a), EventId(b)))
          return true;
    return false;
  };
  int shrunk_ones = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    const Draft draft = random_draft({}, Rng(22, i));
    if (!two_writers(draft)) continue;
    const Draft small = shrink(draft, two_writers);
    EXPECT_TRUE(is_valid(small) && two_writers(small)) << describe(small);
    EXPECT_EQ(small.events.size(), 2u) << describe(small);
    EXPECT_EQ(small.threads, 2u);
    ++shrunk_ones;
  }
  EXPECT_GE(shrunk_ones, 20);
}

TEST(Shrink, KeepsDependencesThatMatterWithTheirEvents) {
  Draft draft = draft_from({"0 w y", "1 w z", "0 w x", "1 r z", "1 r y", "1 br", "1 br"});
  draft.depend(5, {3});
  draft.depend(6, {4});
  const Draft small = shrink(draft, [](const Draft& d) {
    for (size_t i = 0; i < d.depends.size(); ++i)
      for (const uint32_t r : d.depends[i])
        if (d.events[i].kind == Kind::branch && d.events[r].kind == Kind::read) return true;
    return false;
  });
  EXPECT_EQ(small.events.size(), 2u) << describe(small);
}

// A decider that counts, and says no from its third claim on.
class Tired final : public DeciderFactory {
 public:
  Tired(const Trace& trace, const EngineInfo& info) : trace_(trace), info_(info) {}
  const EngineInfo& info() const override { return info_; }
  ModelFacts facts() const override { return {}; }
  std::unique_ptr<ClaimDecider> make() const override { return std::make_unique<Decider>(trace_); }

 private:
  class Decider final : public ClaimDecider {
   public:
    explicit Decider(const Trace& trace) : trace_(trace) {}
    Verdict decide(const Claim& claim, uint64_t) override {
      if (++asked_ > 2) return Unknown{};
      return right_engine().ask(TraceFacts(trace_), claim);
    }
    uint64_t work() const override { return asked_; }

   private:
    const Trace& trace_;
    uint64_t asked_ = 0;
  };

  const Trace& trace_;
  const EngineInfo& info_;
};

class TiredEngine final : public ToyEngine {
 public:
  using ToyEngine::ToyEngine;
  std::unique_ptr<DeciderFactory> deciders(const TraceFacts& facts) const override {
    return std::make_unique<Tired>(facts.trace(), info());
  }
};

TEST(EngineJudge, CatchesADeciderThatMindsWhatItWasAskedBefore) {
  const ToyEngine right = right_engine();
  const TiredEngine engine(kSound, [&](const Trace& trace, const Claim& claim) {
    const Verdict verdict = right.ask(TraceFacts(trace), claim);
    if (const Feasible* yes_it_is = std::get_if<Feasible>(&verdict))
      return yes(yes_it_is->witness.events(trace));
    return no();
  });
  const EngineReport report = run(engine);
  EXPECT_GT(report.counts.faults[static_cast<size_t>(Fault::memory)], 0u);
  const Draft small = shrunk(engine, report, Fault::memory);
  EXPECT_LE(small.events.size(), 4u) << describe(small);
}

// A feasible claim that is left open is a fault only where all are to be decided.
TEST(EngineJudge, CatchesAClaimThatIsLeftOpenIfAllAreToBeDecided) {
  EngineInfo info = kSound;
  info.decides_threads = 1;
  const ToyEngine engine(info, [](const Trace&, const Claim&) { return unknown(); });
  const Engine* const engines[] = {&engine};
  for (const bool decides_all : {false, true}) {
    EngineRun how;
    how.strictness.decides_all = decides_all;
    const EngineReport report =
        run_engines(engines, prove_by_own_witness, random_source({}, 21, 100), how)[0];
    const uint64_t silent = report.counts.faults[static_cast<size_t>(Fault::silent)];
    EXPECT_EQ(silent, decides_all ? report.counts.of(BugKind::race).feasible : 0u);
    EXPECT_GT(report.counts.of(BugKind::race).feasible_unknown_beyond, 0u);
  }
}

}  // namespace
}  // namespace foreweave::agree
