// The rules of closing.h that put more in order. Each looks at what changed since it was looked at
// last (`checked`): the final pass, and one after a single choice, cost little.
#include <algorithm>

#include "predict/closure/closing.h"

namespace foreweave {

uint32_t Closing::last_before(EventId e, ThreadId u) const {
  const uint32_t chain = window_->chain_of(u);
  if (chain == UINT32_MAX) return UINT32_MAX;
  const uint32_t position = order_.predecessor(window_->node(e), chain);
  return position == kNoPosition ? UINT32_MAX : window_->events(chain)[position].value;
}

uint32_t Closing::first_after(EventId e, ThreadId u) const {
  const uint32_t chain = window_->chain_of(u);
  if (chain == UINT32_MAX) return UINT32_MAX;
  const uint32_t position = order_.successor(window_->node(e), chain);
  return position == kNoPosition ? UINT32_MAX : window_->events(chain)[position].value;
}

// A fixed read sees its write: every other write of the cell comes before that write or behind the
// read. Of each thread only the latest before the read and the earliest behind the write matter.
bool Closing::close_reads() {
  for (size_t i = 0; i < fixed_reads_.size(); ++i) {
    const FixedRead r = fixed_reads_[i];
    const bool from_behind = r.checked < order_.latest_into(window_->node(r.read).chain);
    const bool all = r.checked < all_is_new_;
    if (!all && !from_behind && !is_new_behind_write(r)) continue;
    fixed_reads_[i].checked = order_.time();
    if ((all || from_behind) && !close_read_backward(r)) return false;
    if (!close_read_forward(r)) return false;
  }
  return true;
}

bool Closing::is_new_behind_write(const FixedRead& r) const {
  if (r.checked < grown_) return true;
  if (!r.write.exists()) return false;
  return r.checked < (window_->has(r.write) ? order_.latest_out_of(window_->node(r.write).chain)
                                            : latest_order_);
}

bool Closing::close_read_backward(const FixedRead& r) {
  const bool write_is_past = r.write.exists() && window_->is_past(r.write);
  for (const Rival& u : rivals_.list(r.rivals)) {
    ++work_;
    uint32_t end = last_before(r.read, u.thread);
    if (end == UINT32_MAX) continue;
    if (u.thread != trace_.thread(r.read)) ++end;
    const EventId other = last_node_before(u, end);
    if (!other.exists() || other == r.write) continue;
    if (r.write.exists() && !write_is_past) {
      if (!order_before(other, r.write)) return false;
    } else if (!r.write.exists()) {
      return fail(Outcome::impossible);
    } else if (with_past_) {
      return fail(Outcome::too_narrow);
    }
  }
  return true;
}

bool Closing::close_read_forward(const FixedRead& r) {
  for (const Rival& u : rivals_.list(r.rivals)) {
    ++work_;
    const uint32_t begin = known_behind_write(r, u.thread);
    if (begin == UINT32_MAX) continue;
    const EventId other = first_node_from(u, begin);
    if (!other.exists() || other == r.read || !happens(other)) continue;
    if (!order_before(r.read, other)) return false;
  }
  return true;
}

// In a thin window not every event is a node.
EventId Closing::last_node_before(const Rival& u, uint32_t end) const {
  for (;;) {
    const EventId e = u.last_before(end);
    if (!e.exists() || window_->has(e)) return e;
    const uint32_t chain = window_->chain_of(u.thread);
    const uint32_t at = chain == UINT32_MAX ? 0 : window_->position_from(chain, e.value);
    if (at == 0) return EventId::none();
    end = window_->event({chain, at - 1}).value + 1;
  }
}

EventId Closing::first_node_from(const Rival& u, uint32_t begin) const {
  for (;;) {
    const EventId e = u.first_from(begin);
    if (!e.exists() || window_->has(e)) return e;
    const uint32_t chain = window_->chain_of(u.thread);
    if (chain == UINT32_MAX) return EventId::none();
    const uint32_t at = window_->position_from(chain, e.value);
    if (at == window_->events(chain).size()) return EventId::none();
    begin = window_->event({chain, at}).value;
  }
}

// From which number on u's events are known to come behind the write that r sees. Of a write before
// the window this is known of its own thread's events, and of what follows another read that sees
// it; if the past happens as it did, of all.
uint32_t Closing::known_behind_write(const FixedRead& r, ThreadId u) const {
  if (!r.write.exists()) return window_->first();
  if (window_->has(r.write)) {
    const uint32_t begin = first_after(r.write, u);
    return u == trace_.thread(r.write) ? begin + 1 : begin;
  }
  if (with_past_) return window_->first();
  if (u == trace_.thread(r.write)) return std::max(window_->first(), r.write.value + 1);
  const uint32_t chain = window_->chain_of(u);
  if (chain == UINT32_MAX) return UINT32_MAX;
  uint32_t first = kNoPosition;
  past_readers_.for_each(r.cell, r.write,
                         [&](Node n) { first = std::min(first, order_.successor(n, chain)); });
  return first == kNoPosition ? UINT32_MAX : window_->event({chain, first}).value;
}

// --- locks
// ----------------------------------------------------------------------------------------

bool Closing::close_locks() {
  for (uint32_t chain = 0; chain < sections_.size(); ++chain)
    for (size_t i = 0; i < sections_[chain].size(); ++i) {
      const Section s = sections_[chain][i];
      if (s.checked >=
          std::max({all_is_new_, grown_, order_.latest_into(chain), order_.latest_out_of(chain)}))
        continue;
      sections_[chain][i].checked = order_.time();
      if (!close_section(s, window_->thread(chain))) return false;
    }
  return true;
}

bool Closing::close_section(const Section& s, ThreadId t) {
  for (const Rival& u : rivals_.list(s.rivals)) {
    if (u.thread == t) continue;
    ++work_;
    const bool closed = s.release.exists() && happens(s.release);
    if (!(closed ? close_against(s, t, u) : open_against(s, u))) return false;
    if (with_past_ && !respect_past_holder(s, u)) return false;
  }
  return true;
}

// A section of u that starts before s ends must end before s starts.
bool Closing::close_against(const Section& s, ThreadId t, const Rival& u) {
  EventId inside = s.release;
  if (!window_->has(inside)) {
    const uint32_t chain = window_->chain_of(t);
    inside = window_->event({chain, window_->position_from(chain, s.release.value) - 1});
  }
  const uint32_t last = last_before(inside, u.thread);
  if (last == UINT32_MAX) return true;
  const EventId other = u.last_before(last + 1);
  if (!other.exists()) return true;
  const EventId release = trace_.partner(other);
  if (!release.exists()) return fail(Outcome::impossible);
  return put_before(release, s.acquire);
}

// While s is open, nobody else can take the lock any more.
bool Closing::open_against(const Section& s, const Rival& u) {
  const bool can_close = s.release.exists() && may_happen(s.release);
  if (!can_close) {
    const EventId other = u.last_before(bound(u.thread));
    if (!other.exists()) return true;
    const EventId release = trace_.partner(other);
    return release.exists() ? put_before(release, s.acquire) : fail(Outcome::impossible);
  }
  const uint32_t next = first_after(s.acquire, u.thread);
  if (next == UINT32_MAX) return true;
  const EventId later = u.first_from(next);
  if (later.exists() && happens(later)) return require(s.release);
  const EventId other = u.last_before(next);
  if (!other.exists()) return true;
  const EventId release = trace_.partner(other);
  const bool ended = release.exists() && release.value < next;
  return ended || require(s.release);
}

// A thread that held the lock when the window began must give it back first.
bool Closing::respect_past_holder(const Section& s, const Rival& u) {
  if (!u.held_at_start.exists()) return true;
  const EventId release = trace_.partner(u.held_at_start);
  return release.exists() ? put_before(release, s.acquire) : fail(Outcome::impossible);
}

// --- failed tries and semaphores
// ------------------------------------------------------------------

// If only one other thread can make a try fail, or feed or drain a semaphore, then whether the
// event can happen depends only on how far that thread is, and so the places between its events
// where the event fits are known. With more threads there is no such rule; linearise.h chooses.
bool Closing::close_tries() {
  // These rules rest on what the past did, and go through all of it.
  if ((window_->first() > 0 && !with_past_) || window_->is_thin()) return true;
  for (size_t i = 0; i < tries_.size(); ++i) {
    const EventId e = tries_[i];
    const ThreadId u = sole_partner(e);
    if (!u.exists()) continue;
    ++work_;
    const bool lock = operand_of(trace_.kind(e)) == Operand::lock;
    if (!(lock ? place_try(e, u) : place_on_semaphore(e, u))) return false;
  }
  return true;
}

ThreadId Closing::sole_partner(EventId attempt) const {
  const Kind kind = trace_.kind(attempt);
  const bool lock = operand_of(kind) == Operand::lock;
  const GroupedEvents& others =
      lock ? index_.sections_against(is_shared_mode(kind)) : index_.semaphore_operations();
  ThreadId sole;
  bool several = false;
  others.for_each_thread(trace_.sync(attempt).index(), [&](ThreadId u) {
    if (u == trace_.thread(attempt)) return;
    several |= sole.exists();
    sole = u;
  });
  return several ? ThreadId::none() : sole;
}

// How far the thread can go without reaching event number `next`: a bound on what it executes.
uint32_t Closing::furthest_before(uint32_t next, ThreadId u) {
  const uint32_t bound = std::min(next, caps_[u.index()]);
  if (bound <= window_->end()) return bound;
  narrowed_ |= window_->end() < trace_.size();
  return window_->end();
}

// The try must fall into some section of u that keeps it out.
bool Closing::place_try(EventId e, ThreadId u) {
  const GroupedEvents& against = index_.sections_against(is_shared_mode(trace_.kind(e)));
  const size_t lock = trace_.lock(e).index();
  const uint32_t last = last_before(e, u), next = first_after(e, u);
  const uint32_t done = last == UINT32_MAX ? window_->first() : last + 1;

  EventId first = against.last_before(lock, u, done);
  const EventId ended = first.exists() ? trace_.partner(first) : EventId::none();
  if (!first.exists() || (ended.exists() && ended.value < done))
    first = against.first_from(lock, u, done);
  if (!first.exists() || first.value >= next) return fail(Outcome::impossible);
  if (!put_before(first, e)) return false;
  const EventId release = trace_.partner(against.last_before(lock, u, furthest_before(next, u)));
  return !release.exists() || !happens(release) || release.value >= next || put_before(e, release);
}

bool Closing::place_on_semaphore(EventId e, ThreadId u) {
  const GroupedEvents& all = index_.semaphore_operations();
  const size_t semaphore = trace_.sync(e).index();
  const EventId init = trace_.partner(e);
  const uint32_t start = init.exists() ? init.value + 1 : 0;
  int64_t count =
      init.exists() && trace_.has_value(init) ? static_cast<int64_t>(trace_.value(init)) : 0;
  const auto effect = [&](EventId operation) -> int64_t {
    const Kind kind = trace_.kind(operation);
    return kind == Kind::semaphore_post ? 1 : kind == Kind::semaphore_wait ? -1 : 0;
  };
  count += index_.semaphore_change(semaphore, trace_.thread(e), start, e.value);

  // Where among u's operations it fits: behind `from`, before `until` (none: before all, behind
  // all).
  const bool waits = trace_.kind(e) == Kind::semaphore_wait;
  const uint32_t last = last_before(e, u), next = first_after(e, u);
  const uint32_t furthest = furthest_before(next, u);
  EventId from, until, previous;
  bool fits = false, found = false;
  for (EventId at = all.first_from(semaphore, u, start);;
       at = all.first_from(semaphore, u, at.value + 1)) {
    // Between `previous` and `at`.
    if (at.exists() && trace_.kind(at) == Kind::semaphore_init) at = EventId::none();
    const bool allowed = waits ? count > 0 : count == 0;
    const bool too_early =
        at.exists() && ((last != UINT32_MAX && at.value <= last) || window_->is_past(at));
    if (allowed && !too_early) {
      if (!found) from = previous;
      found = fits = true;
      until = at;
    } else if (fits && !allowed) {
      fits = false;
    }
    if (!at.exists() || at.value >= furthest) break;
    count += effect(at);
    previous = at;
    ++work_;
  }
  if (!found) return fail(Outcome::impossible);
  if (from.exists() && !put_before(from, e)) return false;
  return !until.exists() || until.value >= next || !happens(until) || put_before(e, until);
}

}  // namespace foreweave
