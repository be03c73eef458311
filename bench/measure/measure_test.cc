#include "bench/measure/measure.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/streaming/streaming_series.h"

namespace foreweave {
namespace {

TEST(Measure, TakesTheMiddleSampleOrTheMeanOfTheTwoMiddleOnes) {
  const Spread odd = spread({5, 1, 3});
  EXPECT_EQ(odd.median, 3);
  EXPECT_EQ(odd.least, 1);
  EXPECT_EQ(odd.most, 5);
  EXPECT_EQ(spread({4, 1, 2, 100}).median, 3);
}

TEST(Measure, ReportsWhatAChildFoundAndHowMuchMemoryItHeld) {
  constexpr size_t kHeld = 200 << 20;
  uint64_t sum = 0;
  const ChildReport report = run_in_child<uint64_t>(
      [](uint64_t& result) {
        const std::vector<uint8_t> held(kHeld, 1);
        for (size_t i = 0; i < held.size(); i += 4096) result += held[i];
      },
      sum, 60);
  EXPECT_EQ(report.end, ChildEnd::done);
  EXPECT_EQ(sum, kHeld / 4096);
  EXPECT_GE(report.peak_bytes, kHeld);
}

TEST(Measure, EndsAChildThatTakesTooLong) {
  int result = 0;
  const ChildReport report = run_in_child<int>(
      [](int& counter) {
        for (volatile int forever = 1; forever;) counter = forever;
      },
      result, 0);
  EXPECT_EQ(report.end, ChildEnd::timed_out);
}

TEST(Measure, NoticesAChildThatCrashes) {
  int result = 0;
  const auto crash = [](int&) { std::raise(SIGKILL); };
  EXPECT_EQ(run_in_child<int>(crash, result, 60).end, ChildEnd::failed);
}

TEST(Measure, RemovesItsTemporaryFolderWithEverythingInIt) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    ASSERT_NE(path, "");
    std::ofstream(path + "/file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path + "/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Series, NoticesThatARepetitionFoundSomethingElse) {
  const BenchTrace trace;
  JobRun run;
  Series series("hb", trace, run);
  run.result.counts.proved = 3;
  series.add(run);
  series.add(run);
  EXPECT_TRUE(series.same_counts());
  run.result.counts.proved = 4;
  series.add(run);
  EXPECT_FALSE(series.same_counts());
}

}  // namespace
}  // namespace foreweave
