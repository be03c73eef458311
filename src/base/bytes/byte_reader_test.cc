#include "base/bytes/byte_reader.h"

#include <gtest/gtest.h>

#include <array>

#include "base/bytes/byte_writer.h"

namespace foreweave {
namespace {

TEST(ByteReader, ReadsBackWhatTheWriterWrote) {
  ByteWriter writer;
  const uint64_t numbers[] = {0, 1, 127, 128, 300, 1u << 31, UINT64_MAX - 1, UINT64_MAX};
  const int64_t signed_numbers[] = {0, -1, 1, -64, 64, INT64_MIN, INT64_MAX};
  for (const uint64_t n : numbers) writer.varint(n);
  for (const int64_t n : signed_numbers) writer.zigzag(n);
  writer.u8(7);
  writer.u16(0x1234);
  writer.u32(0x12345678);
  writer.u64(0x123456789abcdef0);
  writer.text("end");

  ByteReader reader(writer.written());
  for (const uint64_t n : numbers) EXPECT_EQ(reader.varint(), n);
  for (const int64_t n : signed_numbers) EXPECT_EQ(reader.zigzag(), n);
  EXPECT_EQ(reader.u8(), 7);
  EXPECT_EQ(reader.u16(), 0x1234);
  EXPECT_EQ(reader.u32(), 0x12345678u);
  EXPECT_EQ(reader.u64(), 0x123456789abcdef0u);
  EXPECT_EQ(reader.text(3), "end");
  EXPECT_EQ(reader.left(), 0u);
  EXPECT_FALSE(reader.failed());
}

TEST(ByteReader, FailsForGoodAtTheFirstReadBeyondTheEnd) {
  const std::array<uint8_t, 3> bytes = {1, 2, 3};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_TRUE(reader.failed());
  EXPECT_EQ(reader.u8(), 0);  // although bytes were left before
  EXPECT_EQ(reader.bytes(1).size(), 0u);
}

TEST(ByteReader, RefusesNumbersThatDoNotFit) {
  std::array<uint8_t, 11> endless;
  endless.fill(0xff);
  ByteReader reader(endless);
  reader.varint();
  EXPECT_TRUE(reader.failed());

  const std::array<uint8_t, 10> too_large = {0xff, 0xff, 0xff, 0xff, 0xff,
                                             0xff, 0xff, 0xff, 0xff, 2};
  ByteReader second(too_large);
  second.varint();
  EXPECT_TRUE(second.failed());

  const std::array<uint8_t, 2> cut = {0x80, 0x80};
  ByteReader third(cut);
  third.varint();
  EXPECT_TRUE(third.failed());
}

}  // namespace
}  // namespace foreweave
