// Threads that go round for ever, as a piece of the log shows them: each did the same over and
// over, in a loop that keeps nothing from one round to the next
// (capture/pass/analysis/idle_loops.h), changed nothing, and found everything as it was. What such
// a thread does next depends on nothing but memory, and if nobody else changes that, it does the
// same again.
//
// Whoever asks for the time, talks to others through the system or calls code that is not known
// goes round for reasons of its own, and is not among them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "record/modules/paths.h"

namespace foreweave {

struct Rounds {
  struct OfThread {
    uint32_t thread = 0;
    uint64_t what = 0;  // does it do in a round: fw_name_of_round
    friend bool operator==(const OfThread&, const OfThread&) = default;
  };
  bool only_rounds = false;       // nobody did anything else
  std::vector<OfThread> threads;  // increasing
  bool has(uint32_t thread) const {
    return std::any_of(threads.begin(), threads.end(),
                       [&](const OfThread& one) { return one.thread == thread; });
  }
  friend bool operator==(const Rounds&, const Rounds&) = default;
};

// Threads that were all the time in a loop which keeps nothing, or which only others can end, and
// there did the same over and over, at least now and then. What they do may change by itself, but
// it will not end by itself.
std::vector<Rounds::OfThread> find_waiting(std::span<const uint64_t> words, uint32_t first_thread,
                                           Paths& paths);

// A round, from the head of its loop on, by its records with their headers: whether the next one
// has to be the same as long as nobody else does anything.
bool round_repeats(std::span<const std::span<const uint64_t>> records, Paths& paths);

// Of a piece of the log that begins with a record, of `first_thread`.
Rounds find_rounds(std::span<const uint64_t> words, uint32_t first_thread, Paths& paths);

}  // namespace foreweave
