// Makes an order of single events out of a closed order: a simulation that executes the events
// which the order allows next and which can be executed as things stand (a lock is free, no write
// would come between a fixed read and what it has to see).
//
// With two threads this never gets stuck if it prefers one of them whenever it can go on (see
// docs/engines/closure.md); with more it may, and then another preference or more order is needed.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "events/trace.h"
#include "predict/closure/closing.h"

namespace foreweave {

class Lineariser {
 public:
  Lineariser(const Trace& trace, const ConflictIndex& index) : trace_(trace), index_(index) {}

  static constexpr uint32_t kTraceOrder = UINT32_MAX;
  // The window's events that happen, in an order. `preferred` is a chain that goes on whenever it
  // can; among the others, and with kTraceOrder among all, the trace's order decides.
  std::optional<std::vector<EventId>> run(const Closing& closing, uint32_t preferred);
  uint64_t work() const { return work_; }  // of the last run

 private:
  struct Lock {
    ThreadId exclusive;
    std::vector<ThreadId> shared;
    bool free() const { return !exclusive.exists() && shared.empty(); }
  };
  struct Cell {
    EventId last_write;    // none: what it held when the window began
    uint32_t waiting = 0;  // fixed reads that still have to see it
  };

  void start(const Closing& closing);
  bool try_next(uint32_t chain);
  bool allowed_by_order(Node n);
  bool allowed_by_state(EventId e, uint32_t chain);
  bool may_access(EventId e);
  bool may_acquire(EventId e, uint32_t chain);
  void execute(EventId e);
  Lock& lock(LockId id);
  Cell& cell(CellId id);
  int64_t& semaphore(SyncId id);
  bool others_need(LockId lock, bool shared, uint32_t chain);

  const Trace& trace_;
  const ConflictIndex& index_;
  const Closing* closing_ = nullptr;
  std::vector<uint32_t> done_;  // by chain
  std::vector<EventId> out_;
  std::unordered_map<uint32_t, Lock> locks_;
  std::unordered_map<uint32_t, Cell> cells_;
  std::unordered_map<uint32_t, int64_t> semaphores_;
  std::unordered_map<uint64_t, uint32_t> readers_;  // (cell, write) -> fixed reads left
  std::unordered_map<uint64_t, EventId> required_;  // (cell, fixed read) -> the write it must see
  uint64_t work_ = 0;
};

}  // namespace foreweave
