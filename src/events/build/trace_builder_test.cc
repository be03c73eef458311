#include "events/build/trace_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace foreweave {
namespace {

class Build {
 public:
  explicit Build(int threads) : builder_(SourceMap("test", SourceMap::Unit::line)) {
    for (int t = 0; t < threads; ++t) builder_.add_thread("T" + std::to_string(t));
    builder_.add_site("f.c", 1, 2, "main");
  }
  Build& add(uint32_t thread, Kind kind, uint64_t operand = 0, uint32_t size = 8) {
    builder_.add({thread, kind, 0, 0, size, operand, kind == Kind::allocate ? size : 0});
    return *this;
  }
  Build& value(uint32_t thread, Kind kind, uint64_t operand, uint64_t v, uint32_t size = 8) {
    builder_.add({thread, kind, FW_FLAG_HAS_VALUE, 0, size, operand, v});
    return *this;
  }
  Trace done() { return std::move(builder_).finish(); }

 private:
  TraceBuilder builder_;
};

EventId seen(const Trace& t, uint32_t read, uint32_t k = 0) {
  return t.seen_write(EventId(read), k);
}

TEST(TraceBuilder, LinksAReadToTheLastWriteOrToNone) {
  const Trace t = Build(2)
                      .add(0, Kind::read, 64)
                      .add(0, Kind::write, 64)
                      .add(1, Kind::write, 64)
                      .add(0, Kind::read, 64)
                      .add(0, Kind::read, 72)
                      .done();
  EXPECT_FALSE(seen(t, 0).exists());
  EXPECT_EQ(seen(t, 3), EventId(2));
  EXPECT_FALSE(seen(t, 4).exists());
}

TEST(TraceBuilder, DividesOverlappingAccessesIntoCells) {
  const Trace t = Build(2)
                      .add(0, Kind::write, 64, 4)  // bytes 0..4
                      .add(1, Kind::write, 68, 4)  // bytes 4..8
                      .add(0, Kind::read, 64, 8)   // both
                      .add(1, Kind::read, 66, 4)   // the middle
                      .add(1, Kind::write, 66, 1)  // one byte
                      .add(0, Kind::read, 64, 8)
                      .done();
  const Location& whole = t.location_of(EventId(2));
  EXPECT_EQ(whole.cell_count, 5u);  // cuts at 2, 3, 4, 6
  EXPECT_EQ(t.location_of(EventId(0)).cell_count, 3u);
  EXPECT_EQ(t.location_of(EventId(4)).cell_count, 1u);
  EXPECT_EQ(seen(t, 2, 0), EventId(0));
  EXPECT_EQ(seen(t, 2, 4), EventId(1));
  EXPECT_EQ(seen(t, 5, 0), EventId(0));
  EXPECT_EQ(seen(t, 5, 1), EventId(4));
  EXPECT_EQ(seen(t, 5, 2), EventId(0));
  EXPECT_TRUE(t.overlap(t.location(EventId(3)), t.location(EventId(4))));
  EXPECT_FALSE(t.overlap(t.location(EventId(0)), t.location(EventId(1))));
}

TEST(TraceBuilder, ReusedMemoryIsAnotherObject) {
  const Trace t = Build(2)
                      .add(0, Kind::allocate, 4096, 16)
                      .add(0, Kind::write, 4096)
                      .add(0, Kind::free, 4096)
                      .add(1, Kind::allocate, 4096, 16)
                      .add(1, Kind::read, 4096)
                      .done();
  EXPECT_NE(t.location(EventId(1)), t.location(EventId(4)));
  EXPECT_FALSE(seen(t, 4).exists());
  EXPECT_EQ(t.partner(EventId(0)), EventId(2));
  EXPECT_EQ(t.partner(EventId(2)), EventId(0));
  EXPECT_FALSE(t.partner(EventId(3)).exists());
  EXPECT_EQ(t.objects().size(), 3u);  // and object 0
  EXPECT_FALSE(t.is_contended(t.location(EventId(1))));
}

TEST(TraceBuilder, LocksInReusedMemoryAreOtherLocks) {
  const Trace t = Build(1)
                      .add(0, Kind::allocate, 4096, 64)
                      .add(0, Kind::acquire, 4104)
                      .add(0, Kind::release, 4104)
                      .add(0, Kind::free, 4096)
                      .add(0, Kind::allocate, 4096, 64)
                      .add(0, Kind::acquire, 4104)
                      .add(0, Kind::acquire, 8)
                      .done();
  EXPECT_NE(t.lock(EventId(1)), t.lock(EventId(5)));
  EXPECT_EQ(t.lock_count(), 3u);
}

TEST(TraceBuilder, CallsThreadsAsTheProgramDoes) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"main", "T1", "T2:done", "T3"}) builder.add_thread(name);
  constexpr char kNames[] = "1 my thread|\xc3\xa9\0002 done\0003\0x y\0009 nobody";
  builder.add_attachment(TraceBuilder::kThreadNamesAttachment, std::string(kNames, sizeof kNames));
  const Trace t = std::move(builder).finish();
  EXPECT_EQ(t.thread_name(ThreadId(0)), "main");
  EXPECT_EQ(t.thread_name(ThreadId(1)), "T1:my_thread_\xc3\xa9");
  EXPECT_EQ(t.thread_name(ThreadId(2)), "T2:done");
  EXPECT_EQ(t.thread_name(ThreadId(3)), "T3");
}

