// Whatever happens to a file, what is read from it is the beginning of what was written, and what
// is missing is counted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/fwt/format.h"
#include "events/fwt/samples_for_tests.h"
#include "events/fwt/surgery_for_tests.h"
#include "events/fwt/tables.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::difference;
using samples::Recording;
using surgery::append;
using surgery::Block;

constexpr size_t kBlockEvents = 12;

// A small file of several blocks of events, with tables before and between them.
struct Sample {
  Recording recording = samples::busy_recording(3, 3, 4 * kBlockEvents + 5, 7);
  Bytes file;
  std::vector<Block> blocks;

  Sample() {
    recording.sites.resize(60);
    recording.attachments = {{"command", "./prog"}};
    for (RawEvent& e : recording.events) e.site %= 60;
    FwtWriter writer(samples::into(file));
    recording.add_tables_to(writer);
    for (size_t i = 0; i < recording.events.size(); ++i) {
      writer.add(recording.events[i]);
      if (i == 2 * kBlockEvents) writer.add_symbol(0x9000, 8, "late");
      if ((i + 1) % kBlockEvents == 0) writer.flush();
    }
    writer.finish();
    blocks = surgery::blocks_of(file);
  }

  size_t event_count() const { return recording.events.size(); }
  // Events in the blocks that end at or before byte `end`.
  size_t events_within(uint64_t end) const {
    size_t events = 0;
    for (const Block& b : blocks)
      if (b.end() <= end) events += b.header.event_count;
    return events;
  }
  const Block& block_at(uint64_t offset) const {
    size_t i = 0;
    while (i + 1 < blocks.size() && blocks[i].end() <= offset) ++i;
    return blocks[i];
  }
  std::string not_a_prefix(const Trace& trace) const {
    return difference(trace, recording.trace(trace.size()), true);
  }
};

// With one thread, and with two: both must say the same.
Result<Trace> read(std::span<const uint8_t> file) {
  Result<Trace> alone = read_fwt(file, "sample.fwt", 1);
  const Result<Trace> helped = read_fwt(file, "sample.fwt", 2);
  EXPECT_EQ(bool(alone), bool(helped));
  if (!alone && !helped) {
    EXPECT_EQ(alone.error().sentence(), helped.error().sentence());
  } else if (alone && helped) {
    const Trace &a = alone.value(), &b = helped.value();
    EXPECT_EQ(difference(a, b), "");
    for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i)
      EXPECT_EQ(a.losses().count(static_cast<Loss>(i)), b.losses().count(static_cast<Loss>(i)));
    for (uint32_t e = 0; e < a.size(); ++e) EXPECT_EQ(a.where(EventId(e)), b.where(EventId(e)));
  }
  return alone;
}

uint64_t lost(const Trace& trace, Loss loss) { return trace.losses().count(loss); }

TEST(FwtDamage, TheSampleHasWhatTheTestsAreAbout) {
  const Sample s;
  EXPECT_LT(s.file.size(), 8000u);
  EXPECT_EQ(s.blocks.size(), 8u);  // tables, 2 x events, tables, 3 x events, index
  EXPECT_EQ(s.events_within(s.file.size()), s.event_count());
  EXPECT_EQ(s.blocks.back().end() + kFwtTrailerBytes, s.file.size());
}

