// What a bug did to the program: how it ended and what it said, beside a run without the bug.
#include <fmt/format.h>
#include <string.h>
#include <sys/wait.h>

#include <string>
#include <string_view>

#include "replay/judge.h"

namespace foreweave {

namespace {

constexpr size_t kLongestQuote = 160;

std::string quoted(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, kLongestQuote))
    text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  if (line.size() > kLongestQuote) text += " ...";
  return text;
}

std::string_view last_line(std::string_view text) {
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  const size_t end = text.rfind('\n');
  return end == text.npos ? text : text.substr(end + 1);
}

// The first line that differs: what there was, and what there should have been.
std::string difference(std::string_view stream, std::string_view with, std::string_view without) {
  size_t at = 0;
  while (at < with.size() && at < without.size() && with[at] == without[at]) ++at;
  const size_t line = at == 0 ? 0 : with.rfind('\n', at - 1) + 1;
  auto line_of = [&](std::string_view text) {
    return line >= text.size() ? std::string("nothing")
                               : "\"" + quoted(text.substr(line, text.find('\n', line) - line)) + "\"";
  };
  return fmt::format("{} has {} instead of {}", stream, line_of(with), line_of(without));
}

std::string how_it_ended(const Observation& seen) {
  const int status = seen.run.wait_status;
  if (seen.still_running) return "does not end";
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    std::string text = fmt::format("is ended by signal {} ({})", number, strsignal(number));
    if (const std::string_view last = last_line(seen.errors); number == 6 && !last.empty())
      text += ": " + quoted(last);
    return text;
  }
  return fmt::format("ends with exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::string effect_of(const Observation& with_bug, const Observation& without) {
  const std::string ended = how_it_ended(with_bug), otherwise = how_it_ended(without);
  if (with_bug.still_running && !without.still_running)
    return with_bug.still_moving ? "the program does not end" : "the program hangs";
  // It did not come to its end without the bug either: there is nothing to compare with.
  if (without.stood_still) {
    const int status = with_bug.run.wait_status;
    return status == 0 || with_bug.still_running ? "" : "the program " + ended;
  }
  if (ended != otherwise)
    return fmt::format("the program {}{}", ended,
                       WIFSIGNALED(with_bug.run.wait_status) ? "" : "; without the bug it " + otherwise);
  if (with_bug.output != without.output)
    return "the program's output " + difference("", with_bug.output, without.output).substr(1);
  return "";
}

bool fails(const Observation& with_bug, const Observation& without) {
  if (with_bug.still_running) return !without.still_running && !with_bug.still_moving;
  if (without.stood_still) return with_bug.run.wait_status != 0;
  return !without.still_running && with_bug.run.wait_status != without.run.wait_status;
}

}  // namespace foreweave
