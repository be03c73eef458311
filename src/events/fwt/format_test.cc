// What is written is what is read.
#include "events/fwt/format.h"

#include <gtest/gtest.h>

#include "events/fwt/coding/layout.h"
#include "events/fwt/samples_for_tests.h"

namespace foreweave {
namespace {

using samples::Bytes;
using samples::difference;
using samples::into;
using samples::Recording;

Trace read(const Bytes& file) {
  Result<Trace> trace = read_fwt(file, "sample.fwt");
  EXPECT_TRUE(trace.ok()) << trace.error().sentence();
  return std::move(trace).value();
}

Recording little_recording() {
  Recording r;
  r.threads = {"main", "worker"};
  r.sites = {{"a.cc", 3, 7, "main"}, {"a.cc", 9, 1, "run"}};
  r.events = {{0, Kind::fork, 0, 0, 0, 1, 0},
              {0, Kind::write, FW_FLAG_HAS_VALUE, 0, 4, 0x1000, 7},
              {1, Kind::read, FW_FLAG_HAS_VALUE, 1, 4, 0x1000, 7}};
  return r;
}

TEST(FwtFormat, AnEmptyTraceComesBackEmpty) {
  const Trace trace = read(Recording().file());
  EXPECT_EQ(trace.size(), 0u);
  EXPECT_FALSE(trace.losses().any());
}

TEST(FwtFormat, TablesComeBackWithoutAnyEvent) {
  Recording r = samples::wild_recording(3, 0);
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
}

TEST(FwtFormat, PointersComeBackAlsoByConversion) {
  Recording r = little_recording();
  r.pointers = {{1, 0}};
  const Trace trace = read(r.file());
  EXPECT_EQ(trace.sites()[0].pointer_from, SiteId::none());
  EXPECT_EQ(trace.sites()[1].pointer_from, SiteId(0));
  Bytes converted;
  ASSERT_TRUE(write_fwt(trace, into(converted)));
  EXPECT_EQ(difference(read(converted), trace), "");
}

TEST(FwtFormat, CallsThatWereInlinedComeBackAlsoByConversion) {
  Recording r = little_recording();
  r.inlined = {{1, 0}};
  const Trace trace = read(r.file());
  EXPECT_EQ(trace.sites()[0].inlined_at, SiteId::none());
  EXPECT_EQ(trace.sites()[1].inlined_at, SiteId(0));
  Bytes converted;
  ASSERT_TRUE(write_fwt(trace, into(converted)));
  EXPECT_EQ(difference(read(converted), trace), "");
}

TEST(FwtFormat, OneEventComesBack) {
  Recording r = little_recording();
  r.events.resize(1);
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
}

TEST(FwtFormat, EveryKindComesBackWithEveryFlag) {
  Recording r = samples::wild_recording(1, 0);
  for (uint8_t kind = 0; kind < kKindCount; ++kind)
    for (uint8_t flags = 0; flags <= FW_FLAG_ALL; ++flags) {
      RawEvent e{0, static_cast<Kind>(kind), flags, 0, 0, 0, 0};
      if (is_access(e.kind)) e.size = 8;
      if (operand_of(e.kind) != Operand::thread) e.operand = 0x1000u + flags;
      if (flags & FW_FLAG_HAS_VALUE) e.value = kind;
      r.events.push_back(e);
    }
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
  EXPECT_EQ(difference(read(r.file(7)), r.trace()), "");
}

TEST(FwtFormat, ExtremeNumbersComeBack) {
  Recording r = little_recording();
  r.sites.push_back({"", UINT32_MAX, UINT32_MAX, ""});
  for (const uint64_t value :
       {uint64_t{0}, UINT64_MAX, uint64_t{1} << 63, uint64_t{0x7f}, uint64_t{0x80},
        uint64_t{0x7fffffff}, uint64_t{0x80000000}, uint64_t{1} << 47, uint64_t{5}})
    for (const uint64_t address : {uint64_t{0}, UINT64_MAX - 16, uint64_t{1} << 63, uint64_t{0x80}})
      r.events.push_back({1, Kind::write, FW_FLAG_HAS_VALUE, 2, 8, address, value});
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
}

TEST(FwtFormat, RandomTracesComeBackWhateverTheirBlocks) {
  samples::Random random(11);
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Recording r = samples::wild_recording(seed, 1 + random.below(600));
    const Trace trace = read(r.file(1 + random.below(200)));
    EXPECT_EQ(difference(trace, r.trace()), "") << "seed " << seed;
    EXPECT_EQ(trace.losses().count(Loss::missing_index), 0u);
  }
}

TEST(FwtFormat, ATraceOfSeveralFullBlocksComesBack) {
  const Recording r = samples::busy_recording(5, 12, 3 * kFwtMaxBlockEvents + 1000, 50);
  const Trace trace = read(r.file());
  EXPECT_EQ(difference(trace, r.trace()), "");
  EXPECT_GE(trace.size(), 3 * kFwtMaxBlockEvents + 1000);
}

TEST(FwtFormat, ARealisticTraceTakesAtMostThreeBytesAnEvent) {
  for (const size_t slice : {30u, 10000u}) {
    const Recording r = samples::busy_recording(7, 12, 400000, slice);
    const Bytes file = r.file();
    EXPECT_LE(static_cast<double>(file.size()), 3.0 * static_cast<double>(r.events.size()));
  }
}

TEST(FwtFormat, TablesMayGrowBetweenAnyTwoEvents) {
  Bytes file;
  FwtWriter writer(into(file));
  TraceBuilder builder(SourceMap("sample.fwt", SourceMap::Unit::byte));
  samples::Random random(1);
  for (uint32_t i = 0; i < 500; ++i) {
    const std::string name = fmt::format("thread {}", i);
    EXPECT_EQ(writer.add_thread(name), builder.add_thread(name));
    EXPECT_EQ(writer.add_site(name, i, 0, "f"), builder.add_site(name, i, 0, "f").value);
    writer.add_symbol(i * 8, 8, name);
    builder.add_symbol(i * 8, 8, name);
    const RawEvent e{static_cast<uint32_t>(random.below(i + 1)),
                     Kind::write,
                     0,
                     static_cast<uint32_t>(random.below(i + 1)),
                     8,
                     random.below(i + 1) * 8,
                     0};
    writer.add(e);
    builder.add(e);
    const bool flush_now = random.one_in(20);
    EXPECT_TRUE(!flush_now || writer.flush());
  }
  EXPECT_TRUE(writer.finish());
  EXPECT_EQ(difference(read(file), std::move(builder).finish()), "");
}

TEST(FwtFormat, ManyThreadsAndSitesComeBack) {
  Recording r;
  for (int t = 0; t < 70000; ++t) r.threads.push_back(fmt::format("T{}", t));
  for (uint32_t s = 0; s < 70000; ++s) r.sites.push_back({"big.cc", s, 0, "f"});
  samples::Random random(2);
  for (int i = 0; i < 100000; ++i)
    r.events.push_back({static_cast<uint32_t>(random.below(r.threads.size())), Kind::read, 0,
                        static_cast<uint32_t>(random.below(r.sites.size())), 4,
                        random.below(1000) * 4, 0});
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
}

TEST(FwtFormat, AttachmentsOfAnyLengthComeBack) {
  Recording r = little_recording();
  samples::Random random(4);
  for (const size_t length :
       {size_t{0}, size_t{1}, size_t{kFwtMaxText}, size_t{5 * kFwtMaxText + 3}}) {
    std::string bytes(length, '\0');
    for (char& c : bytes) c = static_cast<char>(random.bits());
    r.attachments.push_back({fmt::format("of {} bytes", length), bytes});
  }
  EXPECT_EQ(difference(read(r.file()), r.trace()), "");
}

TEST(FwtFormat, TextTooLongForATableIsCut) {
  Recording r = little_recording();
  r.threads[0] = std::string(kFwtMaxText + 10, 'n');
  const Trace trace = read(r.file());
  EXPECT_EQ(trace.thread_name(ThreadId(0)), std::string(kFwtMaxText, 'n'));
}

TEST(FwtFormat, TheSameTraceGivesTheSameBytes) {
  const Recording r = samples::busy_recording(9, 4, 5000, 100);
  EXPECT_EQ(r.file(), r.file());
}

TEST(FwtFormat, AnEventIsSaidToComeFromItsBlock) {
  const Recording r = little_recording();
  const Bytes file = r.file(2);  // tables, two events, one event, index
  const Trace trace = read(file);
  const auto tables = fwt_header_at(file, kFwtHeadBytes);
  ASSERT_TRUE(tables);
  const uint64_t first = kFwtHeadBytes + kFwtHeaderBytes + tables->stored_bytes;
  EXPECT_EQ(trace.where(EventId(0)), fmt::format("sample.fwt, byte {}, event 0", first));
  EXPECT_EQ(trace.source().position(1), first);
  const auto header = fwt_header_at(file, first);
  ASSERT_TRUE(header);
  EXPECT_EQ(trace.source().position(2), first + kFwtHeaderBytes + header->stored_bytes);
}

TEST(FwtFormat, AFullDiskIsNoticedAndNothingIsWrittenBehindIt) {
  const Recording r = little_recording();
  const size_t whole = r.file().size();
  for (size_t room = 0; room < whole; ++room) {
    size_t taken = 0;
    bool refused = false;
    FwtWriter writer([&](std::span<const uint8_t> bytes) {
      EXPECT_FALSE(refused);
      taken += bytes.size();
      refused = taken > room;
      return !refused;
    });
    r.add_tables_to(writer);
    for (const RawEvent& e : r.events) writer.add(e);
    EXPECT_FALSE(writer.finish());
  }
}

TEST(FwtFormat, LooksLikeItselfAndLikeNothingElse) {
  const Bytes file = little_recording().file();
  EXPECT_TRUE(looks_like_fwt(file));
  EXPECT_TRUE(looks_like_fwt(std::span(file).first(4)));
  EXPECT_FALSE(looks_like_fwt(std::span(file).first(3)));
  EXPECT_FALSE(looks_like_fwt({}));
  const std::string std_text = "T0|w(x)|1\n";
  EXPECT_FALSE(
      looks_like_fwt({reinterpret_cast<const uint8_t*>(std_text.data()), std_text.size()}));
}

// --- write_fwt --------------------------------------------------------------------------------

Bytes convert(const Trace& trace, const std::function<bool(EventId)>& keep = nullptr) {
  Bytes file;
  EXPECT_TRUE(write_fwt(trace, into(file), keep));
  return file;
}

TEST(FwtConvert, AWrittenTraceReadsAsTheSameTrace) {
  EXPECT_EQ(difference(read(convert(little_recording().trace())), little_recording().trace()), "");
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Trace trace = samples::wild_recording(seed, 300).trace();
    EXPECT_EQ(difference(read(convert(trace)), trace), "") << "seed " << seed;
  }
  const Trace busy = samples::busy_recording(2, 5, 3000, 20).trace();
  EXPECT_EQ(difference(read(convert(busy)), busy), "");
}

TEST(FwtConvert, OnlyWhatIsKeptIsWritten) {
  const Recording r = samples::busy_recording(2, 5, 3000, 20);
  Recording half = r;
  half.events.resize(1500);
  const Trace cut = read(convert(r.trace(), [](EventId e) { return e.value < 1500; }));
  EXPECT_EQ(difference(cut, half.trace()), "");
}

TEST(FwtConvert, WhatATraceHadLostStaysLost) {
  Bytes file = samples::busy_recording(2, 5, 3000, 20).file(500);
  file.resize(file.size() * 2 / 3);
  const Trace damaged = read(file);
  ASSERT_GT(damaged.losses().count(Loss::events_in_damaged_blocks), 0u);
  const Trace again = read(convert(damaged));
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
    const Loss loss = static_cast<Loss>(i);
    EXPECT_EQ(again.losses().count(loss), damaged.losses().count(loss)) << info(loss).name;
  }
}

}  // namespace
}  // namespace foreweave