TEST(FwtDamage, ACutAnywhereLeavesThePrefixInWholeBlocks) {
  const Sample s;
  const Block& index = s.blocks.back();
  for (size_t size = 0; size < s.file.size(); ++size) {
    SCOPED_TRACE(size);
    const Result<Trace> result = read(std::span(s.file).first(size));
    const size_t whole = s.events_within(size);
    ASSERT_EQ(result.ok(), whole > 0);
    if (!result.ok()) {
      EXPECT_THAT(result.error().sentence(), testing::StartsWith("sample.fwt"));
      continue;
    }
    const Trace& trace = result.value();
    ASSERT_EQ(trace.size(), whole);
    ASSERT_EQ(s.not_a_prefix(trace), "");
    EXPECT_EQ(lost(trace, Loss::missing_index), 1u);
    if (size >= index.offset + kFwtHeaderBytes) {  // the index says that nothing else was to come
      EXPECT_EQ(lost(trace, Loss::bytes_after_damage), 0u);
      EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks), 0u);
      continue;
    }
    const Block& cut = s.block_at(size);
    EXPECT_EQ(lost(trace, Loss::bytes_after_damage), size - cut.offset);
    const bool header_is_whole = size >= cut.offset + kFwtHeaderBytes;
    EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks),
              header_is_whole ? cut.header.event_count : 0);
  }
}

TEST(FwtDamage, AFlippedBitAnywhereLeavesThePrefixBeforeItsBlock) {
  const Sample s;
  const Block& index = s.blocks.back();
  for (size_t bit = 0; bit < 8 * s.file.size(); ++bit) {
    SCOPED_TRACE(bit);
    Bytes file = s.file;
    const size_t byte = bit / 8;
    file[byte] ^= static_cast<uint8_t>(1u << bit % 8);
    const Result<Trace> result = read(file);
    const size_t before = s.events_within(byte);
    ASSERT_EQ(result.ok(), byte >= kFwtHeadBytes && before > 0);
    if (!result.ok()) {
      EXPECT_THAT(result.error().sentence(), testing::StartsWith("sample.fwt"));
      continue;
    }
    const Trace& trace = result.value();
    ASSERT_EQ(trace.size(), before);
    ASSERT_EQ(s.not_a_prefix(trace), "");
    EXPECT_EQ(lost(trace, Loss::missing_index), 1u);
    EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks), s.event_count() - before);
    EXPECT_EQ(lost(trace, Loss::bytes_after_damage),
              byte < index.offset ? file.size() - s.block_at(byte).offset : 0);
  }
}

TEST(FwtDamage, AZeroedRangeLeavesThePrefixBeforeIt) {
  const Sample s;
  for (size_t start = kFwtHeadBytes; start + 64 < s.file.size(); start += 17) {
    Bytes file = s.file;
    std::fill_n(file.begin() + static_cast<ptrdiff_t>(start), 64, uint8_t{0});
    const Result<Trace> result = read(file);
    const size_t before = s.events_within(start);
    ASSERT_EQ(result.ok(), before > 0);
    if (!result.ok()) continue;
    EXPECT_EQ(result.value().size(), before);
    EXPECT_EQ(s.not_a_prefix(result.value()), "");
    EXPECT_TRUE(result.value().losses().any());
  }
}

// The file with its blocks in another order, or some of them twice or not at all.
Bytes rearranged(const Sample& s, const std::vector<size_t>& order) {
  Bytes file = surgery::head();
  for (const size_t i : order) append(file, s.blocks[i].bytes);
  append(file, std::span(s.file).subspan(s.blocks.back().end()));
  return file;
}

TEST(FwtDamage, AMovedDoubledOrMissingBlockEndsTheTraceThere) {
  const Sample s;
  ASSERT_EQ(rearranged(s, {0, 1, 2, 3, 4, 5, 6, 7}), s.file);
  struct Case {
    std::vector<size_t> order;
    size_t blocks_read;
  };
  for (const Case& c : {Case{{0, 2, 1, 3, 4, 5, 6, 7}, 1},     // swapped at once
                        Case{{0, 1, 2, 3, 5, 4, 6, 7}, 4},     // swapped later
                        Case{{0, 1, 1, 2, 3, 4, 5, 6, 7}, 2},  // doubled
                        Case{{0, 1, 2, 4, 5, 6, 7}, 3},        // tables missing
                        Case{{0, 1, 2, 3, 4, 6, 7}, 5},        // events missing
                        Case{{0, 1, 2, 3, 4, 5, 7}, 6}}) {     // last events missing
    const Result<Trace> result = read(rearranged(s, c.order));
    size_t expected = 0;
    for (size_t i = 0; i < c.blocks_read; ++i) expected += s.blocks[i].header.event_count;
    ASSERT_EQ(result.ok(), expected > 0);
    if (!result.ok()) continue;
    const Trace& trace = result.value();
    EXPECT_EQ(trace.size(), expected);
    EXPECT_EQ(s.not_a_prefix(trace), "");
    EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks), s.event_count() - expected);
    EXPECT_GT(lost(trace, Loss::bytes_after_damage), 0u);
    EXPECT_EQ(lost(trace, Loss::missing_index), 1u);
  }
}

