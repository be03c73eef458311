// Turns addresses of the recorded program into objects, locations and synchronisation objects,
// while the trace is read. An address means something else after the memory it lies in was freed or
// allocated again, so the answers depend on the allocations seen so far.
//
// Look-up of an access is the hot path of reading a trace: a page table over 4-byte granules, whose
// entries name the location in the granule that was touched last and head a chain of the others.
// Freeing and allocating clear the granules they cover.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/column.h"
#include "events/trace.h"

namespace foreweave {

// What is known of a location's contents while the trace is read. Small, because every access
// fetches it from far away.
struct LocationState {
  uint64_t value = 0;
  uint64_t facts = kLastWrite | kFirstThread;  // none of either yet

  static constexpr uint64_t kLastWrite = UINT32_MAX;
  static constexpr unsigned kThreadShift = 36, kValueKnownBit = 34;
  static constexpr uint64_t kNoThread = UINT64_MAX >> kThreadShift;
  static constexpr uint64_t kFirstThread = kNoThread << kThreadShift;
  static constexpr uint64_t kShared = uint64_t{1} << 32;  // by two threads
  static constexpr uint64_t kWritten = uint64_t{1} << 33;
  static constexpr uint64_t kValueKnown = uint64_t{1}
                                          << kValueKnownBit;  // `value` is what is there now

  bool shared() const { return facts & kShared; }
  bool written() const { return facts & kWritten; }
  uint32_t first_thread() const { return static_cast<uint32_t>(facts >> kThreadShift); }
  // The facts if a thread touches the location that is not the first one. The first one is the one
  // with the lowest number.
  static uint64_t also_by(uint64_t facts, uint32_t thread) {
    const uint64_t first = facts >> kThreadShift;
    if (first != kNoThread) facts |= kShared;
    return (facts & ~kFirstThread) | uint64_t{first < thread ? first : thread} << kThreadShift;
  }
};
static_assert(sizeof(LocationState) == 16);

class AddressResolver {
  static constexpr uint32_t kEmpty = UINT32_MAX;
  // In an entry: none, or what is too large for it and is looked for in the chain.
  static constexpr uint32_t kNoPlace = 0;

 public:
  AddressResolver();

  // Where an address is looked up; stays for ever.
  class Entry {
    friend class AddressResolver;
    uint32_t location = kEmpty;
    uint32_t place = kNoPlace;
  };
  Entry* entry(uint64_t address) {
    Page& page = page_of(address >> kPageBits);
    return &page[(address >> kGranuleBits) & (kGranules - 1)];
  }
  // `entry` is the address's.
  LocationId location(Entry* entry, uint64_t address, uint32_t size) {
    if (entry->place == place_of(address, size)) [[likely]]
      return LocationId(entry->location);
    return other_location(*entry, address, size);
  }
  // By location, until the next one is added.
  LocationState* states_for_writing() { return states_.data(); }

  // A new object starts at `address`; what was there ends. A fresh one has no contents.
  ObjectId allocate(EventId event, uint64_t address, uint64_t size, bool is_fresh, Losses& losses);
  // The object at `address` ends; none if nothing is known to be there. If memory that no
  // allocation was seen for is freed and its `size` is known, it becomes an object that lived from
  // the start.
  ObjectId free(EventId event, uint64_t address, uint64_t size, Losses& losses);

  uint32_t sync_object(Operand operand, uint64_t address) {
    const size_t slot = sync_slot(operand, address);
    const SyncCacheEntry& cached = sync_cache_[slot];
    if (cached.id != kEmpty && cached.address == address && cached.operand == operand)
      return cached.id;
    return other_sync_object(slot, operand, address);
  }

  // For TraceBuilder::finish.
  std::span<const LocationState> states() const { return {states_.begin(), states_.end()}; }
  std::vector<Location> take_locations() { return std::move(locations_); }
  std::vector<Object> take_objects() { return std::move(objects_); }
  std::vector<SyncObject> take_sync(Operand operand) {
    return std::move(sync_[static_cast<size_t>(operand)]);
  }
  // By location: it lies in memory that was freed before it was touched. Empty if there is none.
  const std::vector<bool>& touched_after_free() const { return touched_after_free_; }
  // The freed object that such a location lies in.
  ObjectId freed_object_of(uint32_t location) const { return freed_object_.at(location); }
  const std::vector<StaleUse>& second_frees() const { return second_frees_; }
  // By object; shorter if the last ones are not.
  const std::vector<bool>& fresh() const { return fresh_; }

 private:
  static constexpr unsigned kPageBits = 12, kGranuleBits = 2;
  static constexpr size_t kGranules = size_t{1} << (kPageBits - kGranuleBits);
  static constexpr size_t kPageCache = 1024, kSyncCache = 4096;

  // A location within its granule: its start and size, and never 0.
  static uint64_t place_of(uint64_t address, uint32_t size) {
    constexpr uint64_t kStarts = uint64_t{1} << kGranuleBits;
    return size * kStarts + (address & (kStarts - 1)) + 1;
  }
  using Page = std::array<Entry, kGranules>;
  // A location's range, and the one before it in the chain of its granule.
  struct Link {
    uint64_t address;
    uint32_t size;
    uint32_t next;
  };
  struct PageCacheEntry {
    uint64_t number = UINT64_MAX;
    Page* page = nullptr;
  };
  struct SyncCacheEntry {
    uint64_t address = 0;
    uint32_t id = kEmpty;
    Operand operand = Operand::none;
  };
  struct Range {
    uint64_t end;
    ObjectId object;
  };

  static size_t sync_slot(Operand operand, uint64_t address) {
    return ((address ^ static_cast<uint64_t>(operand)) * 0x9e3779b97f4a7c15u >> 32) % kSyncCache;
  }
  Page& page_of(uint64_t number) {
    PageCacheEntry& cached = page_cache_[number % kPageCache];
    if (cached.number == number) [[likely]]
      return *cached.page;
    return other_page(number, cached);
  }
  Page& other_page(uint64_t number, PageCacheEntry& cached);
  LocationId other_location(Entry& entry, uint64_t address, uint32_t size);
  uint32_t other_sync_object(size_t slot, Operand operand, uint64_t address);

  ObjectId live_object_at(uint64_t address) const;
  void forget_range(uint64_t begin, uint64_t end);
  void adopt_range(ObjectId object, uint64_t begin, uint64_t end);
  template <class Visit>
  void for_each_granule(uint64_t begin, uint64_t end, Visit visit);

  std::array<PageCacheEntry, kPageCache> page_cache_;
  std::array<SyncCacheEntry, kSyncCache> sync_cache_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  std::vector<Link> links_;  // by location, as the following two
  Column<LocationState> states_;
  std::vector<Location> locations_;
  std::vector<Object> objects_;
  std::map<uint64_t, Range> live_;   // by start address
  std::map<uint64_t, Range> freed_;  // and not allocated again
  std::vector<bool> touched_after_free_;
  std::unordered_map<uint32_t, ObjectId> freed_object_;
  std::vector<StaleUse> second_frees_;
  std::vector<bool> fresh_;  // by object
  std::map<uint64_t, uint32_t> sync_by_address_[FW_OPERAND_COUNT];
  std::vector<SyncObject> sync_[FW_OPERAND_COUNT];
};

}  // namespace foreweave
