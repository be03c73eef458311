#include "events/std/writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "events/memory_order.h"
#include "events/std/format.h"
#include "events/std/line_parser.h"

namespace foreweave {

namespace {

// Hands out names, each once.
class UniqueNames {
 public:
  // `wish`, with what a name must not contain replaced, and a number if others had the wish before.
  std::string take(std::string wish) {
    for (char& c : wish)
      if (c == '|' || c == '(' || c == ')' || c == '=' || c == '\n') c = '_';
    // At the start of a line "#" is a comment, and at the start of a text a byte order mark is
    // nothing.
    if (!is_std_name(wish) || wish.front() == '#' || wish.starts_with(kByteOrderMark))
      wish = "_" + wish + "_";
    const auto [taken, is_new] = next_.try_emplace(wish, 2);
    if (is_new) return wish;
    uint32_t n = taken->second;  // the entry may move
    std::string name;
    do name = fmt::format("{}~{}", wish, n++);
    while (!next_.try_emplace(name, 2).second);
    next_[wish] = n;
    return name;
  }

 private:
  std::unordered_map<std::string, uint32_t> next_;  // of each name taken, the number to try next
};

// Sites of a trace that came from STD are one file, lines only; then the line is the location.
bool sites_are_std_locations(const Trace& trace) {
  std::vector<uint32_t> lines;
  for (const Site& site : trace.sites()) {
    if (site.file != trace.sites().front().file || site.column != 0 ||
        site.line > kMaxStdLocation || !trace.text(site.function).empty())
      return false;
    lines.push_back(site.line);
  }
  std::sort(lines.begin(), lines.end());
  return std::adjacent_find(lines.begin(), lines.end()) == lines.end();
}

uint32_t site_number(SiteId site) { return site.exists() ? site.value + 1 : 0; }

bool writes_value(Kind kind) { return is_access(kind) || kind == Kind::semaphore_init; }

}  // namespace

StdWriter::StdWriter(const Trace& trace)
    : trace_(trace), sites_are_lines_(sites_are_std_locations(trace)) {
  UniqueNames thread_names, variable_names;
  variable_names.take(std::string(kUnknownStdObject));
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    threads_.push_back(thread_names.take(std::string(trace.thread_name(ThreadId(t)))));

  // One variable for each place where a location starts. What lies at the start of an object, or in
  // none, is named by its address, so that it keeps its name over allocations and frees, which say
  // themselves that it became another object; what lies further inside is another one each time.
  std::map<std::pair<uint32_t, uint64_t>, uint32_t> variable_at;
  auto variable = [&](ObjectId object, uint64_t offset, const std::string& name) {
    const Object& o = trace.objects()[object.index()];
    const bool by_address = object.value == 0 || offset == 0;
    const auto key =
        by_address ? std::pair(0u, o.address + offset) : std::pair(object.value, offset);
    const auto [it, is_new] =
        variable_at.try_emplace(key, static_cast<uint32_t>(variables_.size()));
    if (is_new) variables_.push_back(variable_names.take(name));
    return it->second;
  };
  for (uint32_t l = 0; l < trace.locations().size(); ++l) {
    const Location& location = trace.locations()[l];
    variable_of_location_.push_back(
        variable(location.object, location.offset, trace.location_name(LocationId(l))));
  }
  variable_of_object_.assign(trace.objects().size(), 0);
  for (uint32_t o = 1; o < trace.objects().size(); ++o) {
    const Object& object = trace.objects()[o];
    const EventId e = object.allocated.exists() ? object.allocated : object.freed;
    if (e.exists()) variable_of_object_[o] = variable(ObjectId(o), 0, trace.operand_name(e));
  }

  for (size_t cls = FW_OPERAND_lock; cls < FW_OPERAND_COUNT; ++cls) {
    const Operand operand = static_cast<Operand>(cls);
    UniqueNames names;
    for (uint32_t id = 0; id < trace.sync_objects(operand).size(); ++id)
      sync_[cls].push_back(names.take(trace.sync_name(operand, id)));
  }
}

std::string_view StdWriter::operand(EventId e) const {
  const Operand operand = operand_of(trace_.kind(e));
  switch (operand) {
    case Operand::none:
      return {};
    case Operand::thread: {
      const size_t other = trace_.other_thread(e).index();  // a damaged file may say anything
      return other < threads_.size() ? std::string_view(threads_[other]) : "?";
    }
    case Operand::memory:
      return variables_[variable_of_location_[trace_.location(e).index()]];
    case Operand::object:
      return trace_.object(e).exists()
                 ? std::string_view(variables_[variable_of_object_[trace_.object(e).index()]])
                 : kUnknownStdObject;
    default:
      return sync_[static_cast<size_t>(operand)][trace_.sync(e).index()];
  }
}

void StdWriter::append_operation(EventId e, std::string& out) const {
  const Kind kind = trace_.kind(e);
  out += info(kind).std_op;
  const size_t order = trace_.flags(e) & FW_FLAG_ORDER_MASK;
  if (has_memory_order(kind) && order < kSequentialOrder) {
    out += '.';
    out += kOrderNames[order];
  }
  if (operand_of(kind) == Operand::none) return;
  out += '(';
  out += operand(e);
  if (writes_value(kind) && trace_.has_value(e)) {
    out += '=';
    const fmt::format_int value(trace_.value(e));
    out.append(value.data(), value.size());
  }
  out += ')';
}

uint32_t StdWriter::location(EventId e) const {
  const SiteId site = trace_.site(e);
  return site.exists() && sites_are_lines_ ? trace_.site_info(site).line : site_number(site);
}

void StdWriter::append_line(EventId e, std::string& out) const {
  out += thread(trace_.thread(e));
  out += '|';
  append_operation(e, out);
  out += '|';
  const fmt::format_int number(location(e));
  out.append(number.data(), number.size());
}

bool StdWriter::loses(EventId e) const {
  const Kind kind = trace_.kind(e);
  if (trace_.decides(e) && !always_decides(kind)) return true;
  switch (operand_of(kind)) {
    case Operand::memory: {
      const Location& location = trace_.location_of(e);
      return location.cell_count != 1 || (location.object.value != 0 && location.offset != 0);
    }
    case Operand::object:
    case Operand::none:
    case Operand::thread:
      return false;
    default:
      return trace_.sync_objects(operand_of(kind))[trace_.sync(e).index()].object.value != 0;
  }
}

std::string write_std(const Trace& trace, uint64_t* left_out) {
  const StdWriter writer(trace);
  std::string text;
  text.reserve(trace.size() * 20);
  if (trace.size() == 0) text = "# a trace without events\n";
  if (left_out) *left_out = 0;
  const uint32_t n = static_cast<uint32_t>(trace.size());
  for (uint32_t e = 0; e < n; ++e) {
    writer.append_line(EventId(e), text);
    text += '\n';
    if (left_out && writer.loses(EventId(e))) ++*left_out;
  }
  return text;
}

std::string std_line(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  std::string operand;
  if (operand_of(kind) != Operand::none) operand = fmt::format("({})", trace.operand_name(e));
  if (writes_value(kind) && trace.has_value(e))
    operand.insert(operand.size() - 1, fmt::format("={}", trace.value(e)));
  uint32_t location = site_number(trace.site(e));
  if (trace.site(e).exists()) {
    const Site& site = trace.site_info(trace.site(e));
    if (site.column == 0 && trace.text(site.function).empty()) location = site.line;
  }
  return fmt::format("{}|{}{}|{}", trace.thread_name(trace.thread(e)), info(kind).std_op, operand,
                     location);
}

}  // namespace foreweave
