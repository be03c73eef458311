// 300 damaged .fwt files, every other one of phrases: each gives one clear sentence or the
// beginning of the recorded run with its losses counted, and whatever is proved on that holds in
// the whole run.
#include <gtest/gtest.h>

#include "events/fwt/format.h"
#include "events/fwt/phrases/phrases_for_tests.h"
#include "events/reading/validate.h"
#include "tests/damage/damage.h"
#include "tests/damage/racy_program.h"
#include "tests/damage/scrutiny.h"

namespace foreweave::damage {
namespace {

constexpr uint64_t kFiles = 300;

// In blocks of events, in blocks of phrases, or in both in turn.
Bytes file_of(const samples::Recording& recording, uint64_t seed, size_t block_events) {
  if (seed % 2 == 0) return recording.file(block_events);
  return samples::phrasing_of(recording, seed, 8, seed % 4 == 1 ? 10 : 1000)
      .file(recording, block_events);
}

struct Tally {
  int refused = 0, partial = 0, whole = 0;
  size_t proved = 0;
};

void read_and_scrutinise(const Bytes& damaged, const samples::Recording& recording, Tally& tally) {
  const Result<Trace> result = read_fwt(damaged, "damaged.fwt");
  if (!result.ok()) {
    ++tally.refused;
    return expect_one_sentence(result.error(), "damaged.fwt");
  }
  const Trace& trace = result.value();
  ASSERT_LE(trace.size(), recording.events.size());
  ASSERT_EQ(samples::difference(trace, recording.trace(trace.size()), true), "");
  ++(trace.size() == recording.events.size() ? tally.whole : tally.partial);
  const Status valid = validate(trace);
  EXPECT_TRUE(valid.ok()) << valid.error().sentence();

  const Trace whole = recording.trace();
  for (const Proved& p : prove_all(trace)) {
    ++tally.proved;
    const Result<Proved> again =
        check_witness(whole, ModelFacts{p.model(), nullptr}, p.claim(), p.witness());
    EXPECT_TRUE(again.ok()) << again.error().sentence();
  }
}

TEST(DamagedFwt, GivesASentenceOrThePrefixAndNoWrongVerdict) {
  Tally tallies[2];
  for (uint64_t seed = 0; seed < kFiles; ++seed) {
    Random random(seed);
    const samples::Recording recording = run_racy_program(random.bits());
    const Bytes file = file_of(recording, seed, 10 + static_cast<size_t>(random.below(120)));
    std::string what = fmt::format("file {} of {} bytes:", seed, file.size());
    const Bytes damaged = damage_fwt(file, random, what);
    SCOPED_TRACE(what);
    read_and_scrutinise(damaged, recording, tallies[seed % 2]);
    const Result<Trace> result = read_fwt(damaged, "damaged.fwt");
    EXPECT_EQ(damaged == file, result.ok() && !result.value().losses().any())
        << "damage must show, and nothing else";
    if (HasFatalFailure()) return;
  }
  // The generator must reach every outcome, or the test proves nothing.
  for (const Tally& tally : tallies) {
    EXPECT_GT(tally.refused, 10);
    EXPECT_GT(tally.partial, 50);
    EXPECT_GT(tally.whole, 2);
    EXPECT_GT(tally.proved, 100u);
  }
}

TEST(UndamagedFwt, IsValidAndHasRacesToFind) {
  size_t proved = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const samples::Recording recording = run_racy_program(seed);
    const Result<Trace> trace = read_fwt(file_of(recording, seed, 50), "whole.fwt");
    ASSERT_TRUE(trace.ok());
    const Status valid = validate(trace.value());
    EXPECT_TRUE(valid.ok()) << valid.error().sentence();
    EXPECT_FALSE(trace.value().losses().any());
    proved += prove_all(trace.value()).size();
  }
  EXPECT_GT(proved, 50u);
}

}  // namespace
}  // namespace foreweave::damage
