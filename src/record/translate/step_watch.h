// Looks at a few steps of a replayed program as they are done, without making a trace of it: what
// they were, where, and in which order; and which locks the threads hold at the end.
//
// The log is only counted: how many steps each record of it is. That is a fraction of the work of
// turning it into phrases, and what makes replaying no slower than recording.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "capture/abi/log_format.h"
#include "capture/abi/schedule.h"
#include "events/kind.h"
#include "record/modules/module_arrival.h"
#include "record/modules/paths.h"

namespace foreweave {

struct WatchedStep {
  uint32_t thread = 0;  // number in the schedule
  uint64_t step = 0;    // of the thread's, from 0
};

struct Sighting {
  bool happened = false;
  uint64_t order = 0;  // what happened later has a larger one
  Kind kind = Kind::read;
  std::string file, function;  // empty: code that was not built with us
  uint32_t line = 0, column = 0;
  uint64_t address = 0, size = 0;
  // When its memory was freed and when it became something else, as in `order`; 0: it did not.
  uint64_t freed = 0, replaced = 0;
};

struct HeldLockAddress {
  uint32_t thread = 0;
  uint64_t lock = 0;  // its address
};

class StepWatch {
 public:
  // Threads are named as in a schedule.
  StepWatch(std::vector<FwScheduledThread> threads, std::vector<WatchedStep> steps);

  // The next chunk of the log. False if it makes no sense; then nothing after it does.
  bool add_chunk(std::span<const uint64_t> words);

  // One for each step that was asked for.
  const std::vector<Sighting>& sightings() const { return sightings_; }
  std::vector<HeldLockAddress> held_locks() const;
  size_t thread_count() const { return threads_.size(); }

 private:
  struct LogThread {
    uint32_t scheduled = FW_NOT_SCHEDULED;
    uint32_t children = 0;
    uint64_t done = 0;                     // steps
    std::vector<size_t> watched;           // not seen yet, the next one last
    const Path* caller = nullptr;          // whose call it is in; null: code that we do not see
    std::vector<const Path*> interrupted;  // by handlers of signals
    std::map<uint64_t, int64_t> held;      // locks
  };
  // Paths of one thread, between two records of the runtime.
  struct Stretch {
    size_t begin = 0, end = 0;  // words
    uint64_t steps = 0;
    const Path* last_turn = nullptr;  // the last path that ended in a call or a return
  };

  bool add_stretch(std::span<const uint64_t> words, const Stretch& stretch);
  void look_closer(std::span<const uint64_t> words);
  bool add_record(FwRecord record, std::span<const uint64_t> operands);
  bool add_thread(std::span<const uint64_t> operands);
  bool add_event(std::span<const uint64_t> operands);
  bool add_steps(std::span<const uint64_t> operands);
  bool finish_module();

  struct Step {
    Kind kind;
    uint32_t site;
    uint64_t address, size;
  };
  void do_step(LogThread& thread, const Step& step);
  void note(const Step& step, Sighting& sighting);
  void note_memory(Kind kind, uint64_t address, uint64_t size);

  const std::vector<FwScheduledThread> names_;
  const std::vector<WatchedStep> steps_;
  std::vector<Sighting> sightings_;
  uint64_t order_ = 0;
  Paths paths_;
  ModuleArrival module_;
  uint32_t site_count_ = 1;  // the first is code that we do not see
  std::vector<LogThread> threads_;
  std::unordered_map<uint64_t, uint64_t> allocated_;  // bytes by address
  uint32_t now_ = 0;                                  // the thread with the token
};

}  // namespace foreweave
