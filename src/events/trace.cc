#include "events/trace.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/columns/things.h"

namespace foreweave {

bool Trace::overlap(LocationId a, LocationId b) const {
  const Location &x = location_info(a), &y = location_info(b);
  return x.first_cell.value < y.first_cell.value + y.cell_count &&
         y.first_cell.value < x.first_cell.value + x.cell_count;
}

std::string name_of_address(const Trace& trace, uint64_t address) {
  if (thing_address(address) != ThingAddress::none) return name_of_thing(address);
  const auto symbols = trace.symbols();
  auto after = std::upper_bound(symbols.begin(), symbols.end(), address,
                                [](uint64_t a, const Symbol& s) { return a < s.address; });
  if (after != symbols.begin()) {
    const Symbol& s = *--after;
    if (address == s.address) return std::string(trace.text(s.name));
    if (address - s.address < s.size)
      return fmt::format("{}+{}", trace.text(s.name), address - s.address);
  }
  return fmt::format("{:#x}", address);
}

std::string Trace::location_name(LocationId l) const {
  const Location& location = location_info(l);
  return name_of_address(*this, objects_[location.object.index()].address + location.offset);
}

std::string Trace::sync_name(Operand operand, uint32_t id) const {
  return name_of_address(*this, sync_objects(operand)[id].address);
}

std::string Trace::operand_name(EventId e) const {
  const Operand operand = operand_of(kind(e));
  const uint32_t target = target_[e.index()];
  switch (operand) {
    case Operand::none:
      return "";
    case Operand::thread:
      return target < thread_count() ? std::string(thread_name(ThreadId(target)))
                                     : fmt::format("thread {}", target);
    case Operand::memory:
      return location_name(LocationId(target));
    case Operand::object:
      return target < objects_.size() ? name_of_address(*this, objects_[target].address) : "?";
    default:
      return sync_name(operand, target);
  }
}

size_t Trace::memory_bytes() const {
  auto bytes = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  size_t sum = bytes(kind_) + bytes(flags_) + thread_.memory_bytes() + bytes(target_) +
               bytes(site_) + bytes(link_) + value_.memory_bytes() + bytes(runs_) +
               bytes(wide_seen_) + interacting_.memory_bytes() + bytes(locations_) +
               bytes(objects_) + bytes(sites_) + bytes(symbols_);
  for (const auto& sync : sync_) sum += bytes(sync);
  for (const auto& round : rounds_) sum += sizeof(round) + bytes(round.arrivals);
  return sum;
}

bool is_race_pair(const Trace& trace, EventId a, EventId b) {
  const Kind x = trace.kind(a), y = trace.kind(b);
  return is_access(x) && is_access(y) && (writes(x) || writes(y)) &&
         !(is_atomic(x) && is_atomic(y)) && trace.thread(a) != trace.thread(b) &&
         trace.overlap(trace.location(a), trace.location(b));
}

bool is_use_and_free(const Trace& trace, EventId use, EventId free) {
  return is_access(trace.kind(use)) && trace.kind(free) == Kind::free &&
         trace.object(free).exists() && trace.thread(use) != trace.thread(free) &&
         trace.location_of(use).object == trace.object(free);
}

bool is_pointer_of(const Trace& trace, EventId r, EventId d) {
  constexpr uint64_t kFarthest = 4096;  // null plus more than that may be mapped memory
  if (!reads(trace.kind(r)) || writes(trace.kind(r)) || !trace.has_value(r)) return false;
  const Location& location = trace.location_of(d);
  const uint64_t address = trace.objects()[location.object.index()].address + location.offset;
  return address - trace.value(r) < kFarthest;
}

bool dereferences(const Trace& trace, EventId r, EventId d) {
  const ThreadId thread = trace.thread(r);
  const SiteId load = trace.site(r);
  if (thread != trace.thread(d) || r >= d || !is_access(trace.kind(d))) return false;
  if (trace.site_info(trace.site(d)).pointer_from != load || !is_pointer_of(trace, r, d))
    return false;
  const ThreadEvents events = trace.events_of(thread);
  auto between = events.at(events.index_from(r));
  while (*++between != d)
    if (trace.site(*between) == load) return false;
  return true;
}

}  // namespace foreweave
