#include "report/finding.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/event_text.h"

namespace foreweave {

namespace {

// FNV-1a, folded to 32 bits: an id needs to be the same on every machine, which std::hash is not.
uint32_t fold(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

FindingSite finding_site(const Trace& trace, EventId e) {
  const Site& site = trace.site_info(trace.site(e));
  return {.event = e,
          .file = std::string(trace.text(site.file)),
          .line = site.line,
          .function = std::string(trace.text(site.function)),
          .thread = std::string(trace.thread_name(trace.thread(e))),
          .access = access_text(trace, e)};
}

std::vector<EventId> events_of(const Claim& claim) {
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
  return fmt::format("{}:{}:{}:{}", file, site.line, site.column, trace.text(site.function));
}

std::string bug_key(const Trace& trace, const Claim& claim) {
  std::vector<std::string> sites;
  for (const EventId e : events_of(claim)) sites.push_back(place_key(trace, trace.site(e)));
  std::sort(sites.begin(), sites.end());
  return fmt::format("{}\n{}", name(claim.kind), fmt::join(sites, "\n"));
}

Finding::Finding(const Trace& trace, Proved proved, std::string_view engine)
    : engine_(engine), proved_(std::move(proved)) {
  const Claim& claim = proved_.claim();
  id_ = fmt::format("{}-{:08x}", name(claim.kind), fold(bug_key(trace, claim)));
  for (const EventId e : events_of(claim)) sites_.push_back(finding_site(trace, e));
}

}  // namespace foreweave
