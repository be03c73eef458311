// What is missing from a trace, or was repaired on the way in, counted by cause. Nothing that
// weakens an answer is ever dropped silently: the report shows these.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace foreweave {

enum class Loss : uint8_t {
  events_in_damaged_blocks,      // known from block headers or the index
  bytes_after_damage,            // the rest of a file behind the first damage
  missing_index,                 // the file has no footer: the recorder did not end in order
  reentrant_locks_folded,        // inner acquires and releases of a lock already held
  unseen_writes,                 // a read's value differs from the last write we saw
  accesses_after_free,           // the recorded run itself touched freed memory
  frees_of_unknown_memory,       // allocated before recording or by code we cannot see
  allocations_over_live_memory,  // its free was not seen
  recording_cut_short,           // the program went on after the trace ended
  unseen_synchronisation,        // functions that order threads and that no recorder knows
  thread_events_mended,          // a thread that is said to be forked, begun or ended twice
  count_,
};

enum class Severity : uint8_t {
  note,    // nothing is weaker for it
  weaker,  // findings stay sound; some may be missing
  doubt,   // findings may be wrong
};

std::string_view name(Severity severity);
// What it means for who reads the findings; empty for a note.
std::string_view consequence(Severity severity);

struct LossInfo {
  std::string_view name;  // as in JSON
  Severity severity;
  std::string_view what;  // "%n events were lost in damaged blocks" without the number
};

const LossInfo& info(Loss loss);

class Losses {
 public:
  void add(Loss loss, uint64_t n = 1) { counts_[static_cast<size_t>(loss)] += n; }
  uint64_t count(Loss loss) const { return counts_[static_cast<size_t>(loss)]; }
  bool any() const {
    for (uint64_t n : counts_)
      if (n) return true;
    return false;
  }

 private:
  std::array<uint64_t, static_cast<size_t>(Loss::count_)> counts_{};
};

}  // namespace foreweave
