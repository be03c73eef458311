#include "predict/closure/closing.h"

#include <algorithm>

#include "events/lives.h"

namespace foreweave {

Closing::Closing(const Trace& trace, const ConflictIndex& index, const ModelFacts& facts)
    : trace_(trace), index_(index), facts_(facts), fixed_(trace, facts), rivals_(trace, index) {}

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

void Closing::reset(const Window& window, bool same_window, uint64_t budget) {
  window_ = &window;
  if (!same_window) rivals_.reset(window);
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
  grown_ = all_is_new_ = latest_order_ = order_.tick();
  sections_.resize(window.chain_count());
  for (auto& sections : sections_) sections.clear();
  fixed_reads_.clear();
  past_readers_.clear();
  tries_.clear();
  wait_began_.assign(window.chain_count(), EventId::none());
  uses_.clear();
  retargeted_ = unfixed_from_ = EventId::none();
  work_ += window.node_count() / 8;  // what it costs to set up
}

Closing::Outcome Closing::start(const Window& window, bool same_window, const Claim& claim,
                                uint64_t budget) {
  reset(window, same_window, budget);
  // First the rules that hold in every reordering: a contradiction among them is final. Only then
  // those that come from the window.
  if (!set_up(claim) || !run_rules()) return failure_;
  if (window.first() == 0) return Outcome::closed;  // thin ones begin there, too
  with_past_ = true;
  all_is_new_ = order_.tick();
  return close();
}

Closing::Outcome Closing::start(const Window& window, bool same_window, const Standoff& standoff,
                                uint64_t budget) {
  reset(window, same_window, budget);
  return set_up(standoff) && run_rules() ? Outcome::closed : failure_;
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
  if (claim.kind == BugKind::double_free && !free_what_was_there(claim)) return false;
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

// What the thread reads from the decision on may be what a null claim changes.
bool Closing::set_up(const Standoff& standoff) {
  const ThreadEvents events = trace_.events_of(trace_.thread(standoff.decision));
  if (standoff.release.exists())
    caps_[trace_.thread(standoff.release).index()] = standoff.release.value;
  unfixed_from_ = standoff.decision;
  if (!require(events[events.index_from(standoff.decision) - 1])) return false;
  fixed_.pend(standoff.decision);
  changed_ = true;
  return require(standoff.entered) && grow();
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

// What the second free is of is not allocated, and all that was at its address before is freed.
bool Closing::free_what_was_there(const Claim& claim) {
  if (claim.happen.size() != 1 || claim.pending.size() != 1 ||
      !frees_again(trace_, claim.happen[0], claim.pending[0]))
    return fail(Outcome::impossible);
  const EventId allocation = trace_.partner(claim.pending[0]);
  uint32_t& cap = caps_[trace_.thread(allocation).index()];
  cap = std::min(cap, allocation.value);
  if (window_->is_past(allocation)) return fail(Outcome::too_narrow);
  for (const EventId f : frees_before(trace_, claim.pending[0])) {
    if (!f.exists()) return fail(Outcome::impossible);
    if (!require(f)) return false;
  }
  return true;
}

// A null claim's read sees the null instead of what it saw. A decision before the dereference would
// have noticed.
bool Closing::retarget(const Claim& claim) {
  if (claim.happen.size() != 2 || claim.pending.size() != 1) return fail(Outcome::impossible);
  const EventId dereference = claim.pending[0];
  retargeted_ = claim.happen[1];
  if (trace_.decides_on_own_read(retargeted_)) return fail(Outcome::impossible);
  const ThreadEvents events = trace_.events_of(trace_.thread(retargeted_));
  for (auto i = events.at(events.index_from(retargeted_) + 1);
       i != events.end() && *i < dereference; ++i) {
    if (!trace_.decides(*i)) continue;
    const std::span<const EventId> behind = facts_.fixes() == Fixes::listed_reads
                                                ? facts_.dependences->reads_behind(*i)
                                                : std::span<const EventId>(&retargeted_, 1);
    if (std::find(behind.begin(), behind.end(), retargeted_) != behind.end())
      return fail(Outcome::impossible);
  }
  const Location& location = trace_.location_of(retargeted_);
  for (uint32_t k = 0; k < location.cell_count; ++k)
    add_fixed_read(retargeted_, claim.happen[0], CellId(location.first_cell.value + k));
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
  grown_ = order_.tick();
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
  if (trace_.has_unseen_order() && !facts_.without_unseen && !add_unseen_rules(e)) return false;
  if (operand_of(kind) == Operand::memory)
    return use_object(trace_.location_of(e).object, chain, e);
  return add_sync_rules(e);
}

// What code that was not recorded may order. That an event keeps its place before a later mark is a
// rule of the mark.
bool Closing::add_unseen_rules(EventId e) {
  if (!marks_stretch(trace_.kind(e)) && !trace_.keeps_place(e)) return true;
  for (uint32_t u = 0; u < trace_.thread_count(); ++u) {
    if (ThreadId(u) == trace_.thread(e)) continue;
    const EventId before = trace_.unseen_before(e, ThreadId(u));
    if (before.exists() && !put_before(before, e)) return false;
  }
  return true;
}

bool Closing::add_sync_rules(EventId e) {
  const Kind kind = trace_.kind(e);
  const Operand operand = operand_of(kind);
  const uint32_t chain = window_->chain_of(trace_.thread(e));
  if (operand == Operand::none) return true;
  if (operand == Operand::thread) return add_thread_rules(e);
  if (operand == Operand::object) return kind != Kind::free || add_free_rules(e);
  if (!use_object(object_used_by(trace_, e), chain, e)) return false;
  switch (operand) {
    case Operand::lock:
      if (acquires_lock(kind))
        add_section(e, chain);
      else if (!releases_lock(kind) && !asks_for_lock(kind))
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

// A lock that nobody else takes in the window needs no rule.
void Closing::add_section(EventId acquire, uint32_t chain) {
  const LockId lock = trace_.lock(acquire);
  const bool shared = is_shared_mode(trace_.kind(acquire));
  const uint32_t rivals = rivals_.sections_against(lock, shared);
  const ThreadId t = trace_.thread(acquire);
  const std::span<const Rival> others = rivals_.list(rivals);
  if (std::any_of(others.begin(), others.end(), [&](const Rival& u) { return u.thread != t; }))
    sections_[chain].push_back({acquire, trace_.partner(acquire), lock, shared, rivals});
}

// Nor does a read of what nobody else writes there.
void Closing::add_fixed_read(EventId read, EventId write, CellId cell) {
  const uint32_t rivals = rivals_.writers(cell);
  const std::span<const Rival> others = rivals_.list(rivals);
  if (std::any_of(others.begin(), others.end(),
                  [&](const Rival& u) { return u.has_another_than(read, write); }))
    fixed_reads_.push_back({read, write, cell, rivals});
}

// The last event of a joined thread need not be a node: nothing but its own business follows its
// last node. If it has none at all, it still had to be created.
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
  const auto put_behind = [&](std::span<const EventId> arrivals) {
    return std::all_of(arrivals.begin(), arrivals.end(),
                       [&](EventId a) { return a == e || put_before(a, e); });
  };
  if (trace_.kind(e) == Kind::barrier_leave) return put_behind(round.arrivals);
  if (e == round.arrivals.back() && !put_behind(round.arrivals)) return false;  // it stays the last
  return round.previous == UINT32_MAX ||
         put_behind(trace_.barrier_rounds()[round.previous].arrivals);
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

// What the fixed read saw may have been computed from the pointer that is null now. What a thread
// reads back of its own tells nobody: it decides nothing on the way to the dereference.
bool Closing::tells_of_null(EventId read, EventId write) const {
  const ThreadId t = trace_.thread(retargeted_);
  if (trace_.thread(write) != t || write < retargeted_) return false;
  if (facts_.fixes() != Fixes::listed_reads) return trace_.thread(read) != t;
  const std::span<const EventId> behind = facts_.dependences->reads_behind(write);
  return std::find(behind.begin(), behind.end(), retargeted_) != behind.end();
}

bool Closing::fix(EventId read) {
  const Location& location = trace_.location_of(read);
  const bool is_node = trace_.interacts(read) && window_->has(read);
  if (read == retargeted_)
    return true;  // see retarget(): nothing but the dereference depends on it
  if (unfixed_from_.exists() && read >= unfixed_from_ &&
      trace_.thread(read) == trace_.thread(unfixed_from_))
    return true;
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const EventId write = trace_.seen_write(read, k);
    const CellId cell(location.first_cell.value + k);
    if (is_node) add_fixed_read(read, write, cell);
    if (!write.exists()) continue;
    if (is_node && !window_->has(write)) {
      past_readers_.add(cell, write, window_->node(read));
      latest_order_ = order_.tick();
    }
    if (window_->is_past(write)) continue;
    if (is_node && !put_before(write, read)) return false;
    if (retargeted_.exists() && tells_of_null(read, write)) return fail(Outcome::impossible);
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
  latest_order_ = order_.time();
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
  s.open = is_open() || !fixed_.fresh().empty();
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
  changed_ = s.open;
  if (s.open) all_is_new_ = order_.tick();
  failure_ = Outcome::closed;
}

}  // namespace foreweave
