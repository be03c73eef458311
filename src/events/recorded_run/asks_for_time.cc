#include "events/recorded_run/asks_for_time.h"

#include <algorithm>
#include <string>

namespace foreweave {

bool may_ask_for_time(std::string_view function) {
  std::string name(function);
  // Of std::runtime_error, and of the runtimes of languages.
  constexpr std::string_view kNoTime = "runtime";
  for (size_t at; (at = name.find(kNoTime)) != std::string::npos;) name.erase(at, kNoTime.size());
  constexpr std::string_view kOfTime[] = {"time", "clock", "sleep", "poll", "select", "alarm"};
  return std::ranges::any_of(
      kOfTime, [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

bool never_asks_for_time(const Trace& trace) {
  return std::ranges::any_of(trace.attachments(), [](const Attachment& attachment) {
    return attachment.name == kNeverAsksForTimeAttachment;
  });
}

}  // namespace foreweave
