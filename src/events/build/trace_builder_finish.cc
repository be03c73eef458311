// What can be known only when all events are there: cells, which events matter to other threads,
// and which events are a thread's.
#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

#include "base/bytes/stream_copy.h"
#include "events/build/address_resolver.h"
#include "events/build/cell_divider.h"
#include "events/build/passed_by_threads.h"
#include "events/build/sync_linker.h"
#include "events/build/trace_builder.h"
#include "events/build/unseen_writes.h"

namespace foreweave {

Trace TraceBuilder::finish() && {
  end_stream_copies();
  trace_.locations_ = resolver_->take_locations();
  trace_.objects_ = resolver_->take_objects();
  for (size_t cls = 0; cls < FW_OPERAND_COUNT; ++cls)
    trace_.sync_[cls] = resolver_->take_sync(static_cast<Operand>(cls));
  divide_into_cells();
  index_threads();
  link_thread_events();
  name_threads();
  for (size_t k = 0; k < kKindCount; ++k) trace_.kinds_ |= uint64_t{kind_occurs_[k]} << k;
  find_unseen_writes();
  PassedByThreads(trace_).drop();
  std::stable_sort(trace_.symbols_.begin(), trace_.symbols_.end(),
                   [](const Symbol& a, const Symbol& b) { return a.address < b.address; });
  resolver_.reset();
  linker_.reset();
  return std::move(trace_);
}

void TraceBuilder::find_unseen_writes() {
  std::vector<Surprise> surprises;
  for (const auto& [read, cell] : surprises_) {
    const bool another = surprises.empty() || surprises.back().read != EventId(read);
    trace_.losses_.add(Loss::unseen_writes, another ? 1 : 0);
    surprises.push_back({EventId(read), CellId(cell)});
  }
  UnseenWrites(trace_, std::move(surprises)).find();
}

void TraceBuilder::name_threads() {
  for (const Attachment& attachment : trace_.attachments_) {
    if (attachment.name != kThreadNamesAttachment) continue;
    std::string_view rest = attachment.bytes;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\0'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const size_t blank = line.find(' ');
      uint32_t number = 0;
      const char* const end = line.data() + std::min(blank, line.size());
      if (std::from_chars(line.data(), end, number).ptr != end || blank >= line.size() ||
          number >= trace_.threads_.size())
        continue;
      // In one piece, as it is in every format; and once, if the trace was converted.
      std::string suffix = ":" + std::string(line.substr(blank + 1));
      for (char& c : suffix)
        if (static_cast<unsigned char>(c) <= ' ' || c == '|' || c == 127) c = '_';
      StringId& name = trace_.threads_[number].name;
      const std::string own(trace_.text(name));
      if (!own.ends_with(suffix)) name = trace_.strings_.intern(own + suffix);
    }
  }
}

void TraceBuilder::divide_into_cells() {
  for (const StaleUse& second : resolver_->second_frees())
    note_stale_use(second.use, second.object);
  CellDivider divider(trace_.locations_, resolver_->states(), resolver_->fresh());
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
  std::erase_if(surprises_, [&](const auto& s) { return divider.overlaps_others(s.second); });
  for (auto& [read, place] : surprises_) place = trace_.locations_[place].first_cell.value;
  if (!any_special) return;

  const uint32_t* target = trace_.target_.data();
  const EventRange specials(special, 0, trace_.size());
  for (const EventId e : specials) {
    const uint32_t location = target[e.index()];
    if (location < after_free.size() && after_free[location]) {
      trace_.losses_.add(Loss::accesses_after_free);
      note_stale_use(e, resolver_->freed_object_of(location));
    }
    if (divider.overlaps_others(location))
      divider.relink(trace_, e, trace_.link_[e.index()], trace_.wide_seen_, surprises_);
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
    if (traits[target[e.index()]] != kSpecial) trace_.interacting_.add(e.index());
  for (uint8_t& t : traits) t &= static_cast<uint8_t>(~kSpecial);
}

// A loop may use it very often.
void TraceBuilder::note_stale_use(EventId use, ObjectId object) {
  constexpr size_t kMost = 256;
  if (trace_.stale_uses_.size() < kMost) trace_.stale_uses_.push_back({use, object});
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

// Accesses of locations that have some trait, but for `special` ones, and what can matter to other
// threads by its kind.
void TraceBuilder::find_interacting(BitSet* special) {
  const size_t n = trace_.size();
  trace_.interacting_ = BitSet(n);
  if (special) *special = BitSet(n);
  // By kind: all bits for an access, so that nothing else asks for what is not there.
  std::array<uint32_t, kKindCount> access_mask{}, other{};
  for (size_t k = 0; k < kKindCount; ++k) {
    const Kind kind = static_cast<Kind>(k);
    access_mask[k] = is_access(kind) ? UINT32_MAX : 0;
    other[k] =
        !is_access(kind) && (operand_of(kind) != Operand::none || kind == Kind::thread_begin ||
                             kind == Kind::thread_end || kind == Kind::fence);
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
      special_bits |= uint64_t{matters / kSpecial % 2} << k;
    }
    trace_.interacting_.set_word(word, bits & ~special_bits);
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
