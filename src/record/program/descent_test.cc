#include "record/program/descent.h"

#include <gtest/gtest.h>

namespace foreweave {

namespace {

TEST(Descent, IsWrittenAsItIsRead) {
  for (const Descent& descent : {Descent{1}, Descent{2, 1}, Descent{4000000000, 1, 2, 3}})
    EXPECT_EQ(descent_of(text_of(descent)), descent);
}

TEST(Descent, IsNothingElse) {
  for (const char* text : {"", "0", "1.", ".1", "1.0", "1,2", "-1", "4294967296", "1.1.1.1.1"})
    EXPECT_EQ(descent_of(text), std::nullopt) << text;
}

}  // namespace

}  // namespace foreweave
