// What is said about the harm that a bug did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "replay/judge/judge.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

Observation ended(int wait_status, std::string output = "", std::string errors = "") {
  Observation seen;
  seen.run.wait_status = wait_status;
  seen.output = std::move(output);
  seen.errors = std::move(errors);
  return seen;
}
Observation exited(int status, std::string output = "") {
  return ended(status << 8, std::move(output));
}

TEST(Effect, IsNothingIfEverythingIsAsItWas) {
  EXPECT_EQ(effect_of(exited(0, "42\n"), exited(0, "42\n")), "");
  EXPECT_EQ(effect_of(exited(3), exited(3)), "");
}

TEST(Effect, IsAHang) {
  Observation hangs = ended(9);
  hangs.still_running = true;
  EXPECT_EQ(effect_of(hangs, exited(0)), "the program hangs");
  hangs.still_moving = true;
  EXPECT_EQ(effect_of(hangs, exited(0)), "the program does not end");
}

// What takes long anyway does not hang because of the bug.
TEST(Effect, IsNoHangIfTheProgramTakesLongWithoutTheBugToo) {
  Observation runs = ended(9, "ready\n");
  runs.still_running = true;
  EXPECT_EQ(effect_of(runs, runs), "");
}

TEST(Effect, IsNoneIfItIsWithoutTheBugThatItFails) {
  Observation hangs = ended(9);
  hangs.still_running = true;
  EXPECT_EQ(effect_of(exited(0), hangs), "");
  EXPECT_EQ(effect_of(exited(0), ended(6)), "");
}

TEST(Effect, IsASignal) {
  EXPECT_EQ(effect_of(ended(11), exited(0)),
            "the program is ended by signal 11 (Segmentation fault)");
}

TEST(Effect, OfANullPointerSaysSo) {
  Observation seen = ended(11);
  seen.run.fault_address = 0x18;
  EXPECT_EQ(effect_of(seen, ended(0)),
            "the program is ended by signal 11 (Segmentation fault): null dereference");
  seen.run.fault_address = 0x7fff00000000;
  EXPECT_EQ(effect_of(seen, ended(0)), "the program is ended by signal 11 (Segmentation fault)");
}

TEST(Effect, QuotesWhatAFailedAssertionSaid) {
  const std::string said =
      "starting\nbank: bank.cc:40: void take(): Assertion `balance >= 0' failed.\n";
  EXPECT_THAT(effect_of(ended(6, "", said), exited(0)),
              HasSubstr(": bank: bank.cc:40: void take(): Assertion `balance >= 0' failed."));
  EXPECT_THAT(effect_of(ended(6, "", std::string(1000, 'x') + "\n"), exited(0)),
              HasSubstr("x ..."));
  EXPECT_THAT(effect_of(ended(6, "", "a\tb\x1b[1m\n"), exited(0)), HasSubstr("a b [1m"));
}

TEST(Effect, IsAnotherExitStatus) {
  EXPECT_EQ(effect_of(exited(1), exited(0)),
            "the program ends with exit status 1; without the bug it ends with exit status 0");
}

// Then it was we who ended it.
TEST(Effect, IsNotComparedWithARunThatStoodStill) {
  Observation stuck = ended(9, "a\n");
  stuck.stood_still = true;
  EXPECT_EQ(effect_of(exited(1), stuck), "the program ends with exit status 1");
  EXPECT_EQ(effect_of(ended(11), stuck), "the program is ended by signal 11 (Segmentation fault)");
  EXPECT_EQ(effect_of(exited(0, "b\n"), stuck), "");
}

// Who ends a program ends it with a signal, too.
TEST(Effect, IsNoSignalThatSomebodySent) {
  for (const int number : {1, 2, 3, 9, 15}) EXPECT_EQ(effect_of(ended(number), exited(0)), "");
}

TEST(Effect, IsNoAddressInWhatItSaidLast) {
  EXPECT_EQ(effect_of(ended(6, "", "bad 0x7f1200340560\n"), ended(6, "", "bad 0x7f99003405a0\n")),
            "");
  EXPECT_NE(effect_of(ended(6, "", "bad list\n"), ended(6, "", "bad tree\n")), "");
}

TEST(Effect, IsNothingInWhichRunsWithoutTheBugDiffer) {
  const std::vector<Observation> without{exited(0, "took 12 ms\nsum 42\n"),
                                         exited(0, "took 14 ms\nsum 42\n")};
  EXPECT_EQ(effect_of(exited(0, "took 190 ms\nsum 42\n"), without), "");
  EXPECT_EQ(effect_of(exited(0, "took 190 ms\nsum 41\n"), without),
            "the program's output has \"sum 41\" instead of \"sum 42\"");
  const std::vector<Observation> by_chance{exited(0), exited(3)};
  EXPECT_EQ(effect_of(exited(1), by_chance), "");
}

TEST(Effect, IsAnotherOutput) {
  EXPECT_EQ(effect_of(exited(0, "a\nsum 41\nend\n"), exited(0, "a\nsum 42\nend\n")),
            "the program's output has \"sum 41\" instead of \"sum 42\"");
  EXPECT_EQ(effect_of(exited(0, "a\n"), exited(0, "a\nb\n")),
            "the program's output has nothing instead of \"b\"");
  EXPECT_EQ(effect_of(exited(0, "a\nb\n"), exited(0, "a\n")),
            "the program's output has \"b\" instead of nothing");
}

TEST(Failure, IsAnotherEndAndNotAnotherOutput) {
  EXPECT_TRUE(fails(ended(6), exited(0)));
  EXPECT_TRUE(fails(exited(1), exited(0)));
  EXPECT_FALSE(fails(exited(0, "a\n"), exited(0, "b\n")));
  EXPECT_FALSE(fails(exited(3), exited(3)));
}

TEST(Failure, IsAHangButNotARunThatTakesLong) {
  Observation hangs = ended(9);
  hangs.still_running = true;
  EXPECT_TRUE(fails(hangs, exited(0)));
  EXPECT_FALSE(fails(hangs, hangs));
  hangs.still_moving = true;
  EXPECT_FALSE(fails(hangs, exited(0)));
}

}  // namespace
}  // namespace foreweave
