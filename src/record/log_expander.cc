#include "record/log_expander.h"

#include <algorithm>

namespace foreweave {

namespace {
constexpr uint32_t kUnseenSite = 0;
constexpr uint64_t kLargestAccess = uint64_t{1} << 30;
}  // namespace

LogExpander::LogExpander(FwtWriter& writer) : writer_(writer) {
  writer_.add_site("", 0, 0, "(code that was not built with Foreweave)");
  site_count_ = 1;
}

// A record's header stands behind its operands: first backwards to find the records, then forwards.
// A chunk ends behind a module's tables, so that the paths of a chunk are all known when it is
// read.
bool LogExpander::add_chunk(std::span<const uint64_t> words) {
  records_.clear();
  for (size_t behind = words.size(); behind > 0;) {
    const uint64_t header = words[behind - 1];
    size_t operands = header >> 32;
    if (static_cast<uint32_t>(header) >= FW_FIRST_START) {
      const Path* path = paths_.find(header);
      if (!path) return false;
      operands = path->operand_words;
    }
    if (operands + 1 > behind) return false;
    behind -= operands + 1;
    records_.push_back({behind + operands, behind});
  }
  for (size_t i = records_.size(); i-- > 0;) {
    const auto [header, first] = records_[i];
    if (!add_record(words[header], words.subspan(first, header - first))) return false;
  }
  return true;
}

// What looks unknown to one module may be a function of another one that is instrumented.
void LogExpander::finish() {
  std::erase_if(unknown_, [&](const std::string& name) { return paths_.defines(name); });
  if (!unknown_.empty()) writer_.add_loss(Loss::unseen_synchronisation, unknown_.size());
}

bool LogExpander::add_record(uint64_t header, std::span<const uint64_t> operands) {
  if (static_cast<uint32_t>(header) < FW_FIRST_START)
    return add_runtime_record(static_cast<FwRecord>(header), operands);
  if (threads_.empty()) return false;
  add_path(*paths_.find(header), operands);
  return true;
}

bool LogExpander::add_runtime_record(FwRecord record, std::span<const uint64_t> o) {
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
      now_ = static_cast<uint16_t>(o[0]);
      return true;
    case FW_RECORD_event: {
      if (o.size() != 4 || (o[0] & 0xff) >= FW_KIND_COUNT || threads_.empty()) return false;
      const Kind kind = static_cast<Kind>(o[0] & 0xff);
      const uint8_t flags = static_cast<uint8_t>(o[0] >> 8 & FW_FLAG_ALL);
      LogThread& thread = threads_[now_];
      thread.library_call = true;
      if (operand_of(kind) == Operand::thread && o[1] >= threads_.size()) return false;
      if (is_access(kind))
        add_range(kind, flags, thread.call_site, o[1], o[2]);
      else
        emit(kind, flags, thread.call_site, static_cast<uint32_t>(o[2]), o[1], o[3]);
      return true;
    }
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
      return true;
  }
}

bool LogExpander::add_module(std::span<const uint64_t> o) {
  if (o.size() != 3 || module_expected_ != 0) return false;
  module_start_ = static_cast<uint32_t>(o[0]);
  table_bytes_ = o[1];
  bitcode_bytes_ = o[2];
  module_expected_ = table_bytes_ + bitcode_bytes_;
  module_bytes_.clear();
  return true;
}

// Table and bitcode each start with a record of their own, so that padding lies at their ends.
bool LogExpander::add_module_bytes(std::span<const uint64_t> o) {
  const bool in_table = module_bytes_.size() < table_bytes_;
  const uint64_t end = in_table ? table_bytes_ : module_expected_;
  if (module_bytes_.size() >= end) return false;
  const uint64_t count = std::min<uint64_t>(end - module_bytes_.size(), o.size() * 8);
  module_bytes_.append(reinterpret_cast<const char*>(o.data()), count);
  return module_bytes_.size() < module_expected_ || finish_module();
}

bool LogExpander::finish_module() {
  const auto* bytes = reinterpret_cast<const uint8_t*>(module_bytes_.data());
  Result<ModuleTable> table = read_module_table({bytes, table_bytes_});
  if (!table) return false;
  const ModuleTable& t = table.value();
  for (const TableSite& site : t.sites)
    writer_.add_site(t.strings[site.file], site.line, site.column, t.strings[site.function]);
  writer_.add_attachment("bitcode:" + t.name,
                         std::string_view(module_bytes_).substr(table_bytes_, bitcode_bytes_));
  unknown_.insert(t.unknown_synchronisation.begin(), t.unknown_synchronisation.end());
  const uint32_t first_site = site_count_;
  site_count_ += static_cast<uint32_t>(t.sites.size());
  module_expected_ = 0;
  return paths_.add_module(std::move(table).value(), module_start_, first_site);
}

