// Runs a program that was built with our compilers, and writes the trace of its run or looks at
// some of its steps.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "capture/abi/log_format.h"
#include "capture/abi/schedule.h"
#include "events/recorded_run/run_end.h"
#include "events/trace.h"
#include "record/kept/standard_input.h"
#include "record/program/descent.h"
#include "record/translate/rounds.h"
#include "record/translate/step_watch.h"

namespace foreweave {

// The program while it runs, for who steers it.
struct LiveProgram {
  pid_t id = 0;
  const FwSchedule* schedule = nullptr;
  std::span<const FwThreadBlock> blocks;  // of its threads; kernel_id 0: of nobody
};

enum class Course : uint8_t {
  goes_on,
  strays,  // it cannot follow its schedule, and goes on without it
  ends     // it has run for long enough, and is killed
};

// Steers a run and looks at it from outside.
class Guide {
 public:
  virtual ~Guide() = default;
  // What the threads are to do, as capture/abi/schedule.h has it. Must stay as it is while the
  // program runs.
  virtual std::span<const uint8_t> schedule() const = 0;
  // All threads stand still until this returns.
  virtual void at_meeting(const LiveProgram& program) = 0;
  // Every few milliseconds, and once more when the program has ended.
  virtual Course look(const LiveProgram& program) = 0;
};

// What the program finds around it, where that is not what we find around us.
struct Surroundings {
  std::optional<std::vector<std::string>> environment;  // NAME=VALUE
  std::string working_directory;
  int input = -1, output = -1, errors = -1;  // descriptors
  // It comes through a pipe, and calls take as much of it at a time as they did when recorded.
  bool input_comes_again = false;
};

struct RecordingOptions {
  std::vector<std::string> command;
  std::string program;  // its file; empty: where the command's first word leads
  std::string output;   // the trace file; empty: no trace is written
  // A child that is recorded in the program's place, from the fork on that makes it; none: nobody
  // is.
  Descent followed;
  uint64_t seed = 1;
  uint32_t slice = 10'000;  // events between switches, about
  // Random priorities instead of random slices, with that many changes among so many events.
  bool priorities = false;
  uint32_t priority_changes = 3;
  uint64_t expected_events = 1'000'000;
  double timeout = 0;           // seconds; 0: none
  double exit_grace = 1;        // seconds at most that other threads get before the program ends
  uint64_t max_bytes = 0;       // of the trace; 0: no limit
  uint64_t max_events = 0;      // the same; the program goes on without being recorded
  bool ignore_sigpipe = false;  // as the program is to find it
  // An interruption (base/interruption.h) ends the program. Otherwise it is the program's business,
  // and we go on to write down what it makes of it.
  bool ends_if_interrupted = false;
  Surroundings surroundings;
  StandardInput* input = nullptr;       // ours, to be kept in the trace; null: it is not
  bool keeps_environment = false;       // with the values of all variables (kept_environment.h)
  std::vector<Attachment> attachments;  // for the trace, beside its own
  Guide* guide = nullptr;               // none: the seed decides
  // With a guide: once its schedule is over, who will never get any further is ended as without
  // one.
  bool ends_if_stuck = false;
  // With a guide: steps of the threads of its schedule that somebody wants to know about.
  std::vector<FwScheduledThread> scheduled_threads;
  std::vector<WatchedStep> watched;
};

struct Recording {
  int wait_status = 0;    // of the program, as wait() tells it
  bool followed = false;  // the child that was to be recorded was there
  // Children with threads that were not recorded; and how many there were of them in all.
  std::vector<Descent> threaded_children;
  uint32_t threaded_children_count = 0;
  bool recorded = false;  // false: it was not built with our compilers, and nothing is known of it
  bool timed_out = false;
  bool ended_by_guide = false;
  bool never_ends = false;  // its threads wait for each other, and so it was ended
  bool goes_round = false;  // or they do the same over and over
  Rounds rounds;            // and these are who does
  RunEnd end;               // if a trace is written
  std::optional<uint64_t> fault_address = {};  // that it touched when that ended it
  bool interrupted = false;                    // we were, so that how it ended says nothing
  uint64_t events = 0;
  size_t threads = 0;
  std::vector<std::string> unseen_libraries;  // not built with us, called, may order threads
  std::string incomplete;  // why the trace lacks the end of the run; empty: it does not
  // Why not all of the trace could be written; empty: it was. Then there is no trace if not even
  // its first byte was.
  std::string unwritten;
  std::vector<Sighting> sightings;    // of the watched steps
  std::vector<HeldLockAddress> held;  // by the guide's threads, at the end
};

// An error only if the program was not started.
Result<Recording> record_run(const RecordingOptions& options);

}  // namespace foreweave
