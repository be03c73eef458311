#include "agree/stepper.h"

#include <bit>
#include <cstring>

#include "agree/small_claims.h"
#include "base/check.h"

namespace foreweave::agree {

namespace {
constexpr size_t kInitial = kMaxEvents;  // index of the initial contents in readers_
size_t writer_index(uint8_t writer) { return writer == kNoEvent ? kInitial : writer; }
EventId id(size_t e) { return EventId(static_cast<uint32_t>(e)); }
}  // namespace

void Stepper::compile(const Trace& trace, const ModelFacts& facts, const Claim* claim) {
  trace_ = &trace;
  facts_ = facts;
  links_.derive(trace);
  null_ = {};
  fixed_by_claim_ = forbidden_ = 0;
  if (claim && claim->kind == BugKind::null)
    null_ = {static_cast<uint8_t>(claim->happen[0].value),
             static_cast<uint8_t>(claim->happen[1].value),
             static_cast<uint8_t>(claim->pending[0].value)};
  events_ = trace.size();
  threads_ = trace.thread_count();
  has_waits_ = false;
  for (size_t e = 0; e < events_; ++e) {
    rules_[e] = Rule{};
    rules_[e].kind = trace.kind(id(e));
    rules_[e].thread = static_cast<uint8_t>(trace.thread(id(e)).value);
  }
  compile_threads(trace);
  for (size_t e = 0; e < events_; ++e) {
    compile_locks(trace, e);
    compile_sync(trace, e);
    compile_lifetime(trace, e);
    compile_unseen(trace, e);
  }
  if (null_.read != kNoEvent) forbid_what_the_null_read_feeds(trace);
  compile_cells(trace);
  compile_fixes(trace, claim);
  key_words_ = 1 + has_waits_ + dependent_on_reads() + (cells_ + 7) / 8;
}

void Stepper::compile_threads(const Trace& trace) {
  for (size_t t = 0; t < threads_; ++t) {
    size_t n = 0;
    for (size_t e = 0; e < events_; ++e)
      if (rules_[e].thread == t) order_[t][n++] = static_cast<uint8_t>(e);
    order_[t][n] = kNoEvent;
    forks_[t] = 0;
  }
  for (size_t f = 0; f < events_; ++f) {
    if (operand_of(rules_[f].kind) != Operand::thread) continue;
    const size_t child = trace.other_thread(id(f)).index();
    if (rules_[f].kind == Kind::fork) forks_[child] |= bit(f);
    for (size_t e = 0; e < events_; ++e) {
      if (rules_[e].thread != child) continue;
      if (rules_[f].kind == Kind::fork)
        rules_[e].after |= bit(f);
      else
        rules_[f].after |= bit(e);
    }
  }
}

// All events with e's operand, e itself included.
EventSet Stepper::same_operand(const Trace& trace, size_t e) const {
  EventSet all = 0;
  for (size_t f = 0; f < events_; ++f)
    if (operand_of(rules_[f].kind) == operand_of(rules_[e].kind) &&
        trace.sync(id(f)) == trace.sync(id(e)))
      all |= bit(f);
  return all;
}

void Stepper::compile_locks(const Trace& trace, size_t e) {
  Rule& rule = rules_[e];
  if (operand_of(rule.kind) != Operand::lock) return;
  const EventSet on_lock = same_operand(trace, e);
  for (size_t f = 0; f < events_; ++f) {
    const Rule& taken = rules_[f];
    if (!(on_lock & bit(f)) || !acquires_lock(taken.kind)) continue;
    const bool mine = taken.thread == rule.thread, exclusive = taken.kind == Kind::acquire;
    switch (rule.kind) {
      case Kind::acquire:
        rule.blocked_by |= bit(f);
        break;
      case Kind::acquire_shared:
        if (exclusive || mine) rule.blocked_by |= bit(f);
        break;
      case Kind::request:
        rule.waits_for |= bit(f);
        break;
      case Kind::request_shared:
        if (exclusive) rule.waits_for |= bit(f);
        break;
      case Kind::failed_try:
        if (!mine) rule.needs_held |= bit(f);
        break;
      case Kind::failed_try_shared:
        if (!mine && exclusive) rule.needs_held |= bit(f);
        break;
      default:
        break;
    }
  }
}

void Stepper::compile_sync(const Trace& trace, size_t e) {
  Rule& rule = rules_[e];
  switch (operand_of(rule.kind)) {
    case Operand::condition:
      if (rule.kind == Kind::wait_end && links_.woken_by[e] != kNoEvent) {
        has_waits_ = true;
        rules_[links_.woken_by[e]].wakes |= bit(e);
      }
      break;
    case Operand::barrier:
      rule.after |= rule.kind == Kind::barrier_leave ? links_.round[e] : links_.earlier_rounds[e];
      if (rule.kind == Kind::barrier_arrive && !(links_.round[e] >> e >> 1))
        rule.after |= links_.round[e] & ~bit(e);  // the last of the round stays the last
      break;
    case Operand::semaphore: {
      const EventSet operations = same_operand(trace, e), earlier = operations & (bit(e) - 1);
      if (rule.kind == Kind::semaphore_init) {
        rule.after |= earlier;
      } else {
        for (size_t f = 0; f < e; ++f)
          if (earlier & bit(f) && rules_[f].kind == Kind::semaphore_init) rule.after |= bit(f);
      }
      break;
    }
    case Operand::once:
      if (links_.once_end[e] != kNoEvent) rule.after |= bit(links_.once_end[e]);
      break;
    default:
      break;
  }
}

void Stepper::compile_lifetime(const Trace& trace, size_t e) {
  Rule& rule = rules_[e];
  const Operand operand = operand_of(rule.kind);
  ObjectId object;
  if (operand == Operand::memory)
    object = trace.location_of(id(e)).object;
  else if (rule.kind == Kind::free)
    object = trace.object(id(e));
  else if (operand >= Operand::lock && rule.kind != Kind::barrier_leave)
    object = trace.sync_objects(operand)[trace.sync(id(e)).index()].object;
  if (!object.exists()) return;
  const Object& o = trace.objects()[object.index()];
  if (o.allocated.exists()) rule.after |= bit(o.allocated.index());
  if (o.freed.exists() && o.freed != id(e)) rule.not_after |= bit(o.freed.index());
}

// Ends of stretches in code that may synchronise come behind all such begins and ends before them;
// what keeps its place stays where it was among all begins and ends of stretches.
void Stepper::compile_unseen(const Trace& trace, size_t e) {
  const auto is_mark = [&](size_t f) {
    const Kind k = rules_[f].kind;
    return k == Kind::external_begin || k == Kind::external_call || k == Kind::unseen_begin ||
           k == Kind::unseen_end;
  };
  const auto synchronises = [&](size_t f) {
    return rules_[f].kind == Kind::unseen_begin || rules_[f].kind == Kind::unseen_end;
  };
  for (size_t f = 0; f < e; ++f) {
    const bool placed =
        (is_mark(e) && trace.keeps_place(id(f))) || (is_mark(f) && trace.keeps_place(id(e)));
    const bool synchronised = rules_[e].kind == Kind::unseen_end && synchronises(f);
    if (placed || synchronised) rules_[e].after |= bit(f);
  }
}

void Stepper::compile_cells(const Trace& trace) {
  seen_.clear();
  written_.clear();
  cells_ = 0;
  if (facts_.model == Model::sync && null_.read == kNoEvent) return;
  std::array<uint32_t, kMaxCells> numbers;  // the trace's name of each of our cells
  const auto ours = [&](uint32_t cell) {
    size_t c = 0;
    while (c < cells_ && numbers[c] != cell) ++c;
    return c;
  };
  size_t i = 0;  // links_.seen goes by reads in the trace's order
  for (size_t e = 0; e < events_; ++e) {
    rules_[e].seen_begin = static_cast<uint16_t>(seen_.size());
    for (; i < links_.seen.size() && links_.seen[i].read == e; ++i) {
      Seen s = links_.seen[i];
      if (e == null_.read) s.write = null_.write;  // what it has to see
      const size_t c = ours(s.cell);
      if (c == cells_) {
        CHECK(cells_ < kMaxCells, "brute force is for traces with few cells");
        numbers[cells_++] = s.cell;
        readers_[c].fill(0);
      }
      readers_[c][writer_index(s.write)] |= bit(e);
      seen_.push_back({static_cast<uint8_t>(c), s.write});
    }
    rules_[e].seen_end = static_cast<uint16_t>(seen_.size());
  }
  for (size_t e = 0; e < events_; ++e) {
    rules_[e].written_begin = static_cast<uint16_t>(written_.size());
    if (writes(rules_[e].kind))
      for (size_t c = 0; c < cells_; ++c)
        if (touches(trace, id(e), numbers[c])) written_.push_back(static_cast<uint8_t>(c));
    rules_[e].written_end = static_cast<uint16_t>(written_.size());
  }
}

// The reads that x, a decision or a write, depends on.
EventSet Stepper::reads_behind(const Trace& trace, size_t x) const {
  EventSet behind = 0;
  if (facts_.model == Model::branch) {
    for (size_t r = 0; r <= x; ++r)
      if (rules_[r].thread == rules_[x].thread && reads(trace.kind(id(r)))) behind |= bit(r);
  } else if (facts_.model == Model::dependence) {
    for (const EventId r : facts_.dependences->reads_behind(id(x))) behind |= bit(r.index());
  }
  return behind;
}

// Under same-write every read of the reordering but the null claim's sees what it saw. So nobody
// may act on what the null read loaded: no decision of its thread behind it (the access itself
// stays pending), nor a read by others of what the thread wrote behind it.
void Stepper::forbid_what_the_null_read_feeds(const Trace& trace) {
  if (facts_.model != Model::same_write) return;
  const size_t thread = rules_[null_.read].thread;
  if (trace.decides_on_own_read(id(null_.read))) forbidden_ |= bit(null_.read);
  for (size_t e = null_.read + 1u; e < events_; ++e)
    if (rules_[e].thread == thread && trace.decides(id(e))) forbidden_ |= bit(e);
  for (const Seen& s : links_.seen)
    if (s.write != kNoEvent && rules_[s.write].thread == thread && s.write > null_.read &&
        rules_[s.read].thread != thread)
      forbidden_ |= bit(s.read);
}

void Stepper::compile_fixes(const Trace& trace, const Claim* claim) {
  if (!dependent_on_reads()) return;
  // closed[r]: what is fixed if r is. Found in the trace's order, since a read saw earlier writes,
  // behind which stand earlier reads.
  std::array<EventSet, kMaxEvents> closed;
  const auto close = [&](EventSet set) {
    EventSet all = set;
    for (EventSet left = set; left; left &= left - 1)
      all |= closed[static_cast<size_t>(std::countr_zero(left))];
    return all;
  };
  for (size_t e = 0; e < events_; ++e) {
    closed[e] = bit(e);
    for (const Seen& s : links_.seen) {
      if (s.read != e || s.write == kNoEvent) continue;
      // Only a null claim can tell: a decision fixes all earlier reads of its thread anyway.
      const bool its_own = rules_[s.write].thread == rules_[e].thread;
      if (facts_.model == Model::branch && its_own) continue;
      closed[e] |= close(reads_behind(trace, s.write));
    }
    if (!trace.decides(id(e))) continue;
    rules_[e].fixes = rules_[e].fixes_if_pending = close(reads_behind(trace, e) & ~bit(e));
    if (trace.decides_on_own_read(id(e))) rules_[e].fixes |= closed[e];
  }
  for (size_t t = 0; t < threads_; ++t) {
    size_t n = 0;
    while (order_[t][n] != kNoEvent) ++n;
    later_fixes_[t][n] = 0;
    while (n-- > 0) later_fixes_[t][n] = later_fixes_[t][n + 1] | rules_[order_[t][n]].fixes;
  }
  if (!claim) return;
  for (const EventId p : claim->pending)
    if (p.index() != null_.access) fixed_by_claim_ |= rules_[p.index()].fixes_if_pending;
  if (null_.read == kNoEvent) return;
  // The null read is not fixed by the access that is pending, but the write that it sees must write
  // null: as if a fixed read saw it.
  if (trace.decides(id(null_.access)))
    fixed_by_claim_ |=
        close(reads_behind(trace, null_.access) & ~bit(null_.access) & ~bit(null_.read));
  fixed_by_claim_ |= close(reads_behind(trace, null_.write));
}

Stepper::State Stepper::start() const {
  State s;
  s.place.fill(0);
  s.last.fill(kNoEvent);
  forget(s);
  return s;
}

bool Stepper::semaphore_allows(size_t e, EventSet done) const {
  const Kind k = rules_[e].kind;
  if (k != Kind::semaphore_wait && k != Kind::semaphore_failed_try) return true;
  // An init is ordered against all other operations as in the trace: going through what is done in
  // the trace's order counts right, whatever order it was done in.
  uint64_t posts = 0, waits = 0;
  for (size_t f = 0; f < events_; ++f) {
    if (!(done & bit(f)) || operand_of(rules_[f].kind) != Operand::semaphore) continue;
    if (trace_->sync(id(f)) != trace_->sync(id(e))) continue;
    if (rules_[f].kind == Kind::semaphore_init) {
      posts = trace_->has_value(id(f)) ? trace_->value(id(f)) : 0;
      waits = 0;
    } else {
      posts += rules_[f].kind == Kind::semaphore_post;
      waits += rules_[f].kind == Kind::semaphore_wait;
    }
  }
  return (posts == waits) == (k == Kind::semaphore_failed_try);
}

bool Stepper::step(const State& from, size_t e, State& to) const {
  const Rule& rule = rules_[e];
  if (rule.after & ~from.done || rule.not_after & from.done) return false;
  if (rule.blocked_by & from.held) return false;
  if (operand_of(rule.kind) == Operand::lock) {
    const bool is_try = rule.kind == Kind::failed_try || rule.kind == Kind::failed_try_shared;
    if (is_try && !(rule.needs_held & from.held)) return false;
  }
  if (rule.kind == Kind::wait_end && links_.woken_by[e] != kNoEvent && !(from.woken & bit(e)))
    return false;
  if (!semaphore_allows(e, from.done)) return false;
  if (rule.fixes & from.wrong || forbidden_ & bit(e)) return false;

  bool wrong = false;
  for (size_t i = rule.seen_begin; i < rule.seen_end; ++i)
    wrong |= from.last[seen_[i].cell] != seen_[i].write;
  if (wrong && (facts_.model == Model::same_write || e == null_.read)) return false;
  wrong |= e == null_.read;
  if (wrong && rule.fixes & bit(e)) return false;

  to = from;
  to.done |= bit(e);
  ++to.place[rule.thread];
  if (wrong && dependent_on_reads()) to.wrong |= bit(e);
  if (acquires_lock(rule.kind)) to.held |= bit(e);
  if (releases_lock(rule.kind) && links_.acquire[e] != kNoEvent) to.held &= ~bit(links_.acquire[e]);
  for (EventSet left = rule.wakes; left; left &= left - 1) {
    const size_t wait_end = static_cast<size_t>(std::countr_zero(left));
    if (from.done & bit(links_.wait_begin[wait_end])) to.woken |= bit(wait_end);
  }
  for (size_t i = rule.written_begin; i < rule.written_end; ++i)
    to.last[written_[i]] = static_cast<uint8_t>(e);
  forget(to);
  return true;
}

void Stepper::forget(State& s) const {
  for (size_t c = 0; c < cells_; ++c)
    if (s.last[c] != kForgotten && !(readers_[c][writer_index(s.last[c])] & ~s.done))
      s.last[c] = kForgotten;
  if (!s.wrong) return;
  EventSet matters = fixed_by_claim_;
  for (size_t t = 0; t < threads_; ++t) matters |= later_fixes_[t][s.place[t]];
  s.wrong &= matters;
}

EventSet Stepper::next_events(const State& s) const {
  EventSet all = 0;
  for (size_t t = 0; t < threads_; ++t)
    if (const uint8_t e = next(s, t); e != kNoEvent) all |= bit(e);
  return all;
}

bool Stepper::waits_for(size_t e, size_t thread, const State& s) const {
  const EventSet waits_for = rules_[e].blocked_by | rules_[e].waits_for;
  for (EventSet left = waits_for & s.held; left; left &= left - 1)
    if (rules_[static_cast<size_t>(std::countr_zero(left))].thread == thread) return true;
  return false;
}

bool Stepper::alive(size_t e, const State& s) const {
  const Operand operand = operand_of(rules_[e].kind);
  const ObjectId object = operand == Operand::memory
                              ? trace_->location_of(id(e)).object
                              : trace_->sync_objects(operand)[trace_->sync(id(e)).index()].object;
  const Object& o = trace_->objects()[object.index()];
  return !(o.allocated.exists() && !(s.done & bit(o.allocated.index()))) &&
         !(o.freed.exists() && s.done & bit(o.freed.index()));
}

bool Stepper::nothing_to_free(size_t e, const State& s) const {
  const ObjectId own = trace_->object(id(e));
  if (s.done & bit(trace_->objects()[own.index()].allocated.index())) return false;
  for (const Object& o : earlier_lives(*trace_, own))
    if (!o.freed.exists() || !(s.done & bit(o.freed.index()))) return false;
  return true;
}

void Stepper::key(const State& s, uint64_t* words) const {
  size_t n = 0;
  words[n++] = s.done;
  if (has_waits_) words[n++] = s.woken;
  if (dependent_on_reads()) words[n++] = s.wrong;
  for (size_t c = 0; c < cells_; c += 8) std::memcpy(words + n++, s.last.data() + c, 8);
}

}  // namespace foreweave::agree
