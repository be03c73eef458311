#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace foreweave {
namespace {

TEST(ForEachPiece, DoesEveryPieceOnce) {
  for (const unsigned workers : {1u, 2u, 7u}) {
    for (const size_t count : {size_t{0}, size_t{1}, size_t{5}, size_t{1000}}) {
      std::vector<int> done(count);
      for_each_piece(count, workers, [&](unsigned, size_t i) { ++done[i]; });
      EXPECT_EQ(done, std::vector<int>(count, 1));
    }
  }
}

TEST(ForEachPiece, NeverRunsOneWorkerTwiceAtATime) {
  constexpr unsigned kWorkers = 4;
  std::vector<std::atomic<int>> busy(kWorkers);
  std::atomic<bool> overlapped = false;
  for_each_piece(2000, kWorkers, [&](unsigned worker, size_t) {
    if (busy[worker].fetch_add(1) != 0) overlapped = true;
    busy[worker].fetch_sub(1);
  });
  EXPECT_FALSE(overlapped);
}

TEST(ForEachPiece, LetsSeveralWorkersRunAtOnce) {
  // Each of the two pieces waits until the other has started.
  std::atomic<int> started = 0;
  for_each_piece(2, 2, [&](unsigned, size_t) {
    ++started;
    while (started < 2) {
    }
  });
  EXPECT_EQ(started, 2);
}

TEST(AvailableCpus, IsAtLeastOne) { EXPECT_GE(available_cpus(), 1u); }

}  // namespace
}  // namespace foreweave
