#include "predict/closure/closure.h"

#include <algorithm>

#include "base/check.h"
#include "events/lives.h"
#include "patterns/race.h"
#include "predict/closure/engines.h"

namespace foreweave {

namespace {

constexpr uint32_t kWiden = 16;  // a window that is too narrow is made so many times as wide

// A claim whose events are so many margins apart is first looked at in a thin window of that
// margin.
constexpr uint32_t kFarApart = 4;

constexpr uint64_t kStandoffBudget = 20'000;

constexpr uint32_t kLongestWait = 1 << 16;  // events that others execute meanwhile

constexpr uint64_t kIdeal = 100;  // steps that finding one takes, about

constexpr size_t kMostPartners = 8;  // for a try or wait, before giving up

}  // namespace

Verdict ClosureDecider::decide(const Claim& claim, uint64_t budget) {
  work_ = 0;
  budget_ = budget;
  switch (shape_of(claim)) {
    case Shape::unknown:
      return Unknown{Why::not_covered};
    case Shape::impossible:
      return Infeasible{};
    case Shape::fine:
      break;
  }
  if (!facts_.without_unseen && rests_on_unseen(trace_, claim)) return Unknown{Why::unseen};
  uint32_t low = UINT32_MAX, high = 0;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) {
      low = std::min(low, e.value);
      high = std::max(high, e.value + 1);
    }
  const uint32_t size = static_cast<uint32_t>(trace_.size());
  if (size > options_.whole_up_to) {
    if (is_refuted_by_standoff(claim)) return Infeasible{};
    if (auto found = let_one_wait(claim)) return Feasible{std::move(*found)};
  }
  const auto is_refuted_near = [&](uint32_t margin) {
    return high - low > uint64_t{kFarApart} * margin && is_refuted_thinly(claim, margin);
  };
  if (near() < options_.margin && is_refuted_near(near())) return Infeasible{};
  if (is_refuted_near(options_.margin)) return Infeasible{};
  uint64_t margin = size <= options_.whole_up_to ? size : options_.margin;
  for (;; margin *= kWiden) {
    // From one multiple of the margin to another, so that claims close to each other have the same.
    const uint64_t cell = low / margin, last = (high - 1) / margin;
    const uint32_t first = static_cast<uint32_t>((cell - std::min<uint64_t>(cell, 1)) * margin);
    const uint32_t end = static_cast<uint32_t>(std::min<uint64_t>((last + 2) * margin, size));
    if (std::optional<Verdict> verdict = decide_in(first, end, claim)) return std::move(*verdict);
    if (work_ >= budget_) return Unknown{Why::budget};
    if (first == 0 && end == size) return Unknown{Why::engine_incomplete};
  }
}

// Of a race whose events are far apart: the run up to the first of them, and then what the second
// one needs if the sections of each lock keep their order, or open ones come last.
ClaimDecider::Proposal ClosureDecider::propose(const Claim& claim) {
  const auto pair = race_pair_of(trace_, claim);
  if (!pair || trace_.size() <= options_.whole_up_to) return {};
  const auto [first, second] = *pair;
  const uint32_t length = second.value - first.value;
  if (length <= kFarApart * options_.margin || shape_of(claim) != Shape::fine) return {};
  if (length <= kLongestWait && waiting_.reaches(first, second))
    return {};  // decide() finds it at once
  const SyncPreserving& ideals = known_.ideals();
  Proposal proposal{{}, kIdeal + ideals.slots().count() + length / 16};
  if (const auto ideal = ideals.race_ideal(first, second, first.value))
    proposal.witness = ideal->witness(trace_, ideals.slots());
  return proposal;
}

ClosureDecider::Shape ClosureDecider::shape_of(const Claim& claim) const {
  if (claim.happen.empty() && claim.pending.empty()) return Shape::unknown;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events)
      if (e.index() >= trace_.size()) return Shape::unknown;
  for (size_t i = 0; i < claim.pending.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (trace_.thread(claim.pending[i]) == trace_.thread(claim.pending[j])) return Shape::unknown;
  if (claim.kind == BugKind::race) {
    const auto pair = race_pair_of(trace_, claim);
    if (!pair) return Shape::unknown;
    if (are_kept_apart_by_threads(trace_, *pair)) return Shape::impossible;
  }
  if (claim.kind == BugKind::deadlock) {
    if (!claim.happen.empty() || claim.pending.size() < 2) return Shape::unknown;
    for (const EventId e : claim.pending)
      if (!wants_lock(trace_.kind(e)) || trace_.gives_up(e)) return Shape::unknown;
    if (!waits_in_a_circle(claim)) return Shape::impossible;
  }
  return Shape::fine;
}

