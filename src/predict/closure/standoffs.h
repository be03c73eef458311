// What claims that share a critical section share of their refutation.
//
// Many claims are about what one thread does inside a section of a lock (a use, a load that might
// see null) and what another did by then (a free, a write of null), and most are refuted because of
// that lock. Such a refutation does not depend on which use it is, nor on what exactly the other
// thread did in its own section. So a weaker question is asked first: can the first thread *stand
// in its section*, the section not ended and its first decision about what it read made or next,
// while the second has *entered* its section of the same lock? If not, no claim about these two
// sections can be fulfilled.
//
// The answer follows from the two sections alone. So it is looked up for the next claim, and the
// steps it took are counted each time: what a claim is answered, and what for, does not depend on
// what was asked before.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "events/claim.h"
#include "events/trace.h"
#include "predict/closure/cone/conflict_index.h"

namespace foreweave {

struct Standoff {
  EventId acquire, release;  // of the section that is not left; release: none if there is none
  EventId decision;          // in it: executed, or the next event of its thread
  EventId entered;           // the other thread's acquire, which comes later in the trace
};

// What was found out about standoffs, for all deciders of a trace: it does not matter which of them
// asked. Any number of threads.
class StandoffAnswers {
 public:
  struct Answer {
    bool impossible = false;
    uint64_t work = 0;
  };
  // None: not asked before.
  std::optional<Answer> known(const Standoff& s) const {
    const std::lock_guard lock(mutex_);
    const auto at = answers_.find(key(s));
    if (at == answers_.end()) return std::nullopt;
    return at->second;
  }
  void learn(const Standoff& s, const Answer& answer) {
    const std::lock_guard lock(mutex_);
    if (answers_.size() >= kMostAnswers) answers_.clear();
    answers_[key(s)] = answer;
  }

 private:
  static constexpr size_t kMostAnswers = 1 << 20;
  static uint64_t key(const Standoff& s) {
    return uint64_t{s.acquire.value} << 32 | s.entered.value;
  }

  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, Answer> answers_;
};

class Standoffs {
 public:
  Standoffs(const Trace& trace, const ConflictIndex& index) : trace_(trace), index_(index) {}

  // Of a use after free or a null dereference: what it needs at least, if that is a standoff.
  std::optional<Standoff> needed_by(const Claim& claim) const;

 private:
  EventId first_decision(EventId acquire, EventId last) const;

  const Trace& trace_;
  const ConflictIndex& index_;
};

}  // namespace foreweave
