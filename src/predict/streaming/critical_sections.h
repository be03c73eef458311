// The critical sections of a pass over a trace: which are open, which ones of a lock came before,
// and which of them touched a cell. For the engines that order sections by what happens inside
// (wcp, cp). Sections are numbered by their acquires, the same in every pass.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/column.h"
#include "base/flat_map.h"
#include "base/page_maker.h"
#include "base/prefetch.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"
#include "patterns/passes/guarded_cells.h"

namespace foreweave {

using SectionId = uint32_t;
inline constexpr SectionId kNoSection = UINT32_MAX;

struct CriticalSection {
  EventId acquire, release;  // none: not yet
  SlotId slot;               // of its thread
  LockId lock;
  bool shared = false;
};

class CriticalSections {
 public:
  // `by_guards`: see access().
  CriticalSections(const Trace& trace, const ThreadSlots& slots, bool by_guards);

  // Another thread makes the memory for all sections of the trace, shortly before it is needed.
  void make_pages_beside();

  // For an acquiring and a releasing event.
  SectionId open(EventId acquire);
  // `inherited`: what the release passes on, a component for each slot.
  SectionId close(EventId release, const uint32_t* inherited);

  const CriticalSection& section(SectionId s) const { return sections_[s]; }
  const uint32_t* inherited(SectionId s) const {
    return inherited_.data() + size_t{rows_[s]} * slots_.count();
  }
  // The thread's open section of the lock.
  SectionId find_open(ThreadId t, LockId lock) const;
  // The open sections of a thread.
  const std::vector<SectionId>& held(ThreadId t) const { return held_[t.index()]; }

  // A closed section, with what is needed to go through many.
  struct Listed {
    SectionId section;
    EventId acquire;
    SlotId slot;
  };
  // The closed exclusive sections of a lock in their order.
  const std::vector<Listed>& exclusive(LockId lock) const { return locks_[lock.index()].exclusive; }
  // The closed shared sections of a lock, in order for each slot.
  struct SharedBy {
    SlotId slot;
    std::vector<Listed> sections;
  };
  const std::vector<SharedBy>& shared(LockId lock) const { return locks_[lock.index()].shared; }

  // What an access some events ahead will ask for.
  void fetch_ahead(EventId e) const {
    constexpr uint32_t kAhead = 24;
    const EventId ahead(e.value + kAhead);
    if (!guarded_.empty() && ahead.index() < trace_.size() && is_access(trace_.kind(ahead)))
      prefetch(&guarded_[trace_.location_of(ahead).first_cell.index()]);
  }

  // For each open section s of e's thread, and each other slot's latest section of the same lock
  // that touched `cell` in conflict with e: visit(s, that section), unless is_known(its slot, its
  // release). Then notes e.
  //
  // By guards: only if what is asked is what a section's release hands over. Say that who touches
  // the cell holds its guard exclusively or no lock at all. Then a section of another lock that is
  // over before that of the guard adds nothing: whoever meets it holds the guard, too, and so meets
  // that section, whose release comes behind. And of the sections of the guard itself the latest of
  // another slot will do: its release hands over what those of all earlier ones did. So a cell has
  // two such sections that wrote and two that read it, of two slots, and not a list for every lock
  // that was ever taken under its guard.
  template <class IsKnown, class Visit>
  void access(EventId e, CellId cell, IsKnown is_known, Visit visit) {
    const ThreadId t = trace_.thread(e);
    const Guarded* guarded = guarded_.empty() ? nullptr : &guarded_[cell.index()];
    if (guarded && !guarded->lock.exists()) guarded = nullptr;
    EventId guard_ends = EventId(0);
    if (guarded && !held(t).empty())
      for (const SectionId s : held(t))
        if (sections_[s].lock == guarded->lock) guard_ends = end_of(s);
    for (const SectionId s : held(t)) {
      const LockId lock = sections_[s].lock;
      if (guarded && lock == guarded->lock) {
        access_guarded(e, s, guarded_[cell.index()], is_known, visit);
      } else if (guarded && end_of(s) < guard_ends) {
        if (const uint32_t* number = guarded->has_others ? used_.find(key(cell, lock)) : nullptr)
          access_in(e, s, uses_[*number], is_known, visit, false);
      } else {
        if (guarded) guarded_[cell.index()].has_others = true;
        access_in(e, s, uses_of(cell, lock), is_known, visit, true);
      }
    }
  }