// A thread that stands before its pending event holds what it acquired and did not release by then.
bool ClosureDecider::waits_in_a_circle(const Claim& claim) const {
  for (size_t i = 0; i < claim.pending.size(); ++i) {
    const EventId e = claim.pending[i], next = claim.pending[(i + 1) % claim.pending.size()];
    const GroupedEvents& against = index_.sections_against(is_shared_mode(trace_.kind(e)));
    const EventId held =
        against.last_before(trace_.lock(e).index(), trace_.thread(next), next.value);
    if (!held.exists()) return false;
    const EventId release = trace_.partner(held);
    if (release.exists() && release < next) return false;
  }
  return true;
}

uint32_t ClosureDecider::near() const { return std::min(options_.near, options_.margin); }

std::optional<Reordering> ClosureDecider::let_one_wait(const Claim& claim) {
  const bool two_wait = claim.kind == BugKind::race || claim.kind == BugKind::deadlock;
  const bool frees = claim.kind == BugKind::use_after_free;
  if ((!two_wait && !frees) || claim.happen.size() + claim.pending.size() != 2) return std::nullopt;
  const EventId first = frees ? claim.happen[0] : claim.pending[1];
  const auto [early, late] = std::minmax(claim.pending[0], first);
  if (late.value - early.value > kLongestWait || (frees && !is_free_of_what_is_used(late, early)))
    return std::nullopt;
  work_ += (late.value - early.value) / 16;
  if (work_ >= budget_ || !waiting_.reaches(early, late)) return std::nullopt;
  return waiting_.witness(early, late);
}

bool ClosureDecider::is_free_of_what_is_used(EventId free, EventId use) const {
  const ObjectId object = object_used_by(trace_, use);
  return trace_.kind(free) == Kind::free && object.exists() && object == trace_.object(free);
}

// Asked of two sections once, with a budget of its own; counted for each claim.
bool ClosureDecider::is_refuted_by_standoff(const Claim& claim) {
  if (facts_.fixes() == Fixes::listed_reads) return false;  // as below
  const std::optional<Standoff> s = standoffs_.needed_by(claim);
  if (!s) return false;
  std::optional<StandoffAnswers::Answer> answer = standoff_answers_.known(*s);
  if (!answer) {
    const Claim events{BugKind::order, {s->acquire, s->entered}, {s->decision}};
    const bool same = window_.reset_thin(trace_, events, near());
    const Closing::Outcome outcome = closing_.start(window_, same, *s, kStandoffBudget);
    answer = {outcome == Closing::Outcome::impossible, closing_.work() + near() / 16};
    standoff_answers_.learn(*s, *answer);
  }
  work_ += answer->work;
  return answer->impossible;
}

// What forbids a claim is mostly close to its events, also where these are far apart.
bool ClosureDecider::is_refuted_thinly(const Claim& claim, uint32_t margin) {
  if (facts_.fixes() == Fixes::listed_reads) return false;  // it looks at all that a thread did
  if (work_ >= budget_) return false;
  const bool same = window_.reset_thin(trace_, claim, margin);
  const Closing::Outcome outcome = closing_.start(window_, same, claim, budget_ - work_);
  work_ += closing_.work() + margin / 16;
  return outcome == Closing::Outcome::impossible;
}

std::optional<Verdict> ClosureDecider::decide_in(uint32_t first, uint32_t end, const Claim& claim) {
  work_ += (end - first) / 32;  // what it costs to look for the window's events
  if (work_ >= budget_) return Unknown{Why::budget};
  const bool same = window_.reset(trace_, claim, first, end);
  const Closing::Outcome outcome = closing_.start(window_, same, claim, budget_ - work_);
  std::optional<Verdict> verdict;
  if (outcome == Closing::Outcome::impossible) verdict = Infeasible{};
  if (outcome == Closing::Outcome::exhausted) verdict = Unknown{Why::budget};
  if (outcome == Closing::Outcome::closed)
    if (auto found = find_witness(claim)) verdict = Feasible{std::move(*found)};
  work_ += closing_.work();
  return verdict;
}

