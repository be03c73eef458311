#include "report/findings/bug_identity.h"

#include <fmt/format.h>

namespace foreweave {

std::vector<EventId> sorted_events(const Claim& claim) {
  std::vector<EventId> events(claim.happen);
  events.insert(events.end(), claim.pending.begin(), claim.pending.end());
  std::sort(events.begin(), events.end());
  return events;
}

std::string place_key(const Trace& trace, SiteId id) {
  const Site& site = trace.site_info(id);
  // An STD trace names itself as the file of its sites. That name is where it lies today, which is
  // no part of the bug.
  std::string_view file = trace.text(site.file);
  if (file == trace.source().file()) file = {};
  // Nor is the folder that the sources were compiled in: a baseline of another checkout fits. That
  // two files of one name have the same function at the same line and column does not happen.
  file = file.substr(file.rfind('/') + 1);
  return fmt::format("{}:{}:{}:{}", file, site.line, site.column, trace.text(site.function));
}

std::string bug_key(const Trace& trace, const Claim& claim) {
  std::vector<std::string> places;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) places.push_back(place_key(trace, trace.site(e)));
  make_canonical(claim.kind, places);
  return fmt::format("{}\n{}", name(claim.kind), fmt::join(places, "\n"));
}

}  // namespace foreweave
