#include "agree/checker_agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "agree/brute_force.h"
#include "agree/sequence_judge.h"
#include "agree/small_claims.h"
#include "prove/check/check.h"

namespace foreweave::agree {

namespace {

std::string show(const Claim& claim) {
  std::string text(name(claim.kind));
  for (const EventId e : claim.happen) text += fmt::format(" happen {}", e.value);
  for (const EventId e : claim.pending) text += fmt::format(" pending {}", e.value);
  return text;
}

std::string show(const Reordering& witness) {
  std::string text;
  if (witness.as_recorded() > 0) text += fmt::format(" all<{}", witness.as_recorded());
  for (const Segment& s : witness.parts())
    text += fmt::format(" T{}<{}{}", s.thread.value, s.until, s.with_next ? "+" : "");
  return text;
}

EventId random_event(const Trace& trace, Rng& rng) {
  return EventId(rng.below(static_cast<uint32_t>(trace.size())));
}

// Any events at all in any claim: mostly one that is refused for its looks. An order claim has two
// events; brute force would take fewer.
Claim nonsense_claim(const Trace& trace, Rng& rng) {
  Claim claim{static_cast<BugKind>(rng.below(7)), {}, {}};
  if (claim.kind == BugKind::order)
    claim.happen = {random_event(trace, rng), random_event(trace, rng)};
  for (uint32_t i = rng.below(4); i > 0; --i) claim.happen.push_back(random_event(trace, rng));
  for (uint32_t i = rng.below(3); i > 0; --i) claim.pending.push_back(random_event(trace, rng));
  return claim;
}

// Some claims of each kind that the trace has.
std::vector<Claim> draw_claims(const Trace& trace, size_t most_of_a_kind, Rng& rng) {
  std::vector<Claim> drawn;
  for (const BugKind kind : kAllBugKinds) {
    std::vector<Claim> claims = all_claims(trace, kind);
    for (size_t i = 0; i < most_of_a_kind && i < claims.size(); ++i) {
      std::swap(claims[i], claims[i + rng.below(static_cast<uint32_t>(claims.size() - i))]);
      drawn.push_back(claims[i]);
      if (kind == BugKind::use_after_free)
        drawn.push_back(Claim::race_by_memory_order(claims[i].pending[0], claims[i].happen[0]));
      if (kind != BugKind::race) continue;
      const EventId a = claims[i].pending[0], b = claims[i].pending[1];
      drawn.push_back(Claim::race_by_memory_order(a, b));
      drawn.push_back(Claim::race_by_memory_order(b, a));
    }
  }
  return drawn;
}

Reordering random_schedule(const Trace& trace, Rng& rng) {
  std::vector<uint32_t> done(trace.thread_count(), 0);
  Reordering schedule;
  for (uint32_t left = rng.below(static_cast<uint32_t>(trace.size()) + 1); left > 0; --left) {
    const ThreadId t(rng.below(static_cast<uint32_t>(trace.thread_count())));
    if (done[t.index()] < trace.events_of(t).size()) schedule.append(t, done[t.index()]++);
  }
  return schedule;
}

// One event swapped with its neighbour, dropped or doubled; or one segment given to another thread
// or made longer or shorter.
Reordering mutate(const Trace& trace, const std::vector<EventId>& events, Rng& rng) {
  std::vector<Segment> segments;  // one event each
  std::vector<uint32_t> done(trace.thread_count(), 0);
  for (const EventId e : events)
    segments.push_back({trace.thread(e), ++done[trace.thread(e).index()]});
  for (uint32_t n = rng.between(1, 2); n > 0 && !segments.empty(); --n) {
    const size_t i = rng.below(static_cast<uint32_t>(segments.size()));
    const auto at = segments.begin() + static_cast<std::ptrdiff_t>(i);
    switch (rng.below(5)) {
      case 0:
        std::swap(segments[i], segments[i ? i - 1 : segments.size() - 1]);
        break;
      case 1:
        segments.erase(at);
        break;
      case 2:
        segments.insert(at, Segment(segments[i]));
        break;
      case 3:
        at->thread = ThreadId(rng.below(static_cast<uint32_t>(trace.thread_count()) + 1));
        break;
      default:
        at->until += rng.below(3) - 1;
        break;
    }
  }
  return Reordering(std::move(segments));
}

// The short form: another number of events as recorded; a part dropped, doubled, swapped with
// another, made longer or shorter, or taken into its neighbour's piece or out of it.
Reordering mutate_short_form(const Trace& trace, const std::vector<EventId>& events, Rng& rng) {
  const Reordering whole = Reordering::from_events(trace, events).compacted(trace);
  std::vector<Segment> parts(whole.parts().begin(), whole.parts().end());
  uint32_t as_recorded = whole.as_recorded();
  const uint32_t n = static_cast<uint32_t>(parts.size());
  if (n == 0 || rng.below(4) == 0) {
    as_recorded += rng.below(3) - 1;
    if (as_recorded == UINT32_MAX) as_recorded = static_cast<uint32_t>(trace.size()) + 1;
    return {as_recorded, std::move(parts)};
  }
  const size_t i = rng.below(n);
  switch (rng.below(5)) {
    case 0:
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    case 1:
      parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(i), Segment(parts[i]));
      break;
    case 2:
      std::swap(parts[i], parts[rng.below(n)]);
      break;
    case 3:
      parts[i].until += rng.below(3) - 1;
      break;
    default:
      parts[i].with_next = !parts[i].with_next;
      break;
  }
  return {as_recorded, std::move(parts)};
}

}  // namespace