TEST(TraceBuilder, MemoryFreedWithoutAnAllocationLivedFromTheStart) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  builder.add_thread("T");
  builder.add_site("f", 1, 0, "");
  builder.add({0, Kind::write, 0, 0, 8, 64, 0});
  builder.add({0, Kind::free, 0, 0, 0, 64, 8});
  const Trace t = std::move(builder).finish();
  EXPECT_EQ(t.location_of(EventId(0)).object, t.object(EventId(1)));
  EXPECT_EQ(t.losses().count(Loss::frees_of_unknown_memory), 1u);
}

TEST(TraceBuilder, CountsAccessesToFreedMemory) {
  const Trace t = Build(1)
                      .add(0, Kind::allocate, 4096, 16)
                      .add(0, Kind::free, 4096)
                      .add(0, Kind::read, 4100, 4)
                      .add(0, Kind::read, 4100, 4)
                      .done();
  EXPECT_EQ(t.losses().count(Loss::accesses_after_free), 2u);
}

TEST(TraceBuilder, SeesWritesThatWereNotRecordedByTheirValues) {
  const Trace t = Build(2)
                      .value(0, Kind::write, 64, 5)
                      .value(1, Kind::read, 64, 5)
                      .value(1, Kind::read, 64, 6)  // somebody wrote 6
                      .value(0, Kind::read, 64, 6)
                      .value(0, Kind::read, 72, 1)  // initial contents
                      .value(0, Kind::read, 72, 1)
                      .done();
  EXPECT_EQ(t.losses().count(Loss::unseen_writes), 1u);
  EXPECT_TRUE(t.has_values());
}

TEST(TraceBuilder, ContendedMeansTwoThreadsAndAWrite) {
  const Trace t = Build(2)
                      .add(0, Kind::write, 64)
                      .add(0, Kind::write, 72)
                      .add(1, Kind::read, 72)
                      .add(0, Kind::read, 80)
                      .add(1, Kind::read, 80)
                      .done();
  EXPECT_FALSE(t.is_contended(t.location(EventId(0))));
  EXPECT_TRUE(t.is_contended(t.location(EventId(1))));
  EXPECT_FALSE(t.is_contended(t.location(EventId(3))));
}

TEST(TraceBuilder, MatchesLocksAlsoWhenTheyDoNotNest) {
  const Trace t = Build(2)
                      .add(0, Kind::acquire, 8)
                      .add(0, Kind::acquire, 16)
                      .add(0, Kind::release, 8)
                      .add(0, Kind::release, 16)
                      .add(0, Kind::acquire_shared, 8)
                      .add(1, Kind::acquire_shared, 8)
                      .add(0, Kind::release_shared, 8)
                      .done();
  EXPECT_EQ(t.partner(EventId(0)), EventId(2));
  EXPECT_EQ(t.partner(EventId(3)), EventId(1));
  EXPECT_EQ(t.partner(EventId(4)), EventId(6));
  EXPECT_FALSE(t.partner(EventId(5)).exists());
}

