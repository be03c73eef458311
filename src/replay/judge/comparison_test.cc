// A replay beside its witness: what counts as the same, and what is found to differ first.
#include "replay/judge/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "replay/traces_for_tests.h"

namespace foreweave {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<uint32_t> all_events(const Trace& t) {
  std::vector<uint32_t> all;
  for (size_t i = 0; i < t.thread_count(); ++i)
    all.push_back(static_cast<uint32_t>(t.events_of(ThreadId(static_cast<uint32_t>(i))).size()));
  return all;
}

// The recorded order is the witness.
std::optional<Difference> difference(std::string_view recorded, std::string_view replayed) {
  const Trace a = std_trace(recorded), b = std_trace(replayed);
  return first_difference(a, Reordering::in_trace_order(a, all_events(a)), b);
}

TEST(Comparison, FindsThreadsByWhoCreatedThem) {
  const Trace a = std_trace("M|fork(A)|1\nM|fork(B)|2\nA|fork(C)|3\nB|w(x)|4\n");
  const Trace b = std_trace("M|fork(P)|1\nP|fork(Q)|3\nM|fork(R)|2\nR|w(x)|4\n");
  // In a: M A B C; in b: M P Q R.
  EXPECT_THAT(matching_threads(a, b),
              ElementsAre(ThreadId(0), ThreadId(1), ThreadId(3), ThreadId(2)));
  const Trace alone = std_trace("M|w(x)|1\n");
  EXPECT_THAT(matching_threads(a, alone),
              ElementsAre(ThreadId(0), ThreadId::none(), ThreadId::none(), ThreadId::none()));
}

TEST(Comparison, TakesTheSameStepsForTheSame) {
  constexpr const char* run = "T1|fork(T2)|1\nT1|w(x)|2\nT2|r(x)|3\nT1|join(T2)|4\n";
  EXPECT_FALSE(difference(run, run));
  // Another order of threads, other branches, and more at the end.
  EXPECT_FALSE(difference(run,
                          "T1|fork(T2)|1\nT2|br|9\nT2|r(x)|3\nT1|w(x)|2\nT1|join(T2)|4\n"
                          "T1|w(x)|5\n"));
}

TEST(Comparison, LetsObjectsHaveOtherNames) {
  EXPECT_FALSE(
      difference("T1|acq(a)|1\nT1|rel(a)|2\nT1|acq(b)|3\nT1|rel(b)|4\nT1|acq(a)|1\nT1|rel(a)|2\n",
                 "T1|acq(p)|1\nT1|rel(p)|2\nT1|acq(q)|3\nT1|rel(q)|4\nT1|acq(p)|1\nT1|rel(p)|2\n"));
  EXPECT_FALSE(difference("T1|alloc(o)|1\nT1|w(o)|2\nT1|free(o)|3\n",
                          "T1|alloc(p)|1\nT1|w(p)|2\nT1|free(p)|3\n"));
}

TEST(Comparison, FindsAnObjectThatIsAnother) {
  const auto d = difference("T1|acq(a)|1\nT1|rel(a)|2\nT1|acq(b)|3\nT1|rel(b)|4\nT1|acq(a)|5\n",
                            "T1|acq(p)|1\nT1|rel(p)|2\nT1|acq(q)|3\nT1|rel(q)|4\nT1|acq(q)|5\n");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->thread, "T1");
  EXPECT_THAT(d->expected, HasSubstr("acquire of a at t.std:5"));
  EXPECT_THAT(d->came, HasSubstr("acquire of q at t.std:5"));
  // Nor may two become one.
  EXPECT_TRUE(difference("T1|acq(a)|1\nT1|rel(a)|2\nT1|acq(b)|1\nT1|rel(b)|2\n",
                         "T1|acq(p)|1\nT1|rel(p)|2\nT1|acq(p)|1\nT1|rel(p)|2\n"));
  EXPECT_TRUE(difference("T1|alloc(o)|1\nT1|alloc(p)|1\nT1|w(o)|2\nT1|free(o)|3\n",
                         "T1|alloc(o)|1\nT1|alloc(p)|1\nT1|w(o)|2\nT1|free(p)|3\n"));
}

TEST(Comparison, FindsAnotherVariable) {
  const auto d = difference("T1|w(x)|1\nT1|w(y)|1\n", "T1|w(x)|1\nT1|w(x)|1\n");
  ASSERT_TRUE(d);
  EXPECT_THAT(d->expected, HasSubstr("write of y"));
  EXPECT_THAT(d->came, HasSubstr("write of x"));
}

