#include "report/finding_set.h"

#include <fmt/format.h>

#include <algorithm>

namespace foreweave {

uint32_t FindingSet::place(SiteId site) {
  place_of_site_.resize(trace_.sites().size(), UINT32_MAX);
  uint32_t& number = place_of_site_[site.index()];
  if (number == UINT32_MAX)
    number = places_.try_emplace(place_key(trace_, site), static_cast<uint32_t>(places_.size()))
                 .first->second;
  return number;
}

FindingSet::Key FindingSet::key(const Claim& claim) {
  Key key = {static_cast<uint32_t>(claim.kind)};
  for (const EventId e : events_of(claim)) key.push_back(place(trace_.site(e)));
  std::sort(key.begin() + 1, key.end());
  return key;
}

void FindingSet::add(Proved proved, std::string_view engine) {
  Key bug = key(proved.claim());
  undecided_.erase(bug);
  if (!proved_.insert(std::move(bug)).second) return;
  Finding& finding = findings_.emplace_back(trace_, std::move(proved), engine);
  // Two bugs with one id would be a trap for whoever asks for a bug by its id.
  const std::string id = finding.id_;
  for (int n = 2; !ids_.insert(finding.id_).second; ++n) finding.id_ = fmt::format("{}-{}", id, n);
}

void FindingSet::add_undecided(const Claim& claim, std::string_view engine,
                               UndecidedPair::Why why) {
  Key bug = key(claim);
  if (proved_.contains(bug)) return;
  const auto [entry, is_new] = undecided_.try_emplace(std::move(bug));
  UndecidedPair& pair = entry->second;
  // An engine that says more than "possible" is the better source.
  const bool says_more =
      pair.why == UndecidedPair::Why::possible && why == UndecidedPair::Why::no_witness;
  if (is_new || says_more) pair = {engine, why, events_of(claim)};
}

std::vector<Finding> FindingSet::take_findings() {
  const auto by_event = [](const FindingSite& x, const FindingSite& y) {
    return x.event < y.event;
  };
  std::stable_sort(findings_.begin(), findings_.end(), [&](const Finding& a, const Finding& b) {
    return std::lexicographical_compare(a.sites().begin(), a.sites().end(), b.sites().begin(),
                                        b.sites().end(), by_event);
  });
  return std::move(findings_);
}

std::vector<UndecidedPair> FindingSet::take_undecided() {
  std::vector<UndecidedPair> pairs;
  for (auto& [key, pair] : undecided_) pairs.push_back(std::move(pair));
  std::sort(pairs.begin(), pairs.end(),
            [](const UndecidedPair& a, const UndecidedPair& b) { return a.events < b.events; });
  return pairs;
}

}  // namespace foreweave
