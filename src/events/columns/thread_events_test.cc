#include "events/columns/thread_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace foreweave {
namespace {

// Every second run of a made-up trace, and the same events one by one.
struct Example {
  std::vector<ThreadRun> runs;
  std::vector<EventId> events;

  explicit Example(uint32_t seed) {
    std::mt19937 generator(seed);
    auto random = [&](uint32_t below) { return static_cast<uint32_t>(generator() % below); };
    uint32_t e = random(4);
    for (uint32_t r = random(6); r > 0; --r) {
      runs.push_back({static_cast<uint32_t>(events.size()), EventId(e)});
      for (uint32_t n = 1 + random(4); n > 0; --n) events.push_back(EventId(e++));
      e += 1 + random(4);
    }
  }
  ThreadEvents view() const { return {runs, static_cast<uint32_t>(events.size())}; }
};

std::vector<EventId> listed(const ThreadEvents& events) { return {events.begin(), events.end()}; }

TEST(ThreadEvents, AreTheEventsOfTheRuns) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    const Example example(seed);
    const ThreadEvents view = example.view();
    ASSERT_EQ(listed(view), example.events);
    for (size_t i = 0; i < view.size(); ++i) EXPECT_EQ(view[i], example.events[i]);
    std::vector<EventId> backwards;
    for (auto i = view.end(); i != view.begin();) backwards.push_back(*--i);
    EXPECT_TRUE(std::equal(backwards.rbegin(), backwards.rend(), example.events.begin(),
                           example.events.end()));
    std::vector<EventId> by_run;
    view.for_each_run([&](EventId first, EventId end) {
      for (uint32_t e = first.value; e < end.value; ++e) by_run.push_back(EventId(e));
    });
    EXPECT_EQ(by_run, example.events);
  }
}

TEST(ThreadEvents, CanBeCutAnywhere) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    const Example example(seed);
    for (size_t n = 0; n <= example.events.size(); ++n) {
      const ThreadEvents cut = example.view().first(n);
      const auto end = example.events.begin() + static_cast<ptrdiff_t>(n);
      EXPECT_EQ(listed(cut), std::vector<EventId>(example.events.begin(), end));
      if (n > 0) {
        EXPECT_EQ(cut.back(), end[-1]);
      }
      EXPECT_EQ(cut.index_from(EventId::none()), n);
    }
  }
}

TEST(ThreadEvents, FindTheNextFromAnyEventOn) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    const Example example(seed);
    for (uint32_t e = 0; e < 40; ++e) {
      const auto next = std::lower_bound(example.events.begin(), example.events.end(), EventId(e));
      EXPECT_EQ(example.view().index_from(EventId(e)), next - example.events.begin()) << seed;
    }
  }
}

}  // namespace
}  // namespace foreweave
