// read_std: text to events.
//
// Lines of the usual shape go in batches: first they are all taken apart, which tells the cache
// which entries of the name table will be asked for; then they become events, one after the other.
// A line of any other shape ends the batch and goes through parse_std_line(), which alone defines
// what a line means: the fast parser accepts nothing that it would read differently
// (std/reader_test.cc holds the two against each other).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "events/build/trace_builder.h"
#include "events/memory_order.h"
#include "events/std/fast_line.h"
#include "events/std/format.h"
#include "events/std/line_parser.h"
#include "events/std/lock_folder.h"
#include "events/std/names.h"
#include "events/std/thread_mender.h"

namespace foreweave {

namespace {

// Every name is eight bytes of its own, each class of operand in its own part of the address space.
constexpr uint32_t kSlotSize = 8;
constexpr uint64_t slot_address(Operand operand, uint32_t id) {
  return (static_cast<uint64_t>(operand) << 40) + uint64_t{kSlotSize} * id;
}

// Allocations act on variables.
constexpr Operand name_space(Kind kind) {
  const Operand operand = operand_of(kind);
  return operand == Operand::object ? Operand::memory : operand;
}

// Location numbers to sites. Small numbers, which nearly all are, have a table.
class SiteTable {
 public:
  static constexpr uint32_t kAbsent = UINT32_MAX;

  uint32_t& at(uint32_t location) {
    if (location < small_.size()) [[likely]]
      return small_[location];
    if (location >= kSmall) return large_.try_emplace(location, kAbsent).first->second;
    small_.resize(std::bit_ceil(location + 1u), kAbsent);
    return small_[location];
  }

 private:
  static constexpr uint32_t kSmall = 1 << 20;
  std::vector<uint32_t> small_;
  std::unordered_map<uint32_t, uint32_t> large_;
};

// A line whose names are numbers.
struct NumberedLine {
  Kind kind = Kind::read;
  uint32_t thread = 0;
  uint32_t operand = 0;
  uint32_t location = 0;
  bool has_value = false;
  bool unknown_object = false;
  uint64_t value = 0;
  uint8_t order = 0;  // of an atomic access or a fence
};

class StdReader {
 public:
  StdReader(std::string_view text, const std::string& file, size_t max_threads)
      : at_(text.data()),
        end_(text.data() + text.size()),
        fast_(at_, end_),
        file_(file),
        max_threads_(max_threads),
        builder_(SourceMap(file, SourceMap::Unit::line)) {}

  Result<Trace> read() {
    if (std::string_view(at_, end_).starts_with(kByteOrderMark)) at_ += kByteOrderMark.size();
    reserve();
    while (at_ < end_) {
      fast_lines();
      if (at_ == end_) break;
      if (Status status = careful_line(); !status) return status.error();
      ++line_;
    }
    if (events_ == 0 && !saw_comment_)
      return Error{"this is not a trace: the file is empty", file_};
    flush();
    return std::move(builder_).finish();
  }

 private:
  static constexpr size_t kBatch = 16, kPending = 256;

  void reserve() {
    const size_t size = static_cast<size_t>(end_ - at_), sample = std::min<size_t>(size, 1 << 16);
    const auto lines = static_cast<size_t>(std::count(at_, at_ + sample, '\n'));
    if (lines == 0) return;
    const size_t estimate = size / sample * (lines + lines / 16) + 16;
    builder_.reserve(std::min(estimate, TraceBuilder::kMaxEvents));
  }

  // Takes lines up to the first that needs care; at_ stands there.
  void fast_lines() {
    for (size_t n = kBatch; n == kBatch;) {
      for (n = 0; n < kBatch && fast_.take(at_, batch_[n]); ++n)
        if (is_access(batch_[n].kind)) table(Operand::memory).prefetch(batch_[n].operand);
      for (size_t i = 0; i < n; ++i) {
        if (!fast_event(batch_[i])) {
          at_ = batch_[i].start;
          return;
        }
        ++line_;
      }
    }
  }

  bool fast_event(const StdFastLine& from) {
    if (events_ == TraceBuilder::kMaxEvents) return false;
    NumberedLine line{from.kind, 0, 0, from.location, from.has_value, false, from.value};
    if (has_memory_order(from.kind)) line.order = kSequentialOrder;
    if (!number_names(from.thread, from.operand, line)) return false;
    add(line);
    return true;
  }

