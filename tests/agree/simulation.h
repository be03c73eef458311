// A run of threads over shared state, one event at a time: what each thread may do next, and what
// that changes. The rules are those of real mutexes, conditions, barriers, ... and not those of
// docs/reorderings.md, from which they differ where the latter are stricter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "agree/draft.h"
#include "agree/rng.h"

namespace foreweave::agree {

// How likely each kind of action is, relative to the others; 0 switches it off.
struct Profile {
  uint32_t threads = 2;
  uint32_t variables = 2, locks = 1, heap_slots = 0;
  uint32_t read = 10, write = 10;
  uint32_t atomic = 0;  // read, write or update
  uint32_t fence = 0;
  uint32_t lock = 0, unlock = 0;
  uint32_t shared = 0;  // as lock, in shared mode
  uint32_t failed_try = 0;
  uint32_t request = 0;  // and then nothing more of that thread
  uint32_t wait = 0, signal = 0;
  uint32_t barrier = 0, semaphore = 0, once = 0, heap = 0;
  uint32_t branch = 0;                 // branches, indirect and external calls
  uint32_t marks = 0;                  // calls, returns, regions
  uint32_t unseen = 0;                 // begins and ends of stretches in code that is not recorded
  uint32_t unseen_writes_percent = 0;  // of those: memory changes; needs values
  bool forks = false;                  // all but the first thread are forked
  bool joins = false;
  uint32_t fork = 8, join = 6;  // if there are any
  bool begin_end = false;       // threads record thread_begin and thread_end
  bool overlapping = false;     // accesses of different sizes
  bool values = false;
  uint32_t pointers = 0;    // loads and stores of pointers, and accesses through them; needs values
  bool heap_locks = false;  // some locks lie in allocated memory
  uint32_t decides_percent = 0;
  uint32_t blocks_percent = 0;  // of waits and barriers that nobody ends: the thread stays there
};

class Simulation {
 public:
  Simulation(const Profile& profile, Rng& rng);

  // Lets `thread` record one event. False if it can do nothing now (blocked, ended, not forked).
  bool act(uint32_t thread);

  Draft take() && { return std::move(draft_); }
  size_t size() const { return draft_.events.size(); }

 private:
  struct Choice {
    uint32_t weight;
    Kind kind;
    uint64_t operand;
    uint32_t size;
    bool by_pointer = false;
  };
  enum class Mode : uint8_t { runs, releases_to_wait, waits, takes_back, at_barrier, asks, ended };
  struct Thread {
    bool forked = false, began = false, joined = false;
    Mode mode = Mode::runs;
    uint64_t condition = 0, mutex = 0;  // of the wait it is in; mutex 0: none
    bool signalled = false;
    uint32_t barrier_generation = 0;
    std::vector<uint64_t> held, held_shared, once;
    uint64_t pointer = 0;       // what it loaded last, 0: nothing to use
    uint32_t pointer_site = 0;  // where
  };
  struct Lock {
    uint64_t address;
    std::optional<uint32_t> slot;  // the heap slot it lies in
    std::optional<uint32_t> owner;
    uint32_t sharers = 0;
  };

  void offer(uint32_t weight, Kind kind, uint64_t operand = 0, uint32_t size = 0);
  void offer_going_on(uint32_t thread);
  void offer_memory();
  void offer_pointers(uint32_t thread);
  void offer_locks(uint32_t thread);
  void offer_sync(uint32_t thread);
  void offer_heap();
  void offer_threads(uint32_t thread);
  uint64_t pick_address(uint32_t& size);
  bool usable(const Lock& lock) const { return !lock.slot || live_[*lock.slot]; }
  Lock& lock_at(uint64_t address);
  void record(uint32_t thread, const Choice& choice);
  void apply(uint32_t thread, const Choice& choice, RawEvent& event);
  void access(RawEvent& event);
  void write_unseen();
  uint64_t draw_value(const RawEvent& write);

  const Profile profile_;
  Rng& rng_;
  Draft draft_;
  std::vector<Choice> choices_;
  std::vector<Thread> threads_;
  std::vector<Lock> locks_;
  std::vector<bool> live_;                // heap slots
  std::array<uint8_t, 0x1000> memory_{};  // the contents, for values
  uint32_t barrier_parties_ = 2, barrier_arrived_ = 0, barrier_generation_ = 0;
  std::array<uint32_t, 2> semaphores_{};
  std::optional<uint32_t> once_runner_;
  bool once_done_ = false;
};

}  // namespace foreweave::agree
