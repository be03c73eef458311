#include "predict/closure/closing.h"

#include <algorithm>

namespace foreweave {

Closing::Closing(const Trace& trace, const ConflictIndex& index, const ModelFacts& facts)
    : trace_(trace), index_(index), facts_(facts), fixed_(trace, facts) {}

// A contradiction is final only if nothing of it is due to the window.
bool Closing::fail(Outcome why) {
  failure_ = why == Outcome::impossible && (with_past_ || narrowed_) ? Outcome::too_narrow : why;
  return false;
}

bool Closing::may_happen(EventId e) {
  if (!e.exists() || e.value >= caps_[trace_.thread(e).index()]) return false;
  if (e.value < window_->end()) return true;
  narrowed_ = true;
  return false;
}

// --- start
// ----------------------------------------------------------------------------------------

Closing::Outcome Closing::start(const Window& window, const Claim& claim, uint64_t budget) {
  window_ = &window;
  budget_ = budget;
  work_ = 0;
  failure_ = Outcome::closed;
  with_past_ = narrowed_ = false;
  bounds_.assign(trace_.thread_count(), window.first());
  caps_.assign(trace_.thread_count(), UINT32_MAX);
  active_.assign(window.chain_count(), 0);
  growing_.clear();
  fixed_.reset(window);
  order_.reset(window.chain_lengths());
  sections_.resize(window.chain_count());
  for (auto& sections : sections_) sections.clear();
  fixed_reads_.clear();
  past_readers_.clear();
  tries_.clear();
  wait_began_.assign(window.chain_count(), EventId::none());
  uses_.clear();
  retargeted_ = EventId::none();
  work_ += window.node_count() / 8;  // what it costs to set up

  // First the rules that hold in every reordering: a contradiction among them is final. Only then
  // those that come from the window.
  if (!set_up(claim) || !run_rules()) return failure_;
  if (window.first() == 0) return Outcome::closed;  // thin ones begin there, too
  with_past_ = true;
  return close();
}

Closing::Outcome Closing::close() {
  failure_ = Outcome::closed;
  changed_ = true;
  run_rules();
  return failure_;
}

bool Closing::set_up(const Claim& claim) {
  for (const EventId e : claim.pending) caps_[trace_.thread(e).index()] = e.value;
  if (claim.pending.empty() && !claim.happen.empty()) {
    // What comes after the last of them is not needed.
    const EventId last = claim.happen.back();
    caps_[trace_.thread(last).index()] = last.value + 1;
  }
  if (claim.kind == BugKind::null && !retarget(claim)) return false;
  const bool alive = claim.kind == BugKind::race || claim.kind == BugKind::deadlock;
  for (const EventId e : claim.pending)
    if (alive && !keep_alive(e)) return false;

  for (const EventId e : claim.pending) {
    const ThreadId t = trace_.thread(e);
    const EventId fork = trace_.fork_of(t);
    if (fork.exists() && !require(fork)) return false;
    const ThreadEvents events = trace_.events_of(t);
    const uint32_t index = events.index_from(e);
    if (index > 0 && !require(events[index - 1])) return false;
    fixed_.pend(e);
  }
  for (const EventId e : claim.happen)
    if (!require(e)) return false;
  if (claim.kind == BugKind::null) fixed_.see(claim.happen[0]);  // or it might not write null
  if (!grow()) return false;
  for (size_t i = 1; i < claim.happen.size(); ++i)
    if (!order_before(claim.happen[i - 1], claim.happen[i])) return false;
  changed_ = true;
  return true;
}

// The memory that a pending event touches must be there.
bool Closing::keep_alive(EventId e) {
  const Operand operand = operand_of(trace_.kind(e));
  const ObjectId id = operand == Operand::memory
                          ? trace_.location_of(e).object
                          : trace_.sync_objects(operand)[trace_.sync(e).index()].object;
  if (!id.exists()) return true;
  const Object& object = trace_.objects()[id.index()];
  if (object.freed.exists()) {
    uint32_t& cap = caps_[trace_.thread(object.freed).index()];
    cap = std::min(cap, object.freed.value);
  }
  return !object.allocated.exists() || require(object.allocated);
}

// A null claim's read sees the null instead of what it saw. A decision before the dereference would
// have noticed.
bool Closing::retarget(const Claim& claim) {
  if (claim.happen.size() != 2 || claim.pending.size() != 1) return fail(Outcome::impossible);
  const EventId dereference = claim.pending[0];
  retargeted_ = claim.happen[1];
  const ThreadEvents events = trace_.events_of(trace_.thread(retargeted_));
  for (auto i = events.at(events.index_from(retargeted_) + 1);
       i != events.end() && *i < dereference; ++i) {
    if (!trace_.decides(*i)) continue;
    const std::span<const EventId> behind = facts_.model == Model::dependence
                                                ? facts_.dependences->reads_behind(*i)
                                                : std::span<const EventId>(&retargeted_, 1);
    if (std::find(behind.begin(), behind.end(), retargeted_) != behind.end())
      return fail(Outcome::impossible);
  }
  const Location& location = trace_.location_of(retargeted_);
  for (uint32_t k = 0; k < location.cell_count; ++k)
    fixed_reads_.push_back({retargeted_, claim.happen[0], CellId(location.first_cell.value + k)});
  return true;
}

// --- the set grows
// --------------------------------------------------------------------------------

bool Closing::require(EventId e) {
  const ThreadId t = trace_.thread(e);
  uint32_t& bound = bounds_[t.index()];
  if (e.value < bound) return true;
  if (e.value >= caps_[t.index()]) return fail(Outcome::impossible);
  if (e.value >= window_->end()) return fail(Outcome::too_narrow);
  growing_.push_back(t.value);
  const uint32_t from = bound;
  bound = e.value + 1;
  fixed_.execute(t, from, bound);
  return true;
}

// Activates what the bounds cover and works off the reads that this fixes.
bool Closing::grow() {
  while (!growing_.empty() || !fixed_.fresh().empty()) {
    changed_ = true;
    if (!growing_.empty()) {
      const ThreadId t(growing_.back());
      const uint32_t chain = window_->chain_of(t);
      const auto events = chain == UINT32_MAX ? std::span<const EventId>() : window_->events(chain);
      if (chain != UINT32_MAX && active_[chain] < events.size() &&
          events[active_[chain]].value < bounds_[t.index()]) {
        const EventId e = events[active_[chain]++];
        if (!activate(chain, e)) return false;
        continue;
      }
      growing_.pop_back();
      const EventId fork = trace_.fork_of(t);
      if (fork.exists() && !require(fork)) return false;
      continue;
    }
    const EventId read = fixed_.fresh().back();
    fixed_.fresh().pop_back();
    if (!fix(read)) return false;
  }
  return true;
}

bool Closing::activate(uint32_t chain, EventId e) {
  if (++work_ > budget_) return fail(Outcome::exhausted);
  const ThreadId t = trace_.thread(e);
  if (active_[chain] == 1) {
    const EventId fork = trace_.fork_of(t);
    if (fork.exists() && !put_before(fork, e)) return false;
  }
  const Kind kind = trace_.kind(e);
  if (operand_of(kind) == Operand::memory)
    return use_object(trace_.location_of(e).object, chain, e);
  return add_sync_rules(e);
}

bool Closing::add_sync_rules(EventId e) {
  const Kind kind = trace_.kind(e);
  const Operand operand = operand_of(kind);
  const uint32_t chain = window_->chain_of(trace_.thread(e));
  if (operand == Operand::none) return true;
  if (operand == Operand::thread) return add_thread_rules(e);
  if (operand == Operand::object) return kind != Kind::free || add_free_rules(e);
  if (!use_object(trace_.sync_objects(operand)[trace_.sync(e).index()].object, chain, e))
    return false;
  switch (operand) {
    case Operand::lock:
      if (acquires_lock(kind))
        sections_[chain].push_back({e, trace_.partner(e), trace_.lock(e), is_shared_mode(kind)});
      else if (!releases_lock(kind))
        tries_.push_back(e);
      return true;
    case Operand::condition:
      return add_condition_rules(e);
    case Operand::barrier:
      return add_barrier_rules(e);
    case Operand::semaphore:
      return add_semaphore_rules(e);
    case Operand::once: {
      const EventId needed = trace_.partner(e);
      return kind == Kind::once_end || !needed.exists() || put_before(needed, e);
    }
    default:
      return true;
  }
}

// The last event of a joined thread need not be a node: nothing but its own business follows its last
// node. If it has none at all, it still had to be created.
bool Closing::add_thread_rules(EventId e) {
  const EventId last = trace_.partner(e);
  if (trace_.kind(e) != Kind::join || !last.exists() || window_->is_past(last)) return true;
  if (!require(last)) return false;
  const uint32_t chain = window_->chain_of(trace_.thread(last));
  const uint32_t nodes = chain == UINT32_MAX ? 0 : window_->position_from(chain, last.value + 1);
  if (nodes > 0) return order_before(window_->event({chain, nodes - 1}), e);
  const EventId fork = trace_.fork_of(trace_.thread(last));
  return !fork.exists() || put_before(fork, e);
}

bool Closing::add_condition_rules(EventId e) {
  EventId& began = wait_began_[window_->chain_of(trace_.thread(e))];
  if (trace_.kind(e) == Kind::wait_begin) began = e;
  if (trace_.kind(e) != Kind::wait_end) return true;
  const EventId waker = trace_.partner(e);
  if (!waker.exists()) return true;
  if (!put_before(waker, e)) return false;
  return !began.exists() || put_before(began, waker);  // else it began in the past
}

bool Closing::add_barrier_rules(EventId e) {
  const BarrierRound& round = trace_.barrier_round(e);
  std::span<const EventId> arrivals;
  if (trace_.kind(e) == Kind::barrier_leave)
    arrivals = round.arrivals;
  else if (round.previous != UINT32_MAX)
    arrivals = trace_.barrier_rounds()[round.previous].arrivals;
  for (const EventId arrival : arrivals)
    if (!put_before(arrival, e)) return false;
  return true;
}

bool Closing::add_semaphore_rules(EventId e) {
  const Kind kind = trace_.kind(e);
  const EventId init = trace_.partner(e);
  if (init.exists() && !put_before(init, e)) return false;
  if (kind == Kind::semaphore_wait || kind == Kind::semaphore_failed_try) tries_.push_back(e);
  if (kind != Kind::semaphore_init) return true;
  for (const uint64_t entry : index_.semaphore_operations().of(trace_.sync(e).index())) {
    const EventId earlier = GroupedEvents::event_of(entry);
    if (earlier < e && !window_->is_past(earlier) && !put_before(earlier, e)) return false;
  }
  return true;
}

bool Closing::add_free_rules(EventId e) {
  const EventId allocation = trace_.partner(e);
  if (allocation.exists() && !put_before(allocation, e)) return false;
  const ObjectId object = trace_.object(e);
  if (!object.exists()) return true;
  const auto found = uses_.find(object.value);
  if (found == uses_.end()) return true;
  for (const Use& use : found->second)
    if (!put_before(use.last, e)) return false;
  return true;
}

bool Closing::use_object(ObjectId id, uint32_t chain, EventId e) {
  if (!id.exists() || id == kOtherMemory) return true;
  const Object& object = trace_.objects()[id.index()];
  if (object.allocated.exists() && !put_before(object.allocated, e)) return false;
  if (!object.freed.exists()) return true;
  if (happens(object.freed)) return put_before(e, object.freed);
  std::vector<Use>& uses = uses_[id.value];
  const auto mine =
      std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.chain == chain; });
  if (mine == uses.end())
    uses.push_back({chain, e});
  else
    mine->last = e;
  return true;
}

