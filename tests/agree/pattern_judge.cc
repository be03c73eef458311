#include "agree/pattern_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "agree/links.h"
#include "agree/small_claims.h"
#include "patterns/kinds/atomicity.h"
#include "patterns/kinds/deadlock.h"
#include "patterns/kinds/null_dereference.h"
#include "patterns/kinds/order_violation.h"
#include "patterns/kinds/race_candidates.h"
#include "patterns/kinds/use_after_free.h"

namespace foreweave::agree {

namespace {

using Key = std::vector<SiteId>;

std::vector<EventId> events_of(const Claim& claim) {
  std::vector<EventId> events = claim.happen;
  events.insert(events.end(), claim.pending.begin(), claim.pending.end());
  return events;
}

// What identifies a class, told from any of its claims.
Key key_of(const Trace& trace, const Claim& claim) {
  std::vector<EventId> events = events_of(claim);
  if (claim.kind == BugKind::atomicity && events.size() == 4)
    std::sort(events.begin(), events.end(), [&](EventId a, EventId b) {
      return std::pair(trace.thread(a), a) < std::pair(trace.thread(b), b);
    });
  Key key;
  for (const EventId e : events) key.push_back(trace.site(e));
  if (claim.kind == BugKind::race) std::sort(key.begin(), key.end());
  const bool is_crossing = claim.kind == BugKind::atomicity && key.size() == 4;
  if (claim.kind != BugKind::deadlock && !is_crossing) return key;
  Key turned = key;
  for (size_t i = 0; i < key.size(); i += is_crossing ? 2 : 1) {
    key = std::min(key, turned);
    std::rotate(turned.begin(), turned.begin() + (is_crossing ? 2 : 1), turned.end());
  }
  return key;
}

// --- what belongs together ---------------------------------------------------------------------

// The innermost thing that is begun and not ended before e, as the event that began it; `opens` and
// `closes` are a call and return_, or the marks of a region.
std::vector<EventId> open_at(const Trace& trace, EventId e, Kind opens, Kind closes) {
  std::vector<EventId> open;
  for (const EventId f : trace.events_of(trace.thread(e))) {
    if (f >= e) break;
    if (trace.kind(f) == opens) open.push_back(f);
    if (trace.kind(f) == closes && !open.empty()) open.pop_back();
  }
  return open;
}

// The invocation of a, and the regions that are open at it.
std::vector<std::pair<bool, EventId>> units_of(const Trace& trace, EventId a) {
  std::vector<std::pair<bool, EventId>> units;
  const auto frames = open_at(trace, a, Kind::call, Kind::return_);
  units.emplace_back(false, frames.empty() ? EventId::none() : frames.back());
  for (const EventId region : open_at(trace, a, Kind::region_begin, Kind::region_end))
    units.emplace_back(true, region);
  return units;
}

// a and b are of one unit, in which no event between them has what `disturbs` asks for.
template <class Disturbs>
bool belong_together(const Trace& trace, EventId a, EventId b, Disturbs disturbs) {
  const auto of_a = units_of(trace, a), of_b = units_of(trace, b);
  for (const auto& unit : of_a) {
    if (std::find(of_b.begin(), of_b.end(), unit) == of_b.end()) continue;
    bool disturbed = false;
    for (const EventId e : trace.events_of(trace.thread(a))) {
      if (e <= a || e >= b || !is_access(trace.kind(e))) continue;
      const auto of_e = units_of(trace, e);
      disturbed |= std::find(of_e.begin(), of_e.end(), unit) != of_e.end() && disturbs(e);
    }
    if (!disturbed) return true;
  }
  return false;
}

// The thread never came back to a place up to e: then all that it did is one round.
bool never_came_back(const Trace& trace, EventId e) {
  std::set<SiteId> sites;
  for (const EventId f : trace.events_of(trace.thread(e)))
    if (f <= e && is_access(trace.kind(f)) && !sites.insert(trace.site(f)).second) return false;
  return true;
}

bool is_next_interruption(const Trace& trace, EventId a, EventId r, EventId b) {
  for (uint32_t c = 0; c < trace.cell_count(); ++c)
    if (touches(trace, a, c) && touches(trace, r, c) && touches(trace, b, c) &&
        belong_together(trace, a, b, [&](EventId e) {
          return touches(trace, e, c) && (writes(trace.kind(r)) || writes(trace.kind(e)));
        }))
      return true;
  return false;
}

// One of the pairs of a crossing: two accesses by one thread to cells x and y, as near as they
// come.
bool is_near(const Trace& trace, EventId a, EventId b, bool writing) {
  if (a > b) std::swap(a, b);
  return belong_together(trace, a, b, [&](EventId e) {
    return writing ? writes(trace.kind(e)) : reads(trace.kind(e));
  });
}

// Pairs without any other access of their kind between them, to memory that is nowhere divided.
bool is_next_crossing(const Trace& trace, const std::vector<EventId>& e) {
  std::map<ThreadId, std::vector<EventId>> by_thread;
  for (const EventId access : e) {
    if (trace.location_of(access).cell_count != 1) return false;
    by_thread[trace.thread(access)].push_back(access);
  }
  bool near = true;
  for (const auto& [thread, two] : by_thread) {
    const Kind x = trace.kind(two[0]), y = trace.kind(two[1]);
    near &= (!(writes(x) && writes(y)) || is_near(trace, two[0], two[1], true)) &&
            (!(reads(x) && reads(y)) || is_near(trace, two[0], two[1], false));
  }
  return near;
}

bool can_follow(const Trace& trace, EventId later, EventId earlier, BruteForce& brute) {
  return brute.feasible(trace, {Model::sync, nullptr}, Claim::order({later, earlier}));
}

// Whatever reads see, some reordering has the claim's events in another order.
bool can_be_otherwise(const Trace& trace, const Claim& claim, BruteForce& brute) {
  for (size_t i = 0; i + 1 < claim.happen.size(); ++i)
    if (trace.thread(claim.happen[i]) != trace.thread(claim.happen[i + 1]) &&
        can_follow(trace, claim.happen[i + 1], claim.happen[i], brute))
      return true;
  return false;
}

// A crossing in which what the two threads do to one of the variables has one order in every
// reordering, because the one creates or joins the other in between: who begins a step before it
// creates a thread, or ends it when it has joined one, is not interrupted by that.
bool spans_a_life(const Trace& trace, const Claim& claim, BruteForce& brute) {
  const std::vector<EventId>& e = claim.happen;
  for (size_t i = 0; i < e.size() && e.size() == 4; ++i)
    for (size_t j = i + 1; j < e.size(); ++j) {
      bool conflict = false;
      for (uint32_t c = 0; c < trace.cell_count(); ++c)
        conflict |= touches(trace, e[i], c) && touches(trace, e[j], c) &&
                    (writes(trace.kind(e[i])) || writes(trace.kind(e[j])));
      if (conflict && trace.thread(e[i]) != trace.thread(e[j]) &&
          !can_follow(trace, e[j], e[i], brute))
        return true;
    }
  return false;
}

bool has_to_be_found(const Trace& trace, const Claim& claim) {
  const std::vector<EventId>& e = claim.happen;
  if (claim.kind == BugKind::atomicity &&
      !std::all_of(e.begin(), e.end(), [&](EventId x) { return never_came_back(trace, x); }))
    return false;
  if (claim.kind == BugKind::atomicity)
    return e.size() == 3 ? is_next_interruption(trace, e[0], e[1], e[2])
                         : is_next_crossing(trace, e);
  if (claim.kind == BugKind::order) return e[0] > e[1] && trace.thread(e[0]) != trace.thread(e[1]);
  return true;
}

// ------------------------------------------------------------------------------------------------

Candidates find(BugKind kind, const Trace& trace, const PatternOptions& options) {
  switch (kind) {
    case BugKind::race:
      return find_races(trace, options);
    case BugKind::deadlock:
      return find_deadlocks(trace, options);
    case BugKind::atomicity:
      return find_atomicity_violations(trace, options);
    case BugKind::use_after_free:
      return find_uses_after_free(trace, options);
    case BugKind::double_free:
      return find_double_frees(trace, options);
    case BugKind::null:
      return find_null_dereferences(trace, options);
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      break;
    case BugKind::order: {
      std::set<SiteId> sites;
      for (uint32_t e = 0; e < trace.size(); ++e) sites.insert(trace.site(EventId(e)));
      std::vector<SiteSequence> orders;
      for (const SiteId a : sites)
        for (const SiteId b : sites) orders.push_back({{a}, {b}});
      return find_order_violations(trace, options, orders);
    }
  }
  return {};
}

std::string show(const Claim& claim) {
  std::string text(name(claim.kind));
  for (const EventId e : events_of(claim)) text += fmt::format(" {}", e.value);
  return text;
}

}  // namespace

std::optional<std::string> judge_pattern(BugKind kind, Model model, const Draft& draft,
                                         BruteForce& brute, PatternCounts& counts) {
  const Trace trace = draft.build();
  PatternOptions options;
  options.model = model;
  options.forgive = false;
  std::set<Key> put_forward;
  for (const ClaimClass& bug : find(kind, trace, options).classes) {
    if (bug.claims.empty() || bug.instances < bug.claims.size() ||
        bug.sites.size() != events_of(bug.claims[0]).size())
      return fmt::format("a class of {} that makes no sense", name(kind));
    for (const Claim& claim : bug.claims) {
      if (claim.kind != bug.kind || !looks_like_its_kind(trace, claim))
        return fmt::format("{} does not look like its kind", show(claim));
      if (key_of(trace, claim) != key_of(trace, bug.claims[0]))
        return fmt::format("{} is in the class of {}", show(claim), show(bug.claims[0]));
    }
    if (!put_forward.insert(key_of(trace, bug.claims[0])).second)
      return fmt::format("two classes of {}", show(bug.claims[0]));
  }
  const size_t k = static_cast<size_t>(kind);
  std::set<Key> possible;
  for (const Claim& claim : all_claims(trace, kind)) {
    const Key key = key_of(trace, claim);
    if (possible.contains(key) || !has_to_be_found(trace, claim)) continue;
    if (!brute.feasible(trace, {model, nullptr}, claim)) continue;
    if (kind == BugKind::atomicity &&
        (!can_be_otherwise(trace, claim, brute) || spans_a_life(trace, claim, brute)))
      continue;
    ++counts.feasible[k];
    if (!put_forward.contains(key))
      return fmt::format("{} under {} is feasible and was not put forward", show(claim),
                         name(model));
    possible.insert(key);
  }
  counts.classes[k] += put_forward.size();
  counts.possible[k] += possible.size();
  return {};
}

}  // namespace foreweave::agree
