// Small traces as words: one letter an event. What the enumeration of all small traces needs to
// know about letters, and the state that a run of a word has come to.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "events/kind.h"

namespace foreweave::agree {

inline constexpr size_t kMaxWordThreads = 4;
inline constexpr size_t kMaxWord = 24;
inline constexpr uint8_t kNobody = 0xff;

// One event of a word. The operand is the number of a variable, lock or thread, otherwise 0; the
// heap's object is variable 0 if the alphabet has allocations.
struct Letter {
  uint8_t thread;
  Kind kind;
  uint8_t operand;
  friend auto operator<=>(const Letter&, const Letter&) = default;
};

inline bool on_memory(Kind k) { return is_access(k) || operand_of(k) == Operand::object; }

// Whether the order of two letters can matter to anybody.
bool dependent(const Letter& a, const Letter& b);
// Whether some bug is made of two such letters: they conflict, or one frees what the other uses.
bool at_odds(const Letter& a, const Letter& b);

// Copied at each step of the enumeration.
struct RunState {
  std::array<uint8_t, kMaxWordThreads> length{};  // events of each thread
  std::array<bool, kMaxWordThreads> joined{}, waits{}, may_release{}, at_barrier{};
  std::array<uint8_t, kMaxWordThreads> barrier_generation{};
  std::array<uint8_t, 2> owner{kNobody, kNobody};
  std::array<uint8_t, 2> sharers{};               // bit t: thread t
  uint8_t threads = 0, variables = 0, locks = 0;  // named so far
  uint8_t generation = 0, arrived = 0;  // of the barrier, which two threads pass at a time
  uint8_t count = 0;                    // of the semaphore
  uint8_t once_runner = kNobody;
  std::array<uint8_t, 2> nested{};  // bit t: thread t took the lock while it held the other one
  bool once_done = false, live = false;
  bool at_odds = false;  // some two letters are

  // Whether two threads took two locks in different orders.
  bool may_deadlock() const {
    return nested[0] && nested[1] && (nested[0] != nested[1] || (nested[0] & (nested[0] - 1)));
  }

  // Lets the letter happen. False, and the state is then of no use, if it cannot happen now.
  bool apply(Letter letter, bool has_heap);

 private:
  bool apply_lock(Letter letter);
  bool apply_other(Letter letter);
};

}  // namespace foreweave::agree