void CheckerCounts::add(const CheckerCounts& other) {
  witnesses += other.witnesses;
  accepted += other.accepted;
  for (size_t k = 0; k < accepted_by_kind.size(); ++k)
    accepted_by_kind[k] += other.accepted_by_kind[k];
}

std::optional<std::vector<EventId>> expand(const Trace& trace, const Reordering& witness) {
  std::vector<EventId> events;
  std::vector<uint32_t> done(trace.thread_count(), 0);
  if (witness.as_recorded() > trace.size()) return {};
  for (EventId e(0); e.value < witness.as_recorded(); ++e.value) {
    events.push_back(e);
    ++done[trace.thread(e).index()];
  }
  size_t piece = events.size();  // where it begins
  std::set<ThreadId> threads;    // of the piece
  for (const Segment& s : witness.parts()) {
    if (s.thread.index() >= done.size() || !threads.insert(s.thread).second) return {};
    const auto own = trace.events_of(s.thread);
    uint32_t& at = done[s.thread.index()];
    if (s.until > own.size() || s.until <= at) return {};
    while (at < s.until) events.push_back(own[at++]);
    if (s.with_next) continue;
    std::sort(events.begin() + static_cast<std::ptrdiff_t>(piece), events.end());
    piece = events.size();
    threads.clear();
  }
  std::sort(events.begin() + static_cast<std::ptrdiff_t>(piece), events.end());
  return events;
}

std::optional<std::string> compare_witness(const Trace& trace, const Links& links,
                                           const ModelFacts& facts, const Claim& claim,
                                           const Reordering& witness, CheckerCounts& counts) {
  const auto events = expand(trace, witness);
  std::optional<std::string> refusal = "the segments are nonsense";
  if (events) refusal = why_refused(trace, links, facts, claim, *events);
  if (facts.model == Model::sync) refusal = "nothing is proved under sync";
  const Result<Proved> proved = check_witness(trace, facts, claim, witness);
  const Result<Proved> shared = Checker(trace, 1).check(facts, claim, witness);
  if (proved.ok() != shared.ok() || (!proved && proved.error().what != shared.error().what))
    return fmt::format(
        "model {}, claim {}, witness{}: with a past carried out before, the checker {}",
        name(facts.model), show(claim), show(witness),
        shared ? "accepts" : "says '" + shared.error().sentence() + "'");
  if (proved && (!events || proved.value().witness().events(trace) != *events))
    return fmt::format("witness{}: it has other events after it was checked:{}", show(witness),
                       show(proved.value().witness()));
  ++counts.witnesses;
  counts.accepted += proved.ok();
  counts.accepted_by_kind[static_cast<size_t>(claim.kind)] += proved.ok();
  if (proved.ok() == !refusal) return {};
  return fmt::format("model {}, claim {}, witness{}: the checker {}, brute force {}",
                     name(facts.model), show(claim), show(witness),
                     proved ? "accepts" : "says '" + proved.error().sentence() + "'",
                     refusal ? "says '" + *refusal + "'" : "accepts");
}

std::optional<std::string> compare_all_witnesses(const Trace& trace, const Dependences& dependences,
                                                 Rng rng, std::span<const Model> models,
                                                 CheckerCounts& counts) {
  Links links;
  links.derive(trace);
  std::vector<Claim> claims = draw_claims(trace, 3, rng);
  claims.push_back(nonsense_claim(trace, rng));
  std::optional<std::string> difference;
  all_interleavings(trace, [&](std::span<const EventId> sequence) {
    const Reordering witness = Reordering::from_events(trace, sequence);
    for (const Model model : models)
      for (const Claim& claim : claims)
        if (!difference)
          difference = compare_witness(trace, links, {model, &dependences}, claim, witness, counts);
  });
  return difference;
}

std::optional<std::string> compare_random_witnesses(const Draft& draft, Rng rng,
                                                    std::span<const Model> models,
                                                    CheckerCounts& counts) {
  const Trace trace = draft.build();
  const Dependences dependences = draft.dependences();
  Links links;
  links.derive(trace);
  static thread_local BruteForce brute;
  std::vector<Claim> claims = draw_claims(trace, 2, rng);
  for (int i = 0; i < 2; ++i) claims.push_back(nonsense_claim(trace, rng));
  for (const Model model : models) {
    const ModelFacts facts{model, &dependences};
    for (const Claim& claim : claims) {
      std::vector<Reordering> witnesses = {random_schedule(trace, rng)};
      if (const auto found = brute.find(trace, facts, claim)) {
        witnesses.push_back(Reordering::from_events(trace, *found));
        for (int k = 0; k < 4; ++k) witnesses.push_back(mutate(trace, *found, rng));
        for (int k = 0; k < 4; ++k) witnesses.push_back(mutate_short_form(trace, *found, rng));
      }
      for (const Reordering& witness : witnesses)
        if (auto difference = compare_witness(trace, links, facts, claim, witness, counts))
          return difference;
    }
  }
  return {};
}

}  // namespace foreweave::agree
