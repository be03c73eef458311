#include "events/recorded_run/interruptions.h"

#include <gtest/gtest.h>

#include <utility>

#include "capture/abi/schedule.h"
#include "events/build/trace_builder.h"
#include "events/recorded_run/value_flows.h"

namespace foreweave {
namespace {

constexpr uint64_t kX = 64, kErrno = 128;

// A thread with a handler. Each event has a site of its own, one line of the source after the
// other.
class Handled {
 public:
  explicit Handled(uint32_t threads = 1) : builder_(SourceMap("t", SourceMap::Unit::line)) {
    for (uint32_t t = 0; t < threads; ++t) builder_.add_thread("T" + std::to_string(t));
  }
  Handled& add(Kind kind, uint64_t address, uint64_t value = 0, uint32_t thread = 0) {
    builder_.add_site("f.c", events_ + 1, 0, "f");
    builder_.add({thread, kind, FW_FLAG_HAS_VALUE, events_++, address == FW_SIGNALS_WORD ? 8u : 4u,
                  address, value});
    return *this;
  }
  Handled& add_at_site(uint32_t site, Kind kind, uint64_t address, uint64_t value) {
    builder_.add_site("f.c", events_ + 1, 0, "f");
    builder_.add({0, kind, FW_FLAG_HAS_VALUE, site, 4u, address, value});
    ++events_;
    return *this;
  }
  void variable(uint64_t address, uint64_t size) { builder_.add_symbol(address, size, "x"); }
  Handled& begin() {
    runs_.push_back(
        {ThreadId(0), EventId(events_), EventId(events_), 10, interrupts, spoils_errno, kErrno});
    return *this;
  }
  Handled& end() {
    runs_.back().end = EventId(events_);
    return *this;
  }
  Handled& flow(uint32_t load, uint32_t store) {
    flows_.add({SiteId(load)}, {SiteId(store)});
    return *this;
  }
  void changes_number(uint32_t store) {
    flows_.add({SiteId(store), SiteId(store)}, {SiteId(store)});
  }
  Trace trace() {
    builder_.add_attachment(ValueFlows::kAttachment, flows_.encoded());
    builder_.add_attachment(std::string(HandlerRun::kAttachment), HandlerRun::encoded(runs_));
    return std::move(builder_).finish();
  }
  size_t seen() {
    const Trace made = trace();
    return interruptions_seen(made).size();
  }
  size_t possible() {
    const Trace made = trace();
    return interruptions_possible(made).size();
  }

  bool interrupts = true, spoils_errno = false;

