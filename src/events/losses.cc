#include "events/losses.h"

namespace foreweave {

const LossInfo& info(Loss loss) {
  static constexpr LossInfo kInfo[] = {
      {"events_in_damaged_blocks", Severity::weaker, "events lost in damaged blocks"},
      {"bytes_after_damage", Severity::weaker, "bytes not read behind the first damage"},
      {"missing_index", Severity::note, "index missing: the recording did not end in order"},
      {"reentrant_locks_folded", Severity::note, "reentrant lock operations folded"},
      {"unseen_writes", Severity::weaker, "reads of values that no recorded write left there"},
      {"accesses_after_free", Severity::weaker,
       "accesses to memory already freed in the recorded run"},
      {"frees_of_unknown_memory", Severity::note,
       "frees of memory whose allocation was not recorded"},
      {"allocations_over_live_memory", Severity::note,
       "allocations over memory whose free was not recorded"},
      {"recording_cut_short", Severity::weaker,
       "recording cut short: the program was not at its end"},
      {"unseen_synchronisation", Severity::doubt, "unknown functions that may order threads"},
      {"thread_events_mended", Severity::note,
       "forks, begins and ends of threads left out, since the trace has them already"},
  };
  static_assert(sizeof(kInfo) / sizeof(kInfo[0]) == static_cast<size_t>(Loss::count_));
  return kInfo[static_cast<size_t>(loss)];
}

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::weaker:
      return "weaker";
    case Severity::doubt:
      return "doubt";
  }
  return "";
}

std::string_view consequence(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "";
    case Severity::weaker:
      return "bugs may be missed";
    case Severity::doubt:
      return "what is predicted may be prevented by them";
  }
  return "";
}

}  // namespace foreweave