// From the least choice to the most: whatever leads to a witness will do.
std::optional<Reordering> ClosureDecider::find_witness(const Claim& claim) {
  const Closing::State closed = closing_.save();
  const auto attempt = [&](auto choose_more) -> std::optional<Reordering> {
    partners_.clear();
    if (has_budget() && choose_more() && settle())
      if (auto found = linearise(claim)) return found;
    closing_.restore(closed);
    return std::nullopt;
  };
  if (auto found = attempt([] { return true; })) return found;
  if (auto found = attempt([&] { return close_open_sections(); })) return found;
  for (const bool close_sections : {false, true})
    for (const bool one_by_one : {false, true})
      if (auto found = attempt([&] {
            return (!close_sections || close_open_sections()) && settle() &&
                   order_conflicts(one_by_one);
          }))
        return found;
  return std::nullopt;
}

std::optional<Reordering> ClosureDecider::linearise(const Claim& claim) {
  const auto run = [&](uint32_t preferred) -> std::optional<Reordering> {
    if (!has_budget()) return std::nullopt;
    const auto order = lineariser_.run(closing_, preferred);
    work_ += lineariser_.work();
    if (!order) return std::nullopt;
    return witness(*order, claim);
  };
  if (auto found = run(Lineariser::kTraceOrder)) return found;
  for (uint32_t chain = 0; chain < std::min(window_.chain_count(), 16u); ++chain)
    if (auto found = run(chain)) return found;
  return std::nullopt;
}

Reordering ClosureDecider::witness(const std::vector<EventId>& order, const Claim& claim) const {
  std::vector<uint32_t> done(trace_.thread_count());
  for (uint32_t t = 0; t < done.size(); ++t)
    done[t] = trace_.events_of(ThreadId(t)).index_from(EventId(window_.first()));
  std::vector<Segment> segments;  // behind what lies before the window, as recorded
  const auto run_to = [&](ThreadId t, uint32_t until) {
    if (until <= done[t.index()]) return;
    done[t.index()] = until;
    if (!segments.empty() && segments.back().thread == t)
      segments.back().until = until;
    else
      segments.push_back({t, until});
  };
  for (const EventId e : order) {
    const ThreadId t = trace_.thread(e);
    if (trace_.kind(e) == Kind::join && trace_.partner(e).exists())
      run_to(trace_.other_thread(e),
             static_cast<uint32_t>(trace_.events_of(trace_.other_thread(e)).size()));
    run_to(t, trace_.events_of(t).index_from(e) + 1);
  }
  // What is left of a thread's events matters to nobody else.
  for (const EventId e : claim.pending) {
    const ThreadId t = trace_.thread(e);
    run_to(t, trace_.events_of(t).index_from(e));
  }
  return {window_.first(), std::move(segments)};
}

// --- choices
// --------------------------------------------------------------------------------------

bool ClosureDecider::settle() {
  for (;;) {
    for (size_t i = 0; i < closing_.tries().size(); ++i)
      if (!settle_try(closing_.tries()[i])) return false;
    if (!settle_open_sections()) return false;
    if (!closing_.is_open()) return true;
    if (closing_.close() != Closing::Outcome::closed) return false;
    if (!has_budget()) return false;
  }
}

// As in the trace if that works: the same holder makes a try fail, the same post feeds a wait.
// Otherwise another one.
bool ClosureDecider::settle_try(EventId e) {
  if (closing_.sole_partner(e).exists()) return true;
  const auto chosen = std::find_if(partners_.begin(), partners_.end(),
                                   [&](const auto& pair) { return pair.first == e; });
  if (chosen != partners_.end()) return pair_up(e, chosen->second);
  const bool empty = trace_.kind(e) == Kind::semaphore_failed_try;
  const std::vector<EventId> candidates = empty ? empty_moments(e) : possible_partners(e);
  if (candidates.empty()) return trace_.kind(e) == Kind::semaphore_wait;  // its initial count
  for (size_t i = 0; i < std::min(candidates.size(), kMostPartners) && has_budget(); ++i) {
    const Closing::State before = closing_.save();
    if (pair_up(e, candidates[i]) && closing_.close() == Closing::Outcome::closed) {
      partners_.emplace_back(e, candidates[i]);
      return true;
    }
    closing_.restore(before);
  }
  return false;
}