// A thread begins, finds out where its stack is, and writes to it.
Trace thread_that_writes_at(uint64_t stack, uint64_t place, Kind last = Kind::write) {
  TraceBuilder builder(SourceMap("t.fwt", SourceMap::Unit::byte));
  const uint32_t main = builder.add_thread("main"), thread = builder.add_thread("T1");
  const uint32_t site = builder.add_site("t.cc", 1, 1, "f").value;
  constexpr uint64_t kHeap = 0x1000;
  builder.add({main, Kind::thread_begin, 0, site, 0, 0, 0});
  builder.add({main, Kind::fork, 0, site, 0, thread, 0});
  builder.add({thread, Kind::thread_begin, 0, site, 0, 0, 0});
  builder.add({thread, Kind::allocate, 0, site, 0, kHeap, 64});
  builder.add({thread, Kind::allocate, 0, site, 0, stack, 4096});
  builder.add({thread, Kind::free, 0, site, 0, kHeap, 0});
  builder.add({thread, Kind::allocate, 0, site, 0, kHeap + 128, 64});
  builder.add({thread, Kind::write, 0, site, 4, kHeap + 128, 0});
  builder.add({thread, last, 0, site, 4, place, 0});
  return std::move(builder).finish();
}

TEST(Comparison, LetsFramesHaveAnotherLayout) {
  const Trace a = thread_that_writes_at(0x10000, 0x10010);
  const Reordering all = Reordering::in_trace_order(a, all_events(a));
  EXPECT_FALSE(first_difference(a, all, thread_that_writes_at(0x20000, 0x20020)));
  EXPECT_TRUE(first_difference(a, all, thread_that_writes_at(0x20000, 0x20010, Kind::read)));
  EXPECT_TRUE(first_difference(a, all, thread_that_writes_at(0x20000, 0x1080)));
}

TEST(Comparison, FindsAnotherKind) {
  const auto d = difference("T1|w(x)|1\nT1|r(x)|2\n", "T1|w(x)|1\nT1|w(x)|2\n");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->expected, "read of x at t.std:2");
  EXPECT_EQ(d->came, "write of x at t.std:2");
}

TEST(Comparison, FindsAnotherPlace) {
  const auto d = difference("T1|w(x)|1\nT1|r(x)|2\n", "T1|w(x)|1\nT1|r(x)|3\n");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->came, "read of x at t.std:3");
}

TEST(Comparison, FindsAThreadThatDidLess) {
  const auto d = difference("T1|fork(T2)|1\nT2|w(x)|2\nT2|w(x)|3\n", "T1|fork(T2)|1\nT2|w(x)|2\n");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->thread, "T2");
  EXPECT_EQ(d->expected, "write of x at t.std:3");
  EXPECT_EQ(d->came, "");
  EXPECT_TRUE(difference("T1|fork(T2)|1\nT2|w(x)|2\n", "T1|fork(T2)|1\n"));
}

// It waited, and went on when another thread had gone further than it should.
TEST(Comparison, FindsAStepThatCameTooLate) {
  const Trace a = std_trace("T1|fork(T2)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT2|acq(m)|4\nT2|rel(m)|5\n");
  const Reordering both = order(a, {0, 1, 3});
  EXPECT_FALSE(first_difference(a, both, a));
  const auto d = first_undone(a, both, a);
  ASSERT_TRUE(d);
  EXPECT_EQ(d->thread, "T2");
  EXPECT_EQ(d->expected, "acquire of m at t.std:4");
  EXPECT_EQ(d->came, "");
  EXPECT_FALSE(first_undone(a, order(a, {0, 1, 2, 3}), a));
}

// Threads were to come in the witness' order, so that is the order in which differences are told.
TEST(Comparison, TellsTheFirstDifferenceOfTheWitness) {
  const Trace a = std_trace("T1|fork(T2)|1\nT1|w(x)|2\nT2|w(y)|3\n");
  const Trace b = std_trace("T1|fork(T2)|1\nT1|w(x)|8\nT2|w(y)|9\n");
  EXPECT_EQ(first_difference(a, order(a, {0, 1, 2}), b)->thread, "T1");
  EXPECT_EQ(first_difference(a, order(a, {0, 2, 1}), b)->thread, "T2");
  // What the witness does not have is not compared.
  EXPECT_FALSE(first_difference(a, order(a, {0}), b));
}

}  // namespace
}  // namespace foreweave
