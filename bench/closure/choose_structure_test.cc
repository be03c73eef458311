#include "bench/closure/choose_structure.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(ChooseStructure, TakesTheMatrixWhereEdgesAreDense) {
  EXPECT_EQ(choose_structure(2, 1'000, 100), Structure::clock_matrix);
  EXPECT_EQ(choose_structure(12, 100'000, 100'000), Structure::clock_matrix);
}

TEST(ChooseStructure, TakesSuffixMinimaWhereEdgesAreFew) {
  EXPECT_EQ(choose_structure(2, 1'000, 10), Structure::suffix_minima);
  EXPECT_EQ(choose_structure(12, 100'000, 10'000), Structure::suffix_minima);
  EXPECT_EQ(choose_structure(64, 1'000, 1'000), Structure::suffix_minima);
}

TEST(ChooseStructure, TakesSuffixMinimaForLongWindows) {
  EXPECT_EQ(choose_structure(2, 1'000'000, 100'000), Structure::suffix_minima);
  EXPECT_EQ(choose_structure(300, 10'000'000, 1'000'000'000), Structure::suffix_minima);
}

TEST(ChooseStructure, HasAnAnswerForAnEmptyWindow) {
  choose_structure(0, 0, 0);
  choose_structure(1, 0, 0);
}

}  // namespace
}  // namespace foreweave
