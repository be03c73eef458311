// The histories of a trace's certain orders that somebody has worked out. Several threads may ask
// at once: the first pass for each order writes it down, those that begin before it has come to its
// end work it out as well, and the rest read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "events/model.h"
#include "events/trace.h"
#include "model/order/clock_history.h"

namespace foreweave {

class CertainOrders {
 public:
  // Models, and unseen code, that differ in nothing for this trace are one order.
  struct Key {
    enum class Reads : uint8_t { ordered, by_decisions, free };
    Reads reads;
    bool with_unseen;
    auto operator<=>(const Key&) const = default;
  };
  static Key key(const Trace& trace, Model model, bool with_unseen);

  // Null if there is none yet, or never will be.
  std::shared_ptr<const ClockHistory> find(Key key) const;
  // Is the caller to write it down? Then it says at its end what came of it: nothing if it did not
  // come to the end of the trace.
  bool begin(Key key);
  void end(Key key, std::optional<ClockHistory> history);

 private:
  struct Entry {
    bool is_taken = false;
    std::shared_ptr<const ClockHistory> history = {};
  };
  mutable std::mutex mutex_;
  std::map<Key, Entry> entries_;
};

}  // namespace foreweave
