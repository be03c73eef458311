// Watched steps in a log that is written down here: records of the runtime, which need no module.
// Logs of real programs are in tests/replay.
#include "record/translate/step_watch.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

// A log as it grows.
struct Log {
  std::vector<uint64_t> words;

  Log& record(FwRecord record, std::vector<uint64_t> operands) {
    words.push_back(uint64_t{operands.size()} << 32 | record);
    words.insert(words.end(), operands.begin(), operands.end());
    return *this;
  }
  Log& thread(uint64_t number, uint64_t parent) {
    return record(FW_RECORD_thread, {number, parent});
  }
  Log& now(uint64_t number) { return record(FW_RECORD_switch, {number}); }
  Log& event(FwKind kind, uint64_t operand, uint64_t size = 0, uint64_t value = 0) {
    return record(FW_RECORD_event, {static_cast<uint64_t>(kind), operand, size, value});
  }
};

const std::vector<FwScheduledThread> kThreads = {{FW_NOT_SCHEDULED, 0}, {0, 0}, {0, 1}};

Log started() {
  Log log;
  log.now(0).thread(0, 0);
  return log;
}

TEST(StepWatch, SeesStepsByThreadsThatAreNamedByWhoCreatedThem) {
  StepWatch watch(kThreads, {{2, 1}, {1, 0}, {0, 7}});
  Log log = started();
  log.thread(1, 0).thread(2, 0);
  log.now(2).event(FW_KIND_thread_begin, 0).event(FW_KIND_free, 0x1000);
  log.now(1).event(FW_KIND_write, 0x2000, 0).event(FW_KIND_write, 0x2000, 8);
  ASSERT_TRUE(watch.add_chunk(log.words));
  const std::vector<Sighting>& seen = watch.sightings();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_TRUE(seen[0].happened);
  EXPECT_EQ(seen[0].kind, Kind::free);
  EXPECT_EQ(seen[0].address, 0x1000u);
  EXPECT_EQ(seen[1].kind, Kind::write);  // an access of no bytes is no step
  EXPECT_EQ(seen[1].size, 8u);
  EXPECT_LT(seen[0].order, seen[1].order);
  EXPECT_FALSE(seen[2].happened);
}

TEST(StepWatch, TellsWhenMemoryBecomesSomethingElse) {
  StepWatch watch(kThreads, {{0, 0}, {0, 1}, {0, 3}});
  Log log = started();
  log.event(FW_KIND_write, 0x1008, 8).event(FW_KIND_write, 0x2000, 8);
  log.event(FW_KIND_allocate, 0x1000, 0, 64).event(FW_KIND_write, 0x1008, 8);
  ASSERT_TRUE(watch.add_chunk(log.words));
  const std::vector<Sighting>& seen = watch.sightings();
  EXPECT_GT(seen[0].replaced, seen[0].order);
  EXPECT_LT(seen[0].replaced, seen[2].order);
  EXPECT_EQ(seen[1].replaced, 0u);
  EXPECT_EQ(seen[2].replaced, 0u);
}

TEST(StepWatch, TellsWhenMemoryIsFreed) {
  StepWatch watch(kThreads, {{0, 2}, {0, 3}, {0, 5}});
  Log log = started();
  log.event(FW_KIND_allocate, 0x1000, 0, 64).event(FW_KIND_allocate, 0x2000, 0, 8);
  log.event(FW_KIND_write, 0x1038, 8).event(FW_KIND_write, 0x2000, 8);
  log.event(FW_KIND_free, 0x1000).event(FW_KIND_write, 0x1038, 8);
  ASSERT_TRUE(watch.add_chunk(log.words));
  const std::vector<Sighting>& seen = watch.sightings();
  EXPECT_GT(seen[0].freed, seen[0].order);
  EXPECT_LT(seen[0].freed, seen[2].order);
  EXPECT_EQ(seen[0].replaced, 0u);
  EXPECT_EQ(seen[1].freed, 0u);
  EXPECT_EQ(seen[2].freed, 0u);
}

TEST(StepWatch, KnowsWhoHoldsALock) {
  StepWatch watch(kThreads, {});
  Log log = started();
  log.thread(1, 0).event(FW_KIND_acquire, 0x10).event(FW_KIND_acquire, 0x20);
  log.now(1).event(FW_KIND_acquire_shared, 0x30).event(FW_KIND_acquire_shared, 0x30);
  log.event(FW_KIND_release_shared, 0x30).now(0).event(FW_KIND_release, 0x10);
  ASSERT_TRUE(watch.add_chunk(log.words));
  const std::vector<HeldLockAddress> held = watch.held_locks();
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].thread, 0u);
  EXPECT_EQ(held[0].lock, 0x20u);
  EXPECT_EQ(held[1].thread, 1u);
  EXPECT_EQ(held[1].lock, 0x30u);
}

// What was left out is not mistaken for what was watched.
TEST(StepWatch, GoesOnBehindWhatWasNotLogged) {
  StepWatch watch(kThreads, {{0, 2}, {0, 10}});
  Log log = started();
  log.event(FW_KIND_write, 0x10, 8).record(FW_RECORD_steps, {10, 0}).event(FW_KIND_free, 0x20);
  ASSERT_TRUE(watch.add_chunk(log.words));
  EXPECT_FALSE(watch.sightings()[0].happened);
  EXPECT_TRUE(watch.sightings()[1].happened);
  EXPECT_EQ(watch.sightings()[1].kind, Kind::free);
}

TEST(StepWatch, RefusesWhatNoProgramLogs) {
  const auto is_refused = [](const Log& log) {
    return !StepWatch(kThreads, {{0, 1}}).add_chunk(log.words);
  };
  EXPECT_FALSE(is_refused(started()));
  EXPECT_TRUE(is_refused(Log().event(FW_KIND_free, 1)));  // by nobody
  EXPECT_TRUE(is_refused(started().now(3)));
  EXPECT_TRUE(is_refused(started().thread(2, 0)));
  EXPECT_TRUE(is_refused(started().thread(1, 1)));
  EXPECT_TRUE(is_refused(started().record(FW_RECORD_event, {FW_KIND_COUNT, 0, 0, 0})));
  EXPECT_TRUE(is_refused(
      started().record(FW_RECORD_steps, {5, 0}).record(FW_RECORD_steps, {4, 0})));  // back
  EXPECT_TRUE(is_refused(started().record(FW_RECORD_steps, {5, FW_FIRST_START})));  // no such path
  EXPECT_TRUE(is_refused(started().record(static_cast<FwRecord>(14), {})));
  EXPECT_TRUE(is_refused({{FW_FIRST_START}}));                           // no such path
  EXPECT_TRUE(is_refused({{uint64_t{7} << 32 | FW_RECORD_switch, 1}}));  // more than there is
}

}  // namespace
}  // namespace foreweave
