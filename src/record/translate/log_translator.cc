#include "record/translate/log_translator.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/bytes/sha256.h"
#include "capture/abi/decision_rows.h"
#include "capture/abi/schedule.h"
#include "events/recorded_run/asks_for_time.h"
#include "events/recorded_run/waiting.h"
#include "record/code/known_functions.h"

namespace foreweave {

namespace {

constexpr uint64_t kLargestAccess = uint64_t{1} << 30;

constexpr uint32_t kHeader = 1;  // word between the operands of two paths

constexpr unsigned kReadsAt = FW_START_BITS + FW_BRANCH_BITS;

uint64_t range_size(const Path& path, size_t range, uint32_t reads, const uint64_t* operands) {
  const PhraseNumber& size = path.events[path.ranges[range]].size;
  return (size.blank != 0 ? operands[path.place(size.blank - 1u, reads)] : 0) + size.plus;
}

// What operands change of a path's events.
struct Switches {
  uint32_t bits = 0;  // which compare-exchanges were updates, and above them which ranges are empty
  bool huge_range = false;
};

Switches switches_of(const Path& path, uint32_t reads, const uint64_t* operands) {
  Switches switches;
  for (size_t i = 0; i < path.compares.size(); ++i)
    switches.bits |= uint32_t{operands[path.place(path.compares[i].operand, reads)] != 0} << i;
  for (size_t i = 0; i < path.ranges.size(); ++i) {
    const uint64_t size = range_size(path, i, reads, operands);
    switches.bits |= uint32_t{size == 0} << (FW_MAX_PATH_SWITCHES + i);
    switches.huge_range |= size > kLargestAccess;
  }
  return switches;
}
static_assert(2 * FW_MAX_PATH_SWITCHES <= 32);

// Where an indirect call goes.
uint64_t callee_of(const Path& path, uint32_t reads, const uint64_t* operands) {
  for (auto event = path.events.rbegin(); event != path.events.rend(); ++event)
    if (event->kind == Kind::indirect_call && event->value.blank != 0)
      return operands[path.place(event->value.blank - 1u, reads)] + event->value.plus;
  return 0;
}

// A range of no bytes is no access. If that may be different with other values, it is a decision.
void add_empty_range(const PhraseEvent& range, Phrase& events) {
  if (range.flags & FW_FLAG_DECIDES)
    events.push_back({Kind::branch, FW_FLAG_HAS_VALUE, range.site, {}, {}, {}});
}

// One of very many bytes is several.
void add_ranges(const PhraseEvent& range, uint64_t size, Phrase& events) {
  constexpr size_t kMostPieces = 256;
  if (size == 0) add_empty_range(range, events);
  for (size_t i = 0; i < kMostPieces && size > 0; ++i) {
    PhraseEvent piece = range;
    piece.size = {0, std::min(size, kLargestAccess)};
    piece.operand.plus += i * kLargestAccess;
    events.push_back(piece);
    size -= piece.size.plus;
  }
}

// Whether the operand of such an event is a decision if it may vary.
bool operand_decides(Kind kind) {
  switch (operand_of(kind)) {
    case Operand::none:
      return false;
    case Operand::thread:
      return FW_DECISION(thread);
    case Operand::memory:
      return FW_DECISION(memory);
    case Operand::object:
      return FW_DECISION(object);
    case Operand::lock:
      return FW_DECISION(lock);
    case Operand::condition:
      return FW_DECISION(condition);
    case Operand::barrier:
      return FW_DECISION(barrier);
    case Operand::semaphore:
      return FW_DECISION(semaphore);
    case Operand::once:
      return FW_DECISION(once);
  }
  return false;
}

// The use of a lock or the like goes with the event that it is a use for, and so do their rows.
bool uses_decide() {
  return FW_DECISION(lock) && FW_DECISION(condition) && FW_DECISION(barrier) &&
         FW_DECISION(semaphore);
}

// Of what the runtime records during the call. Code that we do not see may choose anything.
bool operands_may_vary(const Path& call) {
  if (!call.calls_known) return FW_DECISION(unseen);
  return call.call_flags & FW_CALL_OPERANDS_VARY;
}

constexpr std::string_view kInstallsFacet =
    "_ZNSt6locale5_Impl16_M_install_facetEPKNS_2idEPKNS_5facetE";
constexpr const char* kLocaleCounts[] = {"_ZNSt6localeD1Ev", "_ZNSt6localeC1ERKS_",
                                         "_ZNSt6localeaSERKS_"};

// The words that the runtime logs traffic and signals by (capture/runtime/files/traffic.cc).
bool stands_for_the_system(uint64_t address) {
  return address == FW_TRAFFIC_WORD || address == FW_SIGNALS_WORD;
}

Phrase events_of(const Path& path, Phrase events, uint32_t switches) {
  Phrase own(path.events.begin(), path.events.end());
  for (size_t i = 0; i < path.compares.size(); ++i)
    if (switches >> i & 1) {
      PhraseEvent& event = own[path.compares[i].event];
      event.kind = Kind::atomic_update;
      event.flags = path.compares[i].flags;
    }
  for (size_t i = 0, range = 0; i < own.size(); ++i) {
    const bool is_range = range < path.ranges.size() && path.ranges[range] == i;
    if (is_range && switches >> (FW_MAX_PATH_SWITCHES + range++) & 1)
      add_empty_range(own[i], events);
    else
      events.push_back(own[i]);
  }
  return events;
}

}  // namespace

LogTranslator::LogTranslator(FwtWriter& writer, std::string program)
    : writer_(writer), unseen_(std::move(program)), waiting_(paths_, trace_for_rounds()) {
  resumed_.end = PathEnd::call;
  writer_.add_site("", 0, 0, "(code that was not built with Foreweave)");
  site_count_ = 1;
}

WaitingRounds::Trace LogTranslator::trace_for_rounds() {
  return {.add =
              [this](uint32_t thread, WaitingRounds::Record record) {
                const uint32_t last = std::exchange(now_, thread);
                add_path_record(record);
                now_ = last;
              },
          .event_count = [this] { return writer_.event_count(); },
          .calls_known = [this](const Path& path) { return calls_known(path); }};
}

void LogTranslator::add_path_record(WaitingRounds::Record record) {
  Paths::Found& found = paths_.find(record[0]);
  add_path(found,
           {record.data() + 1, found.operands, static_cast<uint32_t>(record[0] >> kReadsAt)});
}

void LogTranslator::add_perhaps_waiting(WaitingRounds::Record record) {
  const bool is_taken = waiting_.take(now_, record);
  is_followed_ = waiting_.follows(now_);
  if (!is_taken) add_path_record(record);
}

// Rounds of a loop often have the same header, and are handled together.
bool LogTranslator::add_chunk(std::span<const uint64_t> words) {
  constexpr size_t kAhead = 512;  // the words come from the program's cache
  const uint64_t* at = words.data();
  const uint64_t* const end = at + words.size();
  while (at != end) {
    __builtin_prefetch(at + kAhead);
    const uint64_t header = *at;
    const auto left = static_cast<size_t>(end - at) - 1;
    if (header % FW_MAX_STARTS >= FW_FIRST_START) [[likely]] {
      Paths::Found& found = paths_.find(header);
      const size_t operands = found.operands;
      if (!found.path || operands > left || threads_.empty()) return false;
      const uint64_t* const first = at + 1;
      at = first + operands;
      if ((found.path->is_idle && leaves_out_rounds_) || is_followed_) [[unlikely]] {
        add_perhaps_waiting({first - 1, operands + 1});
        continue;
      }
      uint32_t times = 1;
      for (; at + operands < end && *at == header; at += operands + 1) {
        __builtin_prefetch(at + kAhead);
        ++times;
      }
      add_paths(found, {first, found.operands, static_cast<uint32_t>(header >> kReadsAt)}, times);
    } else {
      const size_t operands = header >> 32;
      if (operands > left) return false;
      const auto record = static_cast<FwRecord>(static_cast<uint32_t>(header));
      if (is_followed_ && record != FW_RECORD_switch) [[unlikely]] {
        waiting_.leave(now_);
        is_followed_ = false;
      }
      if (!add_runtime_record(record, {at + 1, operands})) return false;
      at += 1 + operands;
    }
  }
  return true;
}

void LogTranslator::add_request(uint32_t number, Kind kind, uint64_t lock, bool gives_up) {
  waiting_.finish();
  LogThread& thread = threads_[number];
  if (thread.end.exists() || broken_locks_.contains(lock)) return;
  const uint32_t last = std::exchange(now_, number);
  uint8_t flags = gives_up ? FW_FLAG_GIVES_UP : 0;
  if (thread.operands_vary && operand_decides(kind)) flags |= FW_FLAG_DECIDES;
  add_one(kind, flags, thread.call_site, 0, lock, 0);
  thread.end = EventId(static_cast<uint32_t>(writer_.event_count() - 1));
  now_ = last;
}

EventId LogTranslator::mark_place(uint32_t thread, const std::optional<CodePlace>& place) {
  waiting_.finish();
  if (threads_[thread].end.exists()) return threads_[thread].end;
  now_ = thread;
  uint32_t site = threads_[thread].call_site;
  if (place && place->line != 0) {
    site = site_count_++;
    writer_.add_site(place->file, place->line, place->column, place->function);
  } else if (place) {  // at least the function
    const auto& stack = threads_[thread].stack;
    site = stack.empty() ? 0 : function_sites_[stack.back().function];
  }
  add_one(Kind::external_call, 0, site, 0, 0, 0);
  return EventId(static_cast<uint32_t>(writer_.event_count() - 1));
}

std::optional<CodePlace> LogTranslator::place_of(uint64_t address) const {
  const std::optional<UnseenCode::InFile> found = unseen_.find_in_file(address);
  return found ? find_code_place(found->path, found->address) : std::nullopt;
}

void LogTranslator::finish(const AttachmentSink& add) {
  waiting_.finish();
  if (!waiting_.left_out().empty())
    add(Waiting::kAttachment, Waiting::encoded(waiting_.left_out()));
  if (!misuses_.empty()) add(Misuse::kAttachment, Misuse::encoded(misuses_));
  if (!handler_runs_.empty()) add(HandlerRun::kAttachment, HandlerRun::encoded(handler_runs_));
  if (!inputs_.empty()) add(kInputsAttachment, encode_inputs(inputs_));
  std::string names;
  for (const auto& [thread, name] : thread_names_)
    names += std::to_string(thread) + ' ' + name + '\0';
  if (!names.empty()) add(TraceBuilder::kThreadNamesAttachment, names);
  if (const std::string flows = flows_.encoded(); !flows.empty())
    add(ValueFlows::kAttachment, flows);
  if (const std::string libraries = unseen_.names(); !libraries.empty())
    add(UnseenOrder::kLibrariesAttachment, libraries);
  if (!sources_.empty()) add(SourceHashes::kAttachment, sources_.encoded());
  if (std::ranges::none_of(paths_.callees(), may_ask_for_time))
    add(kNeverAsksForTimeAttachment, "");
}

static_assert(FW_MAX_THREADS <= TraceBuilder::kMaxThreads);

bool LogTranslator::add_runtime_record(FwRecord record, std::span<const uint64_t> o) {
  switch (record) {
    case FW_RECORD_thread:
      if (o.size() != 2 || o[0] != threads_.size() || o[0] >= TraceBuilder::kMaxThreads)
        return false;
      writer_.add_thread(o[0] == 0 ? "main" : "T" + std::to_string(o[0]));
      // Who was created by code that we do not see begins there.
      if (const auto* creator = o[0] == 0 ? nullptr : target_of(threads_[now_]).library)
        resume(threads_.emplace_back(), creator);
      else
        threads_.emplace_back();
      return true;
    case FW_RECORD_switch:
      if (o.size() != 1) return false;
      if (o[0] == 0 && threads_.empty()) return true;  // the first one, which is announced next
      if (o[0] >= threads_.size()) return false;
      begin_stretch(threads_[now_], true);
      now_ = static_cast<uint32_t>(o[0]);
      waiting_.switch_to(now_);
      is_followed_ = waiting_.follows(now_);
      return true;
    case FW_RECORD_event:
      return add_event(o);
    case FW_RECORD_signal_begin:
    case FW_RECORD_signal_end: {
      if (threads_.empty()) return false;
      LogThread& thread = threads_[now_];
      note_handler(record, o);
      if (record == FW_RECORD_signal_begin) {
        thread.interrupted.push_back(thread);
        static_cast<Open&>(thread) = {};
      } else if (!thread.interrupted.empty()) {
        static_cast<Open&>(thread) = thread.interrupted.back();
        thread.interrupted.pop_back();
      }
      return true;
    }
    case FW_RECORD_forget:
      writer_.forget_memory();
      return true;
    case FW_RECORD_module:
      return module_.begin(o);
    case FW_RECORD_module_bytes:
      return add_module_bytes(o);
    case FW_RECORD_input:
      return add_input(o);
    case FW_RECORD_thread_name:
      return add_thread_name(o);
    case FW_RECORD_loaded:
      forget_targets();
      return unseen_.add_loaded(o);
    case FW_RECORD_openmp:
      forget_targets();
      unseen_.trust_openmp();
      return true;
    case FW_RECORD_misuse:
      return add_misuse(o);
    case FW_RECORD_steps:  // of a log that lacks what a trace needs
    default:
      return false;
  }
}

void LogTranslator::note_handler(FwRecord record, std::span<const uint64_t> o) {
  constexpr size_t kMost = 10'000;
  const EventId now(static_cast<uint32_t>(writer_.event_count()));
  std::vector<HandlerRun>& open = threads_[now_].handlers;
  if (record == FW_RECORD_signal_begin && o.size() == 3) {
    open.push_back({ThreadId(now_), now, now, static_cast<uint32_t>(o[0]), o[1] != 0, false, o[2]});
  } else if (record == FW_RECORD_signal_end && o.size() == 2 && !open.empty()) {
    open.back().end = now;
    open.back().spoils_errno = o[1] != 0;
    if (handler_runs_.size() < kMost) handler_runs_.push_back(open.back());
    open.pop_back();
  }
}

bool LogTranslator::add_misuse(std::span<const uint64_t> o) {
  constexpr size_t kMost = 1000;
  if (o.size() != 2 || threads_.empty()) return false;
  const auto what = static_cast<Misuse::What>(o[0]);
  if (what != Misuse::What::destroys_locked && what != Misuse::What::joins_again)
    broken_locks_.insert(o[1]);
  if (misuses_.size() < kMost) misuses_.push_back({mark_place(now_, std::nullopt), what, o[1]});
  return true;
}

// As an update of a word that no program can have: so the uses of the lock keep their order.
bool LogTranslator::add_use_of_broken_lock(Kind kind, uint64_t lock) {
  constexpr uint8_t kAcquireRelease = 4;  // as C11 numbers it
  const uint8_t decides = releases_lock(kind) ? 0 : FW_FLAG_DECIDES_ON_OWN_READ;
  add_range(Kind::atomic_update, kAcquireRelease | decides, threads_[now_].call_site,
            (lock & ~uint64_t{7}) | uint64_t{1} << 63, 8);
  return true;
}

// A thread that is joined before its end is gone, and the child may make its locks anew.
void LogTranslator::follow_fork(Kind kind, uint64_t operand) {
  held_.resize(threads_.size());
  if (acquires_lock(kind)) {
    held_[now_].insert(operand);
  } else if (releases_lock(kind)) {
    if (const auto found = held_[now_].find(operand); found != held_[now_].end())
      held_[now_].erase(found);
  } else if (kind == Kind::join && operand < threads_.size() && !threads_[operand].end.exists()) {
    broken_locks_.insert(held_[operand].begin(), held_[operand].end());
  }
}

bool LogTranslator::add_event(std::span<const uint64_t> o) {
  if (o.size() != 4 || (o[0] & 0xff) >= FW_KIND_COUNT || threads_.empty()) return false;
  const Kind kind = static_cast<Kind>(o[0] & 0xff);
  uint8_t flags = static_cast<uint8_t>(o[0] >> 8 & FW_FLAG_ALL);
  LogThread& thread = threads_[now_];
  // Nothing of a thread comes before its begin.
  if (kind != Kind::thread_begin) begin_stretch(thread, false);
  if (thread.last && thread.last->calls_known) thread.call_is_told = true;
  if (follows_forks_) [[unlikely]]
    follow_fork(kind, o[1]);
  if (operand_of(kind) == Operand::lock) {
    if (!broken_locks_.empty() && broken_locks_.contains(o[1])) [[unlikely]]
      return add_use_of_broken_lock(kind, o[1]);
    const LockLedger::Answer answer = ledger_.add(kind, now_, o[1]);
    if (answer == LockLedger::Answer::own_affair) return true;
    if (answer == LockLedger::Answer::unexplained) [[unlikely]] {
      broken_locks_.insert(o[1]);
      return add_use_of_broken_lock(kind, o[1]);
    }
  }
  if (kind == Kind::free) {
    ledger_.note_free();
    if (frees_by_count(thread)) flags |= FW_FLAG_COUNTED;
  }
  const bool is_of_thing = is_access(kind) && flags & FW_FLAG_OF_THING;
  if (is_of_thing && writes(kind)) ledger_.forget(o[1]);
  const bool is_fixed = o[0] >> 8 & FW_LOGGED_FIXED;
  if (thread.operands_vary && !is_fixed && operand_decides(kind) && (!is_of_thing || uses_decide()))
    flags |= FW_FLAG_DECIDES;
  if (operand_of(kind) == Operand::thread && o[1] >= threads_.size()) return false;
  // A store or update passes something on; what was told, and what the kernel wrote, decides.
  const bool is_told = (o[0] >> 8 & FW_FLAG_DECIDES) && FW_DECISION(told);
  const bool is_traffic =
      is_access(kind) &&
      (stands_for_the_system(o[1]) ? is_told || writes(kind) : is_told && kind == Kind::write);
  // Before it, so that it decides nothing about what an update reads.
  if (is_traffic && !is_told) add_system_mark(Kind::unseen_begin, thread);
  if (is_access(kind))
    add_range(kind, flags, thread.call_site, o[1], o[2]);
  else if (o[2] > UINT32_MAX) [[unlikely]]
    add_one(kind, flags, thread.call_site, static_cast<uint32_t>(o[2]), o[1], o[3]);
  else
    add_one(kind, flags, thread.call_site, o.data() + 1);
  if (is_traffic && is_told) add_system_mark(Kind::unseen_end, thread);
  if (kind == Kind::thread_end)
    thread.end = EventId(static_cast<uint32_t>(writer_.event_count() - 1));
  return true;
}

bool LogTranslator::add_thread_name(std::span<const uint64_t> o) {
  if (o.size() != 3 || o[0] >= threads_.size()) return false;
  const auto* name = reinterpret_cast<const char*>(o.data() + 1);
  thread_names_[static_cast<uint32_t>(o[0])] = std::string(name, strnlen(name, 16));
  return true;
}

bool LogTranslator::add_input(std::span<const uint64_t> o) {
  if (o.empty() || threads_.empty()) return false;
  const uint64_t bytes = o[0] >> 8 & 0xffffff;
  if (bytes > (o.size() - 1) * 8) return false;
  input_bytes_ += bytes;
  if (input_bytes_ > kMostInputBytes) return true;
  if (!(o[0] >> 32 & 1)) inputs_.push_back({now_, static_cast<uint8_t>(o[0]), ""});
  if (inputs_.empty()) return false;
  inputs_.back().bytes.append(reinterpret_cast<const char*>(o.data() + 1), bytes);
  return true;
}

bool LogTranslator::add_module_bytes(std::span<const uint64_t> o) {
  return module_.add_bytes(o) && (!module_.is_complete() || finish_module());
}

bool LogTranslator::finish_module() {
  Result<ModuleTable> table = module_.take_table();
  if (!table) return false;
  const ModuleTable& t = table.value();
  // The trace wants a call before what it inlined.
  const uint32_t first_call = site_count_;
  for (const auto* sites : {&t.calls, &t.sites})
    for (const TableSite& site : *sites) {
      writer_.add_site(t.strings[site.file], site.line, site.column, t.strings[site.function]);
      if (site.inlined != 0) writer_.add_inlined(site_count_, first_call + site.inlined - 1);
      ++site_count_;
    }
  const uint32_t first_site = first_call + static_cast<uint32_t>(t.calls.size());
  for (const ModuleTable::Pointer& pointer : t.pointers)
    writer_.add_pointer(first_site + pointer.access, first_site + pointer.load);
  const auto in_trace = [&](const std::vector<uint32_t>& sites) {
    ValueFlows::Sites result;
    for (const uint32_t site : sites) result.push_back(SiteId(first_site + site));
    return result;
  };
  for (const ModuleTable::Flow& flow : t.flows)
    flows_.add(in_trace(flow.load), in_trace(flow.store));
  const size_t first_function = function_sites_.size();
  for (const TableFunction& function : t.functions) {
    if (function.copy_of != TableFunction::kNoCopy) {
      function_sites_.push_back(function_sites_[first_function + function.copy_of]);
      continue;
    }
    writer_.add_site(t.name, 0, 0, t.strings[function.name]);
    function_sites_.push_back(site_count_++);
  }
  writer_.add_attachment("bitcode:" + t.name, module_.bitcode());
  for (const ModuleTable::Source& source : t.sources)
    sources_.add(source.file,
                 hex({reinterpret_cast<const uint8_t*>(source.hash.data()), source.hash.size()}));
  for (const std::string& name : t.unknown_synchronisation) unseen_.distrust(name);
  // Facets of the program are destroyed by whoever has the last locale that refers to them.
  if (std::ranges::find(t.strings, kInstallsFacet) != t.strings.end())
    for (const char* name : kLocaleCounts) unseen_.distrust(name);
  forget_targets();
  return paths_.add_module(std::move(table).value(), module_.first_start(), first_site);
}

[[gnu::always_inline]] inline void LogTranslator::add_paths(Paths::Found& found, Operands operands,
                                                            uint32_t times) {
  const Path& path = *found.path;
  for (; times > 0; --times, operands.words += operands.count + 1) {
    const LogThread& thread = threads_[now_];
    if (path.is_plain() && path.end == PathEnd::joint && !thread.last && !thread.stack.empty() &&
        thread.stack.back().function == path.function)
      // What is true of one is true of all.
      return add_use(path.plain_phrase, operands, found.hint, times);
    add_path(found, operands);
  }
}

[[gnu::always_inline]] inline void LogTranslator::add_path(Paths::Found& found,
                                                           const Operands& operands) {
  LogThread& thread = threads_[now_];
  Path& path = *found.path;
  if (path.is_plain() && !thread.last && !thread.stack.empty() &&
      thread.stack.back().function == path.function)
    add_use(path.plain_phrase, operands, found.hint);
  else
    add_special_path(thread, path, operands);

  if (path.end == PathEnd::joint) return;
  if (path.end == PathEnd::returned || path.end == PathEnd::unwound) {
    const UnseenCode::Library* caller = nullptr;
    if (!thread.stack.empty()) {
      caller = thread.stack.back().caller;
      thread.stack.pop_back();
    }
    thread.call_site = kUnseenSite;
    thread.operands_vary = FW_DECISION(unseen);
    if (caller) [[unlikely]]
      resume(thread, caller);
  } else if (path.end == PathEnd::call) {
    thread.last = &path;
    thread.call_site = path.end_site;
    thread.call_is_told = thread.stretch_begun = false;
    thread.operands_vary = operands_may_vary(path);
    if (path.call_flags & FW_CALL_INDIRECT)
      thread.callee = callee_of(path, operands.reads, operands.words);
    if ((path.call_flags & FW_CALL_TAIL) && !thread.stack.empty()) thread.stack.pop_back();
  } else if (path.end == PathEnd::choice) {
    thread.last = &path;
  }
}

[[gnu::always_inline]] inline void LogTranslator::add_use(uint32_t phrase, const Operands& operands,
                                                          FwtFormHint& hint, uint32_t times) {
  if (phrase != Path::kNothing)
    writer_.add(
        now_, {phrase, operands.reads, operands.words, operands.count, times, kHeader, true}, hint);
}

[[gnu::always_inline]] inline void LogTranslator::add_special_path(LogThread& thread, Path& path,
                                                                   const Operands& operands) {
  if (thread.last && thread.last->end == PathEnd::call) end_stretch(thread, path);
  const bool goes_on = path.start != FW_START_entry && !path.logs_frame && !thread.stack.empty() &&
                       thread.stack.back().function == path.function;
  const size_t frames_left = goes_on ? 0 : find_frame(thread, path, operands.words);
  if (frames_left > 0) [[unlikely]] {
    // What closes the last path is of frames that are gone.
    for (const PhraseEvent& e : closing(thread, path))
      add_one(e.kind, e.flags, e.site, e.size.plus, e.operand.plus, e.value.plus);
    for (size_t i = 0; i < frames_left; ++i) add_one(Kind::return_, 0, kUnseenSite, 0, 0, 0);
    thread.last = nullptr;
  }
  Switches switches;
  if (path.has_switches()) {
    switches = switches_of(path, operands.reads, operands.words);
    if (switches.huge_range) [[unlikely]] {
      FwtFormHint none;
      add_use(phrase_with_huge_range(path, thread, operands), operands, none);
      thread.last = nullptr;
      return;
    }
  }
  RecentUse& use = recent_use(path, thread, operands.reads, switches.bits);
  add_use(use.phrase, operands, use.hint);
  if (!thread.last && path.start == FW_START_joint && !path.has_switches())
    path.plain_phrase = use.phrase;
  thread.last = nullptr;
}

// The frame that the path runs in is the top of the stack from here on. Returns how many frames
// above it are gone: an exception or a longjmp left them.
size_t LogTranslator::find_frame(LogThread& thread, const Path& path, const uint64_t* operands) {
  Frame here{path.function, path.logs_frame ? operands[0] : 0, nullptr};
  if (path.start == FW_START_entry) {
    here.caller = std::exchange(thread.entered_from, nullptr);
    thread.stack.push_back(here);
    return 0;
  }
  auto is_here = [&](const Frame& f) {
    return f.function == here.function && (!path.logs_frame || f.frame == here.frame);
  };
  const auto found = std::find_if(thread.stack.rbegin(), thread.stack.rend(), is_here);
  if (found == thread.stack.rend()) {
    thread.stack.push_back(here);
    return 0;
  }
  const size_t above = static_cast<size_t>(found - thread.stack.rbegin());
  thread.stack.resize(thread.stack.size() - above);
  return above;
}

// --- code that we do not see ---------------------------------------------------------------------

// Null for functions that are instrumented, and for those of libraries that we know.
LogTranslator::Target LogTranslator::target_of(const std::string& name,
                                               const UnseenCode::Library& library) {
  if (library.trust == UnseenCode::Trust::known || paths_.defines(name)) return {nullptr, true};
  if (library.trust == UnseenCode::Trust::may_synchronise) unseen_libraries_.insert(library.name);
  return {&library, !name.empty()};
}

// Where the thread is, if it is in a call into code that we do not see and do not know.
LogTranslator::Target LogTranslator::target_of(const LogThread& thread) {
  const Path* last = thread.last;
  if (!last || last->end != PathEnd::call) return {};
  if (last == &resumed_) return {thread.resumed, true};
  if (last->call_flags & FW_CALL_INDIRECT) {
    const auto [entry, is_new] = addresses_.try_emplace(thread.callee);
    std::string name;
    if (is_new) {
      const UnseenCode::Library& library = unseen_.at(thread.callee, &name);
      entry->second = target_of(name, library);
    }
    return entry->second;
  }
  if (last->callee == 0) return target_of("assembler code", unseen_.assembly());
  if (callees_.size() <= last->callee) callees_.resize(last->callee + 1);
  std::optional<Target>& known = callees_[last->callee];
  if (!known) {
    const std::string& name = paths_.callee_name(last->callee);
    known = paths_.defines(name) ? Target{nullptr, true} : target_of(name, unseen_.defining(name));
  }
  return *known;
}

// Whether nothing is to be said about the path's call but that it was made.
bool LogTranslator::calls_known(const Path& path) {
  if (path.callee == 0 || path.call_flags & (FW_CALL_INDIRECT | FW_CALL_TAIL)) return false;
  LogThread there;
  there.last = &path;
  return target_of(there).library == nullptr;
}

// The C++ library counts references to some of what it allocates: exceptions, their texts, parts of
// locales. Who calls it does not say that anything is to be freed.
bool LogTranslator::frees_by_count(const LogThread& thread) {
  if (!FW_DECISION(counted_free)) return false;
  const Path* last = thread.last;
  if (thread.call_site == 0 || last == &resumed_) return true;  // code that we do not see goes on
  if (!last || last->end != PathEnd::call || last->calls_known) return false;
  if (last->call_flags & FW_CALL_INDIRECT) {
    std::string name;
    return unseen_.at(thread.callee, &name).trust == UnseenCode::Trust::known &&
           !is_known_function(name);
  }
  if (last->callee == 0) return false;
  const std::string& name = paths_.callee_name(last->callee);
  return (name.starts_with("_Z") || name.starts_with("__cxa_")) && !paths_.defines(name);
}

void LogTranslator::forget_targets() {
  callees_.clear();
  addresses_.clear();
}

void LogTranslator::add_mark(Kind kind, const LogThread& thread,
                             const UnseenCode::Library& library) {
  add_one(kind, FW_FLAG_HAS_VALUE, thread.call_site, 0, 0, unseen_.number_of(library));
}

// Something is about to be recorded, of this thread or of others. What a thread does within a
// function that only tells others something is its own.
void LogTranslator::begin_stretch(LogThread& thread, bool others_go_on) {
  if (!thread.last || thread.stretch_begun || !FW_DECISION(external_call)) return;
  const UnseenCode::Library* library = target_of(thread).library;
  if (!library || (!others_go_on && library->trust == UnseenCode::Trust::tells)) return;
  thread.stretch_begun = true;
  const bool computes = library->trust == UnseenCode::Trust::computes;
  add_mark(computes ? Kind::external_begin : Kind::unseen_begin, thread, *library);
}

// Threads tell each other something through the system. Functions that nothing is known of
// (system_functions.h) may have had a part in that.
void LogTranslator::add_system_mark(Kind kind, const LogThread& thread) {
  if (FW_DECISION(external_call)) add_mark(kind, thread, unseen_.system());
}

// The thread is back, or in one of our functions that was called from there.
void LogTranslator::end_stretch(LogThread& thread, const Path& next) {
  const Path& last = *thread.last;
  const bool enters = next.start == FW_START_entry;
  const bool begun = std::exchange(thread.stretch_begun, false);
  if (enters && last.callee != 0 &&
      paths_.callee_name(last.callee) == paths_.function_name(next.function))
    return;
  const Target target = target_of(thread);
  if (&last == &resumed_) thread.call_is_told = true;
  if (!target.library || !FW_DECISION(external_call)) return;
  // If nobody can tell what is called, it is what was entered.
  const bool calls_it = enters && last.call_flags & FW_CALL_INDIRECT && !target.has_name;
  if (calls_it && !begun) return;
  const UnseenCode::Trust trust = target.library->trust;
  if (trust == UnseenCode::Trust::tells) {
    if (!begun) add_system_mark(Kind::unseen_begin, thread);
    return;
  }
  thread.call_is_told = true;
  add_mark(trust == UnseenCode::Trust::may_synchronise ? Kind::unseen_end : Kind::external_call,
           thread, *target.library);
  if (enters && !calls_it) thread.entered_from = target.library;
}

void LogTranslator::resume(LogThread& thread, const UnseenCode::Library* library) {
  thread.last = &resumed_;
  thread.resumed = library;
  thread.stretch_begun = false;
}

[[gnu::always_inline]] inline LogTranslator::RecentUse& LogTranslator::recent_use(
    Path& path, const Open& before, uint32_t reads, uint32_t switches) {
  const bool call_is_told = before.last && before.call_is_told;
  const uint64_t mixed =
      (reinterpret_cast<uintptr_t>(&path) * 3 + reinterpret_cast<uintptr_t>(before.last) +
       call_is_told + (uint64_t{reads} << 32 | switches) * 5) *
      0x9e3779b97f4a7c15;
  RecentUse& recent = recent_uses_[mixed >> (64 - kRecentUseBits)];
  if (recent.path != &path || recent.before != before.last || recent.reads != reads ||
      recent.switches != switches || recent.call_is_told != call_is_told) [[unlikely]]
    recent = {
        &path, before.last, reads, switches, call_is_told, find_phrase(path, before, switches), {}};
  return recent;
}

uint32_t LogTranslator::find_phrase(Path& path, const Open& before, uint32_t switches) {
  for (Path::Use& use : path.uses) {
    if (use.before != before.last || use.switches != switches ||
        (use.before && use.call_is_told != before.call_is_told))
      continue;
    const uint32_t phrase = use.phrase;
    if (&use != path.uses.data()) std::swap(use, (&use)[-1]);  // often used ones come first
    return phrase;
  }
  const Phrase events = events_of(path, closing(before, path), switches);
  const uint32_t phrase = events.empty() ? Path::kNothing : writer_.add_phrase(events, path.layout);
  path.uses.push_back({before.last, before.call_is_told, switches, phrase});
  return phrase;
}

// So rare that it is one of its own every time.
uint32_t LogTranslator::phrase_with_huge_range(const Path& path, const Open& before,
                                               const Operands& operands) {
  const Phrase all = events_of(
      path, {},
      switches_of(path, operands.reads, operands.words).bits % (1u << FW_MAX_PATH_SWITCHES));
  Phrase events = closing(before, path);
  for (size_t i = 0, range = 0; i < all.size(); ++i) {
    if (range < path.ranges.size() && path.ranges[range] == i)
      add_ranges(all[i], range_size(path, range++, operands.reads, operands.words), events);
    else
      events.push_back(all[i]);
  }
  return writer_.add_phrase(events, path.layout);
}

// What the thread's last path left open, now that its next one is known.
Phrase LogTranslator::closing(const Open& before, const Path& next) const {
  Phrase events;
  const Path* last = before.last;
  const bool enters = next.start == FW_START_entry;
  if (last && last->end == PathEnd::choice) {
    const auto taken = std::find(last->choices.begin(), last->choices.end(), next.start_block);
    // A fault may have torn the path behind the choice, and a handler jumped elsewhere.
    const bool is_known = next.start == FW_START_joint && next.function == last->function &&
                          taken != last->choices.end();
    const auto outcome = static_cast<uint64_t>(taken - last->choices.begin());
    if (is_known && FW_DECISION(branch))
      events.push_back({Kind::branch, FW_FLAG_HAS_VALUE, last->end_site, {}, {}, {0, outcome}});
  } else if (last) {
    const bool direct = enters && last->callee != 0 &&
                        paths_.callee_name(last->callee) == paths_.function_name(next.function);
    const bool indirect = last->call_flags & FW_CALL_INDIRECT;
    if (!direct && !(enters && indirect) && !before.call_is_told && FW_DECISION(external_call))
      events.push_back({Kind::external_call, 0, last->end_site, {}, {}, {}});
  }
  if (enters)
    events.push_back({Kind::call,
                      FW_FLAG_HAS_VALUE,
                      last ? last->end_site : kUnseenSite,
                      {},
                      {},
                      {0, function_sites_[next.function]}});
  return events;
}

void LogTranslator::add_range(Kind kind, uint8_t flags, uint32_t site, uint64_t address,
                              uint64_t size) {
  for (uint64_t at = 0; at < size; at += kLargestAccess)
    add_one(kind, flags, site, std::min(size - at, kLargestAccess), address + at, 0);
}

void LogTranslator::add_one(Kind kind, uint8_t flags, uint32_t site, uint64_t size,
                            uint64_t operand, uint64_t value) {
  const uint64_t numbers[4] = {operand, size, value, 0};
  add_one(kind, flags, site, numbers);
}

// One event by itself, with no value that the image of memory would have to know. Its numbers are
// operand, size and value, as they are in the log; one more can be read. They are best taken from
// there: a processor that reads together what was just written in pieces waits for it.
void LogTranslator::add_one(Kind kind, uint8_t flags, uint32_t site, const uint64_t* numbers) {
  const uint64_t key = uint64_t{site} << 16 | uint64_t{flags} << 8 | static_cast<uint64_t>(kind);
  RecentEvent& recent = recent_events_[(key * 0x9e3779b97f4a7c15) >> (64 - kRecentEventBits)];
  if (recent.key != key) [[unlikely]] {
    const auto [entry, is_new] = single_.try_emplace(key);
    if (is_new) entry->second = writer_.add_phrase({{kind, flags, site, {2, 0}, {1, 0}, {3, 0}}});
    recent = {key, entry->second, {}};
  }
  writer_.add(now_, {recent.phrase, 0, numbers, 3, 1, 0, true}, recent.hint);
}

}  // namespace foreweave
