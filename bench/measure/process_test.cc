#include "bench/measure/process.h"

#include <gtest/gtest.h>

#include "bench/measure/measure.h"

namespace foreweave {
namespace {

ProcessRun run_shell(const std::string& script, unsigned limit_seconds = 60,
                     WatchMemory watch = WatchMemory::none) {
  const TemporaryFolder folder;
  return run_process({"sh", "-c", script}, folder.path(), limit_seconds, watch);
}

TEST(Process, TellsWhatWasPrintedAndHowItEnded) {
  const ProcessRun good = run_shell("echo out; echo err >&2");
  EXPECT_TRUE(good.good);
  EXPECT_EQ(good.output, "out\n");
  EXPECT_EQ(good.complaints, "err\n");
  EXPECT_EQ(run_shell("exit 3").end, "exit status 3");
  EXPECT_FALSE(run_shell("exit 3").good);
  EXPECT_EQ(run_shell("kill -9 $$").end, "signal 9");
}

TEST(Process, EndsWhatTakesTooLongWithItsChildren) {
  const ProcessRun run = run_shell("sleep 100 & wait", 1);
  EXPECT_FALSE(run.good);
  EXPECT_EQ(run.end, "took too long");
}

TEST(Process, MeasuresTheMemoryOfTheProcessOrOfItsChild) {
  EXPECT_EQ(run_shell("sleep 0.1").peak_bytes, 0u);
  EXPECT_GT(run_shell("sleep 0.1; true", 60, WatchMemory::own).peak_bytes, 100'000u);
  EXPECT_GT(run_shell("sleep 0.1; true", 60, WatchMemory::of_a_child).peak_bytes, 100'000u);
}

}  // namespace
}  // namespace foreweave
