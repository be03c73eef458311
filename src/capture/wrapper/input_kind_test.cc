// That the tables are clang's is for tests/wrapper to ask clang; here is how they are looked up.
#include "capture/wrapper/input_kind.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(InputKind, GoesByWhatFollowsTheLastDot) {
  EXPECT_EQ(kind_of_file("a.c"), InputKind::kCode);
  EXPECT_EQ(kind_of_file("dir.x/a.tab.cc"), InputKind::kCode);
  EXPECT_EQ(kind_of_file("a.hpp"), InputKind::kHeader);
  EXPECT_EQ(kind_of_file("a.ll"), InputKind::kIr);
  EXPECT_EQ(kind_of_file("a.f90"), InputKind::kForeign);
  EXPECT_EQ(kind_of_file("a.c.o"), InputKind::kLinkable);
  EXPECT_EQ(kind_of_file("libx.so.1"), InputKind::kLinkable);
}

TEST(InputKind, TellsUpperFromLowerCase) {
  EXPECT_EQ(kind_of_file("a.S"), InputKind::kAssembler);
  EXPECT_EQ(kind_of_file("a.s"), InputKind::kAssembler);
  EXPECT_EQ(kind_of_file("a.C"), InputKind::kCode);
  EXPECT_EQ(kind_of_file("a.Cc"), InputKind::kLinkable);
}

TEST(InputKind, LeavesWhatHasNoDotToTheLinkerAndReadsCodeFromStandardInput) {
  EXPECT_EQ(kind_of_file("prog"), InputKind::kLinkable);
  EXPECT_EQ(kind_of_file("dir.c/prog"), InputKind::kLinkable);
  EXPECT_EQ(kind_of_file(""), InputKind::kLinkable);
  EXPECT_EQ(kind_of_file("-"), InputKind::kCode);
}

TEST(InputKind, KnowsTheNamesOfLanguages) {
  EXPECT_EQ(kind_of_language("c"), InputKind::kCode);
  EXPECT_EQ(kind_of_language("c++-header"), InputKind::kHeader);
  EXPECT_EQ(kind_of_language("assembler-with-cpp"), InputKind::kAssembler);
  EXPECT_EQ(kind_of_language("ir"), InputKind::kIr);
  EXPECT_EQ(kind_of_language("cuda"), InputKind::kForeign);
  EXPECT_EQ(kind_of_language("klingon"), InputKind::kLinkable);
}

}  // namespace
}  // namespace foreweave
