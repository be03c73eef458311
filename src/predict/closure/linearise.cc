#include "predict/closure/linearise.h"

#include <algorithm>

namespace foreweave {

namespace {

uint64_t key(CellId cell, EventId e) { return uint64_t{cell.value} << 32 | e.value; }

}  // namespace

std::optional<std::vector<EventId>> Lineariser::run(const Closing& closing, uint32_t preferred) {
  start(closing);
  const Window& window = closing.window();
  size_t total = 0;
  for (uint32_t c = 0; c < window.chain_count(); ++c) total += closing.active(c);
  out_.reserve(total);
  std::vector<std::pair<EventId, uint32_t>> next;  // by event
  while (out_.size() < total) {
    if (preferred != kTraceOrder && try_next(preferred)) continue;
    next.clear();
    for (uint32_t c = 0; c < window.chain_count(); ++c)
      if (done_[c] < closing.active(c)) next.emplace_back(window.events(c)[done_[c]], c);
    std::sort(next.begin(), next.end());
    const bool moved =
        std::any_of(next.begin(), next.end(), [&](const auto& n) { return try_next(n.second); });
    if (!moved) return std::nullopt;
  }
  return std::move(out_);
}

void Lineariser::start(const Closing& closing) {
  closing_ = &closing;
  work_ = 0;
  done_.assign(closing.window().chain_count(), 0);
  out_.clear();
  locks_.clear();
  cells_.clear();
  semaphores_.clear();
  readers_.clear();
  required_.clear();
  const Window& window = closing.window();
  for (const FixedRead& r : closing.fixed_reads()) {
    const EventId write = r.write.exists() && window.is_past(r.write) ? EventId::none() : r.write;
    ++readers_[key(r.cell, write)];
    required_[key(r.cell, r.read)] = write;
  }
}

bool Lineariser::try_next(uint32_t chain) {
  if (done_[chain] == closing_->active(chain)) return false;
  const Node n{chain, done_[chain]};
  const EventId e = closing_->window().event(n);
  ++work_;
  if (!allowed_by_order(n) || !allowed_by_state(e, chain)) return false;
  ++done_[chain];
  out_.push_back(e);
  execute(e);
  return true;
}

bool Lineariser::allowed_by_order(Node n) {
  for (uint32_t c = 0; c < done_.size(); ++c) {
    if (c == n.chain) continue;
    const uint32_t before = closing_->order().predecessor(n, c);
    if (before != kNoPosition && before >= done_[c]) return false;
  }
  return true;
}

bool Lineariser::allowed_by_state(EventId e, uint32_t chain) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  switch (kind) {
    case Kind::acquire:
    case Kind::acquire_shared:
      return may_acquire(e, chain);
    case Kind::failed_try:
    case Kind::failed_try_shared: {
      const Lock& l = lock(trace_.lock(e));
      if (l.exclusive.exists() && l.exclusive != t) return true;
      return kind == Kind::failed_try &&
             std::any_of(l.shared.begin(), l.shared.end(), [&](ThreadId u) { return u != t; });
    }
    case Kind::semaphore_wait:
      return semaphore(trace_.sync(e)) > 0;
    case Kind::semaphore_failed_try:
      return semaphore(trace_.sync(e)) == 0;
    default:
      return !is_access(kind) || may_access(e);
  }
}

bool Lineariser::may_access(EventId e) {
  const Kind kind = trace_.kind(e);
  const Location& location = trace_.location_of(e);
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const CellId id(location.first_cell.value + k);
    const Cell& c = cell(id);
    const auto wanted = required_.find(key(id, e));
    const bool is_fixed = reads(kind) && wanted != required_.end();
    if (is_fixed && wanted->second != c.last_write) return false;
    if (writes(kind) && c.waiting > (is_fixed ? 1u : 0u)) return false;
  }
  return true;
}

