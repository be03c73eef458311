// That what a pass has written down of the certain order is what the next pass would have worked
// out, at each event of random traces (model/order/certain_orders.h).
#include "model/order/certain_orders.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "agree/draft.h"
#include "agree/random_trace.h"
#include "model/order/certain_order.h"

namespace foreweave::agree {
namespace {

constexpr uint32_t kRemembered = 3;

bool are_equal(const uint32_t* a, const uint32_t* b, uint32_t width) {
  if (a == nullptr || b == nullptr) return a == b;
  return std::equal(a, a + width, b);
}

// The clocks of all threads now, and those that are remembered.
void expect_same(const Trace& trace, const CertainOrder& a, const CertainOrder& b, EventId now) {
  const uint32_t width = a.slots().count();
  ASSERT_EQ(b.slots().count(), width);
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    ASSERT_EQ(a.slots().of(ThreadId(t)), b.slots().of(ThreadId(t)));
    ASSERT_TRUE(are_equal(a.clock(ThreadId(t)), b.clock(ThreadId(t)), width)) << t;
    for (uint32_t e = 0; e <= now.value; ++e)
      ASSERT_TRUE(are_equal(a.clock_at(ThreadId(t), EventId(e)),
                            b.clock_at(ThreadId(t), EventId(e)), width))
          << t << " at " << e;
  }
}

void expect_same(const Trace& trace, CertainOrder& a, CertainOrder& b) {
  for (const EventId e : trace.interacting()) {
    a.arrive(e), b.arrive(e);
    ASSERT_NO_FATAL_FAILURE(expect_same(trace, a, b, e)) << "arriving at " << e.value;
    a.execute(e), b.execute(e);
    ASSERT_NO_FATAL_FAILURE(expect_same(trace, a, b, e)) << "behind " << e.value;
  }
}

TEST(CertainOrders, AreReadAsTheyWereWorkedOut) {
  uint64_t read = 0, with_changes = 0;
  for (uint64_t i = 0; i < 3'000; ++i) {
    RandomOptions random;
    random.max_events = i % 2 ? 20 : 40;
    random.short_lived = i % 3 == 0;
    random.unjoined = i % 7 == 0;
    const Draft draft = random_draft(random, Rng(78, i));
    const Trace trace = draft.build();
    for (const Model model : {Model::same_write, Model::branch, Model::sync})
      for (const bool with_unseen : {true, false}) {
        CertainOrders orders;
        const auto key = CertainOrders::key(trace, model, with_unseen);
        {
          CertainOrder writes(trace, model, with_unseen, kRemembered, &orders);
          CertainOrder alone(trace, model, with_unseen, kRemembered);
          ASSERT_NO_FATAL_FAILURE(expect_same(trace, writes, alone)) << describe(draft);
        }
        if (!orders.find(key)) continue;  // nothing happened in it
        CertainOrder reads(trace, model, with_unseen, kRemembered, &orders);
        CertainOrder alone(trace, model, with_unseen, kRemembered);
        ASSERT_NO_FATAL_FAILURE(expect_same(trace, reads, alone))
            << name(model) << " unseen " << with_unseen << "\n"
            << describe(draft);
        ++read;
        const uint32_t* const clock = reads.clock(ThreadId(1));
        with_changes +=
            std::any_of(clock, clock + reads.slots().count(), [](uint32_t c) { return c != 0; });
      }
  }
  EXPECT_GT(read, 17'000u);
  EXPECT_GT(with_changes, 1'000u);
}

// Who does not come to the end leaves nothing behind, and lets the next one try.
TEST(CertainOrders, AreWholeOrNone) {
  const Trace trace = draft_from({"0 fork 1", "0 w x", "1 r x"}).build();
  CertainOrders orders;
  const auto key = CertainOrders::key(trace, Model::same_write, true);
  {
    CertainOrder stops(trace, Model::same_write, true, 0, &orders);
    stops.arrive(EventId(0)), stops.execute(EventId(0));
    stops.arrive(EventId(1)), stops.execute(EventId(1));
    stops.arrive(EventId(2));
  }
  EXPECT_EQ(orders.find(key), nullptr);
  {
    CertainOrder whole(trace, Model::same_write, true, 0, &orders);
    for (const EventId e : trace.interacting()) whole.arrive(e), whole.execute(e);
    EXPECT_EQ(orders.find(key), nullptr);
    EXPECT_FALSE(orders.begin(key)) << "somebody is at it";
  }
  EXPECT_NE(orders.find(key), nullptr);
}

}  // namespace
}  // namespace foreweave::agree
