// One replay: runs the program along a schedule and writes down what was seen. Judging is somebody
// else's business (judge.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "events/trace.h"
#include "record/recording.h"
#include "replay/run/kept_input.h"
#include "replay/schedule/schedule.h"

namespace foreweave {

// What a program needs to run again as it did.
struct Setting {
  std::vector<std::string> command;  // what the program is told; a program may go by its name, too
  std::string program;               // its file
  Descent child;                     // of the program, that was recorded in its place; none: nobody
  std::vector<std::string> environment;
  std::string working_directory;
  RecordedInputStream input;  // standard input
  std::string program_hash;   // SHA-256; empty: not known
  // Variables of the environment: whose values are the trace's, and who has none.
  std::vector<std::string> kept_variables, missing_variables;
};

// How much of the surroundings of the run is taken from the trace.
enum class Belief : uint8_t {
  own,      // it was recorded by this process: surroundings are as they were
  all,      // what it says
  nothing,  // whoever made it may mean harm: environment and folder are ours, no file is opened
};
// `command` takes the place of the trace's unless it is empty. An error if there is none.
Result<Setting> setting_of(const Trace& trace, std::vector<std::string> command,
                           Belief belief = Belief::all);
// Whether the program is another than the one that was recorded, as far as the trace can tell.
bool is_another_program(const Setting& setting);
// It certainly is the one.
bool is_recorded_program(const Setting& setting);

struct SessionLimits {
  double stuck = 10;   // seconds without any progress along the schedule
  double run_on = 10;  // the same after the end of the schedule; ten times as many seconds in all
  double times_as_long = 100;  // as to the end of the schedule it may go on, if that is less
};

// A thread at the meeting, or waiting.
struct SeenThread {
  bool exists = false;
  bool stands = false;        // before what comes next
  bool before_freed = false;  // which is memory that was freed
  uint32_t kernel_id = 0;
  uint64_t done = 0;  // steps
  Kind next_kind = Kind::read;
  uint64_t next_address = 0, next_size = 0;
  bool is_open = false;    // how much it is, and perhaps where, shows when it is done
  uint64_t waits_for = 0;  // address of a lock or the like; 0: does not wait
};

struct Observation {
  Recording run;
  bool met = false;
  std::vector<SeenThread> at_meeting;  // by number in the schedule
  std::vector<SeenThread> at_end;      // as last seen
  bool followed = false;               // the schedule to its end
  FwStray stray = FW_STRAY_none;
  uint64_t segment = 0;  // where it strayed or stood still
  bool stood_still = false;
  bool still_running = false;  // when the time after the end of the schedule was over
  bool still_moving = false;   // and it was not for want of progress that it was over
  std::string output, errors;  // what the program wrote to its standard streams
};

struct SessionOptions {
  SessionLimits limits;
  std::string
      trace;  // the file for a trace of the replay; empty: none is made, which takes less time
  uint64_t max_events = 0;                   // of that trace; 0: no limit
  uint64_t seed = 1;                         // for who runs behind the end of the schedule
  std::vector<Attachment> attachments = {};  // for that trace
  bool ends_if_stuck = false;  // as a recorded program does, behind the end of the schedule
  bool keeps_streams = false;  // the program has our output streams, and nothing of them is kept
  // Called when everybody stands, before they go on.
  std::function<void(const LiveProgram&)> at_meeting = {};
};

// A program that goes another way than recorded may go on for ever. So much of it is worth a trace.
inline uint64_t most_events_again(const Trace& recorded) {
  return 8 * uint64_t{recorded.size()} + 1'000'000;
}

// An interruption ends the program; then what was seen says nothing.
Result<Observation> run_along(const Schedule& schedule, const Setting& setting,
                              const SessionOptions& options);

}  // namespace foreweave