  Status careful_line() {
    const size_t left = static_cast<size_t>(end_ - at_);
    const char* newline = static_cast<const char*>(std::memchr(at_, '\n', left));
    const std::string_view text(at_, newline ? static_cast<size_t>(newline - at_) : left);
    at_ = newline ? newline + 1 : end_;
    if (is_skipped_std_line(text)) {
      saw_comment_ |= text.find('#') != text.npos;
      return Done{};
    }
    auto parsed = parse_std_line(text);
    if (!parsed && events_ == 0 && !resembles_std_line(text))
      return Error{
          "this is not a trace: neither a .fwt file nor STD text, whose lines are "
          "thread|op(operand)|location",
          file_};
    if (!parsed) return here(parsed.error().what);
    const StdLine& from = parsed.value();
    if (events_ == TraceBuilder::kMaxEvents) return too_many("events", TraceBuilder::kMaxEvents);
    NumberedLine line{from.kind,      0,     0,          from.location,
                      from.has_value, false, from.value, from.order};
    if (!number_names(StdName(from.thread), StdName(from.operand), line))
      return too_many("threads", max_threads_);
    add(line);
    return Done{};
  }

  // False if a name cannot be one or there is no room for it.
  bool number_names(const StdName& thread, const StdName& operand, NumberedLine& line) {
    line.thread = number_of(Operand::thread, thread);
    if (line.thread == StdNameTable::kAbsent) return false;
    const Operand space = name_space(line.kind);
    if (space == Operand::none) return true;
    if (line.kind == Kind::free && operand.text() == kUnknownStdObject &&
        table(space).find(operand) == StdNameTable::kAbsent) {
      line.unknown_object = true;
      return true;
    }
    line.operand = number_of(space, operand);
    return line.operand != StdNameTable::kAbsent;
  }

  // The number of a name, a new one if need be; kAbsent if it cannot be a name or there is no room.
  uint32_t number_of(Operand space, const StdName& name) {
    const uint32_t known = table(space).find(name);
    return known != StdNameTable::kAbsent ? known : new_number(space, name);
  }

  uint32_t new_number(Operand space, const StdName& name) {
    StdNameTable& names = table(space);
    if (!is_std_name(name.text())) return StdNameTable::kAbsent;
    if (space == Operand::thread) {
      if (names.size() >= max_threads_) return StdNameTable::kAbsent;
      builder_.add_thread(name.text());
    } else {
      builder_.add_symbol(slot_address(space, names.size()), kSlotSize, name.text());
    }
    return names.add(name);
  }

  void add(const NumberedLine& line) {
    RawEvent event;
    event.thread = line.thread;
    event.kind = line.kind;
    const Operand operand = operand_of(line.kind);
    if (operand == Operand::lock && folder_.folds(line.kind, event.thread, line.operand)) {
      builder_.losses().add(Loss::reentrant_locks_folded);
      return;
    }
    if ((operand == Operand::thread || operand == Operand::none) &&
        mender_.drops(line.kind, event.thread, line.operand)) {
      builder_.losses().add(Loss::thread_events_mended);
      return;
    }
    event.site = site_of(line.location);
    if (operand == Operand::thread)
      event.operand = line.operand;
    else if (!line.unknown_object)
      event.operand = slot_address(name_space(line.kind), line.operand);
    if (operand == Operand::memory) event.size = kSlotSize;
    if (operand == Operand::object) {
      event.value = line.unknown_object ? 0 : kSlotSize;
    } else if (line.has_value) {
      event.value = line.value;
      event.flags = FW_FLAG_HAS_VALUE;
    }
    event.flags |= line.order;
    if (line_ - events_ != line_ahead_) {
      line_ahead_ = line_ - events_;
      builder_.source().mark(static_cast<uint32_t>(events_), line_);
    }
    pending_[pending_count_++] = event;
    ++events_;
    if (pending_count_ == kPending) flush();
  }

  void flush() {
    builder_.add_all({pending_.data(), pending_count_});
    pending_count_ = 0;
  }

  uint32_t site_of(uint32_t location) {
    uint32_t& site = sites_.at(location);
    if (site == SiteTable::kAbsent) site = builder_.add_site(file_, location, 0, "").value;
    return site;
  }

  StdNameTable& table(Operand space) { return names_[static_cast<size_t>(space)]; }

  Error here(std::string what) const {
    return {std::move(what), fmt::format("{}:{}", file_, line_)};
  }
  Error too_many(std::string_view what, size_t limit) const {
    return here(fmt::format("a trace cannot have more than {} {}", limit, what));
  }

  const char* at_;
  const char* const end_;
  const StdFastLineParser fast_;
  const std::string& file_;
  const size_t max_threads_;
  uint64_t line_ = 1;
  uint64_t line_ahead_ = 1;  // line number minus event number, as the source map has it
  size_t events_ = 0;        // in builder_ and pending_
  bool saw_comment_ = false;
  std::array<StdFastLine, kBatch> batch_;
  std::array<RawEvent, kPending> pending_;
  size_t pending_count_ = 0;
  StdNameTable names_[FW_OPERAND_COUNT];
  SiteTable sites_;
  StdLockFolder folder_;
  StdThreadMender mender_;
  TraceBuilder builder_;
};

}  // namespace

Result<Trace> read_std(std::string_view text, const std::string& file, size_t max_threads) {
  return StdReader(text, file, max_threads).read();
}

}  // namespace foreweave
