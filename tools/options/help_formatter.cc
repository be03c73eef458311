#include "options/help_formatter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace foreweave {

namespace {

constexpr size_t kColumn = 28, kWidth = 100;

// In lines that begin at the column of sentences.
std::string wrapped(std::string_view left, std::string_view text) {
  std::string out = fmt::format("  {}", left);
  size_t at = out.size();
  if (at + 2 > kColumn) {
    out += '\n';
    at = 0;
  }
  out += std::string(kColumn - at, ' ');
  at = kColumn;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (at > kColumn && at + 1 + end > kWidth) {
      out += '\n' + std::string(kColumn, ' ');
      at = kColumn;
    } else if (at > kColumn) {
      out += ' ';
      ++at;
    }
    out += text.substr(0, end);
    at += end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + '\n';
}

std::string sentence(const std::string& text) {
  return text.empty() || text.ends_with('.') ? text : text + '.';
}

// The choices of {a,b}, if the option's type has some.
std::string choices_of(const std::string& type) {
  const size_t open = type.find('{'), close = type.find('}');
  if (open == type.npos || close == type.npos) return "";
  std::string list = type.substr(open + 1, close - open - 1);
  for (size_t at = 0; (at = list.find(',', at)) != list.npos; at += 2) list.replace(at, 1, ", ");
  return list;
}

// What a value is called, where the option does not say so itself.
std::string value_name(const std::string& type) {
  const std::string kind = type.substr(0, type.find(':'));
  if (kind == "TEXT") return choices_of(type).empty() ? "FILE" : "NAME";
  if (kind == "FLOAT") return "SECONDS";
  return kind == "UINT" || kind == "INT" ? "N" : kind;
}

// "-o, --output", without the value that a flag such as --no-replay{false} sets.
std::string names_of(const CLI::Option& option) {
  std::string names = option.get_name(false, true);
  for (size_t at; (at = names.find('{')) != names.npos;)
    names.erase(at, names.find('}', at) - at + 1);
  return names;
}

}  // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string text = sentence(option->get_description());
  if (is_positional)
    return wrapped(option->get_name(true) + (option->get_expected_max() > 1 ? "..." : ""), text);
  const std::string type = option->get_type_name();
  std::string left = names_of(*option);
  if (option->get_expected_max() > 0) left += " " + value_name(type);
  if (const std::string choices = choices_of(type); !choices.empty())
    text += fmt::format(" One of {}.", choices);
  if (const std::string value = option->get_default_str(); !value.empty())
    text += fmt::format(" Default: {}.", value);
  if (option->get_required()) text += " Required.";
  return wrapped(left, text);
}

// One empty line between groups is enough.
std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string text = CLI::Formatter::make_help(app, std::move(name), mode);
  for (size_t at; (at = text.find("\n\n\n")) != text.npos;) text.erase(at, 1);
  return text;
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return wrapped(command->get_name(), sentence(command->get_description()));
}

}  // namespace foreweave
