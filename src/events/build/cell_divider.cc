#include "events/build/cell_divider.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

namespace foreweave {

namespace {
// A damaged file may name the last bytes of the address space.
uint64_t end_of(const Location& l) {
  return l.offset + l.size < l.offset ? UINT64_MAX : l.offset + l.size;
}

// `count` bytes of a value, from byte `from` on, as they lie in memory.
uint64_t bytes_of(uint64_t value, uint64_t from, uint64_t count) {
  value >>= 8 * from;
  return count >= 8 ? value : value & ((uint64_t{1} << (8 * count)) - 1);
}
// A location by what it is sorted by.
struct Place {
  uint64_t offset;
  uint32_t object, size, location;
};

// Keeps the order of those that have the same number.
template <class Number>
void sort_by(std::vector<Place>& places, std::vector<Place>& sorted, Number number) {
  uint64_t differ = 0;
  for (const Place& place : places) differ |= number(place) ^ number(places[0]);
  sorted.resize(places.size());
  for (unsigned shift = 0; shift < 64 && differ >> shift != 0; shift += 8) {
    if ((differ >> shift & 0xff) == 0) continue;
    std::array<size_t, 256> at{};
    for (const Place& place : places) ++at[number(place) >> shift & 0xff];
    std::exclusive_scan(at.begin(), at.end(), at.begin(), size_t{0});
    for (const Place& place : places) sorted[at[number(place) >> shift & 0xff]++] = place;
    places.swap(sorted);
  }
}

// By object, offset, size. There are hundreds of thousands, of few objects and few sizes: sorting
// them byte by byte takes a third of the time of comparing them, and 48 bytes for each. Millions
// are compared: new memory would cost more.
std::vector<uint32_t> in_memory_order(std::span<const Location> locations) {
  constexpr size_t kMany = 500'000;
  if (locations.size() > kMany) {
    std::vector<uint32_t> sorted(locations.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::sort(sorted.begin(), sorted.end(), [&](uint32_t a, uint32_t b) {
      const Location &x = locations[a], &y = locations[b];
      return std::tie(x.object, x.offset, x.size, a) < std::tie(y.object, y.offset, y.size, b);
    });
    return sorted;
  }
  std::vector<Place> places, room;
  places.reserve(locations.size());
  for (const Location& l : locations)
    places.push_back({l.offset, l.object.value, l.size, static_cast<uint32_t>(places.size())});
  if (!places.empty()) {
    sort_by(places, room, [](const Place& p) { return uint64_t{p.size}; });
    sort_by(places, room, [](const Place& p) { return p.offset; });
    sort_by(places, room, [](const Place& p) { return uint64_t{p.object}; });
  }
  std::vector<uint32_t> sorted(places.size());
  for (size_t i = 0; i < places.size(); ++i) sorted[i] = places[i].location;
  return sorted;
}
}  // namespace

CellDivider::CellDivider(std::vector<Location>& locations, std::span<const LocationState> states,
                         const std::vector<bool>& fresh)
    : locations_(locations), states_(states), fresh_(fresh), overlaps_(locations.size()) {}

// The ends of all ranges cut each object's bytes into cells. In the order of object and offset, the
// locations that overlap in a chain stand together, and groups share no byte.
size_t CellDivider::divide() {
  const std::vector<uint32_t> sorted = in_memory_order(locations_);

  std::vector<uint64_t> cuts;
  for (size_t i = 0; i < sorted.size();) {
    Location& first = locations_[sorted[i]];
    uint64_t end = end_of(first);
    size_t j = i + 1;
    for (; j < sorted.size(); ++j) {
      const Location& next = locations_[sorted[j]];
      if (next.object != first.object || next.offset >= end) break;
      end = std::max(end, end_of(next));
    }
    if (j == i + 1) {  // alone
      first.first_cell = CellId(static_cast<uint32_t>(cell_count_));
      first.cell_count = first.offset < end ? 1 : 0;
      cell_count_ += first.cell_count;
      any_overlap_ |= first.cell_count == 0;
      overlaps_[sorted[i]] = first.cell_count == 0;
      i = j;
      continue;
    }
    any_overlap_ = true;
    groups_.emplace_back(sorted.begin() + static_cast<ptrdiff_t>(i),
                         sorted.begin() + static_cast<ptrdiff_t>(j));
    cuts.clear();
    for (size_t k = i; k < j; ++k) {
      cuts.push_back(locations_[sorted[k]].offset);
      cuts.push_back(end_of(locations_[sorted[k]]));
      overlaps_[sorted[k]] = true;
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    // Starts do not decrease, and most ends are a few cuts away: groups can be very large.
    uint32_t from = 0;
    for (size_t k = i; k < j; ++k) {
      Location& l = locations_[sorted[k]];
      while (cuts[from] != l.offset) ++from;
      uint32_t to = from;
      for (const uint32_t near = from + 16; to < near && cuts[to] < end_of(l);) ++to;
      if (cuts[to] < end_of(l))
        to = static_cast<uint32_t>(std::lower_bound(cuts.begin() + to, cuts.end(), end_of(l)) -
                                   cuts.begin());
      l.first_cell = CellId(static_cast<uint32_t>(cell_count_ + from));
      l.cell_count = to - from;
    }
    cells_.resize(cell_count_ + cuts.size() - 1);
    const bool is_fresh = first.object.index() < fresh_.size() && fresh_[first.object.index()];
    for (size_t k = 0; k + 1 < cuts.size(); ++k) {
      cells_[cell_count_ + k].value_known = is_fresh;
      cells_[cell_count_ + k].offset = cuts[k];
      cells_[cell_count_ + k].size = cuts[k + 1] - cuts[k];
    }
    cell_count_ += cuts.size() - 1;
    i = j;
  }
  return cell_count_;
}

void CellDivider::relink(const Trace& trace, EventId e, uint32_t& link, std::vector<EventId>& seen,
                         std::vector<std::pair<uint32_t, uint32_t>>& surprises) {
  const Kind kind = trace.kind(e);
  const uint32_t thread = trace.thread(e).value;
  const Location& l = trace.location_of(e);
  const bool has_value = trace.has_value(e) && l.size <= 8;
  if (reads(kind) && l.cell_count != 1) link = static_cast<uint32_t>(seen.size());
  for (uint32_t k = 0; k < l.cell_count; ++k) {
    Cell& cell = cells_[l.first_cell.index() + k];
    cell.shared |= cell.first_thread != UINT32_MAX && cell.first_thread != thread;
    if (cell.first_thread == UINT32_MAX) cell.first_thread = thread;
    if (reads(kind)) {
      if (l.cell_count == 1)
        link = cell.last_write;
      else
        seen.push_back(EventId(cell.last_write));
    }
    const uint64_t value =
        has_value ? bytes_of(trace.value(e), cell.offset - l.offset, cell.size) : 0;
    if (writes(kind)) {
      cell.written = true;
      cell.last_write = e.value;
    } else if (!has_value) {
      continue;
    } else {
      const uint32_t number = l.first_cell.value + k;
      if (cell.value_known && cell.value != value) surprises.emplace_back(e.value, number);
    }
    cell.value = value;
    cell.value_known = has_value;
  }
}

bool CellDivider::shared_and_written(size_t location) const {
  if (!overlaps_[location]) return states_[location].shared() && states_[location].written();
  const Location& l = locations_[location];
  for (uint32_t k = 0; k < l.cell_count; ++k) {
    const Cell& cell = cells_[l.first_cell.index() + k];
    if (cell.shared && cell.written) return true;
  }
  return false;
}

}  // namespace foreweave