bool Closing::fix(EventId read) {
  const Location& location = trace_.location_of(read);
  const bool is_node = trace_.interacts(read) && window_->has(read);
  if (read == retargeted_)
    return true;  // see retarget(): nothing but the dereference depends on it
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const EventId write = trace_.seen_write(read, k);
    const CellId cell(location.first_cell.value + k);
    if (is_node) fixed_reads_.push_back({read, write, cell});
    if (!write.exists()) continue;
    if (is_node && !window_->has(write)) past_readers_.add(cell, write, window_->node(read));
    if (window_->is_past(write)) continue;
    if (is_node && !put_before(write, read)) return false;
    if (retargeted_.exists() && write >= retargeted_ &&
        trace_.thread(write) == trace_.thread(retargeted_))
      return fail(Outcome::impossible);  // computed from the null, perhaps
    fixed_.see(write);
  }
  return true;
}

// --- the order grows
// ------------------------------------------------------------------------------

bool Closing::put_before(EventId a, EventId b) {
  return require(a) && require(b) && order_before(a, b);
}

bool Closing::order_before(EventId a, EventId b) {
  if (a == b) return fail(Outcome::impossible);
  if (window_->is_past(a)) return true;
  if (window_->is_past(b)) return fail(Outcome::too_narrow);
  if (window_->is_thin() && !(window_->has(a) && window_->has(b))) return true;
  const Node from = window_->node(a), to = window_->node(b);
  if (from.chain == to.chain) return from.position < to.position || fail(Outcome::impossible);
  if (order_.reaches(from, to)) return true;
  if (order_.reaches(to, from)) return fail(Outcome::impossible);
  if (++work_ > budget_) return fail(Outcome::exhausted);
  order_.insert(from, to);
  changed_ = true;
  return true;
}

