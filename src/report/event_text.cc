#include "report/event_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

namespace {

// The kind's own name reads well once its underscores are spaces ("acquire shared"); a C++ keyword
// among the kinds carries one at its end.
std::string kind_words(Kind kind) {
  std::string words(info(kind).name);
  while (words.ends_with('_')) words.pop_back();
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace

std::string access_text(const Trace& trace, EventId e) {
  const std::string operand = trace.operand_name(e);
  const std::string words = kind_words(trace.kind(e));
  return printable(operand.empty() ? words : fmt::format("{} of {}", words, operand));
}

std::string step_text(const Trace& trace, EventId e) {
  const std::string operand = trace.operand_name(e);
  const std::string words = kind_words(trace.kind(e));
  return printable(operand.empty() ? words : fmt::format("{} {}", words, operand));
}

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  return out;
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/-._+@,:=").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string counted(uint64_t n, std::string_view one, std::string_view many) {
  if (n == 1) return fmt::format("1 {}", one);
  if (many.empty()) return fmt::format("{} {}s", n, one);
  return fmt::format("{} {}", n, many);
}

}  // namespace foreweave
