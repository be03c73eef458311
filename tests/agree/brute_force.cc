#include "agree/brute_force.h"

#include <algorithm>
#include <bit>

#include "agree/small_claims.h"

namespace foreweave::agree {

namespace {
EventId id(size_t e) { return EventId(static_cast<uint32_t>(e)); }
}  // namespace

void BruteForce::start(const Trace& trace, const ModelFacts& facts, size_t extra_words,
                       const Claim* claim) {
  stepper_.compile(trace, facts, claim);
  extra_words_ = extra_words;
  visited_.start(stepper_.key_words() + extra_words);
  path_.clear();
}

bool BruteForce::visit(const State& s, size_t happened) {
  uint64_t key[Stepper::kMaxKeyWords + 1];
  stepper_.key(s, key);
  if (extra_words_) key[stepper_.key_words()] = happened;
  return visited_.insert(key);
}

std::span<const JudgedPair> BruteForce::races(const Trace& trace, const ModelFacts& facts) {
  pairs_.clear();
  wanted_count_ = 0;
  for (size_t a = 0; a < trace.size(); ++a) {
    wanted_[a] = 0;
    for (size_t b = a + 1; b < trace.size(); ++b) {
      if (!looks_like_its_kind(trace, Claim::race(id(a), id(b)))) continue;
      pairs_.push_back({id(a), id(b)});
      wanted_[a] |= bit(b);
      ++wanted_count_;
    }
  }
  if (pairs_.empty()) return pairs_;
  start(trace, facts, 0);
  search_races(stepper_.start());
  for (JudgedPair& p : pairs_) p.feasible = !(wanted_[p.a.index()] & bit(p.b.index()));
  return pairs_;
}

void BruteForce::search_races(const State& s) {
  if (!visit(s, 0)) return;
  const EventSet next = stepper_.next_events(s);
  for (EventSet left = next; left; left &= left - 1) {
    const size_t a = static_cast<size_t>(std::countr_zero(left));
    for (EventSet found = wanted_[a] & next; found; found &= found - 1) {
      const size_t b = static_cast<size_t>(std::countr_zero(found));
      if (s.wrong & (stepper_.fixes_if_pending(a) | stepper_.fixes_if_pending(b))) continue;
      if (!stepper_.pending(a, s) || !stepper_.pending(b, s)) continue;
      if (!stepper_.alive(a, s) || !stepper_.alive(b, s)) continue;
      wanted_[a] &= ~bit(b);
      --wanted_count_;
    }
  }
  State to;
  for (EventSet left = next; left && wanted_count_; left &= left - 1)
    if (stepper_.step(s, static_cast<size_t>(std::countr_zero(left)), to)) search_races(to);
}

std::optional<std::vector<EventId>> BruteForce::find(const Trace& trace, const ModelFacts& facts,
                                                     const Claim& claim) {
  if (!looks_like_its_kind(trace, claim)) return {};
  start(trace, facts, 1, &claim);
  if (!search_claim(stepper_.start(), 0, claim)) return {};
  return path_;
}

bool BruteForce::fulfilled(const State& s, size_t happened, const Claim& claim) const {
  if (happened != claim.happen.size() || s.wrong & stepper_.fixed_by_claim()) return false;
  for (size_t i = 0; i < claim.pending.size(); ++i) {
    const size_t p = claim.pending[i].index();
    if (!stepper_.pending(p, s)) return false;
    const bool uses_it = claim.kind == BugKind::race || claim.kind == BugKind::deadlock;
    if (uses_it && !stepper_.alive(p, s)) return false;
    if (claim.kind == BugKind::double_free && !stepper_.nothing_to_free(p, s)) return false;
    const size_t other = claim.pending[(i + 1) % claim.pending.size()].index();
    if (claim.kind == BugKind::deadlock && !stepper_.waits_for(p, stepper_.thread(other), s))
      return false;
  }
  return true;
}

bool BruteForce::search_claim(const State& s, size_t happened, const Claim& claim) {
  if (!visit(s, happened)) return false;
  if (fulfilled(s, happened, claim)) return true;
  State to;
  for (EventSet left = stepper_.next_events(s); left; left &= left - 1) {
    const size_t e = static_cast<size_t>(std::countr_zero(left));
    const auto in = [&](const std::vector<EventId>& list) {
      return std::find(list.begin(), list.end(), id(e)) != list.end();
    };
    if (in(claim.pending)) continue;
    const bool named = in(claim.happen);
    if (named && (happened == claim.happen.size() || claim.happen[happened] != id(e))) continue;
    if (!stepper_.step(s, e, to)) continue;
    path_.push_back(id(e));
    if (search_claim(to, happened + named, claim)) return true;
    path_.pop_back();
  }
  return false;
}

void BruteForce::all_reorderings(const Trace& trace, const ModelFacts& facts,
                                 const SequenceSink& each) {
  start(trace, facts, 0);
  search_all(stepper_.start(), each);
}

void BruteForce::search_all(const State& s, const SequenceSink& each) {
  each(path_);
  State to;
  for (EventSet left = stepper_.next_events(s); left; left &= left - 1) {
    const size_t e = static_cast<size_t>(std::countr_zero(left));
    if (!stepper_.step(s, e, to)) continue;
    path_.push_back(id(e));
    search_all(to, each);
    path_.pop_back();
  }
}

namespace {

void interleave(const Trace& trace, std::vector<uint32_t>& done, std::vector<EventId>& path,
                const SequenceSink& each) {
  each(path);
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const auto events = trace.events_of(ThreadId(t));
    if (done[t] == events.size()) continue;
    path.push_back(events[done[t]++]);
    interleave(trace, done, path, each);
    --done[t];
    path.pop_back();
  }
}

}  // namespace

void all_interleavings(const Trace& trace, const SequenceSink& each) {
  std::vector<uint32_t> done(trace.thread_count(), 0);
  std::vector<EventId> path;
  interleave(trace, done, path, each);
}

}  // namespace foreweave::agree
