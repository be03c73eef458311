#include "events/build/passed_by_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

#include "events/std/trace_for_tests.h"

namespace foreweave {
namespace {

// Whether what a line accesses matters to other threads.
bool matters(const Trace& t, uint32_t line) {
  const EventId e(line);
  EXPECT_EQ(t.interacts(e), t.crosses_threads(t.location(e)));
  return t.interacts(e);
}

TEST(PassedByThreads, WhatIsPreparedComputedAndCollectedMattersToNobody) {
  const Trace t = std_trace(
      "M|w(x)|1\nM|fork(A)|2\nA|r(x)|3\nA|w(x)|4\nM|join(A)|5\nM|r(x)|6\nM|w(x)|7\nM|fork(B)|8\nB|"
      "r(x)|9\n");
  for (const uint32_t line : {0u, 2u, 3u, 5u, 6u, 8u}) EXPECT_FALSE(matters(t, line)) << line;
  EXPECT_FALSE(t.is_contended(t.location(EventId(0))));
}

TEST(PassedByThreads, AWriteBehindTheForkMatters) {
  const Trace t = std_trace("M|fork(A)|1\nM|w(x)|2\nA|r(x)|3\n");
  EXPECT_TRUE(matters(t, 1));
  EXPECT_TRUE(t.is_contended(t.location(EventId(1))));
}

TEST(PassedByThreads, SiblingsDoNotKnowOfEachOther) {
  const Trace t = std_trace("M|fork(A)|1\nM|fork(B)|2\nA|w(x)|3\nB|r(x)|4\n");
  EXPECT_TRUE(matters(t, 2));
}

TEST(PassedByThreads, ASiblingThatWasJoinedBeforeIsKnown) {
  const Trace t = std_trace("M|fork(A)|1\nA|w(x)|2\nM|join(A)|3\nM|fork(B)|4\nB|r(x)|5\n");
  EXPECT_FALSE(matters(t, 1));
}

TEST(PassedByThreads, EveryReaderHasToBeKnown) {
  const char* const begin = "M|fork(A)|1\nM|fork(B)|2\nA|r(x)|3\nB|r(x)|4\nA|r(x)|5\nM|join(A)|6\n";
  EXPECT_TRUE(matters(std_trace(std::string(begin) + "M|w(x)|7\n"), 2));
  EXPECT_FALSE(matters(std_trace(std::string(begin) + "M|join(B)|7\nM|w(x)|8\n"), 2));
}

TEST(PassedByThreads, DescendantsKnowWhatTheirAncestorsDidBefore) {
  const Trace t = std_trace(
      "M|w(x)|1\nM|fork(A)|2\nA|fork(B)|3\nB|w(x)|4\nA|w(y)|5\nB|r(y)|6\nA|join(B)|7\nM|join(A)|"
      "8\nM|r(x)|9\n");
  EXPECT_FALSE(matters(t, 0));
  EXPECT_FALSE(matters(t, 8));
  EXPECT_TRUE(matters(t, 5));
}

TEST(PassedByThreads, AllocationAndFreeAreKnownToo) {
  const Trace joined = std_trace("M|alloc(o)|1\nM|fork(A)|2\nA|w(o)|3\nM|join(A)|4\nM|free(o)|5\n");
  EXPECT_FALSE(matters(joined, 2));
  const Trace not_joined = std_trace("M|alloc(o)|1\nM|fork(A)|2\nA|w(o)|3\nM|free(o)|4\n");
  EXPECT_TRUE(matters(not_joined, 2));
  const Trace allocated_later = std_trace("M|fork(A)|1\nM|alloc(o)|2\nA|r(o)|3\n");
  EXPECT_TRUE(matters(allocated_later, 2));
}

// Clocks of all threads, as anybody would write them down.
class Clocks {
 public:
  explicit Clocks(size_t threads) : clocks_(threads, std::vector<uint32_t>(threads)) {}
  void step(const Trace& t, EventId e) {
    const size_t self = t.thread(e).index();
    if (t.kind(e) == Kind::join) merge(self, t.other_thread(e).index());
    clocks_[self][self] = e.value + 1;
    if (t.kind(e) == Kind::fork) merge(t.other_thread(e).index(), self);
  }
  bool knows(size_t now, size_t before, EventId e) const { return e.value < clocks_[now][before]; }

 private:
  void merge(size_t into, size_t from) {
    for (size_t i = 0; i < clocks_.size(); ++i)
      clocks_[into][i] = std::max(clocks_[into][i], clocks_[from][i]);
  }
  std::vector<std::vector<uint32_t>> clocks_;
};

// By location: whether some two accesses of it conflict and know nothing of each other.
std::map<uint32_t, bool> conflicts_of(const Trace& t) {
  Clocks clocks(t.thread_count());
  std::map<uint32_t, bool> conflicts;
  std::vector<EventId> accesses;
  for (EventId e(0); e.index() < t.size(); ++e.value) {
    clocks.step(t, e);
    if (!is_access(t.kind(e))) continue;
    bool& found = conflicts[t.location(e).value];
    for (const EventId before : accesses)
      if (t.location(before) == t.location(e) && (writes(t.kind(before)) || writes(t.kind(e))))
        found |= !clocks.knows(t.thread(e).index(), t.thread(before).index(), before);
    accesses.push_back(e);
  }
  return conflicts;
}

// Threads that create, join and access; whoever joins a thread has created it, as nearly always.
std::string random_run(std::mt19937& random) {
  struct Thread {
    int parent;
    bool ended = false;
    std::vector<int> children = {};
  };
  std::vector<Thread> threads{{-1}};
  std::string text;
  for (int line = 1; line < 60; ++line) {
    const int t = static_cast<int>(random() % threads.size());
    if (threads[static_cast<size_t>(t)].ended) continue;
    const std::string begin = "T" + std::to_string(t) + "|",
                      end = "|" + std::to_string(line) + "\n";
    auto& children = threads[static_cast<size_t>(t)].children;
    if (random() % 8 == 0 && threads.size() < 7) {
      text += begin + "fork(T" + std::to_string(threads.size()) + ")" + end;
      children.push_back(static_cast<int>(threads.size()));
      threads.push_back({t});
    } else if (random() % 6 == 0 && !children.empty()) {
      threads[static_cast<size_t>(children.back())].ended = true;
      text += begin + "join(T" + std::to_string(children.back()) + ")" + end;
      children.pop_back();
    } else {
      text += begin + (random() % 3 ? "r(" : "w(") +
              std::string(1, static_cast<char>('p' + random() % 8)) + ")" + end;
    }
  }
  return text;
}

TEST(PassedByThreads, AreThoseWhoseConflictsClocksPutInOrder) {
  std::mt19937 random(20261118);
  int dropped = 0, kept = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string text = random_run(random);
    const Trace t = std_trace(text);
    for (const auto& [location, conflicts] : conflicts_of(t)) {
      EXPECT_EQ(t.is_contended(LocationId(location)), conflicts) << text << location;
      ++(conflicts ? kept : dropped);
    }
  }
  EXPECT_GT(dropped, 1000);
  EXPECT_GT(kept, 1000);
}

}  // namespace
}  // namespace foreweave
