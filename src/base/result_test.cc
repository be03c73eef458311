#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

#include "base/id.h"

namespace foreweave {
namespace {

TEST(Result, CarriesAValueOrASentence) {
  const Result<int> good(3);
  EXPECT_TRUE(good);
  EXPECT_EQ(good.value(), 3);
  const Result<int> bad(Error{"no such file", "a.std"});
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().sentence(), "a.std: no such file");
  EXPECT_EQ((Error{"no such file", ""}).sentence(), "no such file");
}

TEST(Result, MovesOutWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> value = std::move(result).value();
  EXPECT_EQ(*value, 5);
}

TEST(ResultDeathTest, StopsInsteadOfHandingOutAMissingValue) {
  const Result<int> bad(Error{"x", ""});
  EXPECT_DEATH(bad.value(), "internal error: value\\(\\) of a failed Result");
}

TEST(Id, NoneIsNoId) {
  using ThingId = Id<struct ThingTag>;
  EXPECT_FALSE(ThingId().exists());
  EXPECT_TRUE(ThingId(0).exists());
  EXPECT_LT(ThingId(1), ThingId(2));
  static_assert(!std::is_convertible_v<ThingId, Id<struct OtherTag>>);
  static_assert(!std::is_convertible_v<uint32_t, ThingId>);
}

}  // namespace
}  // namespace foreweave
