// Turns addresses of the recorded program into objects, locations and synchronisation objects, while
// the trace is read. An address means something else after the memory it lies in was freed or
// allocated again, so the answers depend on the allocations seen so far.
//
// Look-up of an access is the hot path of reading a trace: a page table over 8-byte granules, whose
// entries head short chains of the locations that start in the granule. Freeing and allocating
// clear the granules they cover.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "events/trace.h"

namespace foreweave {

// What is known of a location while the trace is read. In one place, and half a cache line, because
// every access needs all of it.
struct LocationState {
  uint64_t address;
  uint32_t size;
  uint32_t next;  // another location that starts in this granule
  uint64_t value = 0;
  uint32_t last_write = UINT32_MAX;
  uint16_t first_thread = UINT16_MAX;
  static constexpr uint16_t kManySurprises = 0x1fff;
  uint16_t surprises : 13 = 0;  // reads of a value that no recorded write left there; stops at many
  uint16_t shared : 1 = 0, written : 1 = 0, value_known : 1 = 0;

  void count_surprise() {
    if (surprises < kManySurprises) ++surprises;
  }
};
static_assert(sizeof(LocationState) == 32);

class AddressResolver {
 public:
  AddressResolver();

  LocationId location(uint64_t address, uint32_t size) {
    Page& page = page_of(address >> kPageBits);
    uint32_t& head = page[(address >> kGranuleBits) & (kGranules - 1)];
    if (head != kEmpty) [[likely]] {
      const LocationState& state = states_[head];
      if (state.address == address && state.size == size) [[likely]] return LocationId(head);
    }
    return other_location(head, address, size);
  }
  LocationState& state(LocationId l) { return states_[l.index()]; }

  // A new object starts at `address`; what was there ends.
  ObjectId allocate(EventId event, uint64_t address, uint64_t size, Losses& losses);
  // The object at `address` ends; none if nothing is known to be there. If memory that no allocation
  // was seen for is freed and its `size` is known, it becomes an object that lived from the start.
  ObjectId free(EventId event, uint64_t address, uint64_t size, Losses& losses);

  uint32_t sync_object(Operand operand, uint64_t address) {
    const size_t slot = (address >> 3 ^ static_cast<size_t>(operand)) % kSyncCache;
    const SyncCacheEntry& cached = sync_cache_[slot];
    if (cached.id != kEmpty && cached.address == address && cached.operand == operand) return cached.id;
    return other_sync_object(slot, operand, address);
  }

  // For TraceBuilder::finish.
  std::span<const LocationState> states() const { return states_; }
  std::vector<Location> take_locations() { return std::move(locations_); }
  std::vector<Object> take_objects() { return std::move(objects_); }
  std::vector<SyncObject> take_sync(Operand operand) {
    return std::move(sync_[static_cast<size_t>(operand)]);
  }
  // By location: it lies in memory that was freed before it was touched. Empty if there is none.
  const std::vector<bool>& touched_after_free() const { return touched_after_free_; }

 private:
  static constexpr unsigned kPageBits = 12, kGranuleBits = 3;
  static constexpr size_t kGranules = size_t{1} << (kPageBits - kGranuleBits);
  static constexpr size_t kPageCache = 1024, kSyncCache = 256;
  static constexpr uint32_t kEmpty = UINT32_MAX;

  using Page = std::array<uint32_t, kGranules>;
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

  Page& page_of(uint64_t number) {
    PageCacheEntry& cached = page_cache_[number % kPageCache];
    if (cached.number == number) [[likely]] return *cached.page;
    return other_page(number, cached);
  }
  Page& other_page(uint64_t number, PageCacheEntry& cached);
  LocationId other_location(uint32_t& head, uint64_t address, uint32_t size);
  uint32_t other_sync_object(size_t slot, Operand operand, uint64_t address);

  ObjectId live_object_at(uint64_t address) const;
  void forget_range(uint64_t begin, uint64_t end);
  void adopt_range(ObjectId object, uint64_t begin, uint64_t end);
  template <class Visit>
  void for_each_granule(uint64_t begin, uint64_t end, Visit visit);

  std::array<PageCacheEntry, kPageCache> page_cache_;
  std::array<SyncCacheEntry, kSyncCache> sync_cache_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  std::vector<LocationState> states_;
  std::vector<Location> locations_;
  std::vector<Object> objects_;
  std::map<uint64_t, Range> live_;   // by start address
  std::map<uint64_t, Range> freed_;  // and not allocated again
  std::vector<bool> touched_after_free_;
  std::map<uint64_t, uint32_t> sync_by_address_[FW_OPERAND_COUNT];
  std::vector<SyncObject> sync_[FW_OPERAND_COUNT];
};

}  // namespace foreweave
