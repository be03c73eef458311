// A recorded run as data: its events in one total order, and what they touch.
//
// The events are columns indexed by EventId, the position in that order. A Trace is made by
// TraceBuilder and never changes afterwards; any number of threads may read one.
//
// Memory is named by what it is, not by where it was. An *object* is one lifetime of a piece of
// memory (object 0 is all memory that no recorded allocation covers: globals, stacks). A *location*
// is a byte range of an object that some access touched. A *cell* is a run of bytes that every
// access of the trace touches wholly or not at all: accesses conflict if and only if they share a
// cell, so that engines need not think about partly overlapping ranges. Nearly every location is
// exactly one cell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bit_set.h"
#include "base/check.h"
#include "base/column.h"
#include "events/claim.h"
#include "events/columns/ids.h"
#include "events/columns/source_map.h"
#include "events/columns/string_table.h"
#include "events/columns/thread_column.h"
#include "events/columns/thread_events.h"
#include "events/columns/value_column.h"
#include "events/kind.h"
#include "events/losses.h"
#include "events/unseen_order.h"

namespace foreweave {

// A static instruction. For an STD trace `line` is the location number and `file` the trace's name.
struct Site {
  StringId file;
  StringId function;
  uint32_t line = 0;
  uint32_t column = 0;
  // The load whose value, plus an offset, is the address of the access here; none if not known.
  SiteId pointer_from;
  // The call by which the function was inlined where this is; none if it was not, or if not known.
  // Of a lower number than the site itself.
  SiteId inlined_at;
};

struct Object {
  uint64_t address = 0;  // in the recorded program
  uint64_t size = 0;
  EventId allocated;  // none: alive from the start
  EventId freed;      // none: alive to the end
};

// All memory that no recorded allocation covers.
inline constexpr ObjectId kOtherMemory{0};

struct Location {
  ObjectId object;
  uint32_t size = 0;  // bytes
  uint64_t offset = 0;
  CellId first_cell;
  uint32_t cell_count = 0;
};

// A lock, condition, barrier, semaphore or once.
struct SyncObject {
  uint64_t address = 0;
  ObjectId object;  // the memory it lies in
};

// Named memory or a named synchronisation object: a global variable, or a name of an STD trace.
struct Symbol {
  uint64_t address = 0;
  uint64_t size = 0;
  StringId name;
};

// Memory that was used, or freed again, after its free: not in some reordering, but in the trace
// itself.
struct StaleUse {
  EventId use;
  ObjectId object;
};

// One use of a barrier: all of `arrivals` come before any of its leaves.
struct BarrierRound {
  SyncId barrier;
  uint32_t previous = UINT32_MAX;  // number of the round before it on this barrier
  std::vector<EventId> arrivals;
};

// Free text about the run: "command", "stdin", "binary-hash", ... and opaque bytes such as bitcode.
struct Attachment {
  std::string name;
  std::string bytes;
};

// Events of a trace in its order, for `for` loops.
class EventRange {
 public:
  class Iterator {
   public:
    Iterator(const BitSet& events, size_t at) : events_(&events), at_(at) {}
    EventId operator*() const { return EventId(static_cast<uint32_t>(at_)); }
    Iterator& operator++() {
      at_ = events_->next(at_ + 1);
      return *this;
    }
    // As end marker: whether `end` is reached, which need not be a member.
    bool operator!=(const Iterator& end) const { return at_ < end.at_; }

   private:
    const BitSet* events_;
    size_t at_;
  };

  EventRange(const BitSet& events, size_t first, size_t end)
      : events_(events), first_(first), end_(end) {}
  Iterator begin() const { return {events_, events_.next(first_)}; }
  Iterator end() const { return {events_, end_}; }

 private:
  const BitSet& events_;
  size_t first_, end_;
};

class Trace {
 public:
  Trace(Trace&&) = default;
  Trace& operator=(Trace&&) = default;

  // --- events -------------------------------------------------------------------------------
  size_t size() const { return kind_.size(); }
  size_t thread_count() const { return threads_.size(); }

