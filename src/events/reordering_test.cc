#include "events/reordering.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

Trace three_threads() {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"A", "B", "C"}) builder.add_thread(name);
  builder.add_site("f", 1, 0, "");
  for (const uint32_t t : std::initializer_list<uint32_t>{0, 0, 1, 2, 0, 1, 2})
    builder.add({t, Kind::branch, 0, 0, 0, 0, 0});
  return std::move(builder).finish();
}

TEST(Reordering, TakesPrefixesInTraceOrder) {
  const Trace t = three_threads();
  const uint32_t done[] = {2, 2, 0};
  const Reordering r = Reordering::in_trace_order(t, done);
  EXPECT_EQ(r.events(t), (std::vector<EventId>{EventId(0), EventId(1), EventId(2), EventId(5)}));
  EXPECT_EQ(r.segments(t).size(), 2u);
}

TEST(Reordering, TakesAnyPrefixesOfLongThreadsInTraceOrder) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"A", "B", "C"}) builder.add_thread(name);
  builder.add_site("f", 1, 0, "");
  uint32_t random = 1;
  for (int i = 0; i < 300; ++i) {
    random = random * 1664525 + 1013904223;
    const uint32_t thread = static_cast<uint32_t>((random >> 20) % 3);
    for (uint32_t run = random >> 29; run > 0; --run)
      builder.add({thread, Kind::branch, 0, 0, 0, 0, 0});
  }
  const Trace t = std::move(builder).finish();
  for (uint32_t share = 0; share <= 4; ++share) {
    std::vector<uint32_t> done;
    for (uint32_t u = 0; u < 3; ++u)
      done.push_back(static_cast<uint32_t>(t.events_of(ThreadId(u)).size()) * ((share + u) % 5) /
                     4);
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
  EXPECT_EQ(r.segments(t).size(), 3u);
  EXPECT_EQ(r.events(t), std::vector<EventId>(std::begin(order), std::end(order)));
}

// Three threads that take turns of random lengths.
Trace long_trace(uint32_t random) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"A", "B", "C"}) builder.add_thread(name);
  builder.add_site("f", 1, 0, "");
  for (int i = 0; i < 40; ++i) {
    random = random * 1664525 + 1013904223;
    const uint32_t thread = static_cast<uint32_t>((random >> 20) % 3);
    for (uint32_t run = random >> 29; run > 0; --run)
      builder.add({thread, Kind::branch, 0, 0, 0, 0, 0});
  }
  return std::move(builder).finish();
}

TEST(Reordering, SaysOnlyWhatDiffersFromTheRun) {
  const Trace t = three_threads();  // A A B C A B C
  const auto compact = [&](std::initializer_list<uint32_t> events) {
    std::vector<EventId> ids;
    for (const uint32_t e : events) ids.push_back(EventId(e));
    return Reordering::from_events(t, ids).compacted(t);
  };
  const ThreadId a(0), b(1), c(2);
  EXPECT_EQ(compact({}), Reordering());
  EXPECT_EQ(compact({0, 1, 2, 3}), Reordering(4, {}));
  EXPECT_EQ(compact({0, 1, 2, 3, 4, 5, 6}), Reordering::of_trace(t));
  EXPECT_EQ(compact({0, 1, 3, 4}), Reordering(2, {{a, 3, true}, {c, 1}}));
  EXPECT_EQ(compact({0, 1, 2, 4, 5, 3}), Reordering(3, {{a, 3, true}, {b, 2}, {c, 1}}));
  EXPECT_EQ(compact({2, 5, 0, 1, 3}), Reordering(0, {{b, 2}, {a, 2, true}, {c, 1}}));
}

// Any order that keeps program order, at times the trace's.
TEST(Reordering, IsTheSameHoweverItIsWritten) {
  uint32_t random = 7;
  const auto below = [&](uint32_t n) {
    random = random * 1664525 + 1013904223;
    return (random >> 8) % n;
  };
  for (uint32_t round = 0; round < 300; ++round) {
    const Trace t = long_trace(round);
    std::vector<uint32_t> at(3);
    std::vector<EventId> order;
    const uint32_t wildness = 2 + round % 30;
    while (below(100) != 0) {
      std::vector<ThreadId> ready;  // by their next events
      for (const ThreadId thread : {ThreadId(0), ThreadId(1), ThreadId(2)})
        if (at[thread.index()] < t.events_of(thread).size()) ready.push_back(thread);
      if (ready.empty()) break;
      const auto next = [&](ThreadId thread) { return t.events_of(thread)[at[thread.index()]]; };
      std::sort(ready.begin(), ready.end(),
                [&](ThreadId x, ThreadId y) { return next(x) < next(y); });
      const ThreadId chosen = ready[below(wildness) == 0 ? below(uint32_t(ready.size())) : 0];
      order.push_back(next(chosen));
      ++at[chosen.index()];
    }
    const Reordering plain = Reordering::from_events(t, order), compact = plain.compacted(t);
    EXPECT_EQ(compact.events(t), order);
    EXPECT_EQ(compact.segments(t), Reordering(compact.segments(t)).segments(t));
    EXPECT_EQ(Reordering(compact.segments(t)), plain);
    EXPECT_EQ(compact.compacted(t), compact);
    EXPECT_EQ(compact.done(t), at);
    EXPECT_LE(compact.parts().size(), plain.parts().size());
    for (uint32_t from = 0; from <= compact.as_recorded(); from += 5) {
      std::vector<uint32_t> done = Reordering(from, {}).done(t);
      std::vector<EventId> rest;
      compact.for_each_segment(
          t,
          [&](const Segment& s) {
            for (uint32_t& i = done[s.thread.index()]; i < s.until; ++i)
              rest.push_back(t.events_of(s.thread)[i]);
            return true;
          },
          from);
      EXPECT_EQ(rest, std::vector<EventId>(order.begin() + from, order.end()));
    }
  }
}

TEST(ReorderingDeathTest, DoesNotSkipEventsOfAThread) {
  const Trace t = three_threads();
  const EventId order[] = {EventId(1)};
  EXPECT_DEATH(Reordering::from_events(t, order), "out of program order");
}

}  // namespace
}  // namespace foreweave
