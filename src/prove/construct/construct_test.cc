// Engines and prover together on small traces: which races are found, and that what cannot be
// proved is not reported. Wider nets are tests/golden and tests/agree.
#include "prove/construct/construct.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/parallel.h"
#include "events/reading/validate.h"
#include "events/std/format.h"
#include "events/std/trace_for_tests.h"
#include "predict/streaming/engines.h"
#include "prove/construct/trusted_suspects.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

struct Outcome {
  Pairs proved;
  Pairs unproved;
};

Outcome scan(std::string_view engine, std::string_view text) {
  Result<Trace> trace = read_std(text, "t.std");
  CHECK(trace.ok(), trace.error().sentence().c_str());
  const Status valid = validate(trace.value());
  CHECK(valid.ok(), valid.error().sentence().c_str());
  const TraceFacts facts(trace.value());
  Prover prover(facts);
  Outcome outcome;
  find_engine(engine)->scan(facts, {}, [&](const Suspect& suspect) {
    const bool proved = prover.prove(suspect).has_value();
    (proved ? outcome.proved : outcome.unproved)
        .push_back({suspect.claim.pending[0].value, suspect.claim.pending[1].value});
    return proved;
  });
  return outcome;
}

// google/sanitizers #1854: writer 1 writes x inside the lock, writer 2 takes and releases the lock
// and then writes x.
constexpr std::string_view kWriterOneFirst =
    "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n";

TEST(TwoCriticalSections, AreFoundBeyondHappensBeforeWhenWriterOneRanFirst) {
  for (const auto engine : {"wcp", "cp", "syncp"})
    EXPECT_THAT(scan(engine, kWriterOneFirst).proved, ElementsAre(std::pair(1u, 5u))) << engine;
  for (const auto engine : {"hb", "shb"}) {
    EXPECT_THAT(scan(engine, kWriterOneFirst).proved, IsEmpty()) << engine;
    EXPECT_THAT(scan(engine, kWriterOneFirst).unproved, IsEmpty()) << engine;
  }
}

TEST(TwoCriticalSections, AreFoundByAllWhenWriterTwoRanFirst) {
  const auto text = "T2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\nT1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\n";
  for (const auto engine : {"hb", "shb", "wcp", "cp", "syncp"})
    EXPECT_THAT(scan(engine, text).proved, ElementsAre(std::pair(2u, 4u))) << engine;
}

TEST(ConflictingSections, AreOrderedByWcpAndCp) {
  // The read of y in T2's section conflicts with the write of y in T1's.
  const auto text =
      "T1|w(x)|1\nT1|acq(l)|2\nT1|w(y)|3\nT1|rel(l)|4\nT2|acq(l)|5\nT2|r(y)|6\nT2|rel(l)|7\nT2|w(x)"
      "|8\n";
  for (const auto engine : {"hb", "shb", "wcp", "cp", "syncp"})
    EXPECT_THAT(scan(engine, text).proved, IsEmpty()) << engine;
}

TEST(SectionsWithoutConflict, LetWritesInFrontOfThemRace) {
  const auto text =
      "T1|w(x)|1\nT1|acq(l)|2\nT1|w(y)|3\nT1|rel(l)|4\nT2|acq(l)|5\nT2|w(z)|6\nT2|rel(l)|7\nT2|w(x)"
      "|8\n";
  EXPECT_THAT(scan("hb", text).proved, IsEmpty());
  for (const auto engine : {"wcp", "cp", "syncp"})
    EXPECT_THAT(scan(engine, text).proved, ElementsAre(std::pair(0u, 7u))) << engine;
}

TEST(SecondRace, IsReportedByHbOnlyWithAWitness) {
  // T2's read of flag races with T1's write. The accesses of x are ordered through that read: hb
  // does not see it, and its suspect has no witness.
  const auto text = "T1|w(x)|1\nT1|w(flag)|2\nT2|r(flag)|3\nT2|w(x)|4\n";
  const Outcome hb = scan("hb", text);
  EXPECT_THAT(hb.proved, ElementsAre(std::pair(1u, 2u)));
  EXPECT_THAT(hb.unproved, ElementsAre(std::pair(0u, 3u)));
  const Outcome shb = scan("shb", text);
  EXPECT_THAT(shb.proved, ElementsAre(std::pair(1u, 2u)));
  EXPECT_THAT(shb.unproved, IsEmpty());
}

