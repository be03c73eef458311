#include "bench/recording/record_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

using testing::HasSubstr;
using testing::Not;

RecordFigures figures(std::string program, uint32_t threads, double tsan, double recorded) {
  RecordFigures f;
  f.program = std::move(program);
  f.threads = threads;
  f.native = {1, 1, 50};
  f.tsan = {tsan, tsan, 50 * tsan};
  f.recorded = {recorded, recorded, 50 * recorded};
  f.events = 1'000'000;
  f.trace_bytes = 1'500'000;
  f.native_peak_bytes = 10'000'000;
  f.recorded_peak_bytes = 30'000'000;
  return f;
}

TEST(RecordReport, TakesTheGeometricMean) {
  EXPECT_DOUBLE_EQ(geometric_mean({7}), 7);
  EXPECT_NEAR(geometric_mean({2, 8}), 4, 1e-12);
  EXPECT_NEAR(geometric_mean({1, 10, 100}), 10, 1e-12);
}

TEST(RecordReport, DividesMediansByMedians) {
  const RecordFigures f = figures("sort", 2, 8, 4);
  EXPECT_DOUBLE_EQ(f.tsan_slowdown(), 8);
  EXPECT_DOUBLE_EQ(f.record_slowdown(), 4);
  EXPECT_DOUBLE_EQ(f.ratio(), 0.5);
  EXPECT_DOUBLE_EQ(f.events_per_second(), 250'000);
  EXPECT_DOUBLE_EQ(f.bytes_per_event(), 1.5);
  EXPECT_DOUBLE_EQ(f.megabytes_above_native(), 20);
}

TEST(RecordReport, FindsHowManyEventsWereRecorded) {
  EXPECT_EQ(events_recorded("foreweave: a b.fwt: 1234 events of 3 threads\n"), 1234u);
  EXPECT_EQ(events_recorded("5 events of us met\nforeweave: x.fwt: 7 events of 1 thread\n"), 7u);
  EXPECT_EQ(events_recorded(""), std::nullopt);
  EXPECT_EQ(events_recorded("foreweave: x.fwt: no events of note\n"), std::nullopt);
}

TEST(RecordReport, DoesNotCountTheEventsOfAnIncompleteTrace) {
  const char* line = "foreweave: x.fwt: 7 events of 2 threads; not to its end: the disk is full\n";
  EXPECT_EQ(events_recorded(line), std::nullopt);
}

TEST(RecordReport, ComparesTheMeansOfTwoThreadsWithTheTarget) {
  const std::string met = record_table({figures("sort", 2, 8, 4), figures("graph", 2, 8, 16)});
  EXPECT_THAT(met, HasSubstr("2 threads: tsan 8.00 x, record 8.00 x"));
  EXPECT_THAT(met, Not(HasSubstr("MISSED")));
  EXPECT_THAT(record_table({figures("sort", 2, 8, 9)}), HasSubstr("MISSED"));
  EXPECT_THAT(record_table({figures("sort", 8, 8, 9)}), Not(HasSubstr("MISSED")));
}

TEST(RecordReport, NamesTheProgramThatMissesATarget) {
  RecordFigures large = figures("graph", 2, 8, 4), greedy = figures("sort", 8, 8, 4);
  large.trace_bytes = 2'500'000;
  greedy.recorded_peak_bytes = 177'000'000;  // 167 MB more; 150 and 2 a thread are allowed
  const std::string table = record_table({figures("nbody", 2, 8, 4), large, greedy});
  EXPECT_THAT(table, HasSubstr("2.50  <= 2     MISSED (graph)"));
  EXPECT_THAT(table, HasSubstr("167.00  <= 166   MISSED (sort)"));
}

}  // namespace
}  // namespace foreweave
