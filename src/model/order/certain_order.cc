#include "model/order/certain_order.h"

#include <algorithm>
#include <utility>

namespace foreweave {

CertainOrder::CertainOrder(const Trace& trace, Model model, bool with_unseen, uint32_t remembered,
                           CertainOrders* orders)
    : trace_(trace),
      orders_(orders),
      key_(CertainOrders::key(trace, model, with_unseen)),
      history_(orders ? orders->find(key_) : nullptr),
      remembered_(remembered),
      past_(0) {
  if (history_) {
    player_.emplace(trace, *history_);
  } else {
    worked_out_.emplace(trace, model, with_unseen, static_cast<ClockListener&>(*this));
    if (orders && orders->begin(key_)) recorder_.emplace(trace, slots());
  }
  if (remembered_ == 0) return;
  forgets_ = slots().assumed_count() > 0;
  past_ = ClockRows(slots().count());
  memory_.resize(trace.thread_count());
  next_.resize(trace.thread_count());
}

CertainOrder::~CertainOrder() {
  if (!recorder_) return;
  orders_->end(key_, is_at_end() ? std::optional(std::move(*recorder_).take()) : std::nullopt);
}

bool CertainOrder::is_at_end() const {
  if (!executing_) return false;
  for (size_t i = at_.index() + 1; i < trace_.size(); ++i)
    if (trace_.interacts(EventId(static_cast<uint32_t>(i)))) return false;
  return true;
}

void CertainOrder::step(EventId e, bool executing) {
  at_ = e;
  executing_ = executing;
  if (player_)
    player_->play(e, executing, *this);
  else if (executing)
    worked_out_->execute(e);
  else
    worked_out_->arrive(e);
  if (forgets_ && executing && trace_.kind(e) == Kind::fork)
    forget(slots().assumed_before(trace_.other_thread(e)));
}

void CertainOrder::changed(ThreadId t, EventId since) {
  if (recorder_) {
    recorder_->changed(at_, executing_, t, since, clock(t));
    if (recorder_->is_too_long()) recorder_.reset();  // and nobody else need try
  }
  if (remembered_ == 0) return;
  std::vector<Remembered>& ring = memory_[t.index()];
  uint32_t& next = next_[t.index()];
  if (ring.size() < remembered_) {
    ring.push_back({EventId::none(), past_.make()});
    next = static_cast<uint32_t>(ring.size() - 1);
  }
  ring[next].since = since;
  std::copy_n(clock(t), slots().count(), past_.at(ring[next].row));
  next = (next + 1) % remembered_;
}

// One that was joined may still be asked about.
void CertainOrder::is_over(ThreadId t) {
  if (recorder_) recorder_->is_over(at_, executing_, t);
}

// Another thread has taken its slot without a join: nobody asks about it again, or need not get an
// answer.
void CertainOrder::forget(ThreadId t) {
  if (!t.exists()) return;
  for (const Remembered& past : memory_[t.index()]) past_.release(past.row);
  memory_[t.index()] = {};
}

const uint32_t* CertainOrder::clock_at(ThreadId t, EventId e) const {
  const std::vector<Remembered>& ring = memory_[t.index()];
  for (size_t i = 0; i < ring.size(); ++i) {
    const size_t at = (next_[t.index()] + ring.size() - 1 - i) % ring.size();
    if (ring[at].since <= e) return past_.at(ring[at].row);
  }
  return nullptr;
}

}  // namespace foreweave