 private:
  struct SlotUse {
    SlotId slot;
    SectionId write = kNoSection, read = kNoSection;  // the latest that wrote, read
    EventId write_ends = {}, read_ends = {};
  };
  struct Lock {
    std::vector<Listed> exclusive;
    std::vector<SharedBy> shared;
  };
  // The latest section that touched a cell, and the latest one of another slot.
  struct Latest {
    struct Use {
      SectionId section = kNoSection;
      SlotId slot;
      EventId ends;
    };
    Use last, other;

    void note(Use use) {
      if (last.slot != use.slot) other = last;
      last = use;
    }
  };
  struct alignas(64) Guarded {
    LockId lock;              // none: many locks may matter
    bool has_others = false;  // something was noted for another lock
    Latest write, read;
  };

  template <class IsKnown, class Visit>
  void access_guarded(EventId e, SectionId s, Guarded& cell, IsKnown is_known, Visit visit) {
    const SlotId mine = slots_.of(trace_.thread(e));
    const auto meet = [&](const Latest& latest) {
      const Latest::Use& use = latest.last.slot == mine ? latest.other : latest.last;
      if (use.section == kNoSection || is_known(use.slot, use.ends)) return;
      if (apart(s, use.section)) visit(s, use.section);
    };
    meet(cell.write);
    if (writes(trace_.kind(e))) meet(cell.read);
    (writes(trace_.kind(e)) ? cell.write : cell.read).note({s, mine, end_of(s)});
  }
  template <class IsKnown, class Visit>
  void access_in(EventId e, SectionId s, std::vector<SlotUse>& uses, IsKnown is_known, Visit visit,
                 bool note) {
    const SlotId mine = slots_.of(trace_.thread(e));
    const bool writing = writes(trace_.kind(e));
    SlotUse* own = nullptr;
    const auto meet = [&](SlotId slot, SectionId other, EventId ends) {
      if (other != kNoSection && !is_known(slot, ends) && apart(s, other)) visit(s, other);
    };
    for (SlotUse& other : uses) {
      if (other.slot == mine) {
        own = &other;
        continue;
      }
      meet(other.slot, other.write, other.write_ends);
      if (writing) meet(other.slot, other.read, other.read_ends);
    }
    if (!note) return;
    if (!own) own = &uses.emplace_back(SlotUse{mine});
    (writing ? own->write : own->read) = s;
    (writing ? own->write_ends : own->read_ends) = end_of(s);
  }
  // Its release, also if that is still to come; none compares as larger than every event.
  EventId end_of(SectionId s) const { return trace_.partner(sections_[s].acquire); }
  static uint64_t key(CellId cell, LockId lock) { return uint64_t{cell.value} << 32 | lock.value; }

  // Two shared sections may overlap, so the lock puts no order between them.
  bool apart(SectionId a, SectionId b) const {
    return !(sections_[a].shared && sections_[b].shared);
  }
  std::vector<SlotUse>& uses_of(CellId cell, LockId lock);

  const Trace& trace_;
  const ThreadSlots& slots_;
  Column<CriticalSection> sections_;
  Column<uint32_t> rows_;  // by section, into inherited_
  Column<uint32_t> inherited_;
  std::unique_ptr<PageMaker> pages_;  // of these three
  std::vector<std::vector<SectionId>> held_;
  std::vector<Lock> locks_;
  FlatMap<uint32_t> used_;                  // (cell, lock) -> into uses_
  std::vector<std::vector<SlotUse>> uses_;  // of a cell under a lock
  std::vector<Guarded> guarded_;            // by cell, if by guards
};

}  // namespace foreweave