TEST(TraceBuilder, ASignalWakesTheFirstWaiterThatCanHaveSeenIt) {
  const Trace t = Build(3)
                      .add(0, Kind::signal, 8)  // nobody waits: lost
                      .add(0, Kind::wait_begin, 8)
                      .add(1, Kind::wait_begin, 8)
                      .add(2, Kind::signal, 8)
                      .add(1, Kind::wait_end, 8)
                      .add(0, Kind::wait_end, 8)  // no signal left: spurious
                      .add(0, Kind::wait_begin, 8)
                      .add(1, Kind::wait_begin, 8)
                      .add(2, Kind::broadcast, 8)
                      .add(0, Kind::wait_end, 8)
                      .add(1, Kind::wait_end, 8)
                      .done();
  EXPECT_EQ(t.partner(EventId(4)), EventId(3));
  EXPECT_FALSE(t.partner(EventId(5)).exists());
  EXPECT_EQ(t.partner(EventId(9)), EventId(8));
  EXPECT_EQ(t.partner(EventId(10)), EventId(8));
  EXPECT_EQ(t.partner(EventId(1)), EventId(5));
}

TEST(TraceBuilder, CountsBarrierRoundsByTheFirstLeave) {
  const Trace t = Build(3)
                      .add(0, Kind::barrier_arrive, 8)
                      .add(1, Kind::barrier_arrive, 8)
                      .add(0, Kind::barrier_leave, 8)
                      .add(0, Kind::barrier_arrive, 8)  // of the next round
                      .add(1, Kind::barrier_leave, 8)
                      .add(2, Kind::barrier_arrive, 8)
                      .done();
  EXPECT_EQ(t.barrier_rounds().size(), 2u);
  EXPECT_EQ(t.barrier_round_number(EventId(4)), t.barrier_round_number(EventId(0)));
  EXPECT_EQ(t.barrier_round(EventId(5)).arrivals.size(), 2u);
  EXPECT_EQ(t.barrier_round(EventId(5)).previous, 0u);
}

TEST(TraceBuilder, LinksForksAndJoins) {
  const Trace t = Build(2)
                      .add(0, Kind::fork, 1)
                      .add(1, Kind::thread_begin)
                      .add(1, Kind::write, 64)
                      .add(0, Kind::join, 1)
                      .done();
  EXPECT_EQ(t.partner(EventId(0)), EventId(1));
  EXPECT_EQ(t.partner(EventId(1)), EventId(0));
  EXPECT_EQ(t.partner(EventId(3)), EventId(2));
  EXPECT_EQ(t.fork_of(ThreadId(1)), EventId(0));
  EXPECT_FALSE(t.fork_of(ThreadId(0)).exists());
}

TEST(TraceBuilder, NamesOperandsBySymbol) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  builder.add_thread("main");
  builder.add_site("f", 1, 0, "");
  builder.add_symbol(64, 16, "table");
  builder.add({0, Kind::write, 0, 0, 8, 64, 0});
  builder.add({0, Kind::write, 0, 0, 8, 72, 0});
  builder.add({0, Kind::write, 0, 0, 8, 80, 0});
  const Trace t = std::move(builder).finish();
  EXPECT_EQ(t.operand_name(EventId(0)), "table");
  EXPECT_EQ(t.operand_name(EventId(1)), "table+8");
  EXPECT_EQ(t.operand_name(EventId(2)), "0x50");
}

// T0 loads a pointer at 0x10 twice and uses it at another site.
Trace uses_of_a_pointer(uint64_t pointer, uint64_t used, bool with_values = true) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  builder.add_thread("T0");
  const uint32_t load = builder.add_site("f.c", 1, 1, "main").value;
  const uint32_t use = builder.add_site("f.c", 2, 1, "main").value;
  builder.set_pointer_from(SiteId(use), SiteId(load));
  const uint8_t flags = with_values ? FW_FLAG_HAS_VALUE : 0;
  builder.add({0, Kind::read, flags, load, 8, 0x10, pointer});
  builder.add({0, Kind::read, flags, use, 4, used, 1});
  builder.add({0, Kind::read, flags, load, 8, 0x10, pointer});
  builder.add({0, Kind::write, flags, use, 4, used, 1});
  return std::move(builder).finish();
}

