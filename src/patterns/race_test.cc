#include "patterns/race.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

struct Access {
  uint32_t thread;
  Kind kind;
  uint64_t address;
  uint32_t size;
};

Trace trace_of(std::initializer_list<Access> accesses) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  builder.add_thread("T1");
  builder.add_thread("T2");
  uint32_t line = 0;
  for (const Access& a : accesses) {
    const SiteId site = builder.add_site("f", ++line, 0, "");
    builder.add({a.thread, a.kind, 0, site.value, a.size, a.address, 0});
  }
  return std::move(builder).finish();
}

bool race(const Trace& trace) {
  return race_pair_of(trace, Claim::race(EventId(1), EventId(0))).has_value();
}

TEST(Race, NeedsTwoThreadsAWriteAndACommonByte) {
  EXPECT_TRUE(race(trace_of({{0, Kind::write, 64, 8}, {1, Kind::read, 64, 8}})));
  EXPECT_FALSE(race(trace_of({{0, Kind::write, 64, 8}, {0, Kind::read, 64, 8}})));
  EXPECT_FALSE(race(trace_of({{0, Kind::read, 64, 8}, {1, Kind::read, 64, 8}})));
  EXPECT_FALSE(race(trace_of({{0, Kind::write, 64, 8}, {1, Kind::read, 72, 8}})));
}

TEST(Race, SeesPartlyOverlappingAccesses) {
  EXPECT_TRUE(race(trace_of({{0, Kind::write, 64, 8}, {1, Kind::read, 70, 4}})));
  EXPECT_TRUE(race(trace_of({{0, Kind::write, 71, 1}, {1, Kind::write, 64, 8}})));
  EXPECT_FALSE(race(trace_of({{0, Kind::write, 64, 4}, {1, Kind::write, 68, 4}})));
}

TEST(Race, IsNotBetweenTwoAtomics) {
  EXPECT_FALSE(race(trace_of({{0, Kind::atomic_write, 64, 8}, {1, Kind::atomic_update, 64, 8}})));
  EXPECT_TRUE(race(trace_of({{0, Kind::write, 64, 8}, {1, Kind::atomic_read, 64, 8}})));
}

TEST(Race, PutsThePairInTraceOrder) {
  const Trace trace = trace_of({{0, Kind::write, 64, 8}, {1, Kind::read, 64, 8}});
  const auto pair = race_pair_of(trace, Claim::race(EventId(1), EventId(0)));
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->first, EventId(0));
  EXPECT_EQ(pair->second, EventId(1));
  EXPECT_FALSE(race_pair_of(trace, {BugKind::order, {EventId(0), EventId(1)}, {}}));
}

}  // namespace
}  // namespace foreweave
