// Runs one command to its end: how long it took, what it printed, how much memory it held.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace foreweave {

enum class WatchMemory : uint8_t {
  none,
  own,        // of the command's process
  of_a_child  // of the one process that it starts
};

struct ProcessRun {
  bool good = false;  // it ended in time, with status 0
  std::string end;    // in words: "exit status 1", "signal 11", "took too long"
  double wall_seconds = 0;
  double cpu_seconds = 0;  // user and system, of all its threads
  // The most it ever held, as the kernel counts it: at least what this process holds now.
  uint64_t most_resident_bytes = 0;
  uint64_t peak_bytes = 0;  // resident, shared memory included; 0 if not watched
  std::string output;       // its standard output
  std::string complaints;   // its standard error
};

// `scratch` is a folder for what it prints. With its whole process group it is killed after
// `limit_seconds`. Watching looks twice a millisecond, so that such a run is not to be timed, and
// what is first touched in the last moment is missed.
ProcessRun run_process(const std::vector<std::string>& command, const std::string& scratch,
                       unsigned limit_seconds, WatchMemory watch = WatchMemory::none);

}  // namespace foreweave
