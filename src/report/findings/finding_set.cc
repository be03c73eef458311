#include "report/findings/finding_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "report/findings/bug_identity.h"

namespace foreweave {

namespace {

// In the order of every report. `claim_of` gives a bug's claim.
template <class Bug, class ClaimOf>
std::vector<Bug> by_position(std::vector<Bug> bugs, ClaimOf claim_of) {
  using Position = std::tuple<std::vector<EventId>, BugKind, size_t>;
  std::vector<Position> order;
  for (const Bug& bug : bugs) {
    const Claim& claim = claim_of(bug);
    order.emplace_back(sorted_events(claim), claim.kind, order.size());
  }
  std::sort(order.begin(), order.end());
  std::vector<Bug> sorted;
  sorted.reserve(bugs.size());
  for (const Position& position : order) sorted.push_back(std::move(bugs[std::get<2>(position)]));
  return sorted;
}

}  // namespace

uint32_t FindingSet::place(SiteId site) {
  place_of_site_.resize(trace_.sites().size(), UINT32_MAX);
  uint32_t& number = place_of_site_[site.index()];
  if (number == UINT32_MAX)
    number = places_.try_emplace(place_key(trace_, site), static_cast<uint32_t>(places_.size()))
                 .first->second;
  return number;
}

FindingSet::Key FindingSet::key(const Claim& claim) {
  Key key;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) key.push_back(place(trace_.site(e)));
  make_canonical(claim.kind, key);
  key.insert(key.begin(), static_cast<uint32_t>(claim.kind));
  return key;
}

bool FindingSet::has_told_of_places(const Claim& claim) {
  const Key bug = key(claim);
  return std::all_of(bug.begin() + 1, bug.end(),
                     [&](uint32_t place) { return told_.contains({claim.kind, place}); });
}

void FindingSet::add(Proved proved, std::string_view engine) {
  Key bug = key(proved.claim());
  undecided_.erase(bug);
  for (size_t i = 1; i < bug.size(); ++i) told_.emplace(proved.claim().kind, bug[i]);
  if (!proved_.insert(std::move(bug)).second) return;
  Finding& finding = findings_.emplace_back(trace_, std::move(proved), engine);
  // Two bugs with one id would be a trap for whoever asks for a bug by its id.
  const std::string id = finding.id_;
  for (int n = 2; !ids_.insert(finding.id_).second; ++n) finding.id_ = fmt::format("{}-{}", id, n);
}

void FindingSet::add_undecided(const Claim& claim, std::string_view engine, UndecidedBug::Why why) {
  Key bug = key(claim);
  if (proved_.contains(bug)) return;
  const auto [entry, is_new] = undecided_.try_emplace(std::move(bug));
  UndecidedBug& known = entry->second;
  // An engine that says more than "possible" is the better source.
  const bool says_more =
      known.why == UndecidedBug::Why::possible && why != UndecidedBug::Why::possible;
  if (is_new || says_more) known = {engine, why, claim};
}

std::vector<Finding> FindingSet::take_findings() {
  return by_position(std::move(findings_),
                     [](const Finding& f) -> const Claim& { return f.proved().claim(); });
}

std::vector<UndecidedBug> FindingSet::take_undecided() {
  std::vector<UndecidedBug> bugs;
  for (auto& [key, bug] : undecided_) bugs.push_back(std::move(bug));
  return by_position(std::move(bugs),
                     [](const UndecidedBug& b) -> const Claim& { return b.claim; });
}

}  // namespace foreweave
