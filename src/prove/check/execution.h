// Carries out a reordering event by event and says which rule an event breaks: rules 2 to 5 of
// docs/reorderings.md (threads, locks, conditions and the like, lifetime), and what each read sees.
// Rule 1, program order, is the caller's: step() takes the next event of a thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class Execution {
 public:
  explicit Execution(const Trace& trace);

  // Executes the next event of `thread`; a sentence if it cannot happen now.
  std::optional<std::string> step(ThreadId thread);

  // Executes e, the next event of the thread, at once if it cannot break a rule: an access of a
  // location that only one thread touches or nobody writes, whose object that thread allocated and
  // frees, if any. Such a read sees the same in every reordering. Tells whether it did.
  bool pass_over(ThreadId thread, EventId e) {
    uint32_t& done = done_[thread.index()];
    if (done == 0 || !is_access(trace_.kind(e)) || trace_.crosses_threads(trace_.location(e)))
      return false;
    ++done;
    ++now_;
    return true;
  }

  // How many events of the thread were executed; its next event, none at its end.
  uint32_t done(ThreadId thread) const { return done_[thread.index()]; }
  EventId next(ThreadId thread) const;
  bool happened(EventId e) const;

  // Does `read`, if executed now, see in each cell the write it saw in the trace?
  bool sees_the_same(EventId read) const;
  // A sentence if the object `access` touches is not allocated yet or freed already.
  std::optional<std::string> not_alive(EventId e) const;
  bool freed(ObjectId object) const;

  // Does the thread hold the lock, in a mode that keeps `mode` (an acquiring kind) of others out?
  bool keeps_out(ThreadId holder, LockId lock, Kind mode) const;

 private:
  struct LockHolders {
    ThreadId exclusive;
    std::vector<ThreadId> shared;
  };
  using Fault = std::optional<std::string>;

  Fault try_event(EventId e);
  Fault try_thread_event(EventId e);
  Fault try_lock(EventId e);
  Fault try_condition(EventId e);
  Fault try_barrier(EventId e);
  Fault try_semaphore(EventId e);
  Fault try_once(EventId e) const;
  Fault first_event_rule(EventId e) const;
  bool all_happened(std::span<const EventId> events) const;
  void count_operations_before_inits();
  std::string name(EventId e) const;

  const Trace& trace_;
  uint32_t now_ = 0;
  std::vector<uint32_t> done_;                           // by thread
  std::vector<EventId> last_write_;                      // by cell
  std::vector<LockHolders> locks_;                       // by lock
  std::vector<uint32_t> wait_began_;                     // by thread: when
  std::unordered_map<uint32_t, uint32_t> signalled_at_;  // signal or broadcast -> when
  struct Semaphore {
    uint64_t count = 0;
    uint32_t operations = 0;
  };
  std::vector<Semaphore> semaphores_;
  std::unordered_map<uint32_t, uint32_t> operations_before_init_;  // in the trace
  bool inits_counted_ = false;
};

}  // namespace foreweave