  Kind kind(EventId e) const { return kind_[e.index()]; }
  ThreadId thread(EventId e) const { return ThreadId(thread_[e.index()]); }
  SiteId site(EventId e) const { return SiteId(site_[e.index()]); }
  uint8_t flags(EventId e) const { return flags_[e.index()]; }
  // A branch, indirect or external call, an event whose address or operand may vary, or one that
  // decides on its own read.
  bool decides(EventId e) const {
    return always_decides(kind(e)) ||
           (flags(e) & (FW_FLAG_DECIDES | FW_FLAG_DECIDES_ON_OWN_READ)) != 0;
  }
  // A compare-exchange: its own read is fixed by being executed.
  bool decides_on_own_read(EventId e) const {
    return (flags(e) & FW_FLAG_DECIDES_ON_OWN_READ) != 0 && reads(kind(e));
  }
  // An acquire that would not have waited for ever (a try, a time limit): no part of a deadlock.
  bool gives_up(EventId e) const { return (flags(e) & FW_FLAG_GIVES_UP) != 0; }
  // Of an access: it stands for the use, the begin or the end of a lock, a descriptor or the like,
  // and says nothing of what is in memory.
  bool is_of_thing(EventId e) const { return (flags(e) & FW_FLAG_OF_THING) != 0; }
  // The C++ library freed it on its own account, by a count that nobody recorded.
  bool is_counted_free(EventId e) const {
    return kind(e) == Kind::free && (flags(e) & FW_FLAG_COUNTED) != 0;
  }
  bool has_value(EventId e) const { return (flags(e) & FW_FLAG_HAS_VALUE) != 0; }
  uint64_t value(EventId e) const { return value_.empty() ? 0 : value_[e.index()]; }

  // What the event touches; ask only what operand_of(kind(e)) says.
  LocationId location(EventId e) const { return LocationId(target_[e.index()]); }
  LockId lock(EventId e) const { return LockId(target_[e.index()]); }
  ThreadId other_thread(EventId e) const { return ThreadId(target_[e.index()]); }
  ObjectId object(EventId e) const { return ObjectId(target_[e.index()]); }
  SyncId sync(EventId e) const { return SyncId(target_[e.index()]); }

  // The event that belongs to this one, or none:
  //   acquire -> its release; release -> its acquire
  //   fork -> the child's first event; thread_begin -> the fork; join -> the child's last event
  //   wait_begin -> its wait_end; wait_end -> the signal or broadcast that woke it
  //   once_begin -> the once_end of the run before it; once_end -> its once_begin; once_pass -> the
  //   once_end it waited for; semaphore operations -> the last semaphore_init before them
  //   allocate -> the free; free -> the allocate
  // Not for accesses (see seen_write) and barriers (see barrier_round).
  EventId partner(EventId e) const { return EventId(link_[e.index()]); }

  // The write whose value `read` saw in cell number `k` of its location (counted from 0), or none:
  // the initial contents. For an atomic_update, what its read saw.
  EventId seen_write(EventId read, uint32_t k = 0) const {
    const uint32_t link = link_[read.index()];
    if (locations_[target_[read.index()]].cell_count == 1) return EventId(link);
    return wide_seen_[link + k];
  }

  std::span<const BarrierRound> barrier_rounds() const { return rounds_; }  // over all barriers
  const BarrierRound& barrier_round(EventId e) const { return rounds_[link_[e.index()]]; }
  uint32_t barrier_round_number(EventId e) const { return link_[e.index()]; }

