#include "events/build/trace_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/bytes/stream_copy.h"
#include "events/build/address_resolver.h"
#include "events/build/sync_linker.h"

namespace foreweave {

namespace {

constexpr std::array<uint64_t, 9> kMasks = {0,
                                            0xff,
                                            0xffff,
                                            0xffffff,
                                            0xffffffff,
                                            0xffffffffff,
                                            0xffffffffffff,
                                            0xffffffffffffff,
                                            0xffffffffffffffff};

// What an access does to the state of its location, by EventShape::access. Nobody can guess which
// accesses write, so nothing branches on it.
struct AccessEffect {
  uint64_t keeps = UINT64_MAX;  // of the state's facts
  uint64_t sets = 0;
  uint64_t event = 0;         // the bits of its number that become the last write
  uint32_t sees_nothing = 0;  // all bits, if it does not read
  uint8_t compares = 0;       // 1, if its value should be the one that is there
  bool leaves_value = false;
};
constexpr std::array<AccessEffect, 16> kEffects = [] {
  using State = LocationState;
  std::array<AccessEffect, 16> effects{};
  for (unsigned access = 0; access < effects.size(); ++access) {
    AccessEffect& effect = effects[access];
    const bool writing = access & EventShape::kWrites, has_value = access & EventShape::kHasValue;
    if (writing) {
      effect.event = State::kLastWrite;
      effect.sets |= State::kWritten;
      effect.keeps &= ~(State::kLastWrite | State::kValueKnown);
    }
    if (has_value) effect.sets |= State::kValueKnown;
    effect.sees_nothing = access & EventShape::kReads ? 0 : UINT32_MAX;
    effect.compares = has_value && !writing ? 1 : 0;
    effect.leaves_value = writing || has_value;
  }
  return effects;
}();

static_assert(TraceBuilder::kMaxThreads <= LocationState::kNoThread);

}  // namespace

TraceBuilder::TraceBuilder(SourceMap source)
    : resolver_(std::make_unique<AddressResolver>()),
      linker_(std::make_unique<SyncLinker>(trace_.thread_, trace_.target_, trace_.link_,
                                           trace_.rounds_)) {
  trace_.source_ = std::move(source);
}

TraceBuilder::~TraceBuilder() = default;

uint32_t TraceBuilder::add_thread(std::string_view name) {
  CHECK(trace_.threads_.size() < kMaxThreads, "too many threads");
  trace_.threads_.push_back({trace_.strings_.intern(name), EventId::none(), 0, 0});
  return static_cast<uint32_t>(trace_.threads_.size() - 1);
}

SiteId TraceBuilder::add_site(std::string_view file, uint32_t line, uint32_t column,
                              std::string_view function) {
  trace_.sites_.push_back({trace_.strings_.intern(file), trace_.strings_.intern(function), line,
                           column, SiteId::none(), SiteId::none()});
  return SiteId(static_cast<uint32_t>(trace_.sites_.size() - 1));
}

void TraceBuilder::set_pointer_from(SiteId access, SiteId load) {
  CHECK(access.index() < trace_.sites_.size() && load.index() < trace_.sites_.size(),
        "a pointer's sites must have been added");
  trace_.sites_[access.index()].pointer_from = load;
}

void TraceBuilder::set_inlined_at(SiteId site, SiteId call) {
  CHECK(site.index() < trace_.sites_.size() && call < site,
        "a call comes before the sites that it inlined");
  trace_.sites_[site.index()].inlined_at = call;
}

void TraceBuilder::add_symbol(uint64_t address, uint64_t size, std::string_view name) {
  trace_.symbols_.push_back({address, size, trace_.strings_.intern(name)});
}

void TraceBuilder::add_attachment(std::string name, std::string bytes) {
  // A program that was recorded would have said what it decides: if it does not, that is nothing.
  trace_.has_decisions_ |= name == "command";
  trace_.attachments_.push_back({std::move(name), std::move(bytes)});
}

std::vector<PageMaker::Range> TraceBuilder::reserved_columns() {
  return {PageMaker::of(trace_.kind_),   PageMaker::of(trace_.flags_), trace_.thread_.range(),
          PageMaker::of(trace_.target_), PageMaker::of(trace_.site_),  PageMaker::of(trace_.link_)};
}

void TraceBuilder::reserve(size_t events) {
  trace_.kind_.reserve(events);
  trace_.flags_.reserve(events);
  trace_.thread_.reserve(events);
  trace_.target_.reserve(events);
  trace_.site_.reserve(events);
  trace_.link_.reserve(events);
  reserved_ = events;
}

void TraceBuilder::add_all(std::span<const RawEvent> events) {
  while (!events.empty()) {
    batch_.count = std::min(EventBatch::kMost, events.size());
    for (size_t i = 0; i < batch_.count; ++i) {
      const RawEvent& event = events[i];
      batch_.shape[i] = {event.kind, event.flags, event.size};
      batch_.operand[i] = event.operand;
      batch_.value[i] = event.value;
      batch_.site[i] = event.site;
      batch_.thread[i] = event.thread;
    }
    events = events.subspan(batch_.count);
    add_batch(batch_);
  }
}

void TraceBuilder::add_batch(const EventBatch& batch) {
  const uint32_t first = static_cast<uint32_t>(trace_.size());
  const size_t n = batch.count;
  trace_.thread_.append({batch.thread.data(), n});
  note_runs(batch, first);
  stream_copy(trace_.site_.append(n), batch.site.data(), n * sizeof(batch.site[0]));
  Kind* const kind = trace_.kind_.append(n);
  uint8_t flags[EventBatch::kMost];
  uint8_t any_flag = 0;
  for (size_t i = 0; i < n; ++i) {
    const EventShape& shape = batch.shape[i];
    kind[i] = shape.kind;
    flags[i] = shape.flags;
    any_flag |= shape.flags;
    kind_occurs_[static_cast<size_t>(shape.kind)] = 1;
  }
  stream_copy(trace_.flags_.append(n), flags, n);
  uint32_t* const target = trace_.target_.append(n);
  uint32_t* const link = trace_.link_.append(n);
  trace_.has_decisions_ |= (any_flag & (FW_FLAG_DECIDES | FW_FLAG_DECIDES_ON_OWN_READ)) != 0;
  if (trace_.has_values() || (any_flag & FW_FLAG_HAS_VALUE)) add_values(batch);
  find_targets(batch, first, target, link);
  see_writes(batch, first, target, link);
}

void TraceBuilder::note_runs(const EventBatch& batch, uint32_t first) {
  for (size_t i = 0; i < batch.count;) {
    const uint32_t thread = batch.thread[i];
    if (runs_.empty() || runs_.back().thread != thread)
      runs_.push_back({first + static_cast<uint32_t>(i), thread});
    // Looked at together, since runs are long.
    constexpr size_t kMany = 32;
    for (unsigned differ = 0; i + kMany <= batch.count; i += kMany) {
      for (size_t k = 0; k < kMany; ++k) differ |= thread ^ batch.thread[i + k];
      if (differ != 0) break;
    }
    while (i < batch.count && batch.thread[i] == thread) ++i;
  }
}

// In two rounds, each of which has fetched what the next one looks at: where an address is looked
// up, and what is known of the contents of its location.
void TraceBuilder::find_targets(const EventBatch& batch, uint32_t first, uint32_t* target,
                                uint32_t* link) {
  AddressResolver& resolver = *resolver_;
  AddressResolver::Entry* entries[EventBatch::kMost];  // of accesses
  const uint32_t n = static_cast<uint32_t>(batch.count);
  uint32_t other_count = 0;
  for (uint32_t i = 0; i < n; ++i) {
    if (batch.shape[i].access == 0) [[unlikely]] {
      others_[other_count++] = i;
      continue;
    }
    AddressResolver::Entry* const entry = resolver.entry(batch.operand[i]);
    __builtin_prefetch(entry);
    entries[i] = entry;
  }
  others_[other_count] = n;

  // A number and not a pointer: locations are still being added, so that it may lead nowhere.
  const auto states = reinterpret_cast<uintptr_t>(resolver.states_for_writing());
  for (uint32_t k = 0, i = 0; k <= other_count; ++k, ++i) {
    for (const uint32_t end = others_[k]; i < end; ++i) {
      const LocationId location =
          resolver.location(entries[i], batch.operand[i], batch.shape[i].size);
      __builtin_prefetch(
          reinterpret_cast<const void*>(states + location.index() * sizeof(LocationState)), 1);
      target[i] = location.value;
    }
    if (i == n) return;
    const Kind kind = batch.shape[i].kind;
    target[i] = resolve_operand(first + i, kind, batch.operand[i], batch.value[i]);
    link[i] = UINT32_MAX;
    linker_->link(first + i, kind);
    trace_.has_decisions_ |= always_decides(kind);
  }
}

void TraceBuilder::see_writes(const EventBatch& batch, uint32_t first, const uint32_t* target,
                              uint32_t* link) {
  LocationState* const states = resolver_->states_for_writing();
  const uint32_t n = static_cast<uint32_t>(batch.count);
  const uint32_t* other = others_.data();
  for (uint32_t i = 0;; ++i) {
    for (const uint32_t end = *other; i < end; ++i) {
      LocationState& at = states[target[i]];
      const AccessEffect& effect = kEffects[batch.shape[i].access];
      const uint64_t value = batch.value[i], left = at.value;
      uint64_t facts = at.facts;
      link[i] = static_cast<uint32_t>(facts) | effect.sees_nothing;
      if (facts >> LocationState::kThreadShift != batch.thread[i])
        facts = LocationState::also_by(facts, batch.thread[i]);
      const uint64_t surprise =
          facts >> LocationState::kValueKnownBit & effect.compares & uint64_t{value != left};
      at.facts = (facts & effect.keeps) | effect.sets | (uint64_t{first + i} & effect.event);
      at.value = effect.leaves_value ? value : left;
      if (surprise) [[unlikely]]
        note_surprise(first + i, target[i], batch.shape[i].size, left, value);
    }
    if (i == n) return;
    ++other;
  }
}

// The value that was read may not be what was left there: somebody wrote, and nobody recorded it.
// Only the bytes of the access count, and only if the value has them all.
void TraceBuilder::note_surprise(uint32_t e, uint32_t location, uint32_t size, uint64_t left,
                                 uint64_t read) {
  if (size <= 8 && ((left ^ read) & kMasks[size]) != 0) surprises_.emplace_back(e, location);
}

// The value column exists from the first batch on that has a value.
void TraceBuilder::add_values(const EventBatch& batch) {
  ValueColumn& values = trace_.value_;
  if (values.empty()) {
    values.reserve(std::max(reserved_, trace_.size()));
    values.append_zeros(trace_.size() - batch.count);
  }
  uint32_t out[EventBatch::kMost];
  for (size_t i = 0; i < batch.count; ++i)
    out[i] = values.store(batch.shape[i].flags & FW_FLAG_HAS_VALUE ? batch.value[i] : 0);
  stream_copy(values.append(batch.count), out, batch.count * sizeof(out[0]));
}

uint32_t TraceBuilder::resolve_operand(uint32_t e, Kind kind, uint64_t operand, uint64_t value) {
  switch (operand_of(kind)) {
    case Operand::none:
      return UINT32_MAX;
    case Operand::thread:
      if (kind == Kind::fork && operand < trace_.threads_.size()) {
        EventId& forked_at = trace_.threads_[operand].forked_at;
        if (!forked_at.exists()) forked_at = EventId(e);
      }
      return static_cast<uint32_t>(operand);
    case Operand::object: {
      if (kind != Kind::allocate)
        return resolver_->free(EventId(e), operand, value, trace_.losses_).value;
      // What realloc gives has contents that were written elsewhere.
      const bool moved = e > 0 && trace_.kind_[e - 1] == Kind::free &&
                         trace_.thread_[e - 1] == trace_.thread_[e] &&
                         trace_.site_[e - 1] == trace_.site_[e];
      return resolver_->allocate(EventId(e), operand, value, !moved, trace_.losses_).value;
    }
    case Operand::barrier:
      return resolve_barrier(trace_.thread_[e], kind, operand);
    default:
      return resolver_->sync_object(operand_of(kind), operand);
  }
}

// Whoever left before may have given its memory back, and somebody else have got that: who leaves
// now leaves the barrier that it arrived at.
uint32_t TraceBuilder::resolve_barrier(size_t thread, Kind kind, uint64_t address) {
  if (thread >= arrived_.size()) arrived_.resize(thread + 1);
  Arrival& last = arrived_[thread];
  if (kind != Kind::barrier_leave || last.address != address || last.barrier == UINT32_MAX)
    last = {address, resolver_->sync_object(Operand::barrier, address)};
  return last.barrier;
}

size_t TraceBuilder::event_count() const { return trace_.size(); }
size_t TraceBuilder::thread_count() const { return trace_.thread_count(); }
Losses& TraceBuilder::losses() { return trace_.losses_; }
SourceMap& TraceBuilder::source() { return trace_.source_; }

}  // namespace foreweave
