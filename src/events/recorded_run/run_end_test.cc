#include "events/recorded_run/run_end.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

Trace with_attachment(std::string bytes) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  const uint32_t thread = builder.add_thread("main");
  const SiteId site = builder.add_site("a.c", 1, 1, "main");
  for (int i = 0; i < 3; ++i) {
    RawEvent event;
    event.kind = Kind::external_call;
    event.thread = thread;
    event.site = site.value;
    builder.add(event);
  }
  builder.add_attachment(std::string(RunEnd::kAttachment), std::move(bytes));
  return std::move(builder).finish();
}

RunEnd some_end() {
  RunEnd end;
  end.how = RunEnd::How::failed;
  end.signal = 11;
  end.address = 0;
  end.assertion = "x == 1";
  end.threads = {{EventId(2), RunEnd::Waits::mutex, 0x1234}};
  return end;
}

TEST(RunEnd, IsReadAsItWasWritten) {
  EXPECT_EQ(RunEnd::of(with_attachment(some_end().encoded())), some_end());
  RunEnd deadlock;
  deadlock.how = RunEnd::How::deadlocked;
  deadlock.is_all = true;
  deadlock.threads = {{EventId(0), RunEnd::Waits::thread, 1},
                      {EventId(1), RunEnd::Waits::condition, UINT64_MAX}};
  EXPECT_EQ(RunEnd::of(with_attachment(deadlock.encoded())), deadlock);
  RunEnd hang;
  hang.how = RunEnd::How::hung;
  hang.threads = {{EventId(1), RunEnd::Waits::runs, 0}};
  EXPECT_EQ(RunEnd::of(with_attachment(hang.encoded())), hang);
  EXPECT_TRUE(hang.is_bug());
}

TEST(RunEnd, OfDamagedBytesIsNothing) {
  const std::string whole = some_end().encoded();
  // A piece of it may be an end without threads, which is no bug.
  for (size_t n = 0; n < whole.size(); ++n)
    EXPECT_FALSE(RunEnd::of(with_attachment(whole.substr(0, n))).has_value()) << n;
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(~damaged[i]);
    const auto end =
        RunEnd::of(with_attachment(damaged));  // anything but a place outside the trace
    if (!end) continue;
    for (const RunEnd::Thread& thread : end->threads) EXPECT_LT(thread.event.value, 3u);
  }
}

TEST(RunEnd, ThatNamesEventsWhichAreNotThereIsNothing) {
  RunEnd end = some_end();
  end.threads[0].event = EventId(3);
  EXPECT_FALSE(RunEnd::of(with_attachment(end.encoded())).has_value());
}

}  // namespace
}  // namespace foreweave