  // The thread's events in their order.
  ThreadEvents events_of(ThreadId t) const {
    const ThreadEntry& entry = threads_[t.index()];
    return {{runs_.data() + entry.first_run, entry.run_count}, entry.count};
  }
  // The events that may matter to another thread: all but accesses to locations that do not cross
  // threads, and branches, calls and the like. Most programs have few.
  EventRange interacting() const {
    return interacting_before(EventId(static_cast<uint32_t>(size())));
  }
  EventRange interacting_before(EventId end) const { return interacting_between(EventId(0), end); }
  EventRange interacting_between(EventId first, EventId end) const {
    return {interacting_, first.index(), end.index()};
  }
  bool interacts(EventId e) const { return interacting_.contains(e.index()); }
  const BitSet& interacting_events() const { return interacting_; }
  // The event that created the thread, or none.
  EventId fork_of(ThreadId t) const { return threads_[t.index()].forked_at; }

  // --- what they touch ----------------------------------------------------------------------
  std::span<const Location> locations() const { return locations_; }
  const Location& location_info(LocationId l) const { return locations_[l.index()]; }
  const Location& location_of(EventId access) const { return locations_[target_[access.index()]]; }
  // Two threads touch some cell of it and somebody writes that cell, and not only because threads
  // are created and joined in between (passed_by_threads.h). Accesses to other locations cannot
  // race, and their reads see the same in every reordering.
  bool is_contended(LocationId l) const { return location_traits_[l.index()] & kContended; }
  // And what was not recorded does not write it: only then can anything be said about races.
  bool may_race(LocationId l) const {
    return (location_traits_[l.index()] & (kContended | kWrittenUnseen)) == kContended;
  }
  // It is contended, or some access is by another thread than the one that allocates or the one
  // that frees its object (again, not only because threads are created and joined), or it overlaps
  // such a location. Accesses to other locations put no order between threads.
  bool crosses_threads(LocationId l) const { return location_traits_[l.index()] != 0; }
  // It crosses threads, and not only because it is contended: its object may have been allocated by
  // another thread than the one that accesses it.
  bool may_be_handed_over(LocationId l) const { return location_traits_[l.index()] & ~kContended; }
  // No memory of the program: the recorder and foreweave.h write such words to say that something
  // comes before something else. No address of a program has the highest bit.
  bool stands_for_order(LocationId l) const {
    const Location& location = locations_[l.index()];
    return location.object == kOtherMemory && location.offset >> 63;
  }
  // --- code that was not recorded (docs/reorderings.md, rule 7) -------------------------------
  // Whether it orders anything.
  bool has_unseen_order() const { return !unseen_.threads.empty(); }
  // The event keeps its place among the stretches in such code: it accesses memory that they write,
  // or happened within one.
  bool keeps_place(EventId e) const {
    return unseen_.placed.size() != 0 && unseen_.placed.contains(e.index());
  }
  // Of thread u, another one than e's: the last event that must come before e for that reason, or
  // none.
  EventId unseen_before(EventId e, ThreadId u) const;
  // One of these that has not happened when of each thread the events with numbers below `ends`
  // have; or none.
  EventId missing_for_unseen(EventId e, std::span<const uint32_t> ends) const;
  // Some read found a value in it that no recorded write left.
  bool is_written_unseen(LocationId l) const {
    return location_traits_[l.index()] & kWrittenUnseen;
  }
  // Some location of it is.
  bool is_written_unseen(ObjectId o) const {
    return o.exists() && unseen_.objects.size() != 0 && unseen_.objects.contains(o.index());
  }
  // The library that a stretch was in, or "".
  std::string_view library_of(EventId mark) const;
  size_t cell_count() const { return cell_count_; }
  std::span<const Object> objects() const { return objects_; }
  std::span<const SyncObject> sync_objects(Operand operand) const {
    return sync_[static_cast<size_t>(operand)];
  }
  size_t lock_count() const { return sync_objects(Operand::lock).size(); }
  // Both touch some common byte of the same object.
  bool overlap(LocationId a, LocationId b) const;

  // --- names and origin ---------------------------------------------------------------------
  std::span<const Site> sites() const { return sites_; }
  const Site& site_info(SiteId s) const { return sites_[s.index()]; }
  std::span<const Symbol> symbols() const { return symbols_; }  // by address
  std::string_view text(StringId s) const { return strings_.text(s); }
  std::string_view thread_name(ThreadId t) const { return text(threads_[t.index()].name); }
  // The operand as a person would name it: "x", "counter+4", "0x7f..", "T3"; empty for none.
  std::string operand_name(EventId e) const;
  std::string location_name(LocationId l) const;
  std::string sync_name(Operand operand, uint32_t id) const;

