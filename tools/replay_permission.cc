#include "replay_permission.h"

#include <fmt/format.h>

#include "record/code/built_with_us.h"
#include "record/kept/origin.h"
#include "report/words/event_text.h"
#include "tool.h"

namespace foreweave {

namespace {

void tell(const std::string& sentence) { complain("foreweave", printable(sentence), kExitFine); }

std::string command_text(const std::vector<std::string>& command) {
  std::vector<std::string> words;
  for (const std::string& word : command) words.push_back(shell_word(word));
  return fmt::format("{}", fmt::join(words, " "));
}

void show(const Setting& setting, bool is_of_trace) {
  std::string text = fmt::format("{}: {}", is_of_trace ? "the command of the trace" : "the command",
                                 command_text(setting.command));
  if (setting.program != setting.command[0])
    text += fmt::format(" (the program is {})", shell_word(setting.program));
  if (!setting.working_directory.empty())
    text += fmt::format(", in {}", shell_word(setting.working_directory));
  if (!setting.kept_variables.empty())
    text += fmt::format(", with the recorded {}", fmt::join(setting.kept_variables, ", "));
  tell(text);
}

}  // namespace

Result<Setting> permitted_setting(const Trace& trace, const RunRequest& request) {
  const bool is_of_trace = request.command.empty();
  const bool is_ours = whose(trace) == Whose::ours;
  const bool is_believed = request.is_trusted || is_ours;
  // What is only shown may be as the trace has it.
  Result<Setting> setting = setting_of(trace, request.command,
                                       is_believed || is_of_trace ? Belief::all : Belief::nothing);
  if (!setting) return setting;
  show(setting.value(), is_of_trace);
  if (is_of_trace && !is_believed)
    return Error{
        "was not recorded on this machine by this user, so that the command that it names "
        "is not run: give the program behind --, or --trust if you know who made the trace",
        request.trace};
  if (is_of_trace && !is_recorded_program(setting.value()))
    return Error{
        "is not the program that was recorded, or is gone, and is not run: give the program "
        "behind --",
        setting.value().program};
  std::vector<std::string> command = setting.value().command;
  command[0] = setting.value().program;
  // What the user ran before may have been a script. A stranger's script can be anything.
  if (const Status recordable =
          is_of_trace && !is_ours ? is_built_with_us(command[0]) : can_be_recorded(command);
      !recordable)
    return recordable.error();
  if (!is_believed)
    tell(
        "the trace was not recorded on this machine by this user: the program gets your "
        "environment and this folder, not those of the trace (--trust takes those)");
  if (!setting.value().missing_variables.empty())
    tell(
        fmt::format("warning: the program had these variables, whose values are neither in the "
                    "trace nor here: {}",
                    fmt::join(setting.value().missing_variables, ", ")));
  return setting;
}

}  // namespace foreweave