void LogExpander::add_path(const Path& path, std::span<const uint64_t> operands) {
  LogThread& thread = threads_[now_];
  close_last(thread, path);
  find_frame(thread, path, operands);
  const uint64_t* operand = operands.data() + (path.logs_frame ? 1 : 0);
  for (const PathOp& op : path.ops) {
    switch (op.step) {
      case PathStep::branch:
        emit(Kind::branch, FW_FLAG_HAS_VALUE, op.site, 0, 0, op.outcome);
        break;
      case PathStep::fence:
        emit(Kind::fence, op.flags, op.site, 0, 0, 0);
        break;
      case PathStep::range:
        add_range(static_cast<Kind>(op.kind), op.flags, op.site, operand[0], operand[1]);
        operand += 2;
        break;
      case PathStep::access:
      case PathStep::compare:
        operand = add_access(op, operand);
        break;
    }
  }
  if (path.end == PathEnd::returned || path.end == PathEnd::unwound) {
    pop_frame(thread);
    thread.call_site = kUnseenSite;
  } else if (path.end == PathEnd::call) {
    thread.last = &path;
    thread.call_site = path.end_site;
    thread.library_call = false;
    if (path.call_flags & FW_CALL_INDIRECT)
      emit(Kind::indirect_call, FW_FLAG_HAS_VALUE, path.end_site, 0, 0, *operand);
    if (path.call_flags & FW_CALL_TAIL) pop_frame(thread);
  } else if (path.end == PathEnd::choice) {
    thread.last = &path;
  }
}

// What the thread's last path left open is known now that its next one is.
void LogExpander::close_last(LogThread& thread, const Path& next) {
  const Path* last = thread.last;
  thread.last = nullptr;
  const bool enters = next.start == FW_START_entry;
  if (last && last->end == PathEnd::choice) {
    const auto taken = std::find(last->choices.begin(), last->choices.end(), next.start_block);
    emit(Kind::branch, FW_FLAG_HAS_VALUE, last->end_site, 0, 0,
         static_cast<uint64_t>(taken - last->choices.begin()));
    return;
  }
  if (last) {
    const bool direct = enters && last->callee != 0 &&
                        paths_.callee_name(last->callee) == paths_.function_name(next.function);
    const bool indirect = last->call_flags & FW_CALL_INDIRECT;
    if (!direct && !(enters && indirect) && !thread.library_call)
      emit(Kind::external_call, 0, last->end_site, 0, 0, 0);
  }
  if (enters) emit(Kind::call, 0, last ? last->end_site : kUnseenSite, 0, 0, next.function);
}

// The frame that the path runs in is the top of the stack from here on. Frames above it are gone:
// an exception or a longjmp left them.
void LogExpander::find_frame(LogThread& thread, const Path& path,
                             std::span<const uint64_t> operands) {
  if (path.start == FW_START_entry) {
    thread.stack.push_back({path.function, path.logs_frame ? operands[0] : 0});
    return;
  }
  auto is_here = [&](const Frame& f) {
    return f.function == path.function && (!path.logs_frame || f.frame == operands[0]);
  };
  const auto found = std::find_if(thread.stack.rbegin(), thread.stack.rend(), is_here);
  if (found == thread.stack.rend()) {
    thread.stack.push_back({path.function, path.logs_frame ? operands[0] : 0});
    return;
  }
  for (auto above = found - thread.stack.rbegin(); above > 0; --above) pop_frame(thread);
}

void LogExpander::pop_frame(LogThread& thread) {
  emit(Kind::return_, 0, kUnseenSite, 0, 0, 0);
  if (!thread.stack.empty()) thread.stack.pop_back();
}

const uint64_t* LogExpander::add_access(const PathOp& op, const uint64_t* operand) {
  const uint64_t address = *operand++;
  const uint64_t* values = operand;
  if (op.flags & FW_FLAG_HAS_VALUE) operand += (op.size + 7) / 8;
  uint8_t kind = op.kind;
  if (op.step == PathStep::compare) kind = *operand++ ? FW_KIND_atomic_update : FW_KIND_atomic_read;
  add_pieces(op, kind, address, values);
  return operand;
}

// Values have eight bytes, so that wider accesses are several.
void LogExpander::add_pieces(const PathOp& op, uint8_t kind, uint64_t address,
                             const uint64_t* values) {
  if (op.size <= 8 || !(op.flags & FW_FLAG_HAS_VALUE)) {
    const uint64_t value = op.flags & FW_FLAG_HAS_VALUE ? *values : 0;
    return emit(static_cast<Kind>(kind), op.flags, op.site, op.size, address, value);
  }
  for (uint32_t at = 0; at < op.size; at += 8)
    emit(static_cast<Kind>(kind), op.flags, op.site, std::min(8u, op.size - at), address + at,
         *values++);
}

void LogExpander::add_range(Kind kind, uint8_t flags, uint32_t site, uint64_t address,
                            uint64_t size) {
  for (uint64_t at = 0; at < size; at += kLargestAccess)
    emit(kind, flags, site, static_cast<uint32_t>(std::min(size - at, kLargestAccess)),
         address + at, 0);
}

void LogExpander::emit(Kind kind, uint8_t flags, uint32_t site, uint32_t size, uint64_t operand,
                       uint64_t value) {
  RawEvent event;
  event.thread = now_;
  event.kind = kind;
  event.flags = flags;
  event.site = site;
  event.size = size;
  event.operand = operand;
  event.value = value;
  writer_.add(event);
  ++event_count_;
}

}  // namespace foreweave
