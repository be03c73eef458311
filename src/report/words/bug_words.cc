#include "report/words/bug_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "events/lives.h"
#include "events/recorded_run/value_flows.h"
#include "report/words/event_text.h"
#include "report/words/memory_order_words.h"

namespace foreweave {

namespace {

struct KindWords {
  std::string_view one, many;
};

// In the order of BugKind.
constexpr KindWords kWords[] = {
    {"data race", "data races"},
    {"deadlock", "deadlocks"},
    {"atomicity violation", "atomicity violations"},
    {"use after free", "uses after free"},
    {"double free", "double frees"},
    {"null dereference", "null dereferences"},
    {"order violation", "order violations"},
    {"hang", "hangs"},
    {"misuse", "misuses"},
    {"failure", "failures"},
};
static_assert(std::size(kWords) == static_cast<size_t>(BugKind::failure) + 1);

std::string role(const Trace& trace, const Claim& claim, const std::vector<EventId>& events,
                 size_t i) {
  const bool last = i + 1 == events.size();
  switch (claim.kind) {
    case BugKind::race:
      return "";
    case BugKind::deadlock:
      return "waits for";
    case BugKind::atomicity:
      return trace.thread(events[i]) == trace.thread(events[0]) ? "local" : "remote";
    case BugKind::use_after_free:
      return last ? "use" : "free";
    case BugKind::double_free:
      return last ? "second free" : "first free";
    case BugKind::null:
      return last ? "dereference" : i == 0 ? "null write" : "read";
    case BugKind::order:
      return fmt::format("step {}", i + 1);
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;  // no claims
  }
  return "";
}

// The acquire by which the thread of `e` holds `lock` when e is next. Looks back over the thread's
// events, which is as far as the section is long.
EventId acquire_of(const Trace& trace, EventId e, LockId lock) {
  const ThreadEvents own = trace.events_of(trace.thread(e));
  for (uint32_t i = own.index_from(e); i-- > 0;) {
    const EventId before = own[i];
    if (!acquires_lock(trace.kind(before)) || trace.lock(before) != lock) continue;
    const EventId release = trace.partner(before);
    if (!release.exists() || release > e) return before;
  }
  return EventId::none();
}

// "x", "x and y": what the events touch, each once.
std::string operands(const Trace& trace, const std::vector<BugEvent>& events) {
  std::vector<std::string> names;
  for (const BugEvent& event : events) {
    std::string operand = printable(operand_text(trace, event.event));
    if (!operand.empty() && std::find(names.begin(), names.end(), operand) == names.end())
      names.push_back(std::move(operand));
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

std::string thread_of(const Trace& trace, EventId e) {
  return printable(trace.thread_name(trace.thread(e)));
}

// "T1 and T2", "T1, T2 and T3".
std::string threads(const Trace& trace, const std::vector<BugEvent>& events) {
  std::string list;
  for (size_t i = 0; i < events.size(); ++i) {
    if (i > 0) list += i + 1 == events.size() ? " and " : ", ";
    list += thread_of(trace, events[i].event);
  }
  return list;
}

// An atomicity violation as the letters of its accesses in the order in which they happen: R or W
// for one of the local thread, r or w for one of a remote thread; U or w for an update, which of
// its own thread loses nothing.
std::string access_letters(const Trace& trace, const Claim& claim) {
  std::string letters;
  for (const EventId e : claim.happen) {
    const bool local = trace.thread(e) == trace.thread(claim.happen[0]);
    const bool updates = local && writes(trace.kind(e)) && reads(trace.kind(e));
    letters += updates ? 'U' : writes(trace.kind(e)) ? (local ? 'W' : 'w') : (local ? 'R' : 'r');
  }
  return letters;
}

// `flows`: what is written last was computed from what was read first.
std::string what_goes_wrong_with_one_variable(const std::string& letters, bool flows,
                                              const std::string& x, const std::string& local,
                                              const std::string& remote) {
  if (letters == "RwR") return fmt::format("{} can see two different values of {}", local, x);
  if (letters == "WwR")
    return fmt::format("{} can read another value of {} than it has just written", local, x);
  if (letters == "WrW")
    return fmt::format("{} can see a temporary value of {}, between two writes of {}", remote, x,
                       local);
  if (letters == "RwW" && flows)
    return fmt::format(
        "the write of {} can be lost: {} overwrites {} with what it computed from an older value",
        remote, local, x);
  if (letters == "RwW")
    return fmt::format("{} can write {} after it saw a value that {} has changed since", local, x,
                       remote);
  if (letters == "WwW")
    return fmt::format("{} can overwrite what {} wrote to {} between its own two writes", local,
                       remote, x);
  if (letters == "RwU")
    return fmt::format("{} can find another value in its update of {} than it has just read", local,
                       x);
  return "";
}

std::string what_goes_wrong_with_two_variables(std::string letters, const std::string& both,
                                               const std::string& local,
                                               const std::string& remote) {
  std::replace(letters.begin(), letters.end(), 'U', 'W');
  std::sort(letters.begin(), letters.end());
  if (letters == "WWww")
    return fmt::format("{} can be left with values of different threads", both);
  if (letters == "WWrr")
    return fmt::format("{} can see {} while {} has changed only one of them", remote, both, local);
  if (letters == "RRww")
    return fmt::format("{} can see one of {} before and the other after {} changed them", local,
                       both, remote);
  return "";
}

std::string what_goes_wrong_with_atomicity(const Trace& trace, const Claim& claim) {
  const auto is_remote = [&](EventId e) {
    return trace.thread(e) != trace.thread(claim.happen[0]);
  };
  const auto other = std::find_if(claim.happen.begin(), claim.happen.end(), is_remote);
  if (other == claim.happen.end()) return "";
  const std::string local = thread_of(trace, claim.happen[0]), remote = thread_of(trace, *other);
  const std::string what = operands(trace, events_in_roles(trace, claim));
  const std::string letters = access_letters(trace, claim);
  const bool flows =
      ValueFlows(trace).lead_to_change(trace, claim.happen.front(), claim.happen.back());
  std::string sentence = what_goes_wrong_with_one_variable(letters, flows, what, local, remote);
  if (sentence.empty()) sentence = what_goes_wrong_with_two_variables(letters, what, local, remote);
  if (sentence.empty())
    sentence =
        fmt::format("{} can come between accesses of {} that belong together", remote, local);
  return sentence;
}

}  // namespace

std::string_view title(BugKind kind, uint64_t n) {
  const KindWords& words = kWords[static_cast<size_t>(kind)];
  return n == 1 ? words.one : words.many;
}

std::vector<BugEvent> events_in_roles(const Trace& trace, const Claim& claim) {
  std::vector<EventId> events(claim.happen);
  events.insert(events.end(), claim.pending.begin(), claim.pending.end());
  if (claim.kind == BugKind::race) std::sort(events.begin(), events.end());
  if (claim.kind == BugKind::deadlock)
    std::rotate(events.begin(), std::min_element(events.begin(), events.end()), events.end());
  std::vector<BugEvent> told;
  for (size_t i = 0; i < events.size(); ++i)
    told.push_back({events[i], role(trace, claim, events, i)});
  return told;
}

std::vector<BugEvent> events_around(const Trace& trace, const Claim& claim) {
  std::vector<BugEvent> around;
  const auto add = [&](EventId e, const char* role) {
    if (e.exists()) around.push_back({e, role});
  };
  const std::vector<BugEvent> events = events_in_roles(trace, claim);
  if (claim.kind == BugKind::deadlock) {
    for (size_t i = 0; i < events.size(); ++i) {
      const EventId waiter = events[(i + events.size() - 1) % events.size()].event;
      add(acquire_of(trace, events[i].event, trace.lock(waiter)), "holds");
    }
  }
  if (claim.kind == BugKind::use_after_free || claim.kind == BugKind::double_free) {
    const ObjectId object = trace.object(events.front().event);
    if (!is_stack(trace, object)) add(trace.objects()[object.index()].allocated, "allocation");
  }
  return around;
}

std::string subject(const Trace& trace, const Claim& claim) {
  const std::vector<BugEvent> events = events_in_roles(trace, claim);
  switch (claim.kind) {
    case BugKind::deadlock:
      return "of " + threads(trace, events);
    case BugKind::use_after_free:
    case BugKind::double_free:
      return "of " + operands(trace, {events.front()});
    case BugKind::null:
      return "through " + operands(trace, {events.front()});
    case BugKind::race:
    case BugKind::atomicity:
    case BugKind::order:
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;
  }
  const std::string touched = operands(trace, events);
  return touched.empty() ? "of " + threads(trace, events) : "on " + touched;
}

std::string what_goes_wrong(const Trace& trace, const Claim& claim) {
  if (claim.kind == BugKind::atomicity) return what_goes_wrong_with_atomicity(trace, claim);
  return claim.is_by_memory_order() ? why_nothing_orders(trace, claim) : "";
}

}  // namespace foreweave
