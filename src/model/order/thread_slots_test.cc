#include "model/order/thread_slots.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

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

// Of which T1 and T2 are never joined, T3 is forked behind all that T1 did.
constexpr std::string_view kUnjoined =
    "T0|fork(T1)|1\nT1|w(x)|2\nT0|fork(T2)|1\nT2|w(y)|2\nT0|fork(T3)|1\nT2|w(y)|3\nT3|w(x)|2\n";

TEST(ThreadSlots, OfThreadsThatNobodyJoinsAreTheirOwnAsLongAsThereAreFew) {
  const Trace trace = std_trace(kUnjoined);
  const ThreadSlots slots(trace);
  EXPECT_EQ(slots.count(), 4u);
  EXPECT_EQ(slots.assumed_count(), 0u);
  EXPECT_FALSE(slots.assumed_before(ThreadId(3)).exists());
}

TEST(ThreadSlots, BeyondTheMostAreTakenFromWhoIsQuietAndThatIsToldAsAnAssumption) {
  const Trace trace = std_trace(kUnjoined);
  const ThreadSlots slots(trace, 3);
  EXPECT_EQ(slots.count(), 3u);
  EXPECT_EQ(slots.assumed_count(), 1u);
  EXPECT_EQ(slots.assumed_before(ThreadId(3)), ThreadId(1));
  EXPECT_EQ(slots.of(ThreadId(3)), slots.of(ThreadId(1)));
}

TEST(ThreadSlots, OfThreadsThatStillActAreNotTaken) {
  const Trace trace = std_trace(
      "T0|fork(T1)|1\nT1|w(x)|2\nT0|fork(T2)|1\nT2|w(y)|2\nT0|fork(T3)|1\nT1|w(x)|3\nT2|w(y)|3\n");
  EXPECT_EQ(ThreadSlots(trace, 2).assumed_count(), 0u);
}

// T1 is joined, but by the time T3 has its slot.
TEST(ThreadSlots, ThatWereTakenAreNotGivenOnByALaterJoin) {
  const Trace trace = std_trace(
      "T0|fork(T1)|1\nT1|w(x)|2\nT0|fork(T2)|1\nT2|w(x)|2\nT0|join(T1)|3\nT0|fork(T3)|1\n"
      "T2|w(y)|2\nT3|w(y)|2\n");
  const ThreadSlots slots(trace, 2);
  EXPECT_EQ(slots.assumed_before(ThreadId(2)), ThreadId(1));
  EXPECT_NE(slots.of(ThreadId(3)), slots.of(ThreadId(2)));
}

}  // namespace
}  // namespace foreweave
