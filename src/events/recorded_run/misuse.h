// Calls of the recorded run that break a rule of their library, as an attachment of the trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "events/columns/ids.h"
#include "events/trace.h"

namespace foreweave {

struct Misuse {
  // The numbers are those of FwMisuse.
  enum class What : uint8_t {
    unlocks_unlocked = 1,
    unlocks_others = 2,
    destroys_locked = 3,
    uses_uninitialised = 4,
    uses_uninitialised_condition = 5,
    uses_uninitialised_rwlock = 6,
    unlocks_unlocked_rwlock = 7,
    joins_again = 8,
  };

  EventId event;  // that stands for the call
  What what = What::unlocks_unlocked;
  uint64_t object = 0;  // its address; of a thread its number

  static constexpr std::string_view kAttachment = "misuses";
  static std::string encoded(const std::vector<Misuse>& misuses);
  // As many as can be read.
  static std::vector<Misuse> of(const Trace& trace);
  friend bool operator==(const Misuse&, const Misuse&) = default;
};

}  // namespace foreweave
