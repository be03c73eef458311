#include "agree/random_trace.h"

#include <gtest/gtest.h>

#include <array>
#include <map>

#include "agree/links.h"
#include "agree/valid_run.h"
#include "events/reading/validate.h"

namespace foreweave::agree {
namespace {

constexpr uint64_t kSeed = 1;
constexpr uint64_t kTraces = 20'000;

TEST(RandomTrace, IsTheSameForTheSameSeed) {
  for (uint64_t i = 0; i < 100; ++i)
    EXPECT_EQ(describe(random_draft({}, Rng(kSeed, i))), describe(random_draft({}, Rng(kSeed, i))));
  EXPECT_NE(describe(random_draft({}, Rng(kSeed, 0))), describe(random_draft({}, Rng(kSeed, 1))));
}

TEST(RandomTrace, IsAlwaysValid) {
  for (uint64_t i = 0; i < kTraces; ++i) {
    const Draft draft = random_draft({}, Rng(kSeed, i));
    const Trace trace = draft.build();
    ASSERT_EQ(trace.size(), draft.events.size());
    ASSERT_EQ(why_not_a_run(trace), std::nullopt) << describe(draft);
    const Status status = validate(trace);
    ASSERT_TRUE(status.ok()) << status.error().sentence() << '\n' << describe(draft);
  }
}

TEST(RandomTrace, HasEveryKindOfEvent) {
  std::array<uint64_t, kKindCount> seen{};
  for (uint64_t i = 0; i < kTraces; ++i)
    for (const RawEvent& e : random_draft({}, Rng(kSeed, i)).events)
      ++seen[static_cast<size_t>(e.kind)];
  for (size_t k = 0; k < kKindCount; ++k)
    EXPECT_GE(seen[k], kTraces / 100) << info(static_cast<Kind>(k)).name;
}

TEST(RandomTrace, HasWhatMakesTracesHard) {
  uint64_t held_at_end = 0, blocked = 0, overlapping = 0, reused = 0, racing = 0, waking = 0;
  for (uint64_t i = 0; i < kTraces; ++i) {
    const Draft draft = random_draft({}, Rng(kSeed, i));
    const Trace trace = draft.build();
    Links links;
    links.derive(trace);
    std::map<uint64_t, int> held;
    bool wide = false, race = false, woken = false;
    for (uint32_t e = 0; e < trace.size(); ++e) {
      const RawEvent& raw = draft.events[e];
      held[raw.operand] += acquires_lock(raw.kind) - releases_lock(raw.kind);
      wide |= is_access(raw.kind) && trace.location_of(EventId(e)).cell_count > 1;
      woken |= links.woken_by[e] != kNoEvent;
      for (uint32_t f = 0; f < e; ++f) race |= can_race(trace, EventId(f), EventId(e));
    }
    bool holds = false, stuck = false;
    for (const auto& [lock, count] : held) holds |= count > 0;
    for (uint32_t t = 0; t < trace.thread_count(); ++t) {
      const auto own = trace.events_of(ThreadId(t));
      if (own.empty()) continue;
      const Kind last = trace.kind(own.back());
      stuck |= last == Kind::wait_begin || last == Kind::barrier_arrive;
    }
    std::map<uint64_t, int> allocated;
    bool again = false;
    for (const RawEvent& e : draft.events)
      again |= e.kind == Kind::allocate && ++allocated[e.operand] > 1;
    held_at_end += holds;
    blocked += stuck;
    overlapping += wide;
    reused += again;
    racing += race;
    waking += woken;
  }
  EXPECT_GE(held_at_end, kTraces / 10);
  EXPECT_GE(blocked, kTraces / 100);
  EXPECT_GE(overlapping, kTraces / 20);
  EXPECT_GE(reused, kTraces / 200);
  EXPECT_GE(racing, kTraces / 2);
  EXPECT_GE(waking, kTraces / 250);
}

}  // namespace
}  // namespace foreweave::agree