// Whether somebody else still has to take and give back the lock.
bool Lineariser::others_need(LockId id, bool shared, uint32_t chain) {
  const Window& window = closing_->window();
  const GroupedEvents& against = index_.sections_against(shared);
  bool needed = false;
  against.for_each_thread(id.index(), [&](ThreadId u) {
    const uint32_t c = window.chain_of(u);
    if (needed || c == UINT32_MAX || c == chain || done_[c] == closing_->active(c)) return;
    const EventId next = against.first_from(id.index(), u, window.events(c)[done_[c]].value);
    needed = next.exists() && closing_->happens(next);
  });
  return needed;
}

bool Lineariser::may_acquire(EventId e, uint32_t chain) {
  const bool shared = is_shared_mode(trace_.kind(e));
  const Lock& l = lock(trace_.lock(e));
  if (l.exclusive.exists() || (!shared && !l.shared.empty())) return false;
  const EventId release = trace_.partner(e);
  const bool stays_open = !release.exists() || !closing_->happens(release);
  return !stays_open || !others_need(trace_.lock(e), shared, chain);
}

void Lineariser::execute(EventId e) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  switch (operand_of(kind)) {
    case Operand::lock: {
      Lock& l = lock(trace_.lock(e));
      if (kind == Kind::acquire) l.exclusive = t;
      if (kind == Kind::release) l.exclusive = ThreadId::none();
      if (kind == Kind::acquire_shared) l.shared.push_back(t);
      if (kind == Kind::release_shared) std::erase(l.shared, t);
      return;
    }
    case Operand::semaphore: {
      int64_t& count = semaphore(trace_.sync(e));
      if (kind == Kind::semaphore_init)
        count = trace_.has_value(e) ? static_cast<int64_t>(trace_.value(e)) : 0;
      if (kind == Kind::semaphore_post) ++count;
      if (kind == Kind::semaphore_wait) --count;
      return;
    }
    case Operand::memory:
      break;
    default:
      return;
  }
  const Location& location = trace_.location_of(e);
  for (uint32_t k = 0; k < location.cell_count; ++k) {
    const CellId id(location.first_cell.value + k);
    Cell& c = cell(id);
    if (reads(kind) && required_.contains(key(id, e))) --c.waiting;
    if (!writes(kind)) continue;
    const auto readers = readers_.find(key(id, e));
    c = {e, readers == readers_.end() ? 0 : readers->second};
  }
}

// As it was when the window began.
Lineariser::Lock& Lineariser::lock(LockId id) {
  const auto [at, is_new] = locks_.try_emplace(id.value);
  if (!is_new) return at->second;
  const uint32_t first = closing_->window().first();
  if (first == 0) return at->second;
  index_.sections().for_each_thread(id.index(), [&](ThreadId u) {
    const EventId acquire = index_.sections().last_before(id.index(), u, first);
    if (!acquire.exists()) return;
    const EventId release = trace_.partner(acquire);
    if (release.exists() && release.value < first) return;
    if (is_shared_mode(trace_.kind(acquire)))
      at->second.shared.push_back(u);
    else
      at->second.exclusive = u;
  });
  return at->second;
}

Lineariser::Cell& Lineariser::cell(CellId id) {
  const auto [at, is_new] = cells_.try_emplace(id.value);
  if (is_new) {
    const auto readers = readers_.find(key(id, EventId::none()));
    if (readers != readers_.end()) at->second.waiting = readers->second;
  }
  return at->second;
}

int64_t& Lineariser::semaphore(SyncId id) {
  const auto [at, is_new] = semaphores_.try_emplace(id.value);
  if (!is_new) return at->second;
  // What the past did, in the trace's order.
  std::vector<EventId> past;
  for (const uint64_t entry : index_.semaphore_operations().of(id.index()))
    if (GroupedEvents::event_of(entry).value < closing_->window().first())
      past.push_back(GroupedEvents::event_of(entry));
  std::sort(past.begin(), past.end());
  for (const EventId e : past) {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::semaphore_init)
      at->second = trace_.has_value(e) ? static_cast<int64_t>(trace_.value(e)) : 0;
    at->second += kind == Kind::semaphore_post ? 1 : kind == Kind::semaphore_wait ? -1 : 0;
  }
  return at->second;
}

}  // namespace foreweave
