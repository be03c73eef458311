// What came of replaying a bug.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

enum class ReplayStatus : uint8_t {
  confirmed,    // it was seen to happen
  diverged,     // the program did something else than in the recording, before the bug
  not_reached,  // it did the same as far as it got, but the bug did not show
  refuted,      // it followed the witness, and did what the model says it could not
};

// Where a thread of the bug was when all of them stood.
struct Stand {
  std::string thread;  // its name in the trace
  uint32_t kernel_id = 0;
  std::string what;  // "read of 4 bytes"
  uint64_t address = 0;
  uint64_t size = 0;
};

struct Outcome {
  ReplayStatus status = ReplayStatus::not_reached;
  std::string why;  // not confirmed: a sentence without its full stop
  // Refuted: what it is if the contradiction does not come again, and where that was.
  ReplayStatus otherwise = ReplayStatus::not_reached;
  std::string where;
  bool by_reads_alone = false;  // nothing in the trace tells why it did it
  // Not confirmed: a thread whose turn it was did not come to its next step, or did another one
  // because of what code told it that was not recorded. So something may keep the witness from
  // happening that nobody saw.
  bool held_up = false;
  std::string effect;  // confirmed: what the program did then: "the program hangs"
  bool fails = false;  // confirmed: that is no end that the program has without the bug
  std::vector<Stand> stands;
  uint32_t attempts = 1;
};

std::string_view name(ReplayStatus status);  // "confirmed", "diverged", "not reached", "refuted"

}  // namespace foreweave