TEST(Lockset, FindsWhatIsPossibleAndProvesNothing) {
  const auto text = "T1|w(x)|1\nT1|w(flag)|2\nT2|r(flag)|3\nT2|w(x)|4\n";
  Result<Trace> trace = read_std(text, "t.std");
  Pairs suspects;
  find_engine("lockset")->scan(TraceFacts(trace.value()), {}, [&](const Suspect& s) {
    EXPECT_FALSE(s.witness);
    suspects.push_back({s.claim.pending[0].value, s.claim.pending[1].value});
    return false;
  });
  EXPECT_THAT(suspects, ElementsAre(std::pair(1u, 2u), std::pair(0u, 3u)));
}

TEST(Lockset, KnowsLocksForksAndJoins) {
  const auto text =
      "M|w(a)|1\nM|fork(T)|2\nT|w(a)|3\nT|acq(l)|4\nT|w(b)|5\nT|rel(l)|6\nM|acq(l)|7\nM|w(b)|8\nM|"
      "rel(l)|9\n"
      "T|racq(r)|10\nT|w(c)|11\nT|rrel(r)|12\nM|racq(r)|13\nM|w(c)|14\nM|rrel(r)|15\nM|join(T)|"
      "16\nM|w(a)|17\n";
  EXPECT_THAT(scan("lockset", text).unproved, IsEmpty());
  EXPECT_THAT(scan("lockset", text).proved,
              ElementsAre(std::pair(10u, 13u)));  // a real one, at that
}

TEST(Engines, KeepTheOrdersThatSynchronisationGives) {
  const std::pair<const char*, const char*> ordered[] = {
      {"fork and join", "M|w(x)|1\nM|fork(T)|2\nT|w(x)|3\nM|join(T)|4\nM|w(x)|5\n"},
      {"condition", "T1|wait(c)|1\nT2|w(x)|2\nT2|signal(c)|3\nT1|wake(c)|4\nT1|w(x)|5\n"},
      {"barrier",
       "T1|w(x)|1\nT1|arrive(b)|2\nT2|arrive(b)|3\nT2|leave(b)|4\nT2|w(x)|5\nT1|leave(b)|6\n"},
      {"semaphore", "T1|w(x)|1\nT1|post(s)|2\nT2|down(s)|3\nT2|w(x)|4\n"},
      {"once", "T1|once(o)|1\nT1|w(x)|2\nT1|oncedone(o)|3\nT2|oncepass(o)|4\nT2|w(x)|5\n"},
      {"atomics", "T1|w(x)|1\nT1|aw(f)|2\nT2|ar(f)|3\nT2|w(x)|4\n"},
  };
  for (const Engine* engine : streaming_engines()) {
    if (engine->info().yes == Yes::possible) continue;
    for (const auto& [what, text] : ordered) {
      const Outcome outcome = scan(engine->info().name, text);
      EXPECT_THAT(outcome.proved, IsEmpty()) << engine->info().name << ": " << what;
      EXPECT_THAT(outcome.unproved, IsEmpty()) << engine->info().name << ": " << what;
    }
  }
}

// Threads with a lock here and there; what is shared has many cells, which two halves of a scan
// share out.
std::string long_text() {
  std::string text;
  uint32_t random = 1;
  const auto below = [&](uint32_t n) {
    return (random = random * 1664525u + 1013904223u) / 65536u % n;
  };
  for (int t = 1; t <= 5; ++t) text += fmt::format("T0|fork(T{})|{}\n", t, 5000 + t);
  while (text.size() < 4'500'000) {
    const uint32_t t = 1 + below(5), guard = below(20), variable = guard * 20 + below(20);
    const bool guarded = below(50) != 0;
    if (guarded) text += fmt::format("T{}|acq(l{})|1\n", t, guard);
    for (uint32_t i = 0; i < 3; ++i)
      text += fmt::format("T{}|{}(v{})|{}\n", t, below(3) == 0 ? 'w' : 'r', variable,
                          10 + variable * 3 + i);
    if (guarded) text += fmt::format("T{}|rel(l{})|2\n", t, guard);
  }
  return text;
}

TEST(Lockset, FindsTheSameInTheSameOrderOnTwoThreads) {
  const Trace trace = std_trace(long_text());
  ASSERT_GT(trace.size(), size_t{1} << 18);
  const TraceFacts facts(trace);
  Pairs suspects[2];
  ScanStats stats[2];
  for (const unsigned jobs : {1u, 2u})
    stats[jobs - 1] = find_engine("lockset")->scan(facts, {.jobs = jobs}, [&](const Suspect& s) {
      suspects[jobs - 1].push_back({s.claim.pending[0].value, s.claim.pending[1].value});
      return false;
    });
  EXPECT_GT(suspects[0].size(), 400u);
  EXPECT_EQ(suspects[0], suspects[1]);
  EXPECT_EQ(stats[0].instances, stats[1].instances);
  EXPECT_EQ(stats[0].site_pairs, stats[1].site_pairs);
}