// The acquire of a section that the try may fall into, or the post that the wait may take: the
// trace's own first, then those closest to it.
std::vector<EventId> ClosureDecider::possible_partners(EventId e) const {
  const Kind kind = trace_.kind(e);
  const bool lock = operand_of(kind) == Operand::lock;
  const EventId own = lock ? holder_in_trace(e) : index_.post_taken_by(e);
  if (!lock && !own.exists()) return {};
  const GroupedEvents& all =
      lock ? index_.sections_against(is_shared_mode(kind)) : index_.semaphore_operations();
  std::vector<EventId> others;
  for (const uint64_t entry : all.of(trace_.sync(e).index())) {
    const EventId other = GroupedEvents::event_of(entry);
    if (other == own || other.value >= window_.end() || trace_.thread(other) == trace_.thread(e))
      continue;
    const bool fits = lock ? !window_.is_past(other)
                           : trace_.kind(other) == Kind::semaphore_post && !is_taken(other);
    if (fits) others.push_back(other);
  }
  const auto distance = [&](EventId other) {
    return other < e ? e.value - other.value : other.value - e.value;
  };
  std::sort(others.begin(), others.end(), [&](EventId a, EventId b) {
    return std::pair(distance(a), a) < std::pair(distance(b), b);
  });
  others.insert(others.begin(), own);
  return others;
}

bool ClosureDecider::is_taken(EventId post) const {
  return std::any_of(partners_.begin(), partners_.end(),
                     [&](const auto& pair) { return pair.second == post; });
}

EventId ClosureDecider::holder_in_trace(EventId failed_try) const {
  const GroupedEvents& against = index_.sections_against(is_shared_mode(trace_.kind(failed_try)));
  const size_t lock = trace_.lock(failed_try).index();
  EventId holder;
  against.for_each_thread(lock, [&](ThreadId u) {
    if (holder.exists() || u == trace_.thread(failed_try)) return;
    const EventId acquire = against.last_before(lock, u, failed_try.value);
    if (!acquire.exists()) return;
    const EventId release = trace_.partner(acquire);
    if (!release.exists() || release > failed_try) holder = acquire;
  });
  CHECK(holder.exists(), "a try failed although nobody held the lock");
  return holder;
}

bool ClosureDecider::pair_up(EventId e, EventId partner) {
  if (trace_.kind(e) == Kind::semaphore_failed_try) return put_among_operations(e, partner);
  if (!closing_.put_before(partner, e)) return false;
  if (trace_.kind(e) == Kind::semaphore_wait) return true;
  const EventId release = trace_.partner(partner);
  return !release.exists() || !closing_.happens(release) || closing_.put_before(e, release);
}

// The moments of the trace at which the semaphore of `e`, a failed try, was empty, each named by
// the operation that came next: its own moment (named by itself) first, then those closest to it.
std::vector<EventId> ClosureDecider::empty_moments(EventId e) const {
  std::vector<EventId> operations;
  for (const uint64_t entry : index_.semaphore_operations().of(trace_.sync(e).index())) {
    const EventId other = GroupedEvents::event_of(entry);
    if (trace_.kind(other) != Kind::semaphore_failed_try && other.value < window_.end())
      operations.push_back(other);
  }
  std::sort(operations.begin(), operations.end());
  std::vector<EventId> moments;
  uint64_t count = 0;
  for (const EventId next : operations) {
    const Kind kind = trace_.kind(next);
    if (count == 0 && !window_.is_past(next)) moments.push_back(next);
    if (kind == Kind::semaphore_init) count = trace_.has_value(next) ? trace_.value(next) : 0;
    if (kind == Kind::semaphore_post) ++count;
    if (kind == Kind::semaphore_wait) --count;
  }
  const auto distance = [&](EventId other) {
    return other < e ? e.value - other.value : other.value - e.value;
  };
  std::sort(moments.begin(), moments.end(), [&](EventId a, EventId b) {
    return std::pair(distance(a), a) < std::pair(distance(b), b);
  });
  moments.insert(moments.begin(), e);
  return moments;
}

// Whether a semaphore is empty depends on all its operations but other failed tries.
bool ClosureDecider::put_among_operations(EventId e, EventId next) {
  for (const uint64_t entry : index_.semaphore_operations().of(trace_.sync(e).index())) {
    const EventId other = GroupedEvents::event_of(entry);
    if (trace_.kind(other) == Kind::semaphore_failed_try) continue;
    if (other < next && !closing_.put_before(other, e)) return false;
    if (other >= next && closing_.happens(other) && !closing_.put_before(e, other)) return false;
  }
  return true;
}