bool Closing::run_rules() {
  do {
    if (!grow()) return false;
    changed_ = false;
    if (!close_reads() || !close_locks() || !close_tries()) return false;
  } while (changed_ || !growing_.empty() || !fixed_.fresh().empty());
  return true;
}

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
    if (!close_read_backward(r) || !close_read_forward(r)) return false;
  }
  return true;
}

// Of the nodes: u's last write of the cell with a number below `end`, its first from `begin` on.
EventId Closing::last_write_before(CellId cell, ThreadId u, uint32_t end) const {
  for (;;) {
    const EventId write = index_.writes().last_before(cell.index(), u, end);
    if (!write.exists() || window_->is_past(write)) return EventId::none();
    if (window_->has(write)) return write;
    const uint32_t chain = window_->chain_of(u);
    const uint32_t at = chain == UINT32_MAX ? 0 : window_->position_from(chain, write.value);
    if (at == 0) return EventId::none();
    end = window_->event({chain, at - 1}).value + 1;
  }
}

EventId Closing::first_write_from(CellId cell, ThreadId u, uint32_t begin) const {
  for (;;) {
    const EventId write = index_.writes().first_from(cell.index(), u, begin);
    if (!write.exists() || window_->has(write)) return write;
    const uint32_t chain = window_->chain_of(u);
    if (chain == UINT32_MAX) return EventId::none();
    const uint32_t at = window_->position_from(chain, write.value);
    if (at == window_->events(chain).size()) return EventId::none();
    begin = window_->event({chain, at}).value;
  }
}

