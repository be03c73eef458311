#include "report/finding_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/event_text.h"
#include "report/witness_view.h"

namespace foreweave {

namespace {

using Out = std::back_insert_iterator<std::string>;

// "m in shared mode (since prog.c:10 in f)".
std::string lock_text(const Trace& trace, EventId acquired) {
  return fmt::format("{}{} (since {})", printable(trace.operand_name(acquired)),
                     is_shared_mode(trace.kind(acquired)) ? " in shared mode" : "",
                     place_text(trace, acquired));
}

std::string lock_list(const Trace& trace, const std::vector<HeldLock>& held) {
  if (held.empty()) return "no lock";
  std::vector<std::string> locks;
  for (const HeldLock& h : held) locks.push_back(lock_text(trace, h.acquired));
  return fmt::format("{}", fmt::join(locks, ", "));
}

// "local: read of x"; but "free of p" and not "free: free of p".
std::string role_and_access(const FindingSite& site) {
  if (site.role.empty()) return site.access;
  const std::string_view last_word = std::string_view(site.role).substr(site.role.rfind(' ') + 1);
  if (site.access.starts_with(last_word) && site.access.substr(last_word.size()).starts_with(" "))
    return site.role + site.access.substr(last_word.size());
  return fmt::format("{}: {}", site.role, site.access);
}

std::string where(const Trace& trace, EventId e) {
  return fmt::format("at {}, event {}", place_text(trace, e), e.value);
}

void print_sites(Out out, const Trace& trace, const Claim& claim,
                 std::span<const std::vector<HeldLock>> held) {
  const std::vector<FindingSite> sites = finding_sites(trace, events_in_roles(trace, claim));
  for (size_t i = 0; i < sites.size(); ++i) {
    fmt::format_to(out, "  {} by {} {}\n", role_and_access(sites[i]), printable(sites[i].thread),
                   where(trace, sites[i].event));
    fmt::format_to(out, "      holding {}\n", lock_list(trace, held[i]));
  }
  for (const FindingSite& site : finding_sites(trace, events_around(trace, claim)))
    fmt::format_to(out, "  allocated by {} {}\n", printable(site.thread), where(trace, site.event));
}

// Along the cycle: each thread, what it waits for, and what it holds that another one waits for.
void print_cycle(Out out, const Trace& trace, const Claim& claim,
                 std::span<const std::vector<HeldLock>> held) {
  const std::vector<FindingSite> sites = finding_sites(trace, events_in_roles(trace, claim));
  for (size_t i = 0; i < sites.size(); ++i) {
    const FindingSite& waiter = sites[(i + sites.size() - 1) % sites.size()];
    fmt::format_to(out, "  {} waits for {}{} {}\n", printable(sites[i].thread),
                   printable(trace.operand_name(sites[i].event)),
                   is_shared_mode(trace.kind(sites[i].event)) ? " in shared mode" : "",
                   where(trace, sites[i].event));
    std::vector<HeldLock> others = held[i];
    const auto wanted = std::find_if(others.begin(), others.end(), [&](const HeldLock& h) {
      return h.lock == trace.lock(waiter.event);
    });
    if (wanted != others.end()) {
      fmt::format_to(out, "      holding {}, for which {} waits\n",
                     lock_text(trace, wanted->acquired), printable(waiter.thread));
      others.erase(wanted);
    }
    if (!others.empty()) fmt::format_to(out, "      also holding {}\n", lock_list(trace, others));
  }
}

void print_witness(Out out, const Trace& trace, const Finding& finding) {
  const WitnessView view = view_witness(trace, finding.proved());
  fmt::format_to(out, "  found by {}; the checker accepted this witness under the model {} ({}):\n",
                 finding.engine(), name(finding.proved().model()),
                 view.events == 0 ? "both can come first"
                                  : fmt::format("{}, {}", counted(view.events, "event"),
                                                counted(view.segments, "segment")));
  for (const std::string& line : view.lines) fmt::format_to(out, "    {}\n", line);
}

}  // namespace

std::string bug_text(const Trace& trace, const Claim& claim,
                     std::span<const std::vector<HeldLock>> held) {
  std::string text;
  const Out out(text);
  if (const std::string sentence = what_goes_wrong(trace, claim); !sentence.empty())
    fmt::format_to(out, "  {}\n", sentence);
  if (claim.kind == BugKind::deadlock)
    print_cycle(out, trace, claim, held);
  else
    print_sites(out, trace, claim, held);
  return text;
}

std::string finding_text(const Trace& trace, const Finding& finding,
                         std::span<const std::vector<HeldLock>> held, TextStyle style) {
  const Claim& claim = finding.proved().claim();
  const std::string heading = fmt::format("{}: predicted {} {}", finding.id(),
                                          title(finding.kind()), subject(trace, claim));
  std::string text = style.colours ? fmt::format("\x1b[1;31m{}\x1b[0m\n", heading) : heading + "\n";
  text += bug_text(trace, claim, held);
  print_witness(Out(text), trace, finding);
  return text + "\n";
}

}  // namespace foreweave
