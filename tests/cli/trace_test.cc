// `foreweave trace` as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class TraceCommand : public testing::Test {
 protected:
  TraceCommand() { scratch_.write("t.std", kHiddenRace); }
  Ran trace(std::vector<std::string> words, const Scratch::How& how = {}) const {
    words.insert(words.begin(), {"foreweave", "trace"});
    return scratch_.run(words, how);
  }
  // Complained in one sentence, with this in it, and did nothing else.
  void expect_refused(const Ran& ran, const std::string& part, int status = 2) const {
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_TRUE(is_one_sentence("foreweave", ran.err)) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(part));
  }

  Scratch scratch_;
};

TEST_F(TraceCommand, InfoSaysWhatIsInATrace) {
  const Ran ran = trace({"info", "t.std"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* line :
       {"file         t.std\n", "format       std\n", "events       6\n", "threads      2\n",
        "locations    1, 1 of them contended\n", "cells        1\n", "objects      0\n",
        "locks        1\n", "sites        6\n", "values       no\n", "decisions    no\n",
        "event        write                 2\n", "event        acquire               2\n",
        "event        release               2\n"})
    EXPECT_THAT(ran.out, HasSubstr(line));
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("loss")));
}

TEST_F(TraceCommand, InfoShowsLossesAndTheOtherFormat) {
  scratch_.write("t.fwt", as_fwt("T1|acq(l)|1\nT1|acq(l)|1\nT1|w(x=5)|2\nT1|r(x=6)|2\n"));
  const Ran ran = trace({"info", "t.fwt"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("format       fwt\n"));
  EXPECT_THAT(ran.out, HasSubstr("values       yes\n"));
  EXPECT_THAT(ran.out, HasSubstr("loss         1 reentrant lock operations folded\n"));
  EXPECT_THAT(ran.out, HasSubstr("loss         1 reads of values that no recorded write left there "
                                 "(bugs may be missed)\n"));
}

TEST_F(TraceCommand, CatPrintsEventsInColumns) {
  const std::string all =
      "event  thread  operation  location  sees\n"
      "    0  T1      acq(l)     1\n"
      "    1  T1      w(x)       2\n"
      "    2  T1      rel(l)     3\n"
      "    3  T2      acq(l)     4\n"
      "    4  T2      rel(l)     5\n"
      "    5  T2      w(x)       6\n";
  EXPECT_EQ(trace({"cat", "t.std"}).out, all);
  Scratch::How how;
  how.input = kHiddenRace;
  EXPECT_EQ(trace({"cat", "-"}, how).out, all);
}

TEST_F(TraceCommand, CatPrintsAPartOfATrace) {
  EXPECT_EQ(trace({"cat", "t.std", "--from", "2", "--to", "3"}).out,
            "event  thread  operation  location  sees\n"
            "    2  T1      rel(l)     3\n"
            "    3  T2      acq(l)     4\n");
  EXPECT_EQ(trace({"cat", "t.std", "--thread", "T2", "--from", "4"}).out,
            "event  thread  operation  location  sees\n"
            "    4  T2      rel(l)     5\n"
            "    5  T2      w(x)       6\n");
}

TEST_F(TraceCommand, CatRefusesPartsThatDoNotExist) {
  expect_refused(trace({"cat", "t.std", "--from", "6"}),
                 "t.std: there is no event 6; the trace has 6 events");
  expect_refused(trace({"cat", "t.std", "--from", "3", "--to", "2"}), "--from comes after --to");
  expect_refused(trace({"cat", "t.std", "--thread", "T3"}),
                 "t.std: there is no thread \"T3\"; there are T1, T2");
}

TEST_F(TraceCommand, CatStopsWhenNobodyReadsOn) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "T1|r(x)|1\n";
  scratch_.write("long.std", text);
  Scratch::How how;
  how.closed_pipe = true;
  const Ran ran = trace({"cat", "long.std"}, how);
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.err, "");
}

TEST_F(TraceCommand, CatSaysThatItsOutputDoesNotFit) {
  Scratch::How how;
  how.output_to = "/dev/full";
  const Ran ran = trace({"cat", "t.std"}, how);
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.err, "foreweave: <stdout>: cannot be written: the disk is full\n");
}