TEST(FwtDamage, LostEventsAreCountedFromTheirHeadersWithoutTheTrailer) {
  const Sample s;
  Bytes file(s.file.begin(), s.file.begin() + static_cast<ptrdiff_t>(s.blocks[5].end()));
  file[s.blocks[2].offset + 1] ^= 1;  // the header: the next ones have to be searched for
  const Trace trace = read(file).value();
  EXPECT_EQ(trace.size(), kBlockEvents);
  EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks), 3 * kBlockEvents);
  EXPECT_EQ(lost(trace, Loss::bytes_after_damage), file.size() - s.blocks[2].offset);
}

TEST(FwtDamage, BytesBehindTheEndAreCountedAndCostNothing) {
  const Sample s;
  Bytes file = s.file;
  append(file, s.file);
  const Trace trace = read(file).value();
  EXPECT_EQ(difference(trace, s.recording.trace(), true), "");
  EXPECT_EQ(lost(trace, Loss::bytes_after_damage), s.file.size());
  EXPECT_EQ(lost(trace, Loss::events_in_damaged_blocks), 0u);
}

TEST(FwtDamage, ANewerVersionIsRefusedInOneSentence) {
  const Sample s;
  Bytes file = s.file;
  file[8] = 8;
  EXPECT_EQ(
      read(file).error().sentence(),
      "sample.fwt: this trace was written by a newer Foreweave (format 8; this one reads up to "
      "7), or its head is damaged");
  const uint64_t hash = fwt_hash(std::span(file).first(kFwtHeadBytes - 8));
  std::memcpy(file.data() + kFwtHeadBytes - 8, &hash, 8);
  EXPECT_EQ(
      read(file).error().sentence(),
      "sample.fwt: this trace was written by a newer Foreweave (format 8; this one reads up to 7)");
}

TEST(FwtDamage, WhatIsNoTraceIsRefusedInOneSentence) {
  const Sample s;
  EXPECT_EQ(read({}).error().sentence(), "sample.fwt: this is not a Foreweave trace");
  const Bytes text(100, 'T');
  EXPECT_EQ(read(text).error().sentence(), "sample.fwt: this is not a Foreweave trace");
  EXPECT_EQ(read(std::span(s.file).first(10)).error().sentence(),
            "sample.fwt: the file ends within the head of a Foreweave trace");
  Bytes as_text = s.file;  // as if it had been transferred as text
  as_text.erase(as_text.begin() + 4);
  EXPECT_EQ(read(as_text).error().sentence(),
            "sample.fwt: the head of this Foreweave trace is damaged");
  EXPECT_EQ(read(std::span(s.file).first(kFwtHeadBytes)).error().sentence(),
            "sample.fwt, byte 24: no event can be read: the file was cut short here");
  Bytes damaged = s.file;
  damaged[s.blocks[1].offset + 60] ^= 1;
  EXPECT_EQ(
      read(damaged).error().sentence(),
      fmt::format("sample.fwt, byte {}: no event can be read: the file is damaged from here on",
                  s.blocks[1].offset));
}

// --- blocks that check out but make no sense --------------------------------------------------

