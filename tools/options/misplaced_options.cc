#include "options/misplaced_options.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

std::vector<std::string> command_line;

// The user said where the options end.
bool stand_behind_dashes(const std::vector<std::string>& words) {
  const size_t all = command_line.size();
  return all > words.size() && command_line[all - words.size() - 1] == "--";
}

bool is_option_of(const CLI::App& command, const std::string& word) {
  const auto options = command.get_options();
  if (word.starts_with("--")) {
    const std::string name = word.substr(2, word.find('=') - 2);
    return std::any_of(options.begin(), options.end(),
                       [&](const CLI::Option* option) { return option->check_lname(name); });
  }
  return word.size() > 1 && word[0] == '-' &&
         std::any_of(options.begin(), options.end(), [&](const CLI::Option* option) {
           return option->check_sname(word.substr(1, 1));
         });
}

}  // namespace

void note_command_line(std::vector<std::string> words) { command_line = std::move(words); }

Status refuse_options_behind(const CLI::App& command, const std::vector<std::string>& words) {
  if (stand_behind_dashes(words)) return Done{};
  const auto end = std::find(words.begin(), words.end(), "--");
  const auto found = std::find_if(
      words.begin() + 1, end, [&](const std::string& word) { return is_option_of(command, word); });
  if (found == end) return Done{};
  return Error{
      fmt::format("{} stands behind {}, where the program's own arguments are: put it before "
                  "{}, or behind -- if it is meant for the program",
                  *found, words[0], words[0]),
      ""};
}

}  // namespace foreweave