bool Closing::close_read_backward(const FixedRead& r) {
  const bool write_is_past = r.write.exists() && window_->is_past(r.write);
  bool fine = true;
  index_.writes().for_each_thread(r.cell.index(), [&](ThreadId u) {
    if (!fine) return;
    ++work_;
    uint32_t end = last_before(r.read, u);
    if (end == UINT32_MAX) return;
    if (u != trace_.thread(r.read)) ++end;
    const EventId other = last_write_before(r.cell, u, end);
    if (!other.exists() || other == r.write) return;
    if (r.write.exists() && !write_is_past)
      fine = order_before(other, r.write);
    else if (!r.write.exists())
      fine = fail(Outcome::impossible);
    else if (with_past_)
      fine = fail(Outcome::too_narrow);
  });
  return fine;
}

bool Closing::close_read_forward(const FixedRead& r) {
  bool fine = true;
  index_.writes().for_each_thread(r.cell.index(), [&](ThreadId u) {
    if (!fine) return;
    ++work_;
    const uint32_t begin = known_behind_write(r, u);
    if (begin == UINT32_MAX) return;
    const EventId other = first_write_from(r.cell, u, begin);
    if (!other.exists() || other == r.read || !happens(other)) return;
    fine = order_before(r.read, other);
  });
  return fine;
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
      if (!close_section(s, window_->thread(chain))) return false;
    }
  return true;
}

