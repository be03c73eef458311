#include "report/findings/finding.h"

#include <fmt/format.h>

#include "report/findings/bug_identity.h"
#include "report/words/event_text.h"

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

std::string_view name(FindingStatus status) {
  return status == FindingStatus::confirmed ? "confirmed" : "predicted";
}

std::string_view name(Replay::Outcome outcome) {
  switch (outcome) {
    case Replay::Outcome::not_tried:
      return "not-tried";
    case Replay::Outcome::recorded:
      return "recorded";
    case Replay::Outcome::confirmed:
      return "confirmed";
    case Replay::Outcome::diverged:
      return "diverged";
    case Replay::Outcome::not_reached:
      return "not-reached";
    case Replay::Outcome::refuted:
      return "refuted";
  }
  return "";
}

std::string_view purpose(Replay::Outcome outcome) {
  switch (outcome) {
    case Replay::Outcome::recorded:
    case Replay::Outcome::confirmed:
      return "to see it happen";
    case Replay::Outcome::not_tried:
      return "to replay it";
    case Replay::Outcome::diverged:
    case Replay::Outcome::not_reached:
    case Replay::Outcome::refuted:
      break;
  }
  return "to try it again";
}

std::vector<FindingSite> finding_sites(const Trace& trace, const std::vector<BugEvent>& events) {
  std::vector<FindingSite> sites;
  for (const auto& [e, role] : events) {
    const Site& site = trace.site_info(trace.site(e));
    sites.push_back({.event = e,
                     .file = std::string(trace.text(site.file)),
                     .line = site.line,
                     .function = std::string(trace.text(site.function)),
                     .thread = std::string(trace.thread_name(trace.thread(e))),
                     .access = access_text(trace, e),
                     .role = role});
  }
  return sites;
}

Finding::Finding(const Trace& trace, Proved proved, std::string_view engine)
    : engine_(engine), proved_(std::move(proved)) {
  const Claim& claim = proved_.claim();
  id_ = fmt::format("{}-{:08x}", name(claim.kind), fold(bug_key(trace, claim)));
  sites_ = finding_sites(trace, events_in_roles(trace, claim));
  related_ = finding_sites(trace, events_around(trace, claim));
}

}  // namespace foreweave
