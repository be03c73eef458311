#include "record/log_translator.h"

#include <algorithm>

namespace foreweave {

namespace {

constexpr uint64_t kLargestAccess = uint64_t{1} << 30;

// Phrases in the place of their numbers: a path that does nothing, and one that no phrase can hold.
constexpr uint32_t kUnknown = Path::kUnknown, kNothing = UINT32_MAX - 1, kNoPhrase = UINT32_MAX - 2;
constexpr size_t kMaxCompares = 8;  // of a path that becomes a phrase

// Which of the path's compare-exchanges were updates.
uint32_t updates_of(const Path& path, const uint64_t* operands) {
  uint32_t updates = 0;
  for (size_t i = 0; i < path.compares.size() && i < kMaxCompares; ++i)
    updates |= uint32_t{operands[path.compares[i].operand] != 0} << i;
  return updates;
}

Phrase events_of(const Path& path, const Phrase& before, const uint64_t* operands) {
  Phrase events = before;
  events.insert(events.end(), path.events.begin(), path.events.end());
  for (const PathSwitch& compare : path.compares)
    if (operands[compare.operand] != 0)
      events[before.size() + compare.event].kind = Kind::atomic_update;
  return events;
}

uint64_t number_of(const PhraseNumber& number, const uint64_t* numbers) {
  return (number.blank != 0 ? numbers[number.blank - 1] : 0) + number.plus;
}

// A range of no bytes is no access, and one of very many is several.
bool has_odd_range(const Path& path, const uint64_t* operands) {
  return std::any_of(path.ranges.begin(), path.ranges.end(), [&](const PhraseNumber& size) {
    return number_of(size, operands) - 1 >= kLargestAccess;
  });
}

}  // namespace

LogTranslator::LogTranslator(FwtWriter& writer) : writer_(writer) {
  writer_.add_site("", 0, 0, "(code that was not built with Foreweave)");
  site_count_ = 1;
}

// A chunk ends behind a module's tables, so that the paths of a chunk are all known when it is
// read.
bool LogTranslator::add_chunk(std::span<const uint64_t> words) {
  if (!find_records(words)) return false;
  for (size_t i = records_.size(); i-- > 0;) {
    const Record& record = records_[i];
    if (record.path) {
      if (threads_.empty()) return false;
      add_path(*record.path, words.data() + record.first);
    } else if (!add_runtime_record(
                   static_cast<FwRecord>(static_cast<uint32_t>(words[record.header])),
                   words.subspan(record.first, record.header - record.first))) {
      return false;
    }
  }
  hand_over();
  return true;
}

void LogTranslator::hand_over() {
  writer_.add(now_, uses_);
  uses_.clear();
  numbers_.clear();
}

// A record's header stands behind its operands, so they are found from the end.
bool LogTranslator::find_records(std::span<const uint64_t> words) {
  records_.clear();
  for (size_t behind = words.size(); behind > 0;) {
    const uint64_t header = words[behind - 1];
    size_t operands = header >> 32;
    Path* path = nullptr;
    if (static_cast<uint32_t>(header) >= FW_FIRST_START) [[likely]] {
      path = paths_.find(header);
      if (!path) return false;
      operands = path->operand_words;
    }
    if (operands + 1 > behind) return false;
    behind -= operands + 1;
    records_.push_back(
        {path, static_cast<uint32_t>(behind), static_cast<uint32_t>(behind + operands)});
  }
  return true;
}

// What looks unknown to one module may be a function of another one that is instrumented.
void LogTranslator::finish() {
  std::erase_if(unknown_, [&](const std::string& name) { return paths_.defines(name); });
  if (!unknown_.empty()) writer_.add_loss(Loss::unseen_synchronisation, unknown_.size());
}

bool LogTranslator::add_runtime_record(FwRecord record, std::span<const uint64_t> o) {
  switch (record) {
    case FW_RECORD_thread:
      if (o.size() != 2 || o[0] != threads_.size() || o[0] >= TraceBuilder::kMaxThreads)
        return false;
      writer_.add_thread(o[0] == 0 ? "main" : "T" + std::to_string(o[0]));
      threads_.emplace_back();
      return true;
    case FW_RECORD_switch:
      if (o.size() != 1) return false;
      if (o[0] == 0 && threads_.empty()) return true;  // the first one, which is announced next
      if (o[0] >= threads_.size()) return false;
      hand_over();
      now_ = static_cast<uint16_t>(o[0]);
      return true;
    case FW_RECORD_event:
      return add_event(o);
    case FW_RECORD_signal_begin:
    case FW_RECORD_signal_end: {
      if (threads_.empty()) return false;
      LogThread& thread = threads_[now_];
      if (record == FW_RECORD_signal_begin) {
        thread.interrupted.push_back(thread);
        static_cast<Open&>(thread) = {};
      } else if (!thread.interrupted.empty()) {
        static_cast<Open&>(thread) = thread.interrupted.back();
        thread.interrupted.pop_back();
      }
      return true;
    }
    case FW_RECORD_module:
      return add_module(o);
    case FW_RECORD_module_bytes:
      return add_module_bytes(o);
    default:
      return false;
  }
}

bool LogTranslator::add_event(std::span<const uint64_t> o) {
  if (o.size() != 4 || (o[0] & 0xff) >= FW_KIND_COUNT || threads_.empty()) return false;
  const Kind kind = static_cast<Kind>(o[0] & 0xff);
  const uint8_t flags = static_cast<uint8_t>(o[0] >> 8 & FW_FLAG_ALL);
  LogThread& thread = threads_[now_];
  thread.library_call = true;
  if (operand_of(kind) == Operand::thread && o[1] >= threads_.size()) return false;
  if (is_access(kind))
    add_range(kind, flags, thread.call_site, o[1], o[2]);
  else
    add_one(kind, flags, thread.call_site, static_cast<uint32_t>(o[2]), o[1], o[3]);
  return true;
}

bool LogTranslator::add_module(std::span<const uint64_t> o) {
  if (o.size() != 3 || module_expected_ != 0) return false;
  module_start_ = static_cast<uint32_t>(o[0]);
  table_bytes_ = o[1];
  bitcode_bytes_ = o[2];
  module_expected_ = table_bytes_ + bitcode_bytes_;
  module_bytes_.clear();
  return true;
}

// Table and bitcode each start with a record of their own, so that padding lies at their ends.
bool LogTranslator::add_module_bytes(std::span<const uint64_t> o) {
  const bool in_table = module_bytes_.size() < table_bytes_;
  const uint64_t end = in_table ? table_bytes_ : module_expected_;
  if (module_bytes_.size() >= end) return false;
  const uint64_t count = std::min<uint64_t>(end - module_bytes_.size(), o.size() * 8);
  module_bytes_.append(reinterpret_cast<const char*>(o.data()), count);
  return module_bytes_.size() < module_expected_ || finish_module();
}

bool LogTranslator::finish_module() {
  const auto* bytes = reinterpret_cast<const uint8_t*>(module_bytes_.data());
  Result<ModuleTable> table = read_module_table({bytes, table_bytes_});
  if (!table) return false;
  const ModuleTable& t = table.value();
  for (const TableSite& site : t.sites)
    writer_.add_site(t.strings[site.file], site.line, site.column, t.strings[site.function]);
  const uint32_t first_site = site_count_;
  site_count_ += static_cast<uint32_t>(t.sites.size());
  for (const TableFunction& function : t.functions) {
    writer_.add_site(t.name, 0, 0, t.strings[function.name]);
    function_sites_.push_back(site_count_++);
  }
  writer_.add_attachment("bitcode:" + t.name,
                         std::string_view(module_bytes_).substr(table_bytes_, bitcode_bytes_));
  unknown_.insert(t.unknown_synchronisation.begin(), t.unknown_synchronisation.end());
  module_expected_ = 0;
  return paths_.add_module(std::move(table).value(), module_start_, first_site);
}

void LogTranslator::add_path(Path& path, const uint64_t* operands) {
  LogThread& thread = threads_[now_];
  // Most paths are the next round of a loop.
  if (path.plain_phrase != kUnknown && !thread.last && !thread.stack.empty() &&
      thread.stack.back().function == path.function) [[likely]] {
    if (path.plain_phrase != kNothing) uses_.push_back({path.plain_phrase, operands});
  } else {
    add_special_path(thread, path, operands);
  }

  if (path.end == PathEnd::joint) return;
  if (path.end == PathEnd::returned || path.end == PathEnd::unwound) {
    if (!thread.stack.empty()) thread.stack.pop_back();
    thread.call_site = kUnseenSite;
  } else if (path.end == PathEnd::call) {
    thread.last = &path;
    thread.call_site = path.end_site;
    thread.library_call = false;
    if ((path.call_flags & FW_CALL_TAIL) && !thread.stack.empty()) thread.stack.pop_back();
  } else if (path.end == PathEnd::choice) {
    thread.last = &path;
  }
}

void LogTranslator::add_special_path(LogThread& thread, Path& path, const uint64_t* operands) {
  const size_t frames_left = find_frame(thread, path, operands);
  const uint32_t phrase = phrase_of(path, thread, updates_of(path, operands));
  if (phrase == kNoPhrase || frames_left > 0 || has_odd_range(path, operands)) [[unlikely]] {
    add_singly(closing(thread, path), operands);
    for (size_t i = 0; i < frames_left; ++i) add_one(Kind::return_, 0, kUnseenSite, 0, 0, 0);
    add_singly(events_of(path, {}, operands), operands);
  } else if (phrase != kNothing) {
    uses_.push_back({phrase, operands});
  }
  if (!thread.last && path.start == FW_START_joint && path.compares.empty() &&
      path.ranges.empty() && phrase != kNoPhrase)
    path.plain_phrase = phrase;
  thread.last = nullptr;
}

// The frame that the path runs in is the top of the stack from here on. Returns how many frames
// above it are gone: an exception or a longjmp left them.
size_t LogTranslator::find_frame(LogThread& thread, const Path& path, const uint64_t* operands) {
  const Frame here{path.function, path.logs_frame ? operands[0] : 0};
  if (path.start == FW_START_entry) {
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

uint32_t LogTranslator::phrase_of(Path& path, const Open& before, uint32_t updates) {
  for (Path::Use& use : path.uses) {
    if (use.before != before.last || use.updates != updates ||
        (use.before && use.library_call != before.library_call))
      continue;
    const uint32_t phrase = use.phrase;
    if (&use != path.uses.data()) std::swap(use, (&use)[-1]);  // often used ones come first
    return phrase;
  }
  std::vector<uint64_t> operands(path.operand_words);
  for (size_t i = 0; i < path.compares.size() && i < kMaxCompares; ++i)
    operands[path.compares[i].operand] = updates >> i & 1;
  const Phrase events = events_of(path, closing(before, path), operands.data());
  uint32_t phrase = kNothing;
  if (events.size() > kMaxPhraseEvents || path.operand_words > kMaxPhraseBlanks ||
      path.compares.size() > kMaxCompares)
    phrase = kNoPhrase;
  else if (!events.empty())
    phrase = writer_.add_phrase(events);
  path.uses.push_back({before.last, before.library_call, updates, phrase});
  return phrase;
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
    if (is_known)
      events.push_back({Kind::branch, FW_FLAG_HAS_VALUE, last->end_site, {}, {}, {0, outcome}});
  } else if (last) {
    const bool direct = enters && last->callee != 0 &&
                        paths_.callee_name(last->callee) == paths_.function_name(next.function);
    const bool indirect = last->call_flags & FW_CALL_INDIRECT;
    if (!direct && !(enters && indirect) && !before.library_call)
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

// Event by event, for what happens rarely.
void LogTranslator::add_singly(const Phrase& phrase, const uint64_t* numbers) {
  for (const PhraseEvent& e : phrase) {
    const uint64_t size = number_of(e.size, numbers), operand = number_of(e.operand, numbers);
    if (is_access(e.kind) && !(e.flags & FW_FLAG_HAS_VALUE))
      add_range(e.kind, e.flags, e.site, operand, size);
    else
      add_one(e.kind, e.flags, e.site, size, operand, number_of(e.value, numbers));
  }
}

void LogTranslator::add_range(Kind kind, uint8_t flags, uint32_t site, uint64_t address,
                              uint64_t size) {
  for (uint64_t at = 0; at < size; at += kLargestAccess)
    add_one(kind, flags, site, std::min(size - at, kLargestAccess), address + at, 0);
}

void LogTranslator::add_one(Kind kind, uint8_t flags, uint32_t site, uint64_t size,
                            uint64_t operand, uint64_t value) {
  const uint64_t key = uint64_t{site} << 16 | uint64_t{flags} << 8 | static_cast<uint64_t>(kind);
  const auto [entry, is_new] = single_.try_emplace(key);
  if (is_new) entry->second = writer_.add_phrase({{kind, flags, site, {1, 0}, {2, 0}, {3, 0}}});
  numbers_.push_back({size, operand, value});
  uses_.push_back({entry->second, numbers_.back().data()});
}

}  // namespace foreweave
