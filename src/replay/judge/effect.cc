// What a bug did to the program: how it ended and what it said, beside a run without the bug.
#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <string>
#include <string_view>

#include "replay/judge/judge.h"
#include "replay/judge/output_difference.h"

namespace foreweave {

namespace {

constexpr size_t kLongestQuote = 160;
// Where nothing is mapped: what a null pointer leads to, with the offset of a member.
constexpr uint64_t kFirstPages = 65536;

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

// A line, or that there is none.
std::string line_text(const std::string& line) {
  return line.empty() ? "nothing" : "\"" + quoted(line) + "\"";
}

// Somebody else's wish, and not the program's doing.
bool was_sent_away(const Observation& seen) {
  if (!WIFSIGNALED(seen.run.wait_status) || seen.run.ended_by_guide) return false;
  switch (WTERMSIG(seen.run.wait_status)) {
    case SIGHUP:
    case SIGINT:
    case SIGQUIT:
    case SIGKILL:
    case SIGTERM:
      return true;
    default:
      return false;
  }
}

std::string how_it_ended(const Observation& seen) {
  const int status = seen.run.wait_status;
  if (seen.still_running) return "does not end";
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    std::string text = fmt::format("is ended by signal {} ({})", number, strsignal(number));
    if (const std::string_view last = last_line(seen.errors); number == 6 && !last.empty())
      text += ": " + quoted(last);
    if (seen.run.fault_address && *seen.run.fault_address < kFirstPages)
      text += ": null dereference";
    return text;
  }
  return fmt::format("ends with exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::string effect_of(const Observation& with_bug, std::span<const Observation> runs_without) {
  const Observation& without = runs_without.front();
  const std::string ended = how_it_ended(with_bug), otherwise = how_it_ended(without);
  if (with_bug.still_running && !without.still_running)
    return with_bug.still_moving ? "the program does not end" : "the program hangs";
  if (was_sent_away(with_bug)) return "";
  // It did not come to its end without the bug either: there is nothing to compare with.
  if (without.stood_still) {
    const int status = with_bug.run.wait_status;
    return status == 0 || with_bug.still_running ? "" : "the program " + ended;
  }
  // It is the run without the bug that fails: there is no harm to tell of.
  if (with_bug.run.wait_status == 0 && (without.still_running || without.run.wait_status != 0))
    return "";
  ExpectedOutput last_words(how_it_ended(without)), output(without.output);
  bool ends_alike = true;
  for (const Observation& another : runs_without.subspan(1)) {
    last_words.also(how_it_ended(another));
    output.also(another.output);
    ends_alike &= another.run.wait_status == without.run.wait_status;
  }
  if (last_words.difference_of(ended).exists && ends_alike)
    return fmt::format(
        "the program {}{}", ended,
        WIFSIGNALED(with_bug.run.wait_status) ? "" : "; without the bug it " + otherwise);
  if (const auto difference = output.difference_of(with_bug.output); difference.exists)
    return fmt::format("the program's output has {} instead of {}", line_text(difference.has),
                       line_text(difference.instead_of));
  return "";
}

std::string effect_of(const Observation& with_bug, const Observation& without) {
  return effect_of(with_bug, {&without, 1});
}

bool fails(const Observation& with_bug, const Observation& without) {
  if (with_bug.still_running) return !without.still_running && !with_bug.still_moving;
  if (without.stood_still) return with_bug.run.wait_status != 0;
  return !without.still_running && with_bug.run.wait_status != without.run.wait_status;
}

}  // namespace foreweave
