#include "record/translate/step_watch.h"

#include <algorithm>

#include "record/modules/is_step.h"

namespace foreweave {

namespace {

constexpr unsigned kReadsAt = FW_START_BITS + FW_BRANCH_BITS;

bool is_path(uint64_t header) { return header % FW_MAX_STARTS >= FW_FIRST_START; }

// What a path logged.
struct Operands {
  const Path& path;
  const uint64_t* words;
  uint32_t reads;

  uint64_t word(uint32_t operand) const { return words[path.place(operand, reads)]; }
  uint64_t number(const PhraseNumber& n) const {
    return (n.blank != 0 ? word(n.blank - 1u) : 0) + n.plus;
  }
};

// Ranges of no bytes are no events.
uint32_t empty_ranges(const Operands& operands) {
  uint32_t empty = 0;
  for (const uint32_t range : operands.path.ranges)
    empty += operands.number(operands.path.events[range].size) == 0;
  return empty;
}

Kind kind_of(const Operands& operands, uint32_t event) {
  for (const PathSwitch& compare : operands.path.compares)
    if (compare.event == event && operands.word(compare.operand) != 0) return Kind::atomic_update;
  return operands.path.events[event].kind;
}

}  // namespace

StepWatch::StepWatch(std::vector<FwScheduledThread> threads, std::vector<WatchedStep> steps)
    : names_(std::move(threads)), steps_(std::move(steps)), sightings_(steps_.size()) {}

bool StepWatch::add_chunk(std::span<const uint64_t> words) {
  Stretch stretch;
  for (size_t at = 0; at < words.size();) {
    const uint64_t header = words[at];
    if (is_path(header)) [[likely]] {
      const Paths::Found& found = paths_.find(header);
      if (!found.path || found.operands >= words.size() - at) return false;
      stretch.steps += found.steps;
      if (found.is_turn) stretch.last_turn = found.path;
      if (found.has_ranges) [[unlikely]]
        stretch.steps -= empty_ranges(
            {*found.path, words.data() + at + 1, static_cast<uint32_t>(header >> kReadsAt)});
      at += size_t{found.operands} + 1;
      stretch.end = at;
      continue;
    }
    const size_t operands = header >> 32;
    if (operands >= words.size() - at || !add_stretch(words, stretch)) return false;
    if (!add_record(static_cast<FwRecord>(static_cast<uint32_t>(header)),
                    words.subspan(at + 1, operands)))
      return false;
    at += operands + 1;
    stretch = {at, at, 0, nullptr};
  }
  return add_stretch(words, stretch);
}

bool StepWatch::add_stretch(std::span<const uint64_t> words, const Stretch& stretch) {
  if (stretch.end == stretch.begin) return true;
  if (threads_.empty()) return false;
  LogThread& thread = threads_[now_];
  const bool is_watched =
      !thread.watched.empty() && steps_[thread.watched.back()].step < thread.done + stretch.steps;
  if (is_watched)
    look_closer(words.subspan(stretch.begin, stretch.end - stretch.begin));
  else
    thread.done += stretch.steps;
  if (stretch.last_turn)
    thread.caller = stretch.last_turn->end == PathEnd::call ? stretch.last_turn : nullptr;
  return true;
}

// Path by path, for a stretch with a watched step.
void StepWatch::look_closer(std::span<const uint64_t> words) {
  LogThread& thread = threads_[now_];
  for (size_t at = 0; at < words.size();) {
    const uint64_t header = words[at];
    const Paths::Found& found = paths_.find(header);
    const Path& path = *found.path;
    const Operands operands{path, words.data() + at + 1, static_cast<uint32_t>(header >> kReadsAt)};
    at += size_t{found.operands} + 1;
    for (uint32_t e = 0; e < path.events.size(); ++e) {
      const PhraseEvent& event = path.events[e];
      if (!is_step(event.kind)) continue;
      const uint64_t size = operands.number(event.size);
      if (is_access(event.kind) && size == 0) continue;
      do_step(thread, {kind_of(operands, e), event.site, operands.number(event.operand), size});
    }
  }
}

bool StepWatch::add_record(FwRecord record, std::span<const uint64_t> o) {
  switch (record) {
    case FW_RECORD_thread:
      return add_thread(o);
    case FW_RECORD_switch:
      if (o.size() != 1) return false;
      if (o[0] == 0 && threads_.empty()) return true;  // the first one, which is announced next
      if (o[0] >= threads_.size()) return false;
      now_ = static_cast<uint32_t>(o[0]);
      return true;
    case FW_RECORD_event:
      return add_event(o);
    case FW_RECORD_signal_begin:
      if (threads_.empty()) return false;
      threads_[now_].interrupted.push_back(std::exchange(threads_[now_].caller, nullptr));
      return true;
    case FW_RECORD_signal_end:
      if (threads_.empty()) return false;
      if (threads_[now_].interrupted.empty()) return true;
      threads_[now_].caller = threads_[now_].interrupted.back();
      threads_[now_].interrupted.pop_back();
      return true;
    case FW_RECORD_module:
      return module_.begin(o);
    case FW_RECORD_module_bytes:
      return module_.add_bytes(o) && (!module_.is_complete() || finish_module());
    case FW_RECORD_steps:
      return add_steps(o);
    case FW_RECORD_forget:
    case FW_RECORD_input:
    case FW_RECORD_thread_name:
    case FW_RECORD_loaded:
    case FW_RECORD_openmp:
    case FW_RECORD_misuse:
      return true;
  }
  return false;
}

// By who created it, as the runtime finds out who it is (enforcer.cc).
bool StepWatch::add_thread(std::span<const uint64_t> o) {
  if (o.size() != 2 || o[0] != threads_.size() || (o[0] > 0 && o[1] >= o[0])) return false;
  LogThread thread;
  uint32_t parent = FW_NOT_SCHEDULED, child = 0;
  if (o[0] > 0) {
    parent = threads_[o[1]].scheduled;
    child = threads_[o[1]].children++;
  }
  if (o[0] == 0 || parent != FW_NOT_SCHEDULED)
    for (uint32_t i = 0; i < names_.size() && thread.scheduled == FW_NOT_SCHEDULED; ++i)
      if (names_[i].parent == parent && names_[i].child == child) thread.scheduled = i;
  for (size_t i = 0; i < steps_.size(); ++i)
    if (steps_[i].thread == thread.scheduled) thread.watched.push_back(i);
  std::stable_sort(thread.watched.begin(), thread.watched.end(),
                   [&](size_t a, size_t b) { return steps_[a].step > steps_[b].step; });
  threads_.push_back(std::move(thread));
  return true;
}

bool StepWatch::add_event(std::span<const uint64_t> o) {
  if (o.size() != 4 || (o[0] & 0xff) >= FW_KIND_COUNT || threads_.empty()) return false;
  const Kind kind = static_cast<Kind>(o[0] & 0xff);
  if (is_access(kind) && o[2] == 0) return true;
  if (is_access(kind) && o[1] == FW_SIGNALS_WORD) return true;  // no step
  LogThread& thread = threads_[now_];
  if (acquires_lock(kind)) ++thread.held[o[1]];
  if (releases_lock(kind) && --thread.held[o[1]] == 0) thread.held.erase(o[1]);
  if (kind == Kind::allocate || kind == Kind::free) note_memory(kind, o[1], o[3]);
  do_step(thread, {kind, thread.caller ? thread.caller->end_site : kUnseenSite, o[1], o[2]});
  return true;
}

// What the log left out.
bool StepWatch::add_steps(std::span<const uint64_t> o) {
  if (o.size() != 2 || threads_.empty()) return false;
  LogThread& thread = threads_[now_];
  if (o[0] < thread.done) return false;
  thread.done = o[0];
  while (!thread.watched.empty() && steps_[thread.watched.back()].step < thread.done)
    thread.watched.pop_back();
  if (o[1] == 0) return true;
  const Paths::Found& last = paths_.find(o[1]);
  if (!last.path) return false;
  if (last.is_turn) thread.caller = last.path->end == PathEnd::call ? last.path : nullptr;
  return true;
}

bool StepWatch::finish_module() {
  Result<ModuleTable> table = module_.take_table();
  if (!table) return false;
  const uint32_t first_site = site_count_;
  site_count_ += static_cast<uint32_t>(table.value().sites.size());
  return paths_.add_module(std::move(table).value(), module_.first_start(), first_site);
}

void StepWatch::do_step(LogThread& thread, const Step& step) {
  while (!thread.watched.empty() && steps_[thread.watched.back()].step == thread.done) {
    note(step, sightings_[thread.watched.back()]);
    thread.watched.pop_back();
  }
  ++thread.done;
}

void StepWatch::note(const Step& step, Sighting& sighting) {
  sighting.happened = true;
  sighting.order = ++order_;
  sighting.kind = step.kind;
  sighting.address = step.address;
  sighting.size = step.size;
  if (step.site == kUnseenSite) return;
  const Paths::Place place = paths_.place_of(step.site);
  sighting.file = place.file;
  sighting.function = place.function;
  sighting.line = place.line;
  sighting.column = place.column;
}

// Who frees memory does not say how much of it there was.
void StepWatch::note_memory(Kind kind, uint64_t address, uint64_t size) {
  if (sightings_.empty()) return;
  if (kind == Kind::allocate) {
    allocated_[address] = size;
  } else {
    const auto found = allocated_.find(address);
    size = found != allocated_.end() ? found->second : 1;
    if (found != allocated_.end()) allocated_.erase(found);
  }
  for (Sighting& s : sightings_) {
    uint64_t& when = kind == Kind::allocate ? s.replaced : s.freed;
    if (s.happened && when == 0 && s.address < address + size && address < s.address + s.size)
      when = ++order_;
  }
}

std::vector<HeldLockAddress> StepWatch::held_locks() const {
  std::vector<HeldLockAddress> all;
  for (const LogThread& thread : threads_)
    for (const auto& [lock, count] : thread.held)
      if (count > 0 && thread.scheduled != FW_NOT_SCHEDULED)
        all.push_back({thread.scheduled, lock});
  return all;
}

}  // namespace foreweave