TEST(Dereferences, TheLastLoadOfThePointerAndNoOther) {
  const Trace t = uses_of_a_pointer(0x4000, 0x4010);
  EXPECT_TRUE(dereferences(t, EventId(0), EventId(1)));
  EXPECT_FALSE(dereferences(t, EventId(0), EventId(3)));
  EXPECT_TRUE(dereferences(t, EventId(2), EventId(3)));
  EXPECT_FALSE(dereferences(t, EventId(1), EventId(3)));
  EXPECT_FALSE(dereferences(t, EventId(2), EventId(1)));
}

TEST(Dereferences, WithinAPageOfTheValue) {
  EXPECT_TRUE(dereferences(uses_of_a_pointer(0x4000, 0x4fff), EventId(0), EventId(1)));
  EXPECT_FALSE(dereferences(uses_of_a_pointer(0x4000, 0x5000), EventId(0), EventId(1)));
  EXPECT_FALSE(dereferences(uses_of_a_pointer(0x4000, 0x3ff8), EventId(0), EventId(1)));
  EXPECT_FALSE(dereferences(uses_of_a_pointer(0x4000, 0x4010, false), EventId(0), EventId(1)));
}

TEST(TraceBuilder, SurvivesTheEndOfTheAddressSpace) {
  const Trace t = Build(1)
                      .add(0, Kind::write, UINT64_MAX - 3, 8)
                      .add(0, Kind::read, UINT64_MAX, 8)
                      .add(0, Kind::allocate, UINT64_MAX - 15, 4096)
                      .add(0, Kind::write, UINT64_MAX - 15, 8)
                      .add(0, Kind::free, UINT64_MAX - 15)
                      .done();
  EXPECT_EQ(t.size(), 5u);
}

TEST(TraceBuilder, NeedsAtMost28BytesAnEventBesideItsTables) {
  Build build(2);
  for (uint32_t i = 0; i < 50000; ++i) build.value(i & 1, i % 3 ? Kind::read : Kind::write, 64, 1);
  const Trace t = build.done();
  EXPECT_LT(t.memory_bytes(),
            t.size() * 28 * 2);  // vectors grown without reserve() may be half empty
}

TEST(TraceBuilder, KnowsThatARecordedProgramWithoutDecisionsDecidesNothing) {
  for (const bool is_recorded : {false, true}) {
    TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
    RawEvent event;
    event.kind = Kind::write;
    event.size = 4;
    event.thread = builder.add_thread("main");
    event.site = builder.add_site("a.c", 1, 1, "main").value;
    builder.add(event);
    if (is_recorded) builder.add_attachment("command", "./prog");
    EXPECT_EQ(std::move(builder).finish().has_decisions(), is_recorded);
  }
}

TEST(TraceBuilder, FindsWhatTheRunItselfDidToFreedMemory) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  RawEvent event;
  event.thread = builder.add_thread("main");
  event.site = builder.add_site("a.c", 1, 1, "main").value;
  const auto add = [&](Kind kind, uint64_t address, uint32_t size, uint64_t value) {
    event.kind = kind;
    event.operand = address;
    event.size = size;
    event.value = value;
    builder.add(event);
  };
  add(Kind::allocate, 0x1000, 0, 64);
  add(Kind::write, 0x1008, 4, 1);
  add(Kind::free, 0x1000, 0, 0);
  add(Kind::read, 0x1008, 4, 1);  // stale
  add(Kind::free, 0x1000, 0, 0);  // again
  add(Kind::allocate, 0x1000, 0, 16);
  add(Kind::write, 0x1008, 4, 2);  // another object now
  add(Kind::free, 0x2000, 0, 0);   // of memory that nobody knows
  const Trace trace = std::move(builder).finish();
  std::vector<uint32_t> uses;
  for (const StaleUse& stale : trace.stale_uses()) {
    uses.push_back(stale.use.value);
    EXPECT_EQ(trace.objects()[stale.object.index()].freed, EventId(2));
  }
  std::sort(uses.begin(), uses.end());
  EXPECT_EQ(uses, (std::vector<uint32_t>{3, 4}));
}

}  // namespace
}  // namespace foreweave