 private:
  TraceBuilder builder_;
  std::vector<HandlerRun> runs_;
  ValueFlows flows_;
  uint32_t events_ = 0;
};

size_t seen_around(Handled& handled, Kind back = Kind::write, uint64_t value = 7) {
  handled.add(Kind::read, kX, 1).begin().add(Kind::read, kX, 1).add(Kind::write, kX, value).end();
  handled.add(back, kX, 2).flow(0, 3).flow(1, 2);
  return handled.seen();
}

TEST(AWriteOfAHandler, IsLostIfWhatWasReadBeforeIsWrittenBack) {
  Handled handled;
  EXPECT_EQ(seen_around(handled), 1u);
}

TEST(AWriteOfAHandler, IsNotLostIfItPutsBackWhatWasThereOrIsUpdatedAtomically) {
  Handled restoring, atomic;
  EXPECT_EQ(seen_around(restoring, Kind::write, 1), 0u);
  EXPECT_EQ(seen_around(atomic, Kind::atomic_update), 0u);
}

TEST(AWriteOfAHandler, IsNotLostIfTheThreadWantedItThere) {
  Handled waited;
  waited.interrupts = false;
  EXPECT_EQ(seen_around(waited), 0u);
}

TEST(AWriteOfAHandler, IsNotLostIfTheBitsThatItChangedAreThere) {
  Handled same, other;
  EXPECT_EQ(seen_around(same, Kind::write, 3), 0u);   // 1 | 2, as the thread writes
  EXPECT_EQ(seen_around(other, Kind::write, 5), 1u);  // 1 | 4
  Handled counted;
  counted.changes_number(2);
  EXPECT_EQ(seen_around(counted, Kind::write, 2), 1u);  // both count
}

TEST(AWriteOfAHandler, IsNotLostIfItDoesNotDependOnWhatWasThere) {
  Handled set;
  set.add(Kind::read, kX, 1)
      .begin()
      .add(Kind::write, kX, 7)
      .end()
      .add(Kind::write, kX, 2)
      .flow(0, 2);
  EXPECT_EQ(set.seen(), 0u);
}

TEST(AWriteOfAHandler, IsNotLostByAConstant) {
  Handled taken;
  taken.add(Kind::read, kX, 1).begin().add(Kind::write, kX, 7).end().add(Kind::write, kX, 0);
  EXPECT_EQ(taken.seen(), 0u);
}

// Two parts are written, with a handler in between that reads both and stores something.
size_t seen_between(Handled& handled, uint64_t first, uint64_t second, bool stores_both = true) {
  handled.variable(kX, 16);
  handled.add(Kind::write, first, 5).begin();
  handled.add(Kind::read, kX, 5)
      .add(Kind::read, kX + 8, 0)
      .add(Kind::write, kErrno, 9)
      .end()
      .add(Kind::write, second, 6);
  handled.flow(1, 3);
  if (stores_both) handled.flow(2, 3);
  return handled.seen();
}

TEST(AReadOfAHandler, IsTornBetweenTheWritesOfTwoPartsOfAVariable) {
  Handled torn, other, unused, whole;
  EXPECT_EQ(seen_between(torn, kX, kX + 8), 1u);
  EXPECT_EQ(seen_between(other, kX + 64, kX + 8), 0u);
  EXPECT_EQ(seen_between(unused, kX, kX + 8, false), 0u);
  EXPECT_EQ(seen_between(whole, kX, kX), 0u);
}

TEST(AReadOfAHandler, IsNotTornBetweenTwoRoundsOfALoop) {
  Handled handled;
  handled.variable(kX, 16);
  handled.add(Kind::write, kX, 1).add(Kind::write, kX + 8, 1).begin();
  handled.add(Kind::read, kX, 1).add(Kind::read, kX + 8, 1).add(Kind::write, kErrno, 9).end();
  handled.add_at_site(0, Kind::write, kX, 2)
      .add_at_site(1, Kind::write, kX + 8, 2)
      .flow(2, 4)
      .flow(3, 4);
  EXPECT_EQ(handled.seen(), 0u);
}

TEST(AnErrnoThatAHandlerLeaves, IsSpoiltIfItIsLookedAtNext) {
  for (const auto& [next, count] : {std::pair{kErrno, size_t{1}}, {kX, size_t{0}}}) {
    Handled handled;
    handled.spoils_errno = true;
    handled.begin().add(Kind::write, kX).end().add(Kind::read, next).add(Kind::read, kErrno);
    EXPECT_EQ(handled.seen(), count);
  }
}

TEST(AnInterruption, IsPossibleElsewhereIfAnotherThreadSentTheSignal) {
  for (const uint32_t sender : {uint32_t{1}, uint32_t{0}}) {
    Handled handled(2);
    handled.add(Kind::read, kX, 1).add(Kind::write, kX, 2).flow(0, 1);
    handled.add(Kind::atomic_update, FW_SIGNALS_WORD, 0, sender);
    handled.begin().add(Kind::atomic_read, FW_SIGNALS_WORD);
    handled.add(Kind::read, kX, 2).add(Kind::write, kX, 7).flow(4, 5).end();
    EXPECT_EQ(handled.possible(), sender == 1 ? 1u : 0u);
  }
}

}  // namespace
}  // namespace foreweave
