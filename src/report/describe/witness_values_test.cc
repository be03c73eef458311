#include "report/describe/witness_values.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

using Numbers = std::vector<uint32_t>;

std::vector<EventId> ids(const Numbers& numbers) {
  std::vector<EventId> events;
  for (const uint32_t n : numbers) events.push_back(EventId(n));
  return events;
}

Proved prove(const Trace& trace, Model model, const Claim& claim, const Numbers& order) {
  Result<Proved> proved =
      check_witness(trace, {model, nullptr}, claim, Reordering::from_events(trace, ids(order)));
  CHECK(proved.ok(), proved.error().sentence().c_str());
  return std::move(proved).value();
}

// T1 writes 5 and then 7; T2 saw 7, and nothing follows from that.
const Trace& two_writes() {
  static const Trace trace =
      std_trace("T1|w(x=5)|1\nT1|w(x=7)|2\nT2|r(x=7)|3\nT2|w(y=8)|4\nT3|r(y=8)|5\nT3|br|6\n");
  return trace;
}

TEST(WitnessValues, AReadHasTheValueOfTheWriteThatItSees) {
  const Trace& trace = two_writes();
  uint64_t budget = 100;
  WritesSoFar past(trace);
  const WitnessValues values(trace, prove(trace, Model::branch, Claim::order(ids({0, 2})), {0, 2}),
                             past, budget);
  EXPECT_EQ(values.other_than_recorded(EventId(2)), "5");
  EXPECT_EQ(values.other_than_recorded(EventId(0)), std::nullopt);
}

TEST(WitnessValues, WhatAThreadWritesAfterItSawSomethingElseIsUnknown) {
  const Trace& trace = two_writes();
  uint64_t budget = 100;
  WritesSoFar past(trace);
  const WitnessValues values(
      trace, prove(trace, Model::branch, Claim::order(ids({2, 3})), {0, 2, 3, 4}), past, budget);
  EXPECT_EQ(values.other_than_recorded(EventId(3)), WitnessValues::kUnknown);
  EXPECT_EQ(values.other_than_recorded(EventId(4)), WitnessValues::kUnknown);
}

TEST(WitnessValues, InitialContentsThatNobodySawAreUnknown) {
  const Trace& trace = two_writes();
  uint64_t budget = 100;
  WritesSoFar past(trace);
  const WitnessValues values(trace, prove(trace, Model::branch, Claim::order(ids({2, 3})), {2, 3}),
                             past, budget);
  EXPECT_EQ(values.other_than_recorded(EventId(2)), WitnessValues::kUnknown);
}

TEST(WitnessValues, AreTheRecordedOnesWhereEveryReadKeepsItsWrite) {
  const Trace& trace = two_writes();
  uint64_t budget = 0;
  WritesSoFar past(trace);
  const WitnessValues values(
      trace, prove(trace, Model::same_write, Claim::order(ids({0, 1})), {0, 1}), past, budget);
  EXPECT_EQ(values.other_than_recorded(EventId(2)), std::nullopt);
}

TEST(WitnessValues, OfAReadThatWouldComeNextAreThoseOfTheLastWrite) {
  const Trace& trace = two_writes();
  const Proved proved = prove(trace, Model::same_write, Claim::race(EventId(1), EventId(2)), {0});
  uint64_t none = 0;  // is enough: the witness begins as the run does, and ends there
  WritesSoFar past(trace);
  EXPECT_EQ(WitnessValues(trace, proved, past, none).other_than_recorded(EventId(2)), "5");
  EXPECT_EQ(WitnessValues(trace, proved, past, none).other_than_recorded(EventId(1)), std::nullopt);
}

TEST(WitnessValues, OfAReadThatWouldComeNextAreUnknownIfTooMuchDiffers) {
  const Trace trace = std_trace("T3|w(z=1)|1\nT1|w(x=5)|2\nT1|w(x=7)|3\nT2|r(x=7)|4\n");
  const Proved proved = prove(trace, Model::same_write, Claim::race(EventId(2), EventId(3)), {1});
  uint64_t budget = 100, none = 0;
  WritesSoFar past(trace);
  EXPECT_EQ(WitnessValues(trace, proved, past, budget).other_than_recorded(EventId(3)), "5");
  const WitnessValues too_many(trace, proved, past, none);
  EXPECT_EQ(too_many.other_than_recorded(EventId(3)), WitnessValues::kUnknown);
  EXPECT_EQ(too_many.other_than_recorded(EventId(2)), std::nullopt);
}

TEST(WitnessValues, AreUnknownIfThereAreTooManyEventsToLookAt) {
  const Trace& trace = two_writes();
  uint64_t budget = 0;
  WritesSoFar past(trace);
  const WitnessValues values(trace, prove(trace, Model::branch, Claim::order(ids({0, 2})), {0, 2}),
                             past, budget);
  EXPECT_EQ(values.other_than_recorded(EventId(0)), WitnessValues::kUnknown);
}

}  // namespace
}  // namespace foreweave
