#include "model/order/certain_orders.h"

namespace foreweave {

CertainOrders::Key CertainOrders::key(const Trace& trace, Model model, bool with_unseen) {
  const Fixes fixes = info_of(model).fixes;
  const bool by_decisions = fixes == Fixes::earlier_reads && trace.has_decisions();
  const Key::Reads reads = fixes == Fixes::every_read ? Key::Reads::ordered
                           : by_decisions             ? Key::Reads::by_decisions
                                                      : Key::Reads::free;
  return {reads, with_unseen && trace.has_unseen_order()};
}

std::shared_ptr<const ClockHistory> CertainOrders::find(Key key) const {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(key);
  return entry == entries_.end() ? nullptr : entry->second.history;
}

bool CertainOrders::begin(Key key) {
  const std::lock_guard lock(mutex_);
  return !std::exchange(entries_[key].is_taken, true);
}

void CertainOrders::end(Key key, std::optional<ClockHistory> history) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[key];
  if (history)
    entry.history = std::make_shared<const ClockHistory>(std::move(*history));
  else
    entry.is_taken = false;
}

}  // namespace foreweave