  // Whether some event is of this kind.
  bool has(Kind k) const { return kinds_ >> static_cast<size_t>(k) & 1; }
  bool has_values() const { return !value_.empty(); }
  bool has_decisions() const { return has_decisions_; }
  const Losses& losses() const { return losses_; }
  // In the order of the trace, not more than a few hundred of them.
  std::span<const StaleUse> stale_uses() const { return stale_uses_; }
  const SourceMap& source() const { return source_; }
  // "trace.std:17" or "trace.fwt, byte 4096, event 17".
  std::string where(EventId e) const { return source_.where(e.value); }
  std::span<const Attachment> attachments() const { return attachments_; }

  // Bytes held by the columns and tables.
  size_t memory_bytes() const;

 private:
  friend class TraceBuilder;
  friend class UnseenWrites;
  friend class PassedByThreads;
  Trace() = default;

  struct ThreadEntry {
    StringId name;
    EventId forked_at;
    uint32_t count = 0;                     // of events
    uint32_t first_run = 0, run_count = 0;  // in runs_
  };

  // 20 bytes an event, 16 without values; two more with many threads ...
  Column<Kind> kind_;
  Column<uint8_t> flags_;
  ThreadColumn thread_;
  Column<uint32_t> target_;
  Column<uint32_t> site_;
  Column<uint32_t> link_;
  ValueColumn value_;  // empty if no event has one
  // ... and 8 for every switch between threads.
  Column<ThreadRun> runs_;  // thread by thread
  BitSet interacting_;

  std::vector<EventId> wide_seen_;  // for reads of several cells: one entry a cell
  std::vector<BarrierRound> rounds_;
  std::vector<ThreadEntry> threads_;
  std::vector<Location> locations_;
  static constexpr uint8_t kContended = 1, kHandedOver = 2, kOverlapsCrossing = 4,
                           kWrittenUnseen = 8;
  std::vector<uint8_t> location_traits_;  // beside locations_: scans touch only this byte
  std::vector<Object> objects_;
  std::vector<SyncObject> sync_[FW_OPERAND_COUNT];
  std::vector<Site> sites_;
  std::vector<Symbol> symbols_;
  UnseenOrder unseen_;
  StringTable strings_;
  std::vector<Attachment> attachments_;
  size_t cell_count_ = 0;
  uint64_t kinds_ = 0;  // those that occur, as bits
  static_assert(kKindCount <= 64);
  bool has_decisions_ = false;
  Losses losses_;
  std::vector<StaleUse> stale_uses_;
  SourceMap source_;
};

// One of the events, or of a claim's, accesses memory that code which was not recorded writes, or
// frees it: then nothing can be said about it.
bool rests_on_unseen(const Trace& trace, std::span<const EventId> events);
bool rests_on_unseen(const Trace& trace, const Claim& claim);

// At least one writes, they are of different threads and touch a common cell, and not both are
// atomic.
bool is_race_pair(const Trace& trace, EventId a, EventId b);
// An access of memory, and the free of its object by another thread.
bool is_use_and_free(const Trace& trace, EventId use, EventId free);

// The address of access d lies at most a page behind the value that r read. False if no value of r
// is recorded; of an update what is recorded is the value it wrote.
bool is_pointer_of(const Trace& trace, EventId r, EventId d);

// Access d uses the pointer that r loaded: it is of r's thread and later, its site says that the
// address comes from r's site, which the thread did not execute again in between, and the address
// lies at most a page behind the value that r saw. False if a value is not recorded.
bool dereferences(const Trace& trace, EventId r, EventId d);

// As the program's symbols say, or as a number.
std::string name_of_address(const Trace& trace, uint64_t address);

}  // namespace foreweave