// Of two sections that exclude each other only one can stay open: the later one.
bool ClosureDecider::settle_open_sections() {
  for (uint32_t c = 0; c < window_.chain_count(); ++c)
    for (size_t i = 0; i < closing_.sections(c).size(); ++i) {
      const Section s = closing_.sections(c)[i];
      if (s.release.exists() && closing_.happens(s.release)) continue;
      for (const Rival& u : closing_.rivals(s.rivals)) {
        if (u.thread == window_.thread(c)) continue;
        const EventId other = u.last_before(closing_.bound(u.thread));
        if (!other.exists() || other < s.acquire) continue;
        const EventId release = trace_.partner(other);
        if (release.exists() && closing_.happens(release)) continue;
        if (closing_.may_happen(s.release) && !closing_.require(s.release)) return false;
      }
    }
  return true;
}

bool ClosureDecider::close_open_sections() {
  for (uint32_t c = 0; c < window_.chain_count(); ++c)
    for (size_t i = 0; i < closing_.sections(c).size(); ++i) {
      const Section s = closing_.sections(c)[i];
      if (closing_.may_happen(s.release) && !closing_.require(s.release)) return false;
    }
  return closing_.close() == Closing::Outcome::closed;
}

// Whatever conflicts and is not ordered yet gets the order that it has in the trace, or, one by
// one, the other if that does not work.
bool ClosureDecider::order_conflicts(bool one_by_one) {
  const SuffixMinima& order = closing_.order();
  const auto before = [&](EventId a, EventId b) {
    return window_.is_past(a) ||
           (!window_.is_past(b) && order.reaches(window_.node(a), window_.node(b)));
  };
  for (size_t i = 0; i < closing_.fixed_reads().size(); ++i) {
    const FixedRead r = closing_.fixed_reads()[i];
    if (!r.write.exists() || window_.is_past(r.write)) continue;  // the rules leave nothing open
    bool fine = true;
    const auto look_at = [&](EventId other) {
      if (!fine || !other.exists() || other == r.read || other == r.write ||
          !closing_.happens(other) || before(other, r.write) || before(r.read, other))
        return;
      fine = other < r.write ? choose(other, r.write, r.read, other, one_by_one)
                             : choose(r.read, other, other, r.write, one_by_one);
    };
    for (const Rival& u : closing_.rivals(r.rivals)) {
      look_at(u.last_before(r.write.value));
      look_at(u.first_from(r.write.value + 1));
    }
    if (!fine) return false;
  }
  for (uint32_t c = 0; c < window_.chain_count(); ++c)
    for (size_t i = 0; i < closing_.sections(c).size(); ++i) {
      const Section s = closing_.sections(c)[i];
      const bool s_open = !s.release.exists() || !closing_.happens(s.release);
      for (const Rival& u : closing_.rivals(s.rivals)) {
        if (u.thread == window_.thread(c)) continue;
        const EventId other = u.last_before(s.acquire.value);
        if (!other.exists() || !closing_.happens(other)) continue;
        const EventId release = trace_.partner(other);
        const bool other_open = !release.exists() || !closing_.happens(release);
        if (other_open && s_open) continue;
        if (!other_open && before(release, s.acquire)) continue;
        if (!s_open && before(s.release, other)) continue;
        if (!(other_open ? choose(s.release, other, release, s.acquire, one_by_one)
                         : choose(release, s.acquire, s_open ? EventId::none() : s.release, other,
                                  one_by_one)))
          return false;
      }
    }
  return closing_.close() == Closing::Outcome::closed;
}

bool ClosureDecider::choose(EventId a, EventId b, EventId otherwise_a, EventId otherwise_b,
                            bool one_by_one) {
  if (!has_budget()) return false;
  if (!one_by_one) return closing_.put_before(a, b);
  const Closing::State before = closing_.save();
  if (closing_.put_before(a, b) && closing_.close() == Closing::Outcome::closed) return true;
  closing_.restore(before);
  return otherwise_a.exists() && closing_.put_before(otherwise_a, otherwise_b) &&
         closing_.close() == Closing::Outcome::closed;
}

}  // namespace foreweave
