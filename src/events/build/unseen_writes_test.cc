#include "events/build/unseen_writes.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

std::string placed(const Trace& t) {
  std::string events;
  for (uint32_t e = 0; e < t.size(); ++e)
    if (t.keeps_place(EventId(e))) events += (events.empty() ? "" : " ") + std::to_string(e);
  return events;
}

TEST(UnseenWrites, MakeAllAccessesOfTheCellKeepTheirPlace) {
  const Trace t =
      std_trace("A|w(x=1)|1\nA|w(y=1)|2\nB|ext|3\nA|r(x=2)|4\nB|w(x=3)|5\nB|r(y=1)|6\n");
  EXPECT_EQ(placed(t), "0 3 4");
  EXPECT_TRUE(t.is_written_unseen(t.location(EventId(0))));
  EXPECT_FALSE(t.is_written_unseen(t.location(EventId(1))));
  EXPECT_TRUE(rests_on_unseen(t, Claim::race(EventId(3), EventId(4))));
  EXPECT_FALSE(rests_on_unseen(t, Claim::race(EventId(1), EventId(5))));
  EXPECT_TRUE(t.interacts(EventId(2)));
}

TEST(UnseenWrites, AreTheThreadsOwnBusinessIfNobodyElseCanHaveWritten) {
  const Trace own = std_trace("A|w(x=1)|1\nB|w(z)|2\nA|ext|3\nA|r(x=2)|4\n");
  EXPECT_EQ(placed(own), "");
  EXPECT_FALSE(own.has_unseen_order());
  EXPECT_EQ(own.losses().count(Loss::unseen_writes), 1u);
  const Trace others = std_trace("A|w(x=1)|1\nB|unseenend|2\nA|ext|3\nA|r(x=2)|4\n");
  EXPECT_EQ(placed(others), "0 3");
  const Trace begun = std_trace("B|extbegin|1\nA|w(x=1)|2\nA|ext|3\nA|r(x=2)|4\nB|ext|5\n");
  EXPECT_EQ(placed(begun), "1 3");
}

TEST(UnseenWrites, AreFilledInByTheThreadsOwnCallsOfLibc) {
  EXPECT_EQ(placed(std_trace("A|w(x=1)|1\nB|ext|2\nA|ext|3\nA|r(x=2)|4\n")), "");
  EXPECT_EQ(placed(std_trace("A|w(x=1)|1\nB|ext|2\nA|r(x=2)|3\n")), "0 2");
  // What called the first function.
  EXPECT_EQ(placed(std_trace("A|alloc(o=8)|1\nB|ext|2\nA|call|3\nA|r(o=2)|4\n")), "");
}

TEST(UnseenWrites, AreNoCallsOwnIfSomebodyWaitsForThem) {
  EXPECT_EQ(placed(std_trace("A|r(x=0)|1\nB|ext|2\nA|ext|3\nA|r(x=1)|4\n")), "0 3");
}

TEST(UnseenWrites, MatterToWhoOnlyReads) {
  const Trace t = std_trace("A|r(x=0)|1\nA|ext|2\nA|r(x=5)|3\nB|r(x=5)|4\n");
  EXPECT_EQ(placed(t), "0 2 3");
}

TEST(UnseenWrites, ShowInWhatWasAllocatedAndNeverWritten) {
  const Trace t = std_trace(
      "A|alloc(o=8)|1\nA|ext|2\nA|r(o=0)|3\nB|ext|4\nB|r(o=0)|5\n"
      "A|alloc(p=8)|6\nB|ext|7\nB|r(p=9)|8\n");
  EXPECT_FALSE(t.is_written_unseen(t.location(EventId(2))));
  EXPECT_TRUE(t.is_written_unseen(t.location(EventId(7))));
  EXPECT_TRUE(t.is_written_unseen(t.location_of(EventId(7)).object));
}

TEST(UnseenWrites, NothingMovesThatHappensWithinAStretch) {
  const Trace t = std_trace("A|unseen|1\nA|acq(l)|2\nA|rel(l)|3\nA|unseenend|4\nA|acq(l)|5\n");
  EXPECT_EQ(placed(t), "1 2");
  EXPECT_EQ(t.unseen_before(EventId(1), ThreadId(0)), EventId(0));
}

}  // namespace
}  // namespace foreweave
