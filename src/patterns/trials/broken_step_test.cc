#include "patterns/trials/broken_step.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/recorded_run/value_flows.h"

namespace foreweave {
namespace {

struct Access {
  uint32_t thread;
  Kind kind;
  uint64_t address, value;
};

// Each event has a site of its own. Stores of thread 0 change a number without a sign, or with one.
Trace trial(std::vector<Access> events, HeldStep held, bool is_unsigned = true) {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  for (const char* name : {"T1", "T2"}) builder.add_thread(name);
  ValueFlows flows;
  for (uint32_t i = 0; i < events.size(); ++i) {
    const Access& a = events[i];
    builder.add_site("f.c", i + 1, 0, "f");
    builder.add({a.thread, a.kind, is_access(a.kind) ? uint8_t{FW_FLAG_HAS_VALUE} : uint8_t{0}, i,
                 is_access(a.kind) ? 4u : 0u, a.address, a.value});
    if (is_unsigned) flows.add({SiteId(i)}, {SiteId(i)});
  }
  builder.add_attachment(ValueFlows::kAttachment, flows.encoded());
  builder.add_attachment(HeldStep::kAttachment, held.encoded());
  return std::move(builder).finish();
}

constexpr uint64_t kX = 64, kY = 128;

std::vector<Access> check_then_take(uint64_t left, uint64_t then) {
  return {{0, Kind::read, kX, 4},      // 0
          {0, Kind::branch, 0, 0},     // 1
          {1, Kind::write, kX, left},  // 2
          {0, Kind::read, kX, left},   // 3, before which it is held
          {0, Kind::write, kX, then}};
}

TEST(BrokenStep, IsALookAWriteInBetweenAndTheNextAccess) {
  const Trace trace = trial(check_then_take(0, 7), {0, 0, 2});
  EXPECT_EQ(broken_step(trace), Claim::atomicity({EventId(0), EventId(2), EventId(3)}));
}

TEST(BrokenStep, IsNoneIfNobodyWroteThere) {
  const Trace trace =
      trial({{0, Kind::read, kX, 4}, {1, Kind::write, kY, 0}, {0, Kind::read, kX, 4}}, {0, 0, 1});
  EXPECT_EQ(broken_step(trace), std::nullopt);
}

TEST(BrokenStep, MayBeTwoLooksThatDoNotFitTogether) {
  const Trace trace = trial({{0, Kind::read, kX, 4},
                             {1, Kind::write, kX, 3},
                             {1, Kind::write, kY, 5},
                             {0, Kind::read, kY, 5}},
                            {0, 0, 1});
  EXPECT_EQ(broken_step(trace), Claim::atomicity({EventId(0), EventId(1), EventId(2), EventId(3)}));
}

TEST(BrokenStep, MayBeTwoChangesOfWhichSomebodySawOne) {
  const Trace trace = trial({{0, Kind::write, kX, 4},
                             {1, Kind::read, kX, 4},
                             {1, Kind::read, kY, 0},
                             {0, Kind::write, kY, 5}},
                            {0, 0, 1});
  EXPECT_EQ(broken_step(trace), Claim::atomicity({EventId(0), EventId(1), EventId(2), EventId(3)}));
}

bool takes_too_much(const Trace& trace) {
  return takes_more_than_is_left(trace, *broken_step(trace));
}

TEST(BrokenStep, TakesTooMuchIfAnUnsignedNumberGoesAround) {
  EXPECT_TRUE(takes_too_much(trial(check_then_take(0, UINT32_MAX), {0, 0, 2})));
  EXPECT_FALSE(takes_too_much(trial(check_then_take(2, 1), {0, 0, 2})));
  EXPECT_FALSE(takes_too_much(trial(check_then_take(0, UINT32_MAX), {0, 0, 2}, false)));
}

TEST(BrokenStep, TakesNothingThatItLooksAtAgain) {
  std::vector<Access> events = check_then_take(0, UINT32_MAX);
  events.insert(events.begin() + 4, {0, Kind::branch, 0, 0});
  EXPECT_FALSE(takes_too_much(trial(events, {0, 0, 2})));
}

TEST(BrokenStep, IsNotReadFromADamagedAttachment) {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  builder.add_thread("T1");
  builder.add_attachment(HeldStep::kAttachment, "0 x");
  EXPECT_EQ(HeldStep::of(std::move(builder).finish()), std::nullopt);
}

}  // namespace
}  // namespace foreweave
