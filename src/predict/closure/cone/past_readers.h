// Of the writes before a window: which reads in it are known to see them. What comes behind such a
// read comes behind the write, also where nothing else is known of the past. Of each chain only the
// first read counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "model/order/growing/dynamic_order.h"

namespace foreweave {

class PastReaders {
 public:
  void clear() {
    heads_.clear();
    readers_.clear();
    log_.clear();
  }

  void add(CellId cell, EventId write, Node read) {
    uint32_t& head = heads_.try_emplace(key(cell, write), kEnd).first->second;
    for (uint32_t i = head; i != kEnd; i = readers_[i].next) {
      Node& known = readers_[i].read;
      if (known.chain != read.chain) continue;
      if (read.position < known.position) {
        log_.push_back({i, known.position});
        known = read;
      }
      return;
    }
    log_.push_back({kEnd, 0});
    readers_.push_back({key(cell, write), read, head});
    head = static_cast<uint32_t>(readers_.size() - 1);
  }
  template <class Visit>
  void for_each(CellId cell, EventId write, Visit visit) const {
    const auto head = heads_.find(key(cell, write));
    if (head == heads_.end()) return;
    for (uint32_t i = head->second; i != kEnd; i = readers_[i].next) visit(readers_[i].read);
  }

  // As for model/order: undo() takes back what was added after mark().
  using Mark = size_t;
  Mark mark() const { return log_.size(); }
  void undo(Mark mark) {
    for (; log_.size() > mark; log_.pop_back()) {
      if (const auto [reader, position] = log_.back(); reader != kEnd) {
        readers_[reader].read.position = position;
        continue;
      }
      heads_[readers_.back().key] = readers_.back().next;
      readers_.pop_back();
    }
  }

 private:
  static constexpr uint32_t kEnd = UINT32_MAX;
  static uint64_t key(CellId cell, EventId write) {
    return uint64_t{cell.value} << 32 | write.value;
  }

  struct Reader {
    uint64_t key;
    Node read;
    uint32_t next;  // of the same write and cell
  };
  struct Change {
    uint32_t reader;  // whose read was another one; kEnd: the last was added
    uint32_t position;
  };
  std::unordered_map<uint64_t, uint32_t> heads_;
  std::vector<Reader> readers_;
  std::vector<Change> log_;
};

}  // namespace foreweave
