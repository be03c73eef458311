#include "report/formats/finding_text.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "report/describe/places.h"
#include "report/formats/story_text.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

using Out = std::back_insert_iterator<std::string>;

constexpr size_t kLongestStack = 16;
constexpr size_t kLongestFunction = 120;  // templates of templates say nothing beyond

// "m in shared mode (since prog.c:10 in f)".
std::string lock_text(const LockInHand& lock) {
  return fmt::format("{}{} (since {})", lock.name, lock.shared ? " in shared mode" : "",
                     place_text(own_place(lock.taken, lock.stack)));
}

std::string lock_list(const std::vector<LockInHand>& held) {
  if (held.empty()) return "no lock";
  std::vector<std::string> locks;
  for (const LockInHand& lock : held) locks.push_back(lock_text(lock));
  return fmt::format("{}", fmt::join(locks, ", "));
}

// "local: read of x"; but "free of p" and not "free: free of p".
std::string role_and_access(const ReportedEvent& site) {
  if (site.role.empty()) return site.access;
  const std::string_view last_word = std::string_view(site.role).substr(site.role.rfind(' ') + 1);
  if (site.access.starts_with(last_word) && site.access.substr(last_word.size()).starts_with(" "))
    return site.role + site.access.substr(last_word.size());
  return fmt::format("{}: {}", site.role, site.access);
}

// As it was written: std::string is a template with three arguments to the compiler.
std::string short_name(std::string function) {
  for (const std::string_view text :
       {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>",
        "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"})
    for (size_t at; (at = function.find(text)) != function.npos;)
      function.replace(at, text.size(), "std::string");
  return function;
}

class Paragraph {
 public:
  Paragraph(const Report& report, const ReportedFinding& finding, TextStyle style)
      : report_(report), finding_(finding), style_(style), out_(text_) {}

  std::string print() {
    fmt::format_to(
        out_, "{}\n",
        style_.red(fmt::format("{}: {} {} {}", printable(finding_.id), name(finding_.status),
                               title(finding_.kind), printable(finding_.subject))));
    if (!finding_.what.empty()) fmt::format_to(out_, "  {}\n", printable(finding_.what));
    if (finding_.kind == BugKind::deadlock)
      print_cycle();
    else
      print_sites();
    print_objects();
    print_threads();
    print_witness();
    print_replay();
    return text_ + "\n";
  }

 private:
  std::string where(const ReportedEvent& e) const {
    return fmt::format("{}, event {}{}", style_.bold(at_place_text(e.place, e.stack)), e.event,
                       e.value.empty() ? "" : fmt::format(", value {}", printable(e.value)));
  }

  // The line, and a caret under the column.
  void print_source(const SourcePlace& place) {
    const std::string* line = report_.line(place);
    if (!line) return;
    const std::string number = fmt::format("{}", place.line);
    fmt::format_to(out_, "      {} | {}\n", number, printable_line(*line));
    if (place.column == 0 || place.column > line->size()) return;
    fmt::format_to(out_, "      {:{}} | {}{}\n", "", number.size(),
                   indentation(*line, place.column - 1), style_.green("^"));
  }
  // Tabs stay tabs, so that the caret stands where its character does.
  static std::string printable_line(const std::string& line) {
    std::string shown = printable(line);
    for (size_t i = 0; i < shown.size(); ++i)
      if (line[i] == '\t') shown[i] = '\t';
    return shown;
  }
  static std::string indentation(const std::string& line, size_t bytes) {
    std::string blanks;
    for (size_t i = 0; i < bytes; ++i) {
      const auto byte = static_cast<unsigned char>(line[i]);
      if ((byte & 0xc0) != 0x80) blanks += byte == '\t' ? '\t' : ' ';  // not inside a character
    }
    return blanks;
  }

  void print_stack(const Stack& stack) {
    if (stack.size() < 2) return;  // the place has been said
    for (size_t i = 0; i < std::min(stack.size(), kLongestStack); ++i)
      fmt::format_to(out_, "      #{} {}\n", i, frame_text(stack[i]));
    if (stack.size() > kLongestStack)
      fmt::format_to(out_, "      and {} more\n", counted(stack.size() - kLongestStack, "call"));
  }
  // How a library starts a thread is the same every time.
  static Stack without_library(Stack stack) {
    const auto own = std::find_if(stack.begin(), stack.end(),
                                  [](const SourcePlace& frame) { return !is_of_system(frame); });
    stack.erase(stack.begin(), own);
    return stack;
  }
  std::string frame_text(const SourcePlace& frame) const {
    std::string function = frame.function.empty() ? "unknown function" : short_name(frame.function);
    if (function.size() > kLongestFunction) function = function.substr(0, kLongestFunction) + "...";
    SourcePlace at = frame;
    at.function.clear();
    std::string text = printable(function);
    if (!at.file.empty() || at.line != 0) text += " " + style_.faint(place_text(at));
    return frame.inlined ? text + style_.faint(" (inlined)") : text;
  }

  void print_sites() {
    for (const ReportedEvent& site : finding_.sites) {
      fmt::format_to(out_, "  {} by {} {}\n", printable(role_and_access(site)),
                     printable(site.thread), where(site));
      print_source(own_place(site.place, site.stack));
      print_stack(site.stack);
      fmt::format_to(out_, "      holding {}\n", printable(lock_list(site.locks)));
    }
    for (const ReportedEvent& site : finding_.related) {
      fmt::format_to(out_, "  allocated by {} {}\n", printable(site.thread), where(site));
      print_source(own_place(site.place, site.stack));
      print_stack(site.stack);
    }
  }

