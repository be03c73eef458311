#include "patterns/harm.h"

#include <gtest/gtest.h>

#include <optional>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

enum class Origin { program, text };

// T1 reads and writes x at sites 0 and 1, T2 writes it at site 2.
struct Three {
  explicit Three(Origin origin, bool flows = true, Kind last = Kind::write, bool marked = false,
                 std::optional<std::pair<uint64_t, uint64_t>> values = {}) {
    TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
    for (const char* name : {"main", "T1", "T2"}) builder.add_thread(name);
    for (uint32_t line = 1; line <= 4; ++line) builder.add_site("f.c", line, 0, "f");
    auto add = [&](uint32_t thread, Kind kind, uint32_t site, uint64_t value = 0) {
      const bool access = is_access(kind);
      const uint8_t flags = values && thread == 1 ? FW_FLAG_HAS_VALUE : 0;
      builder.add({thread, kind, flags, site, access ? 4u : 0u, access ? uint64_t{64} : 0, value});
    };
    if (marked) add(1, Kind::region_begin, 3);
    add(1, Kind::read, 0, values ? values->first : 0);
    add(1, last, 1, values ? values->second : 0);
    if (marked) add(1, Kind::region_end, 3);
    add(2, Kind::write, 2);
    ValueFlows known;
    if (flows) known.add({SiteId(0)}, {SiteId(1)});
    builder.add_attachment(ValueFlows::kAttachment, known.encoded());
    if (origin == Origin::program) builder.add_attachment("program", "f");
    trace.emplace(std::move(builder).finish());
    const uint32_t first = marked ? 1 : 0;
    const EventId remote(static_cast<uint32_t>(trace->size()) - 1);
    claim = Claim::atomicity({EventId(first), remote, EventId(first + 1)});
  }
  bool is_certain() const { return Harm(*trace).is_certain(claim, Reordering::of_trace(*trace)); }

  std::optional<Trace> trace;
  Claim claim;
};

TEST(Harm, IsCertainWhereAnUpdateIsLost) {
  EXPECT_TRUE(Three(Origin::program).is_certain());
  EXPECT_FALSE(Three(Origin::program, false).is_certain());
}

TEST(Harm, IsNotDoneByWhoPutsBackWhatItTook) {
  EXPECT_FALSE(Three(Origin::program, true, Kind::write, false, {{7, 7}}).is_certain());
  EXPECT_TRUE(Three(Origin::program, true, Kind::write, false, {{7, 8}}).is_certain());
}

// As a table does with its places: T1 takes what is there, T2 puts something there and takes it
// again.
TEST(Harm, IsNotDoneIfWhatWasWrittenWasReadBefore) {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  for (const char* name : {"main", "T1", "T2"}) builder.add_thread(name);
  for (uint32_t line = 1; line <= 4; ++line) builder.add_site("f.c", line, 0, "f");
  builder.add({1, Kind::read, 0, 0, 4, 64, 0});
  builder.add({2, Kind::write, 0, 2, 4, 64, 0});
  builder.add({2, Kind::read, 0, 3, 4, 64, 0});
  builder.add({1, Kind::write, 0, 1, 4, 64, 0});
  ValueFlows known;
  known.add({SiteId(0)}, {SiteId(1)});
  builder.add_attachment(ValueFlows::kAttachment, known.encoded());
  builder.add_attachment("program", "f");
  const Trace trace = std::move(builder).finish();
  const Claim claim = Claim::atomicity({EventId(0), EventId(1), EventId(3)});
  EXPECT_FALSE(Harm(trace).is_certain(claim, Reordering::of_trace(trace)));
  const std::vector<EventId> without_read{EventId(0), EventId(1), EventId(3)};
  EXPECT_TRUE(Harm(trace).is_certain(claim, Reordering::from_events(trace, without_read)));
}

TEST(Harm, IsNotDoneByAtomicUpdates) {
  EXPECT_FALSE(Three(Origin::program, true, Kind::atomic_update).is_certain());
}

TEST(Harm, IsWhatTheProgramSaysInARegion) {
  EXPECT_TRUE(Three(Origin::program, false, Kind::write, true).is_certain());
}

TEST(Harm, IsTakenForGrantedWhereNoProgramCanBeAsked) {
  EXPECT_TRUE(Three(Origin::text, false).is_certain());
}

}  // namespace
}  // namespace foreweave
