#include "patterns/passes/held_locks.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

// The number of the set that the thread holds after each of the trace's events.
std::vector<HeldLocks::SetId> sets_after(const Trace& trace, HeldLocks& held) {
  std::vector<HeldLocks::SetId> out;
  for (uint32_t e = 0; e < trace.size(); ++e) {
    held.step(EventId(e));
    out.push_back(held.of(trace.thread(EventId(e))));
  }
  return out;
}

TEST(HeldLocks, NumberEqualSetsEquallyInWhateverOrderTheyWereTaken) {
  const Trace trace = std_trace(
      "T1|acq(a)|1\nT1|acq(b)|1\nT1|acq(c)|1\nT1|rel(b)|1\nT1|acq(b)|1\nT1|rel(a)|1\nT1|rel(c)|1\n"
      "T1|rel(b)|1\nT2|acq(c)|1\nT2|acq(b)|1\nT2|acq(a)|1\nT2|rel(b)|1\n");
  HeldLocks held(trace);
  const auto sets = sets_after(trace, held);
  EXPECT_EQ(sets[2], sets[4]);
  EXPECT_EQ(sets[2], sets[10]);
  EXPECT_EQ(sets[3], sets[11]);
  EXPECT_EQ(sets[5], sets[9]);
  EXPECT_EQ(sets[7], 0u);
  EXPECT_NE(sets[0], sets[8]);
}

TEST(HeldLocks, KeepHoldersApartUnlessBothShare) {
  const Trace trace = std_trace(
      "T1|racq(a)|1\nT1|acq(b)|1\nT1|rel(b)|1\nT1|rrel(a)|1\nT2|racq(a)|1\nT2|rrel(a)|1\nT2|acq(a)|"
      "1\n");
  HeldLocks held(trace);
  const auto sets = sets_after(trace, held);
  EXPECT_FALSE(held.exclude(sets[1], sets[4]));
  EXPECT_TRUE(held.overlap(sets[1], sets[4]));
  EXPECT_TRUE(held.exclude(sets[1], sets[6]));
  EXPECT_TRUE(held.has_exclusively(sets[6], trace.lock(EventId(0))));
  EXPECT_FALSE(held.has_exclusively(sets[1], trace.lock(EventId(0))));
}

TEST(HeldLocks, SayWhatIsHeldSinceBeforeAnEvent) {
  const Trace trace = std_trace("T1|acq(a)|1\nT1|r(x)|2\nT1|acq(b)|1\nT1|r(x)|2\nT2|w(x)|3\n");
  HeldLocks held(trace);
  held.step(EventId(0));
  const HeldLocks::SetId a = held.of(trace.thread(EventId(0)));
  held.step(EventId(2));
  EXPECT_EQ(held.since(trace.thread(EventId(0)), EventId(1)), a);
  EXPECT_EQ(held.since(trace.thread(EventId(0)), EventId(0)), 0u);
  EXPECT_NE(held.since(trace.thread(EventId(0)), EventId(3)), a);
}

}  // namespace
}  // namespace foreweave
