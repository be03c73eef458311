#include "progress.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

using Unit = Progress::Unit;

TEST(Progress, TellsHowMuchHowFastAndHowLong) {
  EXPECT_EQ(progress_line("reading a.fwt", Unit::bytes, 30'000'000, 120'000'000, 3),
            "reading a.fwt: 30.0 of 120.0 MB, 10.0 MB/s, 9 s left");
  EXPECT_EQ(progress_line("syncp scans", Unit::events, 4'000'000, 1'000'000'000, 2),
            "syncp scans: 4.0 million of 1000.0 million events, 2.0 million/s, 9 min left");
  EXPECT_EQ(progress_line("m2 decides", Unit::possible_bugs, 20, 30, 4),
            "m2 decides: 20 of 30 possible bugs, 5/s, 2 s left");
  EXPECT_EQ(progress_line("replaying", Unit::findings, 2, 5, 6),
            "replaying: 2 of 5 findings, 3 s each, 9 s left");
}

TEST(Progress, TellsNothingThatItDoesNotKnow) {
  EXPECT_EQ(progress_line("thinking", Unit::none, 3, 4, 5), "thinking (5 s)");
  EXPECT_EQ(progress_line("reading a.std", Unit::bytes, 0, 0, 5), "reading a.std (5 s)");
  EXPECT_EQ(progress_line("m2 decides", Unit::possible_bugs, 0, 7, 2),
            "m2 decides: 0 of 7 possible bugs (2 s)");
  EXPECT_EQ(progress_line("recording a", Unit::bytes, 8'000'000, 0, 2),
            "recording a: 8.0 MB, 4.0 MB/s");
  EXPECT_EQ(progress_line("replaying", Unit::findings, 5, 5, 5), "replaying: 5 of 5 findings, 1/s");
}

}  // namespace
}  // namespace foreweave