  // Along the cycle: each thread, what it waits for, and what it holds that another one waits for.
  void print_cycle() {
    const std::vector<ReportedEvent>& sites = finding_.sites;
    for (size_t i = 0; i < sites.size(); ++i) {
      const ReportedEvent& waiter = sites[(i + sites.size() - 1) % sites.size()];
      fmt::format_to(out_, "  {} waits for {}{} {}\n", printable(sites[i].thread),
                     printable(sites[i].operand), sites[i].shared ? " in shared mode" : "",
                     where(sites[i]));
      print_source(own_place(sites[i].place, sites[i].stack));
      print_stack(sites[i].stack);
      std::vector<LockInHand> others = sites[i].locks;
      const auto wanted = std::find_if(others.begin(), others.end(), [&](const LockInHand& lock) {
        return lock.name == waiter.operand;
      });
      if (wanted != others.end()) {
        fmt::format_to(out_, "      holding {}, for which {} waits\n",
                       printable(lock_text(*wanted)), printable(waiter.thread));
        print_source(own_place(wanted->taken, wanted->stack));
        others.erase(wanted);
      }
      if (!others.empty())
        fmt::format_to(out_, "      also holding {}\n", printable(lock_list(others)));
    }
  }

  // What has a name only is in the heading already; and where freed memory came from is told with
  // the free.
  void print_objects() {
    if (finding_.kind == BugKind::deadlock) return;  // its locks are told with the cycle
    for (const ReportedObject& object : finding_.objects) {
      if (object.size == 0 || (object.allocated && !finding_.related.empty() &&
                               finding_.related[0].event == object.allocated->event))
        continue;
      const bool is_part = (object.address + object.name).find('+') != std::string::npos;
      fmt::format_to(out_, "  {}{} is {}{} of {}", printable(object.name),
                     object.address.empty() ? "" : fmt::format(" ({})", object.address),
                     object.allocated ? "in "
                     : is_part        ? "in a "
                                      : "a ",
                     object.what, counted(object.size, "byte"));
      if (!object.allocated) {
        fmt::format_to(out_, "\n");
        continue;
      }
      fmt::format_to(out_, ", allocated by {} {}\n", printable(object.allocated->thread),
                     where(*object.allocated));
      print_source(own_place(object.allocated->place, object.allocated->stack));
      print_stack(object.allocated->stack);
    }
  }

  void print_threads() {
    for (const std::string& name : finding_.story.threads) {
      const ReportedThread* thread = report_.thread(finding_, name);
      if (!thread || thread->created_by.empty()) continue;
      fmt::format_to(out_, "  {} was created by {} {}\n", printable(name),
                     printable(thread->created_by),
                     style_.bold(at_place_text(thread->created_at, thread->stack)));
      print_stack(without_library(thread->stack));
    }
  }

  void print_witness() {
    const Story& story = finding_.story;
    if (finding_.replay && finding_.replay->outcome == Replay::Outcome::recorded) return;
    fmt::format_to(out_,
                   "  found by {}; the checker accepted this witness under the model {} ({}):\n",
                   printable(finding_.engine), printable(finding_.model),
                   story.events == 0 ? "both can come first"
                                     : fmt::format("{}, {}", counted(story.events, "event"),
                                                   counted(story.segments, "segment")));
    for (const std::string& line : story_lines(story, style_))
      fmt::format_to(out_, "    {}\n", line);
  }

  void print_replay() {
    if (!finding_.replay) return;
    const Replay& replay = *finding_.replay;
    switch (replay.outcome) {
      case Replay::Outcome::not_tried:
        if (!replay.note.empty()) fmt::format_to(out_, "  not replayed on the program");
        break;
      case Replay::Outcome::recorded:
        fmt::format_to(out_, "  it happened in {}",
                       replay.attempts > 0      ? "a replay in which the signal came there"
                       : finding_.is_of_trial() ? "another run"
                                                : "the recorded run");
        break;
      case Replay::Outcome::confirmed:
        fmt::format_to(out_, "  replayed on the program: it happened");
        break;
      case Replay::Outcome::diverged:
      case Replay::Outcome::not_reached:
      case Replay::Outcome::refuted:
        fmt::format_to(
            out_, "  replayed on the program: {} after {}",
            replay.outcome == Replay::Outcome::diverged ? "it went another way" : "not reached",
            counted(replay.attempts, "attempt"));
        break;
    }
    if (replay.outcome != Replay::Outcome::not_tried || !replay.note.empty()) {
      if (!replay.note.empty()) fmt::format_to(out_, ": {}", printable(replay.note));
      fmt::format_to(out_, "\n");
    }
    if (!replay.effect.empty()) {
      fmt::format_to(out_, "  effect: {}", style_.red(printable(replay.effect)));
      if (replay.exit_status) fmt::format_to(out_, " (exit status {})", *replay.exit_status);
      fmt::format_to(out_, "\n");
    }
    if (!replay.command.empty())
      fmt::format_to(out_, "  {}: {}\n", purpose(replay.outcome),
                     style_.bold(printable(replay.command)));
  }

  const Report& report_;
  const ReportedFinding& finding_;
  TextStyle style_;
  std::string text_;
  Out out_;
};

}  // namespace

std::string finding_text(const Report& report, const ReportedFinding& finding, TextStyle style) {
  return Paragraph(report, finding, style).print();
}

}  // namespace foreweave
