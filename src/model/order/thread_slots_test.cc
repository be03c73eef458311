#include "model/order/thread_slots.h"

#include <gtest/gtest.h>

#include "events/std_trace_for_tests.h"

namespace foreweave {
namespace {

// Of each thread, in the order of their first appearance.
std::vector<uint32_t> slots_of(std::string_view text) {
  const Trace trace = std_trace(text);
  const ThreadSlots slots(trace);
  std::vector<uint32_t> out;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    out.push_back(slots.of(ThreadId(t)).value);
    EXPECT_LT(out.back(), slots.count());
  }
  return out;
}

TEST(ThreadSlots, AreGivenOnByWhoJoins) {
  const auto slots = slots_of(
      "T0|fork(T1)|1\nT1|w(x)|2\nT0|join(T1)|3\n"
      "T0|fork(T2)|1\nT2|w(x)|2\nT0|join(T2)|3\nT0|fork(T3)|1\nT3|w(x)|2\n");
  EXPECT_EQ(slots[1], slots[2]);
  EXPECT_EQ(slots[2], slots[3]);
  EXPECT_NE(slots[0], slots[1]);
}

TEST(ThreadSlots, AreNotSharedByThreadsThatOverlapOrDoNotKnowOfEachOther) {
  const auto alive =
      slots_of("T0|fork(T1)|1\nT1|w(x)|2\nT0|fork(T2)|1\nT2|w(x)|2\nT0|join(T1)|3\n");
  EXPECT_NE(alive[1], alive[2]);
  // T2 forks T3 without knowing that T0 joined T1.
  const auto elsewhere = slots_of(
      "T0|fork(T1)|1\nT0|fork(T2)|1\nT1|w(x)|2\nT0|join(T1)|3\nT2|fork(T3)|4\nT3|w(x)|5\n");
  EXPECT_NE(elsewhere[1], elsewhere[3]);
}

TEST(ThreadSlots, OfWhatAJoinedThreadKnewAreGivenOnToo) {
  const auto slots = slots_of(
      "T0|fork(T1)|1\nT1|fork(T2)|1\nT2|w(x)|2\nT1|join(T2)|3\nT0|join(T1)|3\n"
      "T0|fork(T3)|1\nT3|w(x)|2\nT0|fork(T4)|1\nT4|w(x)|2\n");
  EXPECT_NE(slots[3], slots[4]);
  EXPECT_EQ(std::max(slots[3], slots[4]), std::max(slots[1], slots[2]));
  EXPECT_EQ(std::min(slots[3], slots[4]), std::min(slots[1], slots[2]));
}

TEST(ThreadSlots, OfThreadsThatDidNothingAreGivenOnByWhoForkedThem) {
  const Trace trace = std_trace(
      "T0|fork(T1)|1\nT0|join(T1)|3\nT0|fork(T2)|1\nT0|join(T2)|3\nT0|fork(T3)|1\nT3|w(x)|2\n");
  EXPECT_EQ(ThreadSlots(trace).count(), 2u);
}

TEST(ThreadSlots, SayWhichEventsOfAThreadABoundMeans) {
  const Trace trace = std_trace(
      "T0|fork(T1)|1\nT1|w(x)|2\nT1|w(x)|2\nT0|join(T1)|3\nT0|fork(T2)|1\nT2|w(x)|2\nT2|w(x)|2\n");
  const ThreadSlots slots(trace);
  std::vector<uint32_t> bound(slots.count());
  bound[slots.of(ThreadId(2)).index()] = 6;
  EXPECT_EQ(slots.events_below(trace, bound), (std::vector<uint32_t>{0, 2, 1}));
}

}  // namespace
}  // namespace foreweave
