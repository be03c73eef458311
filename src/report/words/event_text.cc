#include "report/words/event_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/columns/things.h"
#include "events/lives.h"

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

uint64_t address_of(const Trace& trace, EventId access) {
  const Location& location = trace.location_of(access);
  return trace.objects()[location.object.index()].address + location.offset;
}

bool is_of_thing(const Trace& trace, EventId e) {
  return is_access(trace.kind(e)) && trace.is_of_thing(e) && trace.location_of(e).size == 1;
}

// What lies where such an access is, if it lies in memory. Other than what synchronises, that is a
// stream of libc.
std::string_view thing_at(const Trace& trace, uint64_t address) {
  constexpr struct {
    Operand operand;
    std::string_view words;
  } kKinds[] = {{Operand::lock, "lock"},
                {Operand::condition, "condition"},
                {Operand::semaphore, "semaphore"},
                {Operand::barrier, "barrier"}};
  for (const auto& kind : kKinds)
    for (const SyncObject& object : trace.sync_objects(kind.operand))
      if (object.address == address) return kind.words;
  return "stream";
}

// What is recorded of such things are accesses; what they stand for has better names.
std::string_view thing_words(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  const uint64_t address = address_of(trace, e);
  if (!writes(kind)) return "use";
  switch (thing_address(address)) {
    case ThingAddress::state:
      return "change";
    case ThingAddress::descriptor:
      return reads(kind) ? "replacement" : "close";
    case ThingAddress::none:
      break;
  }
  return thing_at(trace, address) == "stream" ? "change" : "initialisation or destruction";
}

std::string words_of(const Trace& trace, EventId e) {
  return is_of_thing(trace, e) ? std::string(thing_words(trace, e)) : kind_words(trace.kind(e));
}

}  // namespace

std::string operand_text(const Trace& trace, EventId e) {
  if (operand_of(trace.kind(e)) == Operand::object && is_stack(trace, trace.object(e)))
    return fmt::format("the stack of {}", trace.thread_name(trace.thread(e)));
  const std::string name = trace.operand_name(e);
  if (!is_of_thing(trace, e) || thing_address(address_of(trace, e)) != ThingAddress::none)
    return name;
  const std::string_view what = thing_at(trace, address_of(trace, e));
  return fmt::format("the {} {}", what, name);
}

std::string access_text(const Trace& trace, EventId e) {
  const std::string operand = operand_text(trace, e);
  const std::string words = words_of(trace, e);
  return printable(operand.empty() ? words : fmt::format("{} of {}", words, operand));
}

std::string step_text(const Trace& trace, EventId e) {
  const std::string operand = operand_text(trace, e);
  const std::string words = words_of(trace, e);
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
