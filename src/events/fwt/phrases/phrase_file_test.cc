// Files with blocks of phrases: what is written is what is read, whoever makes the blocks and
// however the writing ends.
#include <gtest/gtest.h>

#include <cstring>

#include "events/fwt/coding/hash.h"
#include "events/fwt/format.h"
#include "events/fwt/phrases/phrases_for_tests.h"
#include "events/fwt/surgery_for_tests.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::difference;
using samples::into;
using samples::Phrasing;
using samples::Recording;

// With one thread, and with two: both must read the same.
Trace read(std::span<const uint8_t> file) {
  Result<Trace> alone = read_fwt(file, "sample.fwt", 1);
  EXPECT_TRUE(alone.ok()) << alone.error().sentence();
  const Result<Trace> helped = read_fwt(file, "sample.fwt", 2);
  EXPECT_TRUE(helped.ok()) << helped.error().sentence();
  EXPECT_EQ(difference(alone.value(), helped.value()), "");
  return std::move(alone).value();
}

size_t blocks_of_type(FwtBlockType type, std::span<const uint8_t> file) {
  const auto blocks = surgery::blocks_of(file);
  return static_cast<size_t>(std::count_if(
      blocks.begin(), blocks.end(), [&](const auto& block) { return block.header.type == type; }));
}

TEST(FwtPhraseFile, RandomTracesComeBackHoweverTheyArePhrased) {
  samples::Random random(1);
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const Recording r = samples::wild_recording(seed, 1 + random.below(600));
    const Phrasing phrasing =
        samples::phrasing_of(r, seed, 1 + random.below(30), random.one_in(2) ? 4 : 1000);
    const Bytes file = phrasing.file(r, 1 + random.below(200), seed % 2 ? 2 : 0);
    const Trace trace = read(file);
    EXPECT_EQ(difference(trace, r.trace()), "");
    EXPECT_EQ(trace.losses().count(Loss::missing_index), 0u);
    EXPECT_EQ(trace.losses().count(Loss::bytes_after_damage), 0u);
  }
}

TEST(FwtPhraseFile, SinglesAndPhrasesStayInTheirOrder) {
  const Recording r = samples::busy_recording(2, 4, 20000, 30);
  const Bytes file = samples::phrasing_of(r, 3, 12, 6).file(r);
  EXPECT_GT(blocks_of_type(FwtBlockType::phrases, file), 100u);
  EXPECT_GT(blocks_of_type(FwtBlockType::events, file), 100u);
  EXPECT_GT(blocks_of_type(FwtBlockType::tables, file), 10u);  // phrases came as they were needed
  EXPECT_EQ(difference(read(file), r.trace()), "");
}

TEST(FwtPhraseFile, IsTheSameWhoeverMakesItsBlocks) {
  const Recording r = samples::busy_recording(4, 6, 30000, 40);
  const Phrasing phrasing = samples::phrasing_of(r, 5, 12, 60);
  const Bytes file = phrasing.file(r);
  for (const unsigned workers : {1u, 2u, 5u})
    EXPECT_EQ(phrasing.file(r, SIZE_MAX, workers), file) << workers << " workers";
}

// A loop over an array, with another phrase now and then.
struct ManyUses {
  static constexpr size_t kUses = 200000;
  const std::vector<Phrase> phrases = {
      {{Kind::read, FW_FLAG_HAS_VALUE, 0, {0, 8}, {1, 0}, {2, 0}},
       {Kind::write, FW_FLAG_HAS_VALUE, 1, {0, 8}, {1, 8}, {2, 1}},
       {Kind::branch, FW_FLAG_HAS_VALUE, 0, {}, {}, {0, 1}}},
      {{Kind::write, FW_FLAG_HAS_VALUE, 1, {1, 0}, {2, 0}, {3, 0}},
       {Kind::read, FW_FLAG_HAS_VALUE, 0, {1, 0}, {2, 0}, {3, 0}}}};
  std::vector<uint64_t> numbers;
  std::vector<PhraseUse> uses;
  Recording expected;

  ManyUses() {
    expected.threads = {"main"};
    expected.sites = {{"a.cc", 1, 1, "f"}, {"a.cc", 2, 1, "f"}};
    numbers.resize(3 * kUses + 1);  // the last four can be read, too
    samples::Random random(6);
    samples::Differences differences;
    for (size_t i = 0; i < kUses; ++i) {
      const uint32_t phrase = random.one_in(50);
      uint64_t* n = &numbers[3 * i];
      const std::vector<uint64_t> next = phrase == 0
                                             ? std::vector{0x10000 + i % 4000 * 8, random.below(3)}
                                             : std::vector<uint64_t>{4, 0x9000, random.bits()};
      const std::vector<uint64_t> given = differences.of(phrases[phrase], next);
      std::copy(given.begin(), given.end(), n);
      uses.push_back({phrase, 0, n, static_cast<uint32_t>(given.size())});
      samples::expand(0, phrases[phrase], next, expected.events);
    }
  }
  void add_to(FwtWriter& writer) const {
    expected.add_tables_to(writer);
    for (const Phrase& phrase : phrases) writer.add_phrase(phrase);
    for (const PhraseUse& use : uses) writer.add(0, use);
  }
};

