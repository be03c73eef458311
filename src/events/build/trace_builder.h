// Makes a Trace out of events as a recorder or an importer knows them: by address, one after the
// other in the total order. Turns addresses into objects, locations and cells, matches what belongs
// together (reads and the writes they saw, acquires and releases, waits and signals, ...).
//
// Never fails: what cannot be right stays visible to validate(). One thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/page_maker.h"
#include "events/build/event_batch.h"
#include "events/trace.h"

namespace foreweave {

struct RawEvent {
  uint32_t thread = 0;
  Kind kind = Kind::thread_begin;
  uint8_t flags = 0;     // FW_FLAG_*
  uint32_t site = 0;     // as add_site returned it
  uint32_t size = 0;     // bytes of an access
  uint64_t operand = 0;  // address; for fork and join the other thread's number
  uint64_t value =
      0;  // read or written value; size of an allocation (0: not known); branch outcome
};

class AddressResolver;
class CellDivider;
class SyncLinker;

class TraceBuilder {
 public:
  static constexpr size_t kMaxThreads = size_t{1} << 24;
  // What the program calls its threads: "NUMBER NAME", a zero byte behind each. T1 becomes T1:NAME.
  static constexpr char kThreadNamesAttachment[] = "thread-names";
  static constexpr size_t kMaxEvents = UINT32_MAX - 1;  // UINT32_MAX is "none"

  explicit TraceBuilder(SourceMap source);
  ~TraceBuilder();
  TraceBuilder(const TraceBuilder&) = delete;

  // Threads are numbered from 0 as they are added.
  uint32_t add_thread(std::string_view name);
  SiteId add_site(std::string_view file, uint32_t line, uint32_t column, std::string_view function);
  // Accesses at `access` use the pointer that the load at `load` saw (Site::pointer_from).
  void set_pointer_from(SiteId access, SiteId load);
  // Requires a call that was added before the site (Site::inlined_at).
  void set_inlined_at(SiteId site, SiteId call);
  void add_symbol(uint64_t address, uint64_t size, std::string_view name);
  void add_attachment(std::string name, std::string bytes);

  void reserve(size_t events);
  // What reserve() made room in, and for how many events, for whoever makes the pages in advance.
  std::vector<PageMaker::Range> reserved_columns();
  size_t reserved() const { return reserved_; }
  // Requires event_count() < kMaxEvents and a thread and site that were added.
  void add(const RawEvent& event) { add_all({&event, 1}); }
  void add_all(std::span<const RawEvent> events);  // faster than one by one
  void add_batch(const EventBatch& batch);         // faster still

  size_t event_count() const;
  size_t thread_count() const;
  Losses& losses();
  SourceMap& source();

  Trace finish() &&;

 private:
  uint32_t resolve_operand(uint32_t e, Kind kind, uint64_t operand, uint64_t value);
  uint32_t resolve_barrier(size_t thread, Kind kind, uint64_t address);
  void add_values(const EventBatch& batch);
  void find_targets(const EventBatch& batch, uint32_t first, uint32_t* target, uint32_t* link);
  void see_writes(const EventBatch& batch, uint32_t first, const uint32_t* target, uint32_t* link);
  void note_surprise(uint32_t e, uint32_t location, uint32_t size, uint64_t left, uint64_t read);
  void note_runs(const EventBatch& batch, uint32_t first);
  void name_threads();
  void find_unseen_writes();
  void divide_into_cells();
  void note_stale_use(EventId use, ObjectId object);
  uint8_t traits_of(size_t location, const CellDivider& divider) const;
  void find_interacting(BitSet* special);
  void index_threads();
  void link_thread_events();

  std::unique_ptr<AddressResolver> resolver_;
  Trace trace_;
  std::unique_ptr<SyncLinker> linker_;  // refers to columns of trace_
  // Reads of what no recorded write left there: event and location; then event and cell.
  std::vector<std::pair<uint32_t, uint32_t>> surprises_;
  struct Arrival {
    uint64_t address = 0;
    uint32_t barrier = UINT32_MAX;
  };
  std::vector<Arrival> arrived_;  // by thread: at which barrier it arrived last
  EventBatch batch_;              // for add_all
  std::array<uint32_t, EventBatch::kMost + 1>
      others_;  // a batch's events that are no accesses, and its end
  std::array<uint8_t, kKindCount> kind_occurs_{};
  // Events of one thread without one of another thread in between, from the first one on.
  struct Run {
    uint32_t event;
    uint32_t thread;
  };
  std::vector<Run> runs_;
  // Beside the traits of a location, while they are found.
  static constexpr uint8_t kSpecial = 128;
  size_t reserved_ = 0;
};

}  // namespace foreweave
