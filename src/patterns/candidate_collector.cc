#include "patterns/candidate_collector.h"

#include <algorithm>
#include <set>
#include <string>

#include "patterns/passes/places.h"

namespace foreweave {

namespace {
// More instances are not looked at: among the first ones there are close ones, or there are none.
constexpr uint64_t kEnough = 1024;
constexpr uint32_t kCut = UINT32_MAX;  // a class beyond the limit
constexpr size_t kMostKept = 1 << 18;  // instances of all classes, as long as each keeps a few
constexpr size_t kFew = 8;
constexpr size_t kMostToldApart = 1 << 21;  // classes, with those beyond the limit
}  // namespace

uint32_t CandidateCollector::class_of(std::span<const SiteId> key, Share* share) {
  const std::string_view bytes(reinterpret_cast<const char*>(key.data()), key.size_bytes());
  if (const auto it = numbers_.find(bytes); it != numbers_.end()) return it->second;
  uint32_t number = kCut;
  if (classes_.size() < options_.classes_per_kind && !(share && share->is_used_up())) {
    if (share) ++share->classes_;
    number = static_cast<uint32_t>(classes_.size());
    classes_.emplace_back().key.assign(key.begin(), key.end());
  } else {
    if (numbers_.size() >= kMostToldApart) return kCut;
    ++cut_;
  }
  numbers_.emplace(bytes, number);
  return number;
}

bool CandidateCollector::offer(std::span<const EventId> events, Share* share) {
  scratch_.clear();
  for (const EventId e : events) scratch_.push_back(trace_.site(e));
  return offer(scratch_, events, share);
}

bool CandidateCollector::offer(std::span<const SiteId> key, std::span<const EventId> events,
                               Share* share) {
  if (options_.with_unseen && rests_on_unseen(trace_, events)) return false;
  const uint32_t number = class_of(key, share);
  if (number == kCut) return true;
  Class& c = classes_[number];
  ++c.instances;
  keep(c, events);
  return c.instances >= kEnough && c.kept() >= most_of_class_ &&
         c.instances > c.kept();  // or the class would look complete
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
  const bool full = c.kept() >= most_of_class_;
  if (full && c.closest[c.closest.size() - c.width] < span) return;
  row_.assign(1, span);
  for (const EventId e : events) row_.push_back(e.value);
  c.width = static_cast<uint32_t>(row_.size());
  size_t low = 0, high = c.kept();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (std::ranges::lexicographical_compare(c.instance(middle), row_))
      low = middle + 1;
    else
      high = middle;
  }
  if (low < c.kept() && std::ranges::equal(c.instance(low), row_)) {
    --c.instances;  // met twice, on another byte
    return;
  }
  if (full && low == c.kept()) return;
  if (full) c.closest.resize(c.closest.size() - c.width);
  c.closest.insert(c.closest.begin() + static_cast<ptrdiff_t>(low * c.width), row_.begin(),
                   row_.end());
  kept_ += !full;
  if (kept_ > kMostKept && most_of_class_ > kFew) keep_fewer();
}

void CandidateCollector::keep_fewer() {
  most_of_class_ = std::max(kFew, most_of_class_ / 2);
  kept_ = 0;
  for (Class& c : classes_) {
    if (c.kept() > most_of_class_) {
      c.closest.resize(most_of_class_ * c.width);
      c.closest.shrink_to_fit();
    }
    kept_ += c.kept();
  }
}

Claim CandidateCollector::claim_of(std::span<const uint32_t> instance) const {
  Claim claim{kind_, {}, {}};
  const size_t happening = std::min(happening_, instance.size() - 1);
  for (size_t i = 1; i < instance.size(); ++i)
    (i <= happening ? claim.happen : claim.pending).push_back(EventId(instance[i]));
  return claim;
}

Candidates CandidateCollector::finish() && {
  drop_forgiven();
  std::sort(classes_.begin(), classes_.end(), [](const Class& a, const Class& b) {
    return std::ranges::lexicographical_compare(a.instance(0).subspan(1), b.instance(0).subspan(1));
  });
  Candidates out;
  out.classes_cut = cut_;
  out.classes_forgiven = forgiven_;
  out.classes.reserve(classes_.size());
  for (const Class& c : classes_) {
    ClaimClass& bug = out.classes.emplace_back();
    bug.kind = kind_;
    bug.instances = c.instances;
    for (const uint32_t e : c.instance(0).subspan(1)) bug.sites.push_back(trace_.site(EventId(e)));
    bug.claims.reserve(c.kept());
    for (size_t i = 0; i < c.kept(); ++i) bug.claims.push_back(claim_of(c.instance(i)));
  }
  return out;
}

}  // namespace foreweave
