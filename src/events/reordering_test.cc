#include "events/reordering.h"

#include <gtest/gtest.h>

#include "events/trace_builder.h"

namespace foreweave {
namespace {

Trace three_threads() {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"A", "B", "C"}) builder.add_thread(name);
  builder.add_site("f", 1, 0, "");
  for (const uint16_t t : std::initializer_list<uint16_t>{0, 0, 1, 2, 0, 1, 2})
    builder.add({t, Kind::branch, 0, 0, 0, 0, 0});
  return std::move(builder).finish();
}

TEST(Reordering, TakesPrefixesInTraceOrder) {
  const Trace t = three_threads();
  const uint32_t done[] = {2, 2, 0};
  const Reordering r = Reordering::in_trace_order(t, done);
  EXPECT_EQ(r.events(t), (std::vector<EventId>{EventId(0), EventId(1), EventId(2), EventId(5)}));
  EXPECT_EQ(r.segments().size(), 2u);
}

TEST(Reordering, TakesAnyPrefixesOfLongThreadsInTraceOrder) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"A", "B", "C"}) builder.add_thread(name);
  builder.add_site("f", 1, 0, "");
  uint32_t random = 1;
  for (int i = 0; i < 300; ++i) {
    random = random * 1664525 + 1013904223;
    const uint16_t thread = static_cast<uint16_t>((random >> 20) % 3);
    for (uint32_t run = random >> 29; run > 0; --run) builder.add({thread, Kind::branch, 0, 0, 0, 0, 0});
  }
  const Trace t = std::move(builder).finish();
  for (uint32_t share = 0; share <= 4; ++share) {
    std::vector<uint32_t> done;
    for (uint32_t u = 0; u < 3; ++u)
      done.push_back(static_cast<uint32_t>(t.events_of(ThreadId(u)).size()) * ((share + u) % 5) / 4);
    std::vector<EventId> expected;
    std::vector<uint32_t> at(3);
    for (uint32_t e = 0; e < t.size(); ++e)
      if (at[t.thread(EventId(e)).index()]++ < done[t.thread(EventId(e)).index()])
        expected.push_back(EventId(e));
    EXPECT_EQ(Reordering::in_trace_order(t, done).events(t), expected);
  }
  std::vector<uint32_t> all;
  for (uint32_t u = 0; u < 3; ++u)
    all.push_back(static_cast<uint32_t>(t.events_of(ThreadId(u)).size()));
  EXPECT_EQ(Reordering::of_trace(t), Reordering::in_trace_order(t, all));
}

TEST(Reordering, JoinsNeighbouringEventsOfAThread) {
  const Trace t = three_threads();
  const EventId order[] = {EventId(3), EventId(0), EventId(1), EventId(4), EventId(2)};
  const Reordering r = Reordering::from_events(t, order);
  EXPECT_EQ(r.segments().size(), 3u);
  EXPECT_EQ(r.events(t), std::vector<EventId>(std::begin(order), std::end(order)));
}

TEST(ReorderingDeathTest, DoesNotSkipEventsOfAThread) {
  const Trace t = three_threads();
  const EventId order[] = {EventId(1)};
  EXPECT_DEATH(Reordering::from_events(t, order), "out of program order");
}

}  // namespace
}  // namespace foreweave
