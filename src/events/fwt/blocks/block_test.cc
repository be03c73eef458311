// The payload of a block of events, without what protects it.
#include <gtest/gtest.h>

#include "events/fwt/blocks/block_decoder.h"
#include "events/fwt/blocks/block_encoder.h"
#include "events/fwt/blocks/decoding_for_tests.h"
#include "events/fwt/coding/hash.h"
#include "events/fwt/samples_for_tests.h"

namespace foreweave {
namespace {

using samples::Bytes;

class FwtBlock : public testing::Test {
 protected:
  Bytes encode(std::span<const RawEvent> events, size_t threads, size_t sites) {
    ByteWriter out;
    encoder_.encode(events, threads, sites, out);
    return {out.written().begin(), out.written().end()};
  }
  // The decoded events, or nothing if they were refused.
  std::optional<std::vector<RawEvent>> decode(std::span<const uint8_t> raw, size_t events,
                                              size_t threads, size_t sites) {
    const auto room = payload_.make_room(raw.size());
    std::copy(raw.begin(), raw.end(), room.begin());
    if (!decoder_.start(payload_, static_cast<uint32_t>(events), threads, sites))
      return std::nullopt;
    return take_all(decoder_);
  }
  static bool same(const RawEvent& a, const RawEvent& b) {
    return a.thread == b.thread && a.kind == b.kind && a.flags == b.flags && a.site == b.site &&
           a.size == b.size && a.operand == b.operand && a.value == b.value;
  }

  FwtBlockEncoder encoder_;
  FwtBlockDecoder decoder_;
  FwtPayload payload_;
};

TEST_F(FwtBlock, EveryFieldComesBackFromAnyEvents) {
  samples::Random random(5);
  for (int round = 0; round < 200; ++round) {
    const size_t threads = 1 + random.below(300), sites = 1 + random.below(1 << random.below(24));
    std::vector<RawEvent> events(1 + random.below(3000));
    for (RawEvent& e : events) {
      e.thread = static_cast<uint32_t>(random.below(threads));
      e.kind = static_cast<Kind>(random.below(kKindCount));
      e.flags = static_cast<uint8_t>(random.below(FW_FLAG_ALL + 1));
      e.site = static_cast<uint32_t>(random.below(sites));
      e.size = static_cast<uint32_t>(random.bits() >> (32 + random.below(32)));
      e.operand = operand_of(e.kind) == Operand::thread ? random.below(threads)
                                                        : random.bits() >> random.below(64);
      e.value = random.bits() >> random.below(64);
    }
    const auto decoded = decode(encode(events, threads, sites), events.size(), threads, sites);
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(std::equal(decoded->begin(), decoded->end(), events.begin(), events.end(), same));
  }
}

TEST_F(FwtBlock, WhatALoopRepeatsTakesOneByteAnEvent) {
  std::vector<RawEvent> events;
  for (uint64_t i = 0; i < 1000; ++i) {
    events.push_back({0, Kind::read, FW_FLAG_HAS_VALUE, 1, 8, 0x1000 + 8 * i, 0});
    events.push_back({0, Kind::branch, FW_FLAG_HAS_VALUE, 2, 0, 0, 1});
  }
  EXPECT_LT(encode(events, 1, 3).size(), events.size() + 40);
}

TEST_F(FwtBlock, AReadOfWhatAnotherThreadWroteTakesOneByte) {
  std::vector<RawEvent> events;
  samples::Random random(6);
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint64_t value = random.bits();
    events.push_back({0, Kind::write, FW_FLAG_HAS_VALUE, 0, 8, 0x1000, value});
    events.push_back({1, Kind::read, FW_FLAG_HAS_VALUE, 1, 8, 0x1000, value});
  }
  const size_t runs = 2 * events.size();
  EXPECT_LT(encode(events, 2, 2).size(), runs + events.size() + 8 * 1000 + 50);
}

// A payload by hand: one run of thread 0, one event.
struct OneEvent {
  uint64_t runs = 1, thread = 0, count = 1;
  uint8_t site_bytes = 1;
  Bytes shapes = {static_cast<uint8_t>(Kind::write), 0, 4};
  Bytes columns = {kFwtNewSite | kFwtNewShape | 1u << kFwtOperandShift | 1u << kFwtValueShift, 0x02,
                   0x10, 0x07};

  Bytes bytes() const {
    ByteWriter out;
    out.varint(runs);
    out.varint(thread);
    out.varint(count);
    out.u8(site_bytes);
    out.varint(shapes.size());
    out.bytes(shapes);
    out.bytes(columns);
    return {out.written().begin(), out.written().end()};
  }
};

TEST_F(FwtBlock, APayloadByHandIsRead) {
  const auto events = decode(OneEvent().bytes(), 1, 1, 3);
  ASSERT_TRUE(events);
  EXPECT_TRUE(same(events->front(), {0, Kind::write, 0, 2, 4, 0x10, 7}));
}

TEST_F(FwtBlock, WhatMakesNoSenseIsRefused) {
  const auto refuses = [&](auto change, size_t events = 1) {
    OneEvent e;
    change(e);
    return !decode(e.bytes(), events, 1, 3).has_value();
  };
  EXPECT_FALSE(refuses([](OneEvent&) {}));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.runs = 0; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.runs = 2; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.runs = UINT64_MAX; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.thread = 1; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.thread = 65536; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.count = 0; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.count = 2; }));
  EXPECT_TRUE(refuses([](OneEvent&) {}, 2));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.site_bytes = 0; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.site_bytes = 2; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.site_bytes = 5; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes[0] = kKindCount; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes[1] = FW_FLAG_ALL + 1; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes.pop_back(); }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes.push_back(0); }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes = {5, 0, 0xff, 0xff, 0xff, 0xff, 0x7f}; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.columns[1] = 3; }));  // no such site
  EXPECT_TRUE(refuses([](OneEvent& e) { e.columns.pop_back(); }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.columns.push_back(0); }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.columns.clear(); }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.columns[0] ^= 2u << kFwtOperandShift; }));
  EXPECT_TRUE(refuses([](OneEvent& e) { e.shapes[0] = static_cast<uint8_t>(Kind::fork); }));
  EXPECT_FALSE(refuses([](OneEvent& e) {
    e.shapes[0] = static_cast<uint8_t>(Kind::fork);
    e.columns[2] = 0;  // forks thread 0
  }));
}

TEST_F(FwtBlock, WithoutSitesThereAreNoEvents) {
  OneEvent e;
  EXPECT_FALSE(decode(e.bytes(), 1, 1, 0));
}

TEST(FwtHash, EverySingleFlippedBitShows) {
  for (size_t size = 1; size < 40; ++size) {
    Bytes bytes(size, 0x5a);
    const uint64_t right = fwt_hash(bytes);
    for (size_t bit = 0; bit < 8 * size; ++bit) {
      bytes[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      EXPECT_NE(fwt_hash(bytes), right);
      bytes[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    }
  }
}

TEST(FwtHash, ZerosAtTheEndCount) {
  EXPECT_NE(fwt_hash(Bytes(7, 0)), fwt_hash(Bytes(8, 0)));
  EXPECT_NE(fwt_hash(Bytes(8, 0)), fwt_hash(Bytes(16, 0)));
  EXPECT_NE(fwt_hash({}), fwt_hash(Bytes(1, 0)));
}

}  // namespace
}  // namespace foreweave
