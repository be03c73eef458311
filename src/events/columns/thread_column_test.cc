#include "events/columns/thread_column.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

namespace foreweave {
namespace {

TEST(ThreadColumn, TakesTwoBytesAThreadUntilALargerNumberComes) {
  ThreadColumn column;
  std::array<uint32_t, ThreadColumn::kMost> batch;
  std::iota(batch.begin(), batch.end(), UINT16_MAX + 1 - batch.size());
  constexpr size_t kBatches = 1000;
  column.reserve(2 * kBatches * batch.size());
  for (size_t i = 0; i < kBatches; ++i) column.append(batch);
  EXPECT_LE(column.memory_bytes(), 2 * kBatches * batch.size() * 2);

  batch.back() = UINT16_MAX + 1;
  for (size_t i = 0; i < kBatches; ++i) column.append(batch);
  column.append(std::span(batch).first(3));
  ASSERT_EQ(column.size(), 2 * kBatches * batch.size() + 3);
  for (size_t i = 0; i < column.size(); ++i) {
    const size_t place = i % batch.size();
    const bool first_half = i < kBatches * batch.size();
    ASSERT_EQ(column[i], place + 1 == batch.size() && first_half ? UINT16_MAX : batch[place]) << i;
  }
}

TEST(ThreadColumn, MayBeginWithALargeNumber) {
  ThreadColumn column;
  column.append(std::array<uint32_t, 2>{1u << 27, 3});
  EXPECT_EQ(column[0], 1u << 27);
  EXPECT_EQ(column[1], 3u);
}

}  // namespace
}  // namespace foreweave
