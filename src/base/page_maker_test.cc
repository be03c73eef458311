#include "base/page_maker.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

constexpr size_t kRows = size_t{3} << 20;

TEST(PageMaker, LeavesAloneWhatIsWrittenMeanwhile) {
  Column<uint32_t> wide;
  Column<uint8_t> narrow;
  wide.reserve(kRows);
  narrow.reserve(kRows);
  const auto maker = PageMaker::start({PageMaker::of(wide), PageMaker::of(narrow)}, kRows);
  ASSERT_TRUE(maker);
  for (uint32_t i = 0; i < kRows; ++i) {
    wide.push_back(i);
    narrow.push_back(static_cast<uint8_t>(i));
    if (i % 1024 == 0) maker->reach(i);
  }
  for (uint32_t i = 0; i < kRows; ++i) {
    ASSERT_EQ(wide[i], i);
    ASSERT_EQ(narrow[i], static_cast<uint8_t>(i));
  }
}

TEST(PageMaker, EndsAlsoIfNothingIsEverFilled) {
  Column<uint64_t> column;
  column.reserve(kRows * 8);
  EXPECT_TRUE(PageMaker::start({PageMaker::of(column)}, kRows * 8));
}

TEST(PageMaker, HarmsNothingWhenItsColumnIsGone) {
  auto column = std::make_unique<Column<uint64_t>>();
  column->reserve(kRows);
  const auto maker = PageMaker::start({PageMaker::of(*column)}, kRows);
  column.reset();
  Column<uint64_t> other;  // which may lie where the first one lay
  for (uint64_t i = 0; i < kRows; ++i) {
    other.push_back(i);
    if (maker) maker->reach(i);
  }
  for (uint64_t i = 0; i < kRows; ++i) ASSERT_EQ(other[i], i);
}

TEST(PageMaker, DoesNotStartForLittle) {
  Column<uint32_t> column;
  column.reserve(1000);
  EXPECT_FALSE(PageMaker::start({PageMaker::of(column)}, 1000));
}

}  // namespace
}  // namespace foreweave
