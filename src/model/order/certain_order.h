// What must have happened before an event, in every reordering under a model in which that event
// happens or is pending: patterns leave out what this forbids. A pass over the trace, in its order.
// What is certain, certain_clocks.h says.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "events/model.h"
#include "events/trace.h"
#include "model/order/certain_clocks.h"
#include "model/order/certain_orders.h"
#include "model/order/clock_history.h"

namespace foreweave {

class CertainOrder : private ClockListener {
 public:
  // Clocks of the past are known for the last `remembered` changes of each thread's clock.
  // Unless `with_unseen`, as if code that was not recorded ordered nothing.
  // With `orders`, what an earlier pass has worked out is read, and kept if this is the first to
  // come to its end.
  CertainOrder(const Trace& trace, Model model, bool with_unseen, uint32_t remembered = 0,
               CertainOrders* orders = nullptr);
  ~CertainOrder();
  CertainOrder(const CertainOrder&) = delete;
  CertainOrder& operator=(const CertainOrder&) = delete;

  // To be called for every interacting event of the trace, one after the other: `arrive`, after
  // which clock() says what must have happened when e is pending (its memory being allocated); then
  // `execute`, after which it says so for e having happened.
  void arrive(EventId e) { step(e, false); }
  void execute(EventId e) { step(e, true); }

  // By slot: its events with numbers below this must have happened.
  const uint32_t* clock(ThreadId t) const {
    return player_ ? player_->clock(t) : worked_out_->clocks().clock(t);
  }
  const ThreadSlots& slots() const {
    return history_ ? history_->slots() : worked_out_->clocks().slots();
  }
  bool must_have_happened(EventId f, ThreadId when_at) const {
    return f.value < clock(when_at)[slots().of(trace_.thread(f)).index()];
  }
  // The clock of t when its events up to number e had happened, if that is remembered; otherwise
  // null.
  const uint32_t* clock_at(ThreadId t, EventId e) const;
  // Must f have happened when t, another thread, has executed its events up to number e? False if
  // that is not remembered.
  bool comes_first(EventId f, EventId e, ThreadId t) const {
    const uint32_t* at = clock_at(t, e);
    return at != nullptr && f.value < at[slots().of(trace_.thread(f)).index()];
  }

 private:
  friend class ClockHistory::Player;  // it tells us

  // A thread's clock from event `since` on.
  struct Remembered {
    EventId since;
    Row row;
  };

  void step(EventId e, bool executing);
  bool is_at_end() const;
  void changed(ThreadId t, EventId since) override;
  void is_over(ThreadId t) override;
  void forget(ThreadId t);

  const Trace& trace_;
  CertainOrders* const orders_;
  const CertainOrders::Key key_;
  // Either the clocks are worked out here, and perhaps written down, or they are read.
  std::optional<CertainClocks> worked_out_;
  std::optional<ClockHistory::Recorder> recorder_;
  std::shared_ptr<const ClockHistory> history_;
  std::optional<ClockHistory::Player> player_;
  EventId at_;
  bool executing_ = false;

  const uint32_t remembered_;
  bool forgets_ = false;
  ClockRows past_;
  std::vector<std::vector<Remembered>> memory_;  // by thread, a ring
  std::vector<uint32_t> next_;                   // by thread: where the ring goes on
};

}  // namespace foreweave
