#include "events/trace_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "events/address_resolver.h"
#include "events/cell_divider.h"
#include "events/sync_linker.h"

namespace foreweave {

namespace {

constexpr std::array<uint64_t, 9> kMasks = {
    0,           0xff,          0xffff,          0xffffff,           0xffffffff,
    0xffffffffff, 0xffffffffffff, 0xffffffffffffff, 0xffffffffffffffff};

// What an access does to the state of its location, by EventShape::access. Nobody can guess which
// accesses write, so nothing branches on it.
struct AccessEffect {
  uint64_t keeps = UINT64_MAX;  // of the state's facts
  uint64_t sets = 0;
  uint64_t event = 0;         // the bits of its number that become the last write
  uint32_t sees_nothing = 0;  // all bits, if it does not read
  uint8_t compares = 0;       // kValueKnown, if its value should be the one that is there
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

// The value that was read is not what was left there: somebody wrote, and nobody recorded it. Only
// the bytes of the access count, and only if the value has them all.
bool is_surprise(uint32_t size, uint64_t left, uint64_t read) {
  return size <= 8 && ((left ^ read) & kMasks[size]) != 0;
}

}  // namespace

TraceBuilder::TraceBuilder(SourceMap source)
    : resolver_(std::make_unique<AddressResolver>()),
      linker_(std::make_unique<SyncLinker>(trace_.thread_, trace_.target_, trace_.link_, trace_.rounds_)) {
  trace_.source_ = std::move(source);
}

TraceBuilder::~TraceBuilder() = default;

uint16_t TraceBuilder::add_thread(std::string_view name) {
  CHECK(trace_.threads_.size() < kMaxThreads, "too many threads");
  trace_.threads_.push_back({trace_.strings_.intern(name), EventId::none(), 0, 0});
  return static_cast<uint16_t>(trace_.threads_.size() - 1);
}

SiteId TraceBuilder::add_site(std::string_view file, uint32_t line, uint32_t column,
                              std::string_view function) {
  trace_.sites_.push_back({trace_.strings_.intern(file), trace_.strings_.intern(function), line,
                           column, SiteId::none()});
  return SiteId(static_cast<uint32_t>(trace_.sites_.size() - 1));
}

void TraceBuilder::set_pointer_from(SiteId access, SiteId load) {
  CHECK(access.index() < trace_.sites_.size() && load.index() < trace_.sites_.size(),
        "a pointer's sites must have been added");
  trace_.sites_[access.index()].pointer_from = load;
}

void TraceBuilder::add_symbol(uint64_t address, uint64_t size, std::string_view name) {
  trace_.symbols_.push_back({address, size, trace_.strings_.intern(name)});
}

void TraceBuilder::add_attachment(std::string name, std::string bytes) {
  trace_.attachments_.push_back({std::move(name), std::move(bytes)});
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
  std::copy_n(batch.thread.data(), n, trace_.thread_.append(n));
  note_runs(batch, first);
  std::copy_n(batch.site.data(), n, trace_.site_.append(n));
  Kind* const kind = trace_.kind_.append(n);
  uint8_t* const flags = trace_.flags_.append(n);
  for (size_t i = 0; i < n; ++i) {
    kind[i] = batch.shape[i].kind;
    flags[i] = batch.shape[i].flags;
  }
  uint32_t* const target = trace_.target_.append(n);
  uint32_t* const link = trace_.link_.append(n);
  const uint8_t any_flag = find_targets(batch, first, target, link);
  trace_.has_decisions_ |= (any_flag & FW_FLAG_DECIDES) != 0;
  if (trace_.has_values() || (any_flag & FW_FLAG_HAS_VALUE)) add_values(batch);
  see_writes(batch, first, target, link);
}

// In two rounds, each of which has fetched what the next one looks at: where an address is looked
// up, and what is known of the contents of its location. Gives all flags of all events.
uint8_t TraceBuilder::find_targets(const EventBatch& batch, uint32_t first, uint32_t* target,
                                   uint32_t* link) {
  AddressResolver& resolver = *resolver_;
  AddressResolver::Entry* entries[EventBatch::kMost];  // of accesses
  uint8_t others[EventBatch::kMost];                   // which events
  static_assert(EventBatch::kMost <= 256);
  size_t access_count = 0, other_count = 0;
  uint8_t any_flag = 0;
  uint64_t kinds = 0;
  for (size_t i = 0; i < batch.count; ++i) {
    const EventShape shape = batch.shape[i];
    any_flag |= shape.flags;
    kinds |= uint64_t{1} << static_cast<size_t>(shape.kind);
    if (shape.access != 0) [[likely]] {
      AddressResolver::Entry* const entry = resolver.entry(batch.operand[i]);
      __builtin_prefetch(entry);
      entries[access_count] = entry;
      accesses_[access_count++] = static_cast<uint8_t>(i);
    } else {
      others[other_count++] = static_cast<uint8_t>(i);
    }
  }
  trace_.kinds_ |= kinds;
  access_count_ = access_count;

  const LocationState* const states = resolver.states_for_writing();
  size_t at = 0;
  const auto find_locations = [&](size_t end) {
    for (; at < access_count && accesses_[at] < end; ++at) {
      const size_t i = accesses_[at];
      const LocationId location =
          resolver.location(entries[at], batch.operand[i], batch.shape[i].size);
      __builtin_prefetch(states + location.index(), 1);
      target[i] = location.value;
    }
  };
  for (size_t k = 0; k < other_count; ++k) {
    const size_t i = others[k];
    find_locations(i);
    const uint32_t e = first + static_cast<uint32_t>(i);
    const Kind kind = batch.shape[i].kind;
    target[i] = resolve_operand(e, kind, batch.operand[i], batch.value[i]);
    link[i] = UINT32_MAX;
    linker_->link(e, kind);
    if (always_decides(kind)) any_flag |= FW_FLAG_DECIDES;
  }
  find_locations(batch.count);
  return any_flag;
}

void TraceBuilder::see_writes(const EventBatch& batch, uint32_t first, const uint32_t* target,
                              uint32_t* link) {
  LocationState* const states = resolver_->states_for_writing();
  const size_t access_count = access_count_;
  for (size_t k = 0; k < access_count; ++k) {
    const size_t i = accesses_[k];
    LocationState& at = states[target[i]];
    const AccessEffect& effect = kEffects[batch.shape[i].access];
    const uint64_t value = batch.value[i], left = at.value;
    uint64_t facts = at.facts;
    link[i] = static_cast<uint32_t>(facts) | effect.sees_nothing;
    if (at.first_thread() != batch.thread[i]) facts = LocationState::also_by(facts, batch.thread[i]);
    const uint64_t surprise =
        facts >> LocationState::kValueKnownBit & effect.compares & uint64_t{value != left};
    at.facts = (facts & effect.keeps) | effect.sets | ((first + i) & effect.event);
    at.value = effect.leaves_value ? value : left;
    if (surprise) [[unlikely]]
      if (is_surprise(batch.shape[i].size, left, value)) ++surprises_[LocationId(target[i])];
  }
}

// The value column exists from the first batch on that has a value.
void TraceBuilder::add_values(const EventBatch& batch) {
  ValueColumn& values = trace_.value_;
  if (values.empty()) {
    values.reserve(std::max(reserved_, trace_.size()));
    values.append_zeros(trace_.size() - batch.count);
  }
  uint32_t* const out = values.append(batch.count);
  for (size_t i = 0; i < batch.count; ++i)
    out[i] = values.store(batch.shape[i].flags & FW_FLAG_HAS_VALUE ? batch.value[i] : 0);
}

uint32_t TraceBuilder::resolve_operand(uint32_t e, Kind kind, uint64_t operand, uint64_t value) {
  switch (operand_of(kind)) {
    case Operand::none: return UINT32_MAX;
    case Operand::thread:
      if (kind == Kind::fork && operand < trace_.threads_.size()) {
        EventId& forked_at = trace_.threads_[operand].forked_at;
        if (!forked_at.exists()) forked_at = EventId(e);
      }
      return static_cast<uint32_t>(operand);
    case Operand::object:
      return kind == Kind::allocate
                 ? resolver_->allocate(EventId(e), operand, value, trace_.losses_).value
                 : resolver_->free(EventId(e), operand, value, trace_.losses_).value;
    default: return resolver_->sync_object(operand_of(kind), operand);
  }
}

size_t TraceBuilder::event_count() const { return trace_.size(); }
size_t TraceBuilder::thread_count() const { return trace_.thread_count(); }
Losses& TraceBuilder::losses() { return trace_.losses_; }
SourceMap& TraceBuilder::source() { return trace_.source_; }

Trace TraceBuilder::finish() && {
  trace_.locations_ = resolver_->take_locations();
  trace_.objects_ = resolver_->take_objects();
  for (size_t cls = 0; cls < FW_OPERAND_COUNT; ++cls)
    trace_.sync_[cls] = resolver_->take_sync(static_cast<Operand>(cls));
  divide_into_cells();
  index_threads();
  link_thread_events();
  std::stable_sort(trace_.symbols_.begin(), trace_.symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  resolver_.reset();
  linker_.reset();
  return std::move(trace_);
}

void TraceBuilder::note_runs(const EventBatch& batch, uint32_t first) {
  for (size_t i = 0; i < batch.count;) {
    const uint16_t thread = batch.thread[i];
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

void TraceBuilder::divide_into_cells() {
  CellDivider divider(trace_.locations_, resolver_->states());
  trace_.cell_count_ = divider.divide();
  // Locations about which more has to be known than what was seen while they were read.
  const std::vector<bool>& after_free = resolver_->touched_after_free();
  std::vector<uint8_t>& traits = trace_.location_traits_;
  traits.resize(trace_.locations_.size());
  bool any_special = false;
  for (size_t l = 0; l < traits.size(); ++l) {
    traits[l] = traits_of(l, divider);
    if (!divider.overlaps_others(l) && !(l < after_free.size() && after_free[l])) continue;
    traits[l] |= kSpecial;
    any_special = true;
  }
  BitSet special;
  find_interacting(any_special ? &special : nullptr);
  for (const auto& [location, count] : surprises_)
    if (!divider.overlaps_others(location.index())) trace_.losses_.add(Loss::unseen_writes, count);
  if (!any_special) return;

  const uint32_t* target = trace_.target_.data();
  const EventRange specials(special, 0, trace_.size());
  for (const EventId e : specials) {
    const uint32_t location = target[e.index()];
    if (location < after_free.size() && after_free[location])
      trace_.losses_.add(Loss::accesses_after_free);
    if (divider.overlaps_others(location))
      trace_.losses_.add(Loss::unseen_writes,
                         divider.relink(trace_, e, trace_.link_[e.index()], trace_.wide_seen_));
  }
  for (size_t l = 0; l < traits.size(); ++l)
    if (divider.overlaps_others(l)) traits[l] = kSpecial | traits_of(l, divider);
  // Who follows what reads of one location see has to follow the writes of all that overlap it.
  for (const std::vector<uint32_t>& group : divider.groups()) {
    uint8_t any = 0;
    for (const uint32_t l : group) any |= static_cast<uint8_t>(traits[l] & ~kSpecial);
    if (any == 0) continue;
    for (const uint32_t l : group) traits[l] |= Trace::kOverlapsCrossing;
  }
  for (const EventId e : specials)
    if (traits[target[e.index()]] == kSpecial) trace_.interacting_.remove(e.index());
  for (uint8_t& t : traits) t &= static_cast<uint8_t>(~kSpecial);
}

uint8_t TraceBuilder::traits_of(size_t location, const CellDivider& divider) const {
  uint8_t traits = divider.shared_and_written(location) ? Trace::kContended : 0;
  const Object& object = trace_.objects_[trace_.locations_[location].object.index()];
  const LocationState& state = resolver_->states()[location];
  for (const EventId e : {object.allocated, object.freed})
    if (e.exists() && (state.shared() || state.first_thread() != trace_.thread_[e.index()]))
      traits |= Trace::kHandedOver;
  return traits;
}

// Accesses of locations that have some trait, and what can matter to other threads by its kind.
void TraceBuilder::find_interacting(BitSet* special) {
  const size_t n = trace_.size();
  trace_.interacting_ = BitSet(n);
  if (special) *special = BitSet(n);
  // By kind: all bits for an access, so that nothing else asks for what is not there.
  std::array<uint32_t, kKindCount> access_mask{}, other{};
  for (size_t k = 0; k < kKindCount; ++k) {
    const Kind kind = static_cast<Kind>(k);
    access_mask[k] = is_access(kind) ? UINT32_MAX : 0;
    other[k] = !is_access(kind) && (operand_of(kind) != Operand::none ||
                                    kind == Kind::thread_begin || kind == Kind::thread_end);
  }
  const uint8_t none = 0;
  const Kind* kind = trace_.kind_.data();
  const uint32_t* target = trace_.target_.data();
  const uint8_t* traits = trace_.locations_.empty() ? &none : trace_.location_traits_.data();
  for (size_t word = 0; 64 * word < n; ++word) {
    uint64_t bits = 0, special_bits = 0;
    for (size_t e = 64 * word, end = std::min(e + 64, n), k = 0; e < end; ++e, ++k) {
      const size_t kind_of_e = static_cast<size_t>(kind[e]);
      const uint32_t mask = access_mask[kind_of_e];
      const uint32_t matters = (traits[target[e] & mask] & mask) | other[kind_of_e];
      bits |= uint64_t{matters != 0} << k;
      special_bits |= uint64_t{matters / kSpecial} << k;
    }
    trace_.interacting_.set_word(word, bits);
    if (special) special->set_word(word, special_bits);
  }
}

void TraceBuilder::index_threads() {
  using Entry = Trace::ThreadEntry;
  for (const Run& run : runs_) ++trace_.threads_[run.thread].run_count;
  uint32_t first_run = 0;
  for (Entry& entry : trace_.threads_) {
    entry.first_run = first_run;
    first_run += std::exchange(entry.run_count, 0);
  }
  ThreadRun* const out = trace_.runs_.append(first_run);
  for (size_t i = 0; i < runs_.size(); ++i) {
    const uint32_t end =
        i + 1 < runs_.size() ? runs_[i + 1].event : static_cast<uint32_t>(trace_.size());
    Entry& entry = trace_.threads_[runs_[i].thread];
    out[entry.first_run + entry.run_count++] = {entry.count, EventId(runs_[i].event)};
    entry.count += end - runs_[i].event;
  }
  runs_ = {};
}

void TraceBuilder::link_thread_events() {
  for (const uint32_t e : linker_->thread_events()) {
    const uint32_t target = trace_.target_[e];
    if (trace_.kind_[e] == Kind::thread_begin) {
      trace_.link_[e] = trace_.threads_[trace_.thread_[e]].forked_at.value;
    } else if (target < trace_.thread_count()) {
      const auto events = trace_.events_of(ThreadId(target));
      if (events.empty()) continue;
      trace_.link_[e] = (trace_.kind_[e] == Kind::fork ? events.front() : events.back()).value;
    }
  }
}

}  // namespace foreweave
