// What the threads of a replay were told otherwise than in the recording, and by whom: by the
// schedule, which lets a read see another write, or by something that no trace has.
//
// A read that sees another write than it saw in the recording, and another value, is the schedule's
// doing: the model says that nothing hangs on it. A read that sees the same write and yet another
// value was told it from outside: by code that we do not see, the kernel, another process; or its
// write was, which is asked in the same way. Values that are addresses in both runs say nothing.
//
// Whatever a thread was told counts for all that it does later: too much rather than too little.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "events/trace.h"

namespace foreweave {

class Influences {
 public:
  // Keeps references to both.
  Influences(const Trace& original, const Trace& replayed);

  // The next step that is the same in both; in the order of the replay.
  void add(EventId expected, EventId came);

  // Whether this event of the original was one of these steps.
  bool was_done(EventId expected) const { return replay_of_[expected.index()].exists(); }

  // The first read of the thread that saw another write and perhaps another value, or whose write
  // was influenced by one; none if there is none.
  EventId by_schedule(ThreadId thread) const { return threads_[thread.index()].schedule; }
  // What it was told that no trace has, as a sentence without its full stop; empty: nothing.
  const std::string& from_outside(ThreadId thread) const {
    return threads_[thread.index()].outside;
  }
  // Whether that was in memory which somebody wrote whom nobody saw: no answer of the system.
  bool is_by_unseen_writer(ThreadId thread) const {
    return threads_[thread.index()].by_unseen_writer;
  }

 private:
  struct Told {
    EventId schedule, outside_since = EventId::none();
    EventId schedule_since = EventId::none();  // from which event of the thread on
    std::string outside;
    bool by_unseen_writer = false;
  };

  void add_read(EventId expected, EventId came);
  void ask_the_write(EventId read, EventId came, EventId write);
  std::vector<EventId> writes_seen(const Trace& trace, EventId read) const;
  void tell_by_schedule(ThreadId thread, EventId since, EventId read);
  void tell_from_outside(ThreadId thread, EventId since, std::string what, bool by_unseen_writer);

  const Trace& original_;
  const Trace& replayed_;
  std::vector<EventId> replay_of_;    // by event of the original
  std::vector<EventId> original_of_;  // by event of the replay
  std::vector<Told> threads_;         // of the original
};

}  // namespace foreweave