TEST(Engines, ReportAPairOfSitesOnce) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "T1|w(x)|1\nT2|w(x)|2\n";
  for (const auto engine : {"hb", "shb", "wcp", "cp", "syncp"})
    EXPECT_EQ(scan(engine, text).proved.size(), 1u) << engine;
}

TEST(Engines, AnswerOnlyRaceClaims) {
  Result<Trace> trace = read_std("T1|w(x)|1\nT2|w(x)|2\nT2|r(y)|3\n", "t.std");
  const TraceFacts facts(trace.value());
  for (const Engine* engine : streaming_engines()) {
    const Verdict order = engine->ask(facts, {BugKind::order, {EventId(0), EventId(1)}, {}});
    ASSERT_TRUE(std::holds_alternative<Unknown>(order));
    EXPECT_EQ(std::get<Unknown>(order).why, Why::not_covered);
    const Verdict no_conflict = engine->ask(facts, Claim::race(EventId(0), EventId(2)));
    EXPECT_TRUE(std::holds_alternative<Unknown>(no_conflict));
  }
}

// What is proved of a race if a witness that differs from the run is to be avoided.
Reordering witness_near_the_run(std::string_view text, uint32_t a, uint32_t b) {
  const Result<Trace> trace = read_std(text, "t.std");
  CHECK(trace.ok(), trace.error().sentence().c_str());
  const TraceFacts facts(trace.value());
  const std::optional<Proved> proved =
      Prover(facts, 0).prove({Claim::race(EventId(a), EventId(b)), std::nullopt});
  CHECK(proved, "a race");
  return proved->witness();
}

TEST(Prover, LetsHappenAsRecordedWhatTheBugDoesNotNeed) {
  EXPECT_EQ(
      witness_near_the_run("T3|w(z)|1\nT2|acq(l)|2\nT2|rel(l)|3\nT1|w(x)|4\nT2|w(x)|5\n", 3, 4),
      Reordering(3, {}));
}

TEST(Prover, LetsAThreadGiveBackALockThatTheWitnessNeeds) {
  EXPECT_EQ(witness_near_the_run(
                "T3|acq(l)|1\nT1|w(x)|2\nT3|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n", 1, 5),
            Reordering(1, {{ThreadId(0), 2, true}, {ThreadId(2), 2}}));
}

TEST(Prover, LeavesOutAThreadThatCannotGiveBackALock) {
  EXPECT_EQ(witness_near_the_run("T3|acq(l)|1\nT1|w(x)|2\nT1|w(y)|3\nT3|r(y)|4\nT3|rel(l)|5\n"
                                 "T2|acq(l)|6\nT2|rel(l)|7\nT2|w(x)|8\n",
                                 1, 7),
            Reordering(0, {{ThreadId(2), 2}}));
}

// Two races, and a claim that nothing can fulfil: its events hold one lock.
TEST(TrustedSuspects, AreProvedBesideWhatPutsThemForward) {
  Result<Trace> trace = read_std(
      "M|fork(A)|1\nM|fork(B)|2\nA|w(x)|3\nA|w(y)|4\nA|acq(l)|5\nA|w(z)|6\nA|rel(l)|7\n"
      "B|w(x)|8\nB|w(y)|9\nB|acq(l)|10\nB|w(z)|11\nB|rel(l)|12\n",
      "t.std");
  ASSERT_TRUE(trace.ok());
  const auto race = [](uint32_t a, uint32_t b) { return Claim::race(EventId(a), EventId(b)); };
  const auto suspect = [](Claim claim) {
    return Suspect{claim, Reordering(claim.pending[0].value, {}), Model::same_write};
  };
  const TraceFacts facts(trace.value());
  Prover prover(facts);
  const std::optional<Proved> known = prover.prove({race(2, 7), std::nullopt});
  ASSERT_TRUE(known);
  for (const unsigned workers : {1u, 2u, 3u}) {
    TrustedSuspects trusted;
    for_each_piece(3, workers, [&](unsigned, size_t i) {
      if (i == 0) {
        trusted.add({race(2, 7), std::nullopt}, known);
        trusted.add(suspect(race(5, 10)));
        for (int n = 0; n < 50; ++n) trusted.add({race(3, 8), std::nullopt});
        trusted.close();
      }
      trusted.check(prover);
    });
    const std::vector<std::optional<Proved>> proofs = trusted.take_proofs();
    ASSERT_EQ(proofs.size(), 52u);
    EXPECT_TRUE(proofs[0]);
    EXPECT_FALSE(proofs[1]) << "trusted wrongly";
    for (size_t i = 2; i < proofs.size(); ++i) EXPECT_TRUE(proofs[i]) << i;
  }
}

}  // namespace
}  // namespace foreweave