// The sample up to its third block, then a block of our own in its place, then the rest.
Result<Trace> read_with_block(const Sample& s, std::span<const uint8_t> block) {
  Bytes file = surgery::head();
  append(file, s.blocks[0].bytes);
  append(file, s.blocks[1].bytes);
  append(file, block);
  for (size_t i = 3; i < s.blocks.size(); ++i) append(file, s.blocks[i].bytes);
  return read(file);
}

void expect_refused(const Sample& s, const FwtBlockHeader& header, const Bytes& block) {
  const Result<Trace> result = read_with_block(s, block);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value().size(), kBlockEvents);
  EXPECT_EQ(s.not_a_prefix(result.value()), "");
  EXPECT_EQ(lost(result.value(), Loss::events_in_damaged_blocks), s.event_count() - kBlockEvents);
  EXPECT_EQ(header.sequence, 2u);
}

TEST(FwtDamage, SizesThatLieAreRefused) {
  const Sample s;
  const FwtBlockHeader good = s.blocks[2].header;
  const Bytes raw = surgery::raw_payload(s.blocks[2]);
  const Bytes stored(s.blocks[2].bytes.begin() + kFwtHeaderBytes, s.blocks[2].bytes.end());
  ASSERT_EQ(read_with_block(s, surgery::block_with_raw(good, raw)).value().size(), s.event_count());

  for (const int64_t off : {-1, 1, 1000}) {
    FwtBlockHeader header = good;
    header.raw_bytes = static_cast<uint32_t>(header.raw_bytes + off);
    expect_refused(s, header, surgery::block_with_stored(header, stored));
  }
  FwtBlockHeader header = good;
  header.raw_bytes = kFwtMaxRawBytes + 1;
  expect_refused(s, header, surgery::block_with_stored(header, stored));
  header = good;
  header.event_count = kFwtMaxBlockEvents + 1;
  expect_refused(s, header, surgery::block_with_stored(header, stored));
  header = good;
  header.event_count += 1;
  expect_refused(s, header, surgery::block_with_stored(header, stored));
  header = good;
  header.first_event += 1;
  expect_refused(s, header, surgery::block_with_stored(header, stored));
  Bytes twice = stored;
  append(twice, stored);
  expect_refused(s, good, surgery::block_with_stored(good, twice));
  Bytes longer = stored;
  longer.push_back(0);
  expect_refused(s, good, surgery::block_with_stored(good, longer));
  expect_refused(s, good, surgery::block_with_stored(good, {}));
}

TEST(FwtDamage, APayloadCutOrLengthenedAnywhereIsRefused) {
  const Sample s;
  const FwtBlockHeader header = s.blocks[2].header;
  const Bytes raw = surgery::raw_payload(s.blocks[2]);
  for (size_t size = 0; size < raw.size(); ++size)
    expect_refused(s, header, surgery::block_with_raw(header, std::span(raw).first(size)));
  Bytes longer = raw;
  longer.push_back(0);
  expect_refused(s, header, surgery::block_with_raw(header, longer));
}