TEST(FwtPhraseFile, UsesOfSeveralFullBlocksComeBack) {
  const ManyUses many;
  Bytes files[2];
  for (const unsigned workers : {0u, 2u}) {
    Bytes& file = files[workers / 2];
    FwtWriter writer(into(file), workers);
    many.add_to(writer);
    EXPECT_EQ(writer.event_count(), many.expected.events.size());
    EXPECT_TRUE(writer.finish());
    EXPECT_EQ(writer.bytes(), file.size());
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_GE(blocks_of_type(FwtBlockType::phrases, files[0]), 3u);
  EXPECT_EQ(difference(read(files[0]), many.expected.trace()), "");
  EXPECT_LT(files[0].size(), many.expected.events.size());
}

TEST(FwtPhraseFile, IsTheSameWithHints) {
  const ManyUses many;
  Bytes files[2];
  FwtWriter without(into(files[0])), with(into(files[1]));
  many.add_to(without);
  many.expected.add_tables_to(with);
  for (const Phrase& phrase : many.phrases) with.add_phrase(phrase);
  FwtFormHint hints[2];
  for (PhraseUse use : many.uses) {
    use.reads_ahead = true;
    with.add(0, use, hints[use.phrase]);
  }
  EXPECT_TRUE(without.finish() && with.finish());
  EXPECT_GE(blocks_of_type(FwtBlockType::phrases, files[0]), 3u);
  EXPECT_EQ(files[0], files[1]);
}

TEST(FwtPhraseFile, MorePhrasesThanShortNumbersComeBack) {
  Recording r;
  r.threads = {"main"};
  for (uint32_t s = 0; s < 70000; ++s) r.sites.push_back({"big.cc", s, 0, "f"});
  samples::Random random(7);
  for (uint32_t s = 0; s < 70000; ++s)  // each phrase once, and some again
    for (const uint32_t site : {s, static_cast<uint32_t>(random.below(s + 1))})
      r.events.push_back({0, Kind::write, FW_FLAG_HAS_VALUE, site, 8, site % 512 * 8, 0});
  const Phrasing phrasing = samples::phrasing_of(r, 8, 1);
  ASSERT_GT(phrasing.phrases.size(), 65536u);
  EXPECT_EQ(difference(read(phrasing.file(r, 50000, 2)), r.trace()), "");
}

TEST(FwtPhraseFile, AHeaderAnnouncesAsManyEventsAsABlockMayHold) {
  const auto is_read = [](uint32_t type, uint32_t events) {
    FwtBlockHeader header;
    header.type = static_cast<FwtBlockType>(type);
    header.event_count = events;
    header.raw_bytes = header.stored_bytes = 9;
    ByteWriter out;
    put_fwt_header(out, header);
    return fwt_header_at(out.written(), 0).has_value();
  };
  EXPECT_TRUE(is_read(4, 1));
  EXPECT_TRUE(is_read(4, kFwtMaxPhraseBlockEvents));
  EXPECT_FALSE(is_read(4, 0));
  EXPECT_FALSE(is_read(4, kFwtMaxPhraseBlockEvents + 1));
  EXPECT_FALSE(is_read(2, kFwtMaxPhraseBlockEvents));
  EXPECT_FALSE(is_read(5, 0));
  EXPECT_FALSE(is_read(5, 1));
}

TEST(FwtPhraseFile, AUseOfMoreTimesThanABlockHoldsComesBack) {
  constexpr uint32_t kTimes = 300000;
  Recording expected;
  expected.threads = {"main"};
  expected.sites = {{"a.cc", 1, 1, "f"}};
  const Phrase phrase = {{Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {1, 0}, {2, 0}}};
  samples::Differences differences;
  std::vector<uint64_t> given;
  for (uint32_t i = 0; i < kTimes; ++i) {
    const std::vector<uint64_t> numbers = {0x10000 + uint64_t{i} % 512 * 8, i};
    const std::vector<uint64_t> one = differences.of(phrase, numbers);
    given.insert(given.end(), one.begin(), one.end());
    samples::expand(0, phrase, numbers, expected.events);
  }
  Bytes file;
  FwtWriter writer(into(file), 2);
  expected.add_tables_to(writer);
  writer.add_phrase(phrase);
  const PhraseUse use{0, 0, given.data(), 2, kTimes, 0};
  writer.add(0, use);
  EXPECT_EQ(writer.event_count(), kTimes);
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(difference(read(file), expected.trace()), "");
}

TEST(FwtPhraseFile, WhatIsForgottenIsForgottenByTheReader) {
  Recording expected;
  expected.threads = {"main"};
  expected.sites = {{"a.cc", 1, 1, "f"}};
  const Phrase phrase = {{Kind::write, FW_FLAG_HAS_VALUE, 0, {0, 8}, {0, 0x1000}, {1, 0}}};
  Bytes file;
  FwtWriter writer(into(file));
  expected.add_tables_to(writer);
  writer.add_phrase(phrase);
  samples::Differences differences;
  for (uint64_t i = 0; i < 10; ++i) {
    const std::vector<uint64_t> given = differences.of(phrase, {i});
    const PhraseUse use{0, 0, given.data(), 1};
    writer.add(0, use);
    samples::expand(0, phrase, {i}, expected.events);
    if (i % 3 != 2) continue;
    writer.forget_memory();
    differences.forget();
  }
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(difference(read(file), expected.trace()), "");
}

TEST(FwtPhraseFile, OfTheVersionsWithOtherRulesIsRefused) {
  const Recording r = samples::busy_recording(1, 2, 50, 10);
  Bytes file = samples::phrasing_of(r, 1).file(r);
  for (uint32_t version = kFwtFirstForgottenVersion; version <= kFwtLastForgottenVersion;
       ++version) {
    file[8] = static_cast<uint8_t>(version);
    const uint64_t hash = fwt_hash(std::span(file).first(16));
    std::memcpy(&file[16], &hash, 8);
    const Result<Trace> trace = read_fwt(file, "sample.fwt");
    ASSERT_FALSE(trace.ok());
    EXPECT_NE(trace.error().sentence().find("older"), std::string::npos);
  }
}

// --- writing that ends early ------------------------------------------------------------------

TEST(FwtPhraseFile, AFullDiskIsNoticedAndNothingIsWrittenBehindIt) {
  const Recording r = samples::busy_recording(9, 3, 400, 10);
  const Phrasing phrasing = samples::phrasing_of(r, 10, 12, 20);
  const Bytes whole = phrasing.file(r, 100);
  for (const unsigned workers : {0u, 2u})
    for (size_t room = 0; room < whole.size(); room += workers ? 37 : 13) {
      Bytes file;
      bool refused = false;
      FwtWriter writer(
          [&](std::span<const uint8_t> bytes) {
            EXPECT_FALSE(refused);
            refused = file.size() + bytes.size() > room;
            if (!refused) surgery::append(file, bytes);
            return !refused;
          },
          workers);
      r.add_tables_to(writer);
      phrasing.add_to(writer, r.events, 100);
      EXPECT_FALSE(writer.finish());
      EXPECT_FALSE(writer.every_byte_written());
      ASSERT_TRUE(std::equal(file.begin(), file.end(), whole.begin())) << room;
    }
}

TEST(FwtPhraseFile, WithoutItsEndHasWhatWasFlushed) {
  const Recording r = samples::busy_recording(11, 3, 3500, 10);
  const Phrasing phrasing = samples::phrasing_of(r, 12, 12, 20);
  size_t flushed = 0;
  for (size_t events = 0; const Phrasing::Use& use : phrasing.uses) {
    events += use.events;
    if (events < 1000) continue;
    flushed += events;
    events = 0;
  }
  ASSERT_LT(flushed, r.events.size());
  for (const unsigned workers : {0u, 2u}) {
    Bytes file;
    {
      FwtWriter writer(into(file), workers);
      r.add_tables_to(writer);
      phrasing.add_to(writer, r.events, 1000);
      EXPECT_TRUE(writer.every_byte_written());
    }
    const Trace trace = read(file);
    EXPECT_GE(trace.size(), flushed);
    EXPECT_LT(trace.size(), r.events.size());
    EXPECT_EQ(difference(trace, r.trace(trace.size()), true), "");
    EXPECT_EQ(trace.losses().count(Loss::missing_index), 1u);
    EXPECT_EQ(trace.losses().count(Loss::bytes_after_damage), 0u);
  }
}

TEST(FwtPhraseFile, WithoutItsEndHasEveryFullBlock) {
  const ManyUses many;
  Bytes files[2];
  for (const unsigned workers : {0u, 2u}) {
    FwtWriter writer(into(files[workers / 2]), workers);
    many.add_to(writer);
  }
  EXPECT_EQ(files[0], files[1]);
  const Trace trace = read(files[1]);
  EXPECT_GT(trace.size() + kFwtMaxPhraseBlockEvents, many.expected.events.size());
  EXPECT_LT(trace.size(), many.expected.events.size());
  EXPECT_EQ(difference(trace, many.expected.trace(trace.size()), true), "");
}

}  // namespace
}  // namespace foreweave
