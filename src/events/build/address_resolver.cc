#include "events/build/address_resolver.h"

#include <algorithm>

namespace foreweave {

namespace {

uint64_t end_of(uint64_t address, uint64_t size) {
  return address + size < address ? UINT64_MAX : address + size;
}

// The entry of `ranges` that contains `address`, or end().
template <class Map>
auto range_at(Map& ranges, uint64_t address) {
  auto it = ranges.upper_bound(address);
  if (it == ranges.begin()) return ranges.end();
  --it;
  return address < it->second.end ? it : ranges.end();
}

// Takes [begin, end) out of `ranges`; calls `whole(entry)` for each entry it touches. What sticks
// out on either side stays.
template <class Map, class Touched>
void erase_range(Map& ranges, uint64_t begin, uint64_t end, Touched touched) {
  auto it = ranges.upper_bound(begin);
  if (it != ranges.begin() && std::prev(it)->second.end > begin) --it;
  while (it != ranges.end() && it->first < end) {
    const auto entry = *it;
    touched(entry.second);
    it = ranges.erase(it);
    if (entry.first < begin) {
      auto rest = entry.second;
      rest.end = begin;
      ranges.emplace(entry.first, rest);
    }
    if (entry.second.end > end) it = ranges.emplace(end, entry.second).first;
  }
}

}  // namespace

AddressResolver::AddressResolver() {
  objects_.push_back(Object{0, UINT64_MAX, EventId::none(), EventId::none()});  // all other memory
}

AddressResolver::Page& AddressResolver::other_page(uint64_t number, PageCacheEntry& cached) {
  std::unique_ptr<Page>& page = pages_[number];
  if (!page) {
    page = std::make_unique<Page>();
    page->fill({});
  }
  cached = {number, page.get()};
  return *page;
}

LocationId AddressResolver::other_location(Entry& entry, uint64_t address, uint32_t size) {
  const uint64_t place = place_of(address, size);
  const auto put_first = [&](uint32_t location) {
    entry.location = location;
    entry.place = place > UINT32_MAX ? kNoPlace : static_cast<uint32_t>(place);
  };
  for (uint32_t at = entry.location, before = kEmpty; at != kEmpty; at = links_[at].next) {
    if (links_[at].address != address || links_[at].size != size) {
      before = at;
      continue;
    }
    // What was asked for is asked for again: it becomes the first of the chain.
    if (before != kEmpty) {
      links_[before].next = links_[at].next;
      links_[at].next = entry.location;
      put_first(at);
    }
    return LocationId(at);
  }

  const uint32_t id = static_cast<uint32_t>(locations_.size());
  const ObjectId object = live_object_at(address);
  Location location;
  location.object = object;
  location.size = size;
  location.offset = address - objects_[object.index()].address;
  locations_.push_back(location);
  links_.push_back({address, size, entry.location});
  // What nobody wrote since it was allocated is garbage or zero; anything else somebody wrote.
  const bool is_fresh = object.index() < fresh_.size() && fresh_[object.index()];
  states_.push_back(is_fresh
                        ? LocationState{.facts = LocationState().facts | LocationState::kValueKnown}
                        : LocationState{});
  put_first(id);
  const auto freed = object.value == 0 ? range_at(freed_, address) : freed_.end();
  if (freed != freed_.end()) {
    touched_after_free_.resize(locations_.size());
    touched_after_free_[id] = true;
    freed_object_.emplace(id, freed->second.object);
  }
  return LocationId(id);
}

uint32_t AddressResolver::other_sync_object(size_t slot, Operand operand, uint64_t address) {
  const size_t cls = static_cast<size_t>(operand);
  std::map<uint64_t, uint32_t>& by_address = sync_by_address_[cls];
  auto it = by_address.lower_bound(address);
  if (it == by_address.end() || it->first != address) {
    it = by_address.emplace_hint(it, address, static_cast<uint32_t>(sync_[cls].size()));
    sync_[cls].push_back({address, live_object_at(address)});
  }
  sync_cache_[slot] = {address, it->second, operand};
  return it->second;
}

ObjectId AddressResolver::live_object_at(uint64_t address) const {
  const auto it = range_at(live_, address);
  return it == live_.end() ? ObjectId(0) : it->second.object;
}

ObjectId AddressResolver::allocate(EventId event, uint64_t address, uint64_t size, bool is_fresh,
                                   Losses& losses) {
  const uint64_t end = end_of(address, std::max<uint64_t>(size, 1));
  bool covered_live_memory = false;
  erase_range(live_, address, end, [&](const Range&) { covered_live_memory = true; });
  erase_range(freed_, address, end, [](const Range&) {});
  if (covered_live_memory) losses.add(Loss::allocations_over_live_memory);
  forget_range(address, end);

  const ObjectId object(static_cast<uint32_t>(objects_.size()));
  objects_.push_back({address, end - address, event, EventId::none()});
  live_.emplace(address, Range{end, object});
  fresh_.resize(objects_.size());
  fresh_[object.index()] = is_fresh;
  return object;
}

ObjectId AddressResolver::free(EventId event, uint64_t address, uint64_t size, Losses& losses) {
  auto it = live_.find(address);
  if (it == live_.end()) {
    losses.add(Loss::frees_of_unknown_memory);
    const auto before = freed_.find(address);
    const bool freed_twice = range_at(freed_, address) != freed_.end();
    if (before != freed_.end()) second_frees_.push_back({event, before->second.object});
    if (size == 0 || freed_twice || live_object_at(address).value != 0) return ObjectId::none();
    const ObjectId object(static_cast<uint32_t>(objects_.size()));
    objects_.push_back({address, size, EventId::none(), EventId::none()});
    it = live_.emplace(address, Range{end_of(address, size), object}).first;
    adopt_range(object, address, end_of(address, size));
  }
  const Range range = it->second;
  objects_[range.object.index()].freed = event;
  live_.erase(it);
  forget_range(address, range.end);
  freed_.insert_or_assign(address, range);
  return range.object;
}

template <class Visit>
void AddressResolver::for_each_granule(uint64_t begin, uint64_t end, Visit visit) {
  const uint64_t first_page = begin >> kPageBits, last_page = (end - 1) >> kPageBits;
  auto visit_page = [&](uint64_t number, Page& page) {
    const uint64_t page_begin = number << kPageBits;
    const uint64_t from = std::max(begin, page_begin) - page_begin;
    const uint64_t to = std::min(end - 1, page_begin + (uint64_t{1} << kPageBits) - 1) - page_begin;
    for (uint64_t g = from >> kGranuleBits; g <= to >> kGranuleBits; ++g) visit(page[g]);
  };
  if (last_page - first_page >= pages_.size()) {  // a huge range: walk the pages there are
    for (auto& [number, page] : pages_)
      if (number >= first_page && number <= last_page) visit_page(number, *page);
    return;
  }
  for (uint64_t number = first_page; number <= last_page; ++number)
    if (auto it = pages_.find(number); it != pages_.end()) visit_page(number, *it->second);
}

// A granule that the range covers only partly is forgotten as a whole: its other locations get new
// numbers when they are touched again, which cells make equal.
void AddressResolver::forget_range(uint64_t begin, uint64_t end) {
  for_each_granule(begin, end, [](Entry& entry) { entry = {}; });
  for (size_t cls = 0; cls < FW_OPERAND_COUNT; ++cls) {
    auto& by_address = sync_by_address_[cls];
    const auto first = by_address.lower_bound(begin), last = by_address.lower_bound(end);
    for (auto it = first; it != last; ++it)
      sync_cache_[sync_slot(static_cast<Operand>(cls), it->first)] = {};
    by_address.erase(first, last);
  }
}

void AddressResolver::adopt_range(ObjectId object, uint64_t begin, uint64_t end) {
  for_each_granule(begin, end, [&](const Entry& entry) {
    for (uint32_t at = entry.location; at != kEmpty; at = links_[at].next) {
      if (links_[at].address < begin || links_[at].address >= end) continue;
      locations_[at].object = object;
      locations_[at].offset = links_[at].address - begin;
    }
  });
  for (size_t cls = 0; cls < FW_OPERAND_COUNT; ++cls) {
    auto& by_address = sync_by_address_[cls];
    for (auto it = by_address.lower_bound(begin); it != by_address.end() && it->first < end; ++it)
      sync_[cls][it->second].object = object;
  }
}

}  // namespace foreweave