TEST(FwtDamage, ATableThatMakesNoSenseIsRefusedAsAWhole) {
  const Sample s;
  FwtBlockHeader header;
  header.sequence = 2;
  header.first_event = kBlockEvents;
  const auto text = [](ByteWriter& out, std::string_view t) {
    out.u8(1);
    out.varint(t.size());
    out.text(t);
  };
  const std::vector<Bytes> tables = {
      {0},                                         // no such record
      {10},                                        // neither this one
      {2, 0x7f},                                   // a thread with an unknown name
      {3, 0, 0x7f, 1, 1},                          // a site in an unknown function
      {3, 0, 0, 1},                                // a site without column
      {3, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x7f, 1},  // a line beyond 32 bits
      {4, 8, 8, 0x7f},                             // a symbol with an unknown name
      {6, 1, 'x'},                                 // a piece of no attachment
      {5, 0, 1, 6, 2, 'x', 'y'},                   // a piece longer than its attachment
      {5, 0, 9, 5, 0, 1},                          // an attachment within another
      {7, 0, 1},                                   // a loss of that name does not exist
      {1, 0x7f, 'x'},                              // a text longer than what follows
      {2, 0xff, 0xff},                             // a number that does not end
      {8},                                         // a phrase that does not begin
      {8, 0},                                      // a phrase of no events
      {8, 2, 31, 0, 0, 0, 0, 0, 0, 0, 0},          // a phrase with an event too few
      {8, 1, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0},        // an event of no kind
      {8, 1, 31, 0x80, 0, 0, 0, 0, 0, 0, 0},       // with a flag that does not exist
      {8, 1, 31, 0, 0x7f, 0, 0, 0, 0, 0, 0},       // at an unknown site
      {8, 1, 31, 0, 0, 0, 0, 97, 0, 0, 0},         // with a blank too many
      {8, 1, 0x84, 16, 0, 0, 16, 0, 0, 0, 0},      // that continues what is not there
  };
  for (size_t i = 0; i < tables.size(); ++i) {
    SCOPED_TRACE(i);
    ByteWriter whole;
    text(whole, "never seen");
    whole.u8(2);  // a thread that must not be added: the block is refused as a whole
    whole.varint(0);
    whole.bytes(tables[i]);
    expect_refused(s, header, surgery::block_with_raw(header, whole.written()));
    const Trace trace =
        read_with_block(s, surgery::block_with_raw(header, whole.written())).value();
    EXPECT_EQ(trace.thread_count(), s.recording.threads.size());
  }
}

TEST(FwtDamage, MoreThreadsThanThereCanBeAreRefused) {
  constexpr size_t kMost = 3;
  const auto read = [](size_t threads) {
    ByteWriter table;
    table.u8(1);
    table.varint(1);
    table.u8('T');
    for (size_t t = 0; t < threads; ++t) {
      table.u8(2);
      table.varint(0);
    }
    TraceBuilder builder(SourceMap("t.fwt", SourceMap::Unit::byte));
    FwtPhraseDecoder phrases;
    return FwtTableReader(kMost).read(table.written(), builder, phrases);
  };
  EXPECT_TRUE(read(kMost));
  EXPECT_FALSE(read(kMost + 1));
}

TEST(FwtDamage, AnIndexThatContradictsTheBlocksIsMissing) {
  const Sample s;
  const Block& index = s.blocks.back();
  Bytes raw = surgery::raw_payload(index);
  raw.back() ^= 1;
  Bytes file(s.file.begin(), s.file.begin() + static_cast<ptrdiff_t>(index.offset));
  append(file, surgery::block_with_raw(index.header, raw));
  append(file, std::span(s.file).subspan(index.end()));
  const Trace trace = read(file).value();
  EXPECT_EQ(trace.size(), s.event_count());
  EXPECT_EQ(lost(trace, Loss::missing_index), 1u);
  EXPECT_EQ(lost(trace, Loss::bytes_after_damage), 0u);
}

TEST(FwtDamage, AnAttachmentThatIsNotWholeIsLeftOut) {
  Recording r = samples::busy_recording(1, 2, 40, 5);
  Bytes file;
  FwtWriter writer(samples::into(file));
  r.add_tables_to(writer);
  for (const RawEvent& e : r.events) writer.add(e);
  writer.flush();
  std::string noise(3 * kFwtMaxText, '\0');
  samples::Random random(8);
  for (char& c : noise) c = static_cast<char>(random.bits());
  writer.add_attachment("bitcode", noise);
  writer.finish();
  const Trace whole = read(file).value();
  ASSERT_EQ(whole.attachments().size(), 1u);
  EXPECT_EQ(whole.attachments()[0].bytes, noise);
  const Trace cut = read(std::span(file).first(file.size() - kFwtMaxText)).value();
  EXPECT_EQ(cut.size(), r.events.size());
  EXPECT_TRUE(cut.attachments().empty());
}

}  // namespace
}  // namespace foreweave
