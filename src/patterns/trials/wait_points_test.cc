#include "patterns/trials/wait_points.h"

#include <gtest/gtest.h>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

std::vector<uint32_t> points(std::string_view text) {
  std::vector<uint32_t> found;
  for (const EventId e : points_before_waits(std_trace(text))) found.push_back(e.value);
  return found;
}

TEST(WaitPoints, AreBeforeAWaitAndItsSection) {
  EXPECT_EQ(points("T1|acq(m)|1\nT1|wait(c)|2\nT1|rel(m)|2\nT2|signal(c)|3\nT1|wake(c)|2\n"
                   "T1|acq(m)|2\nT1|rel(m)|4\n"),
            (std::vector<uint32_t>{1, 0}));
}

TEST(WaitPoints, AreNoneIfNobodySignals) {
  EXPECT_EQ(points("T1|acq(m)|1\nT1|wait(c)|2\nT1|rel(m)|2\nT1|signal(c)|3\nT2|w(x)|4\n"),
            std::vector<uint32_t>{});
}

TEST(WaitPoints, AreBeforeTheSecondOfTwoSemaphores) {
  const std::string crossed =
      "T1|seminit(a=1)|1\nT1|seminit(b=1)|1\n"
      "T1|down(a)|2\nT1|down(b)|3\nT1|post(b)|4\nT1|post(a)|5\n";
  EXPECT_EQ(points(crossed + "T2|down(b)|6\nT2|down(a)|7\nT2|post(a)|8\nT2|post(b)|9\n"),
            (std::vector<uint32_t>{3, 7}));
  EXPECT_EQ(points(crossed + "T2|down(a)|6\nT2|down(b)|7\nT2|post(b)|8\nT2|post(a)|9\n"),
            std::vector<uint32_t>{});
}

// What others post is not taken by who only ever takes it.
TEST(WaitPoints, AreNoneForWhatIsConsumed) {
  EXPECT_EQ(points("T1|seminit(items=0)|1\nT1|seminit(spaces=1)|1\n"
                   "T1|down(spaces)|2\nT1|post(items)|3\nT2|down(items)|4\nT2|post(spaces)|5\n"
                   "T1|down(spaces)|2\nT1|post(items)|3\nT2|down(items)|4\nT2|post(spaces)|5\n"),
            std::vector<uint32_t>{});
}

TEST(WaitPoints, AreBeforeALockThatIsKeptInAWait) {
  EXPECT_EQ(points("T1|fork(T2)|1\nT2|begin|2\nT2|acq(m)|3\nT2|rel(m)|4\nT2|end|5\n"
                   "T1|acq(m)|6\nT1|join(T2)|7\nT1|rel(m)|8\n"),
            (std::vector<uint32_t>{2}));
}

TEST(WaitPoints, KnowWordsThatAreUsedLikeLocks) {
  EXPECT_EQ(
      points("T1|rmw.acquire(a)|1\nT1|rmw.acquire(b)|2\nT1|aw.release(b)|3\nT1|aw.release(a)|4\n"
             "T2|rmw.acquire(b)|5\nT2|rmw.acquire(a)|6\nT2|aw.release(a)|7\nT2|aw.release(b)|8\n"),
      (std::vector<uint32_t>{1, 5}));
}

}  // namespace
}  // namespace foreweave