bool Closing::close_section(const Section& s, ThreadId t) {
  bool fine = true;
  index_.sections_against(s.shared).for_each_thread(s.lock.index(), [&](ThreadId u) {
    if (!fine || u == t) return;
    ++work_;
    const bool closed = s.release.exists() && happens(s.release);
    fine = (closed ? close_against(s, t, u) : open_against(s, t, u)) &&
           (!with_past_ || respect_past_holder(s, u));
  });
  return fine;
}

// A section of u that starts before s ends must end before s starts.
bool Closing::close_against(const Section& s, ThreadId t, ThreadId u) {
  EventId inside = s.release;
  if (!window_->has(inside)) {
    const uint32_t chain = window_->chain_of(t);
    inside = window_->event({chain, window_->position_from(chain, s.release.value) - 1});
  }
  const uint32_t last = last_before(inside, u);
  if (last == UINT32_MAX) return true;
  const EventId other = index_.sections_against(s.shared).last_before(s.lock.index(), u, last + 1);
  if (!other.exists() || window_->is_past(other)) return true;
  const EventId release = trace_.partner(other);
  if (!release.exists()) return fail(Outcome::impossible);
  return put_before(release, s.acquire);
}

// While s is open, nobody else can take the lock any more.
bool Closing::open_against(const Section& s, ThreadId, ThreadId u) {
  const GroupedEvents& against = index_.sections_against(s.shared);
  const bool can_close = s.release.exists() && may_happen(s.release);
  if (!can_close) {
    const EventId other = against.last_before(s.lock.index(), u, bound(u));
    if (!other.exists() || window_->is_past(other)) return true;
    const EventId release = trace_.partner(other);
    return release.exists() ? put_before(release, s.acquire) : fail(Outcome::impossible);
  }
  const uint32_t next = first_after(s.acquire, u);
  if (next == UINT32_MAX) return true;
  const EventId later = against.first_from(s.lock.index(), u, next);
  if (later.exists() && happens(later)) return require(s.release);
  const EventId other = against.last_before(s.lock.index(), u, next);
  if (!other.exists() || window_->is_past(other)) return true;
  const EventId release = trace_.partner(other);
  const bool ended = release.exists() && release.value < next;
  return ended || require(s.release);
}

// A thread that held the lock when the window began must give it back first.
bool Closing::respect_past_holder(const Section& s, ThreadId u) {
  const EventId held =
      index_.sections_against(s.shared).last_before(s.lock.index(), u, window_->first());
  if (!held.exists()) return true;
  const EventId release = trace_.partner(held);
  if (release.exists() && window_->is_past(release)) return true;
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
  const ThreadId t = trace_.thread(e);
  for (EventId own = all.first_from(semaphore, t, start); own.exists() && own < e;
       own = all.first_from(semaphore, t, own.value + 1))
    count += effect(own);

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

// --- taking back
// ----------------------------------------------------------------------------------

Closing::State Closing::save() {
  State s;
  s.bounds = bounds_;
  s.active = active_;
  for (const auto& sections : sections_) s.section_counts.push_back(sections.size());
  s.fixed_read_count = fixed_reads_.size();
  s.try_count = tries_.size();
  s.wait_began = wait_began_;
  s.uses = uses_;
  s.fixed = fixed_.state();
  s.past_readers = past_readers_.mark();
  s.mark = order_.mark();
  return s;
}

void Closing::restore(const State& s) {
  bounds_ = s.bounds;
  active_ = s.active;
  for (size_t c = 0; c < sections_.size(); ++c) sections_[c].resize(s.section_counts[c]);
  fixed_reads_.resize(s.fixed_read_count);
  tries_.resize(s.try_count);
  wait_began_ = s.wait_began;
  uses_ = s.uses;
  fixed_.restore(s.fixed);
  past_readers_.undo(s.past_readers);
  order_.undo(s.mark);
  growing_.clear();
  failure_ = Outcome::closed;
}

}  // namespace foreweave