TEST_F(TraceCommand, ValidateAcceptsAGoodTrace) {
  const Ran ran = trace({"validate", "t.std"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(
      ran.out,
      "t.std: valid, 6 events of 2 threads, 0 reads of values no recorded write left there\n");
}

TEST_F(TraceCommand, ValidateCountsReadsOfValuesThatNobodyWroteAndOtherLosses) {
  scratch_.write("odd.std", "T1|w(x=1)|1\nT1|r(x=2)|2\nT1|acq(l)|3\nT1|acq(l)|4\n");
  EXPECT_EQ(trace({"validate", "odd.std"}).out,
            "odd.std: valid, 3 events of 1 thread, 1 read of values no recorded write left there\n"
            "loss         1 reentrant lock operations folded\n");
}

TEST_F(TraceCommand, ValidateNamesTheFirstOffence) {
  scratch_.write("bad.std", "T1|acq(l)|1\nT2|rel(l)|2\nT2|rel(l)|3\n");
  const Ran ran = trace({"validate", "bad.std"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(
      ran.err,
      "foreweave: bad.std:2: thread T2 releases lock l, which thread T1 holds since bad.std:1\n");
}

TEST_F(TraceCommand, ConvertsToFwtAndBack) {
  EXPECT_EQ(trace({"convert", "t.std", "-o", "t.fwt"}).status, 0);
  EXPECT_EQ(trace({"convert", "t.fwt", "-o", "again.std"}).status, 0);
  EXPECT_EQ(scratch_.read("again.std"), kHiddenRace);
  const Ran ran = trace({"convert", "t.fwt", "--to", "std", "-o", "-"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, kHiddenRace);
}

TEST_F(TraceCommand, ConvertRefusesToOverwriteWhatItReads) {
  expect_refused(trace({"convert", "t.std", "--to", "fwt", "-o", "./t.std"}),
                 "./t.std: this is the trace being read; name another file");
  EXPECT_EQ(scratch_.read("t.std"), kHiddenRace);
}

TEST_F(TraceCommand, ConvertAsksForTheFormatIfTheNameDoesNotTell) {
  expect_refused(trace({"convert", "t.std", "-o", "out"}),
                 "\"out\" does not tell the format to write: add --to std or --to fwt");
  EXPECT_THAT(scratch_.files(), ElementsAre("t.std"));
}

TEST_F(TraceCommand, ConvertLeavesTheOldFileIfTheNewOneDoesNotFit) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "T1|r(x)|1\n";
  scratch_.write("long.std", text);
  scratch_.write("out.std", "old");
  Scratch::How how;
  how.largest_file = 50'000;
  const Ran ran = trace({"convert", "long.std", "-o", "out.std"}, how);
  expect_refused(ran, "out.std: cannot be written: File too large", 1);
  EXPECT_EQ(scratch_.read("out.std"), "old");
  EXPECT_THAT(scratch_.files(), ElementsAre("long.std", "out.std", "t.std"));
}

TEST_F(TraceCommand, CutKeepsTheFirstEvents) {
  EXPECT_EQ(trace({"cut", "t.std", "--events", "2", "-o", "two.std"}).status, 0);
  EXPECT_EQ(scratch_.read("two.std"), "T1|acq(l)|1\nT1|w(x)|2\n");
  EXPECT_EQ(trace({"cut", "t.std", "--events", "2", "-o", "two.fwt"}).status, 0);
  EXPECT_EQ(trace({"convert", "two.fwt", "--to", "std", "-o", "-"}).out,
            "T1|acq(l)|1\nT1|w(x)|2\n");
  EXPECT_EQ(trace({"cut", "t.std", "--events", "0", "-o", "none.std"}).status, 0);
  EXPECT_THAT(trace({"validate", "none.std"}).out, HasSubstr("valid, 0 events"));
  expect_refused(trace({"cut", "t.std", "--events", "7", "-o", "x.std"}),
                 "t.std: has only 6 events");
}

TEST_F(TraceCommand, RefusesBadInputInOneSentence) {
  scratch_.write("empty", "");
  scratch_.write("x.json", "{}\n");
  for (const std::string verb : {"info", "cat", "validate"}) {
    expect_refused(trace({verb, "none"}), "none: cannot be read: there is no such file or folder");
    expect_refused(trace({verb, "."}), ".: cannot be read: it is a directory, not a file");
    expect_refused(trace({verb, "empty"}), "empty: this is not a trace: the file is empty");
    expect_refused(trace({verb, "x.json"}),
                   "x.json: this is not a trace: neither a .fwt file nor STD");
    expect_refused(trace({verb}), "FILE is required");
  }
  expect_refused(trace({"convert", "none", "-o", "x.std"}), "none: cannot be read");
  expect_refused(trace({"convert", "t.std", "-o", "no/x.std"}), "no/x.std: cannot be written", 1);
  expect_refused(trace({"convert", "t.std"}), "--output is required");
  expect_refused(trace({"bake", "t.std"}), "bake");
}

}  // namespace
}  // namespace foreweave
