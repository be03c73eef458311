#include "report/make/run_notes.h"

#include <fmt/format.h>

#include "events/recorded_run/exit_status.h"

namespace foreweave {

std::vector<std::string> run_notes(const Trace& trace) {
  std::vector<std::string> notes;
  if (const int status = exit_status_of(trace).value_or(0); status != 0)
    notes.push_back(fmt::format("the program ended with status {}", status));
  return notes;
}

}  // namespace foreweave
