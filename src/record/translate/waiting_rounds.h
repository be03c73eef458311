// Leaves out of a log what threads do over and over while they wait.
//
// A round of a loop that keeps nothing from one round to the next
// (capture/pass/analysis/idle_loops.h), that changes nothing and that sees what it saw before
// (rounds.h) might as well not have happened: a run of the program with fewer rounds is a run, too,
// and it is the one that the trace tells of. So nobody behind the recorder has to know of what is
// left out, and a replay goes round as often as the trace says.
//
// The first rounds are kept. From then on one is kept whenever anything else went into the trace
// since the last one: it may have been what the thread waits for. Rounds in which the runtime
// recorded something (a lock, say) are all kept: others may have met with that; and how many there
// were shows in which later uses of things are recorded (capture/runtime/sync/things.cc).
//
// A round that has begun and not ended may turn out to be another one than before. So its records
// are held back until it has ended or anything else comes, which is to come behind them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "record/modules/paths.h"

namespace foreweave {

class WaitingRounds {
 public:
  using Record = std::span<const uint64_t>;  // of the log, with its header
  struct Trace {
    std::function<void(uint32_t thread, Record record)> add;  // three words behind it can be read
    std::function<uint64_t()> event_count;
    // Whether what a path calls is known well enough that its call can be left out.
    std::function<bool(const Path& path)> calls_known;
  };

  WaitingRounds(Paths& paths, Trace trace) : paths_(paths), trace_(std::move(trace)) {}

  // Whether all records of the thread have to go through take().
  bool follows(uint32_t thread) const {
    return thread < threads_.size() && threads_[thread].phase != Phase::elsewhere;
  }

  // The thread's next record, a path; of others, those that begin a round of a loop that keeps
  // nothing. True if it was taken care of; otherwise the caller adds it to the trace.
  bool take(uint32_t thread, Record record);
  // The thread's next record is no path. It is none that is followed any more.
  void leave(uint32_t thread);

  // The thread runs on, or nothing more comes.
  void switch_to(uint32_t thread) {
    if (!held_.empty() && !is_waiting(thread)) let_go();
  }
  void finish() { let_go(); }

  // How many rounds were left out, by the head of their loop: the first site of a round.
  const std::map<uint32_t, uint64_t>& left_out() const { return left_out_; }

 private:
  enum class Phase : uint8_t {
    elsewhere,
    learning,  // it is in a loop that keeps nothing, and each record is added
    waiting,   // it goes round
  };
  struct OfThread {
    Phase phase = Phase::elsewhere;
    std::vector<uint64_t> round, before;  // words
    std::vector<size_t> heads;  // learning: where in `round` loops that keep nothing begin
    size_t come = 0;            // waiting: words of this round so far
    bool is_begun = false;      // waiting: the trace has the begin of this round
    uint64_t seen = 0;          // waiting: what was in the trace when a round was added last
    uint32_t failures = 0, to_skip = 0;  // loops that keep nothing and yet do something
    uint32_t site = 0;
  };
  struct Held {
    uint32_t thread;
    uint32_t at, size;  // in the thread's round
  };

  bool is_waiting(uint32_t thread) const {
    return thread < threads_.size() && threads_[thread].phase == Phase::waiting;
  }
  bool begins_round(Record record);
  void learn(uint32_t thread, Record record);
  static void begin_round(OfThread& thread, Record record);
  static void fail(OfThread& thread);
  bool may_be_left_out(OfThread& thread);
  void go_round(uint32_t thread, Record record);
  void end_round(uint32_t thread);
  void add(uint32_t thread, Record record);
  void let_go();
  // Events of the trace but for those of rounds.
  uint64_t done_by_others() const { return trace_.event_count() - events_of_rounds_; }

  Paths& paths_;
  const Trace trace_;
  std::vector<OfThread> threads_;
  std::vector<Held> held_;  // in the order of the log
  uint64_t events_of_rounds_ = 0;
  std::map<uint32_t, uint64_t> left_out_;
};

}  // namespace foreweave
