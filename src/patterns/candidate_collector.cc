#include "patterns/candidate_collector.h"

#include <algorithm>
#include <set>
#include <string>

#include "patterns/places.h"

namespace foreweave {

namespace {
// More instances are not looked at: among the first ones there are close ones, or there are none.
constexpr uint64_t kEnough = 1024;
constexpr uint32_t kCut = UINT32_MAX;  // a class beyond the limit
}  // namespace

uint32_t CandidateCollector::class_of(std::span<const SiteId> key) {
  const std::string_view bytes(reinterpret_cast<const char*>(key.data()), key.size_bytes());
  if (const auto it = numbers_.find(bytes); it != numbers_.end()) return it->second;
  uint32_t number = kCut;
  if (classes_.size() < options_.classes_per_kind) {
    number = static_cast<uint32_t>(classes_.size());
    classes_.emplace_back().key.assign(key.begin(), key.end());
  } else {
    ++cut_;
  }
  numbers_.emplace(bytes, number);
  return number;
}

bool CandidateCollector::offer(std::span<const EventId> events) {
  scratch_.clear();
  for (const EventId e : events) scratch_.push_back(trace_.site(e));
  return offer(scratch_, events);
}

bool CandidateCollector::offer(std::span<const SiteId> key, std::span<const EventId> events) {
  if (options_.with_unseen && rests_on_unseen(trace_, events)) return false;
  const uint32_t number = class_of(key);
  if (number == kCut) return true;
  Class& c = classes_[number];
  ++c.instances;
  keep(c, events);
  return c.instances >= kEnough && c.closest.size() == options_.claims_per_class &&
         c.instances > c.closest.size();  // or the class would look complete
}

void CandidateCollector::forgive(std::span<const SiteId> key) {
  if (!options_.forgive) return;
  if (const uint32_t number = class_of(key); number != kCut) classes_[number].forgiven = true;
}

void CandidateCollector::forgive(std::span<const EventId> events) {
  scratch_.clear();
  for (const EventId e : events) scratch_.push_back(trace_.site(e));
  forgive(scratch_);
}

// With all that is at the same places.
void CandidateCollector::drop_forgiven() {
  const Places places(trace_);
  const auto places_of = [&](const Class& c) {
    std::vector<uint32_t> out;
    for (const SiteId site : c.key) out.push_back(places.of(site));
    return out;
  };
  std::set<std::vector<uint32_t>> forgiven;
  for (const Class& c : classes_)
    if (c.forgiven) forgiven.insert(places_of(c));
  std::erase_if(classes_, [&](const Class& c) {
    if (c.closest.empty()) return true;
    const bool drop = !forgiven.empty() && forgiven.contains(places_of(c));
    forgiven_ += drop;
    return drop;
  });
}

void CandidateCollector::keep(Class& c, std::span<const EventId> events) {
  const auto [first, last] = std::minmax_element(events.begin(), events.end());
  const uint32_t span = last->value - first->value;
  const bool full = c.closest.size() == std::max(options_.claims_per_class, 1u);
  if (full && c.closest.back().span < span) return;
  Instance instance{span, {events.begin(), events.end()}};
  const auto at = std::lower_bound(c.closest.begin(), c.closest.end(), instance);
  if (at != c.closest.end() && *at == instance) {
    --c.instances;  // met twice, on another byte
    return;
  }
  c.closest.insert(at, std::move(instance));
  if (full) c.closest.pop_back();
}

Claim CandidateCollector::claim_of(const Instance& instance) const {
  Claim claim{kind_, {}, {}};
  const size_t happening = std::min(happening_, instance.events.size());
  const auto middle = instance.events.begin() + static_cast<ptrdiff_t>(happening);
  claim.happen.assign(instance.events.begin(), middle);
  claim.pending.assign(middle, instance.events.end());
  return claim;
}

Candidates CandidateCollector::finish() && {
  drop_forgiven();
  std::sort(classes_.begin(), classes_.end(), [](const Class& a, const Class& b) {
    return a.closest.front().events < b.closest.front().events;
  });
  Candidates out;
  out.classes_cut = cut_;
  out.classes_forgiven = forgiven_;
  out.classes.reserve(classes_.size());
  for (const Class& c : classes_) {
    ClaimClass& bug = out.classes.emplace_back();
    bug.kind = kind_;
    bug.instances = c.instances;
    for (const EventId e : c.closest.front().events) bug.sites.push_back(trace_.site(e));
    for (const Instance& instance : c.closest) bug.claims.push_back(claim_of(instance));
  }
  return out;
}

}  // namespace foreweave
