#include "events/trace_builder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "events/address_resolver.h"
#include "events/cell_divider.h"
#include "events/sync_linker.h"

namespace foreweave {

namespace {

constexpr size_t kBatch = 128;

constexpr std::array<uint64_t, 9> kMasks = {
    0,           0xff,          0xffff,          0xffffff,           0xffffffff,
    0xffffffffff, 0xffffffffffff, 0xffffffffffffff, 0xffffffffffffffff};

// Looked at together, since runs are long.
constexpr uint32_t kManyThreads = 32;
bool all_are(uint16_t thread, const uint16_t* threads) {
  unsigned difference = 0;
  for (uint32_t i = 0; i < kManyThreads; ++i) difference |= thread ^ threads[i];
  return difference == 0;
}

// The events for which `holds`, which is cheap and cannot be guessed.
template <class Holds>
BitSet events_where(size_t n, Holds holds) {
  BitSet events(n);
  for (size_t word = 0; 64 * word < n; ++word) {
    uint64_t bits = 0;
    for (size_t e = 64 * word, end = std::min(e + 64, n), k = 0; e < end; ++e, ++k)
      bits |= uint64_t{holds(e)} << k;
    events.set_word(word, bits);
  }
  return events;
}

struct Seen {
  uint32_t write;  // or none, for a write
  // The value is not what was left there: somebody wrote, and nobody recorded it.
  bool surprise;
};

// What access e sees, and what later accesses see of it. Nobody can guess which accesses write, so
// nothing here branches on it.
inline Seen access(LocationState& at, uint32_t e, const RawEvent& event) {
  using State = LocationState;
  if (at.first_thread != event.thread) {
    if (at.first_thread != UINT16_MAX) at.flags |= State::kShared;
    at.first_thread = std::min(at.first_thread, event.thread);
  }
  const bool writing = writes(event.kind), was_known = at.flags & State::kValueKnown;
  const bool has_value = (event.flags & FW_FLAG_HAS_VALUE) && event.size <= 8;
  const uint64_t value = event.value & kMasks[std::min(event.size, 8u)];
  const Seen seen = {reads(event.kind) ? at.last_write : UINT32_MAX,
                     bool(was_known & has_value & !writing) && at.value != value};
  const bool is_known = has_value | (was_known & !writing);
  at.value = (writing || has_value) ? value : at.value;
  at.last_write = writing ? e : at.last_write;
  at.flags = static_cast<uint8_t>((at.flags & State::kShared) | (at.flags & State::kWritten) |
                                  (writing ? State::kWritten : 0) |
                                  (is_known ? State::kValueKnown : 0));
  return seen;
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
  for (; !events.empty(); events = events.subspan(std::min(kBatch, events.size())))
    add_batch(events.first(std::min(kBatch, events.size())));
}

// In two rounds: the first finds out what the events touch, and has it fetched by the time the second
// looks at its contents.
void TraceBuilder::add_batch(std::span<const RawEvent> events) {
  const uint32_t first = static_cast<uint32_t>(trace_.size());
  const size_t n = events.size();
  Kind* const kind = trace_.kind_.append(n);
  uint8_t* const flags = trace_.flags_.append(n);
  uint16_t* const thread = trace_.thread_.append(n);
  uint32_t* const target = trace_.target_.append(n);
  uint32_t* const site = trace_.site_.append(n);
  uint32_t* const link = trace_.link_.append(n);
  uint32_t* const value = trace_.has_values() ? trace_.value_.append(n) : nullptr;
  AddressResolver& resolver = *resolver_;
  uint8_t any_flag = 0;
  uint64_t kinds = 0;
  for (size_t i = 0; i < n; ++i) {
    const RawEvent& event = events[i];
    kind[i] = event.kind;
    flags[i] = event.flags;
    thread[i] = event.thread;
    site[i] = event.site;
    if (value) value[i] = trace_.value_.store(event.flags & FW_FLAG_HAS_VALUE ? event.value : 0);
    any_flag |= event.flags;
    kinds |= uint64_t{1} << static_cast<size_t>(event.kind);
    if (is_access(event.kind)) [[likely]] {
      const LocationId location = resolver.location(event.operand, event.size);
      __builtin_prefetch(&resolver.state(location), 1);
      target[i] = location.value;
    } else {
      const uint32_t e = first + static_cast<uint32_t>(i);
      target[i] = resolve_operand(e, event);
      link[i] = UINT32_MAX;
      linker_->link(e, event.kind);
      if (always_decides(event.kind)) any_flag |= FW_FLAG_DECIDES;
    }
  }
  trace_.kinds_ |= kinds;
  trace_.has_decisions_ |= (any_flag & FW_FLAG_DECIDES) != 0;
  if (!value && (any_flag & FW_FLAG_HAS_VALUE)) add_first_values(events);

  LocationState* const states = resolver.states_for_writing();
  for (size_t i = 0; i < n; ++i) {
    if (!is_access(events[i].kind)) [[unlikely]] continue;
    const uint32_t location = target[i];
    const Seen seen = access(states[location], first + static_cast<uint32_t>(i), events[i]);
    link[i] = seen.write;
    if (seen.surprise) [[unlikely]] ++surprises_[LocationId(location)];
  }
}

uint32_t TraceBuilder::resolve_operand(uint32_t e, const RawEvent& event) {
  switch (operand_of(event.kind)) {
    case Operand::none: return UINT32_MAX;
    case Operand::thread:
      if (event.kind == Kind::fork && event.operand < trace_.threads_.size()) {
        EventId& forked_at = trace_.threads_[event.operand].forked_at;
        if (!forked_at.exists()) forked_at = EventId(e);
      }
      return static_cast<uint32_t>(event.operand);
    case Operand::object:
      return event.kind == Kind::allocate
                 ? resolver_->allocate(EventId(e), event.operand, event.value, trace_.losses_).value
                 : resolver_->free(EventId(e), event.operand, event.value, trace_.losses_).value;
    default: return resolver_->sync_object(operand_of(event.kind), event.operand);
  }
}

// The value column exists from the first event that has a value on.
void TraceBuilder::add_first_values(std::span<const RawEvent> events) {
  trace_.value_.reserve(std::max(reserved_, trace_.size()));
  trace_.value_.append_zeros(trace_.size() - events.size());
  uint32_t* value = trace_.value_.append(events.size());
  for (size_t i = 0; i < events.size(); ++i)
    value[i] = trace_.value_.store(events[i].flags & FW_FLAG_HAS_VALUE ? events[i].value : 0);
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
  find_interacting();
  index_threads();
  link_thread_events();
  std::stable_sort(trace_.symbols_.begin(), trace_.symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  resolver_.reset();
  linker_.reset();
  return std::move(trace_);
}

void TraceBuilder::divide_into_cells() {
  CellDivider divider(trace_.locations_, resolver_->states());
  trace_.cell_count_ = divider.divide();
  const std::vector<bool>& after_free = resolver_->touched_after_free();
  if (divider.any_overlap() || !after_free.empty()) {
    std::vector<uint8_t> is_special(trace_.locations_.size());
    for (size_t l = 0; l < is_special.size(); ++l)
      is_special[l] = divider.overlaps_others(l) || (l < after_free.size() && after_free[l]);
    const Kind* kind = trace_.kind_.data();
    const uint32_t* target = trace_.target_.data();
    const BitSet special = events_where(
        trace_.size(), [&](size_t e) { return is_access(kind[e]) && is_special[target[e]]; });
    for (const EventId e : EventRange(special, 0, trace_.size())) {
      const uint32_t location = target[e.index()];
      if (location < after_free.size() && after_free[location])
        trace_.losses_.add(Loss::accesses_after_free);
      if (divider.overlaps_others(location))
        trace_.losses_.add(Loss::unseen_writes,
                           divider.relink(trace_, e, trace_.link_[e.index()], trace_.wide_seen_));
    }
  }

  for (const auto& [location, count] : surprises_)
    if (!divider.overlaps_others(location.index())) trace_.losses_.add(Loss::unseen_writes, count);

  trace_.location_traits_.resize(trace_.locations_.size());
  for (size_t i = 0; i < trace_.locations_.size(); ++i) {
    uint8_t& traits = trace_.location_traits_[i];
    if (divider.shared_and_written(i)) traits |= Trace::kContended;
    const Object& object = trace_.objects_[trace_.locations_[i].object.index()];
    const LocationState& state = resolver_->states()[i];
    for (const EventId e : {object.allocated, object.freed})
      if (e.exists() && (state.shared() || state.first_thread != trace_.thread_[e.index()]))
        traits |= Trace::kHandedOver;
  }
  // Who follows what reads of one location see has to follow the writes of all that overlap it.
  for (const std::vector<uint32_t>& group : divider.groups()) {
    uint8_t any = 0;
    for (const uint32_t l : group) any |= trace_.location_traits_[l];
    if (any == 0) continue;
    for (const uint32_t l : group) trace_.location_traits_[l] |= Trace::kOverlapsCrossing;
  }
}

void TraceBuilder::find_interacting() {
  const Kind* kind = trace_.kind_.data();
  const uint32_t* target = trace_.target_.data();
  const uint8_t* traits = trace_.location_traits_.data();
  auto matters = [](Kind k) {
    return operand_of(k) != Operand::none || k == Kind::thread_begin || k == Kind::thread_end;
  };
  trace_.interacting_ = events_where(trace_.size(), [&](size_t e) {
    return is_access(kind[e]) ? traits[target[e]] != 0 : matters(kind[e]);
  });
}

void TraceBuilder::index_threads() {
  const uint16_t* thread = trace_.thread_.data();
  const uint32_t n = static_cast<uint32_t>(trace_.size());
  auto for_each_run = [&](auto visit) {
    for (uint32_t e = 0, end = 0; e < n; e = end) {
      end = e + 1;
      while (end + kManyThreads <= n && all_are(thread[e], thread + end)) end += kManyThreads;
      while (end < n && thread[end] == thread[e]) ++end;
      visit(trace_.threads_[thread[e]], e, end - e);
    }
  };
  using Entry = Trace::ThreadEntry;
  for_each_run([&](Entry& entry, uint32_t, uint32_t) { ++entry.run_count; });
  uint32_t first_run = 0;
  for (Entry& entry : trace_.threads_) {
    entry.first_run = first_run;
    first_run += std::exchange(entry.run_count, 0);
  }
  ThreadRun* runs = trace_.runs_.append(first_run);
  for_each_run([&](Entry& entry, uint32_t e, uint32_t count) {
    runs[entry.first_run + entry.run_count++] = {entry.count, EventId(e)};
    entry.count += count;
  });
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
