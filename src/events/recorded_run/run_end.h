// How the recorded run ended, if that says something about the program: what a trace keeps of it,
// as an attachment.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"
#include "events/trace.h"

namespace foreweave {

struct RunEnd {
  enum class How : uint8_t {
    exited,      // by itself; `status` says with what
    failed,      // by a signal of its own making
    deadlocked,  // threads wait for each other
    cut,         // not: it was stopped when its time was over
    hung,        // its threads go round, or wait for those that do
  };
  // What a thread waits for. The numbers are those of FwWait.
  enum class Waits : uint8_t {
    other = 0,
    mutex = 1,
    to_read = 2,
    to_write = 3,
    condition = 4,
    thread = 5,
    semaphore = 6,
    barrier = 7,
    once = 8,
    runs = 9,    // it does not, but runs or is in a call of the system
    input = 10,  // from a descriptor
  };
  struct Thread {
    EventId event;  // its last, which stands for where it is
    Waits waits = Waits::other;
    uint64_t object = 0;  // its address; the number of a thread or descriptor
    friend bool operator==(const Thread&, const Thread&) = default;
  };

  How how = How::exited;
  int status = 0;                        // of exited
  int signal = 0;                        // of failed
  std::optional<uint64_t> address = {};  // that it touched
  std::string assertion;                 // that does not hold; may be empty
  bool is_all = false;                   // of deadlocked: every thread that is left waits
  std::vector<Thread> threads = {};  // of failed: the one; of deadlocked: each waits for the next

  bool is_bug() const { return how == How::failed || how == How::deadlocked || how == How::hung; }

  static constexpr std::string_view kAttachment = "run-end";
  std::string encoded() const;
  // None if the trace does not say.
  static std::optional<RunEnd> of(const Trace& trace);
  friend bool operator==(const RunEnd&, const RunEnd&) = default;
};

}  // namespace foreweave
