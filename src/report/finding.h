// A finding: a bug we stand behind. It can only be made from a Proved, and only prove/check makes
// those, so nothing without an accepted witness can reach a report.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "events/claim.h"
#include "events/trace.h"
#include "prove/check/check.h"
#include "report/bug_words.h"

namespace foreweave {

// One of the events of a bug, and where it stands in the program.
struct FindingSite {
  EventId event;
  std::string file;
  uint32_t line = 0;
  std::string function;
  std::string thread;
  std::string access;  // "write of x"
  std::string role;    // see events_in_roles; empty for a race
};

std::vector<FindingSite> finding_sites(const Trace& trace, const std::vector<BugEvent>& events);

class Finding {
 public:
  Finding(const Trace& trace, Proved proved, std::string_view engine);

  // "race-1a2b3c4d", made from bug_key(): the same bug has the same id in every run.
  const std::string& id() const { return id_; }
  BugKind kind() const { return proved_.claim().kind; }
  std::string_view engine() const { return engine_; }  // the first that proved it
  const Proved& proved() const { return proved_; }
  // Of the claim's events, in the order of events_in_roles.
  std::span<const FindingSite> sites() const { return sites_; }
  // Of events_around: no part of what was proved.
  std::span<const FindingSite> related() const { return related_; }

 private:
  friend class FindingSet;  // tells apart ids that collide

  std::string id_;
  std::string engine_;
  Proved proved_;
  std::vector<FindingSite> sites_, related_;
};

}  // namespace foreweave
