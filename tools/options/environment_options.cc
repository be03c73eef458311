#include "options/environment_options.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

constexpr const char* kVariable = "FOREWEAVE_OPTIONS";
constexpr std::string_view kSeparators = ": \t\n\r";  // as ThreadSanitizer has it, but for commas

const CLI::Option* option_of(const CLI::App& command, const std::string& name) {
  for (const CLI::Option* option : command.get_options())
    if (option->check_lname(name)) return option;
  return nullptr;
}

bool is_of_some_command(const CLI::App& app, const std::string& name) {
  if (option_of(app, name)) return true;
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CLI::App* command) { return is_of_some_command(*command, name); });
}

// The command line gives the option by one of its names, before the words of a program to be run.
bool is_given(const CLI::Option& option, const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  for (auto word = words.begin(); word != end; ++word) {
    for (const std::string& name : option.get_lnames())
      if (*word == "--" + name || word->starts_with("--" + name + "=")) return true;
    for (const std::string& name : option.get_snames())
      if (word->starts_with("-" + name) && !word->starts_with("--")) return true;
  }
  return false;
}

bool is_yes(const std::string& value) { return value == "1" || value == "true" || value == "yes"; }

}  // namespace

Result<std::vector<std::pair<std::string, std::string>>> parse_environment_options(
    std::string_view text) {
  std::vector<std::pair<std::string, std::string>> options;
  while (!text.empty()) {
    if (kSeparators.find(text[0]) != kSeparators.npos) {
      text.remove_prefix(1);
      continue;
    }
    const size_t equals = text.find_first_of("=: \t\n\r");
    if (equals == text.npos || text[equals] != '=')
      return Error{
          fmt::format("\"{}\" is not as in a=b:c=d", text.substr(0, std::min(equals, text.size()))),
          kVariable};
    const std::string name(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    const char quote = text.empty() ? '\0' : text[0];
    size_t end = std::min(text.find_first_of(kSeparators), text.size());
    std::string value(text.substr(0, end));
    if (quote == '\'' || quote == '"') {
      end = text.find(quote, 1);
      if (end == text.npos)
        return Error{fmt::format("the value of {} has no end", name), kVariable};
      value = text.substr(1, end - 1);
      ++end;
    }
    text.remove_prefix(end);
    options.emplace_back(name, value);
  }
  return options;
}

Result<std::vector<std::string>> with_environment_options(const CLI::App& app,
                                                          std::vector<std::string> words,
                                                          std::string_view text) {
  const auto options = parse_environment_options(text);
  if (!options) return options.error();
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const CLI::App* command = nullptr;
  for (const CLI::App* candidate : commands)
    if (!words.empty() && candidate->get_name() == words[0]) command = candidate;
  std::vector<std::string> more;
  for (const auto& [name, value] : options.value()) {
    if (name != "help" && !is_of_some_command(app, name))
      return Error{fmt::format("there is no option \"{}\"; help=1 shows which there are", name),
                   kVariable};
    if (name == "help") {
      if (is_yes(value)) more.push_back("--help");
      continue;
    }
    const CLI::Option* option = command ? option_of(*command, name) : nullptr;
    if (!option || is_given(*option, words)) continue;
    if (option->get_expected_max() == 0) {  // a flag
      if (is_yes(value)) more.push_back("--" + name);
    } else {
      more.push_back(fmt::format("--{}={}", name, value));
    }
  }
  if (command)
    words.insert(words.begin() + 1, more.begin(), more.end());
  else if (words.empty() && !more.empty())
    words = more;  // help=1 without any command
  return words;
}

}  // namespace foreweave
