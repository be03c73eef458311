// How the recorded program ended, as an attachment of its trace: the decimal digits of its exit
// status. There is none if a signal ended it, or if the recording has no end.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

#include "events/trace.h"

namespace foreweave {

inline constexpr std::string_view kExitStatusAttachment = "exit-status";

inline std::optional<int> exit_status_of(const Trace& trace) {
  for (const Attachment& attachment : trace.attachments()) {
    if (attachment.name != kExitStatusAttachment) continue;
    const std::string_view digits = attachment.bytes;
    int status = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), status);
    if (error == std::errc() && end == digits.end() && status >= 0 && status < 256) return status;
  }
  return std::nullopt;
}

}  // namespace foreweave
