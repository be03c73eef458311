// The critical sections of a pass over a trace: which are open, which ones of a lock came before,
// and which of them touched a cell. For the engines that order sections by what happens inside
// (wcp, cp). Sections are numbered by their acquires, the same in every pass.
#pragma once

#include <cstdint>
#include <vector>

#include "base/flat_map.h"
#include "events/trace.h"
#include "model/order/thread_slots.h"

namespace foreweave {

using SectionId = uint32_t;
inline constexpr SectionId kNoSection = UINT32_MAX;

struct Section {
  EventId acquire, release;
  SlotId slot;  // of its thread
  LockId lock;
  bool shared = false;
};

class CriticalSections {
 public:
  CriticalSections(const Trace& trace, const ThreadSlots& slots);

  // For an acquiring and a releasing event.
  SectionId open(EventId acquire);
  // `inherited`: what the release passes on, a component for each slot.
  SectionId close(EventId release, const uint32_t* inherited);

  const Section& section(SectionId s) const { return sections_[s]; }
  const uint32_t* inherited(SectionId s) const {
    return inherited_.data() + size_t{rows_[s]} * slots_.count();
  }
  // The thread's open section of the lock.
  SectionId find_open(ThreadId t, LockId lock) const;
  // The open sections of a thread.
  const std::vector<SectionId>& held(ThreadId t) const { return held_[t.index()]; }

  // The closed exclusive sections of a lock in their order.
  const std::vector<SectionId>& exclusive(LockId lock) const { return locks_[lock.index()].exclusive; }
  // The closed shared sections of a lock, in order for each slot.
  struct SharedBy {
    SlotId slot;
    std::vector<SectionId> sections;
  };
  const std::vector<SharedBy>& shared(LockId lock) const { return locks_[lock.index()].shared; }

  // For each open section s of e's thread, and each other slot's latest section of the same lock
  // that touched `cell` in conflict with e: visit(s, that section). Then notes e.
  template <class Visit>
  void access(EventId e, CellId cell, Visit visit) {
    const ThreadId t = trace_.thread(e);
    const SlotId mine = slots_.of(t);
    const bool writing = writes(trace_.kind(e));
    for (const SectionId s : held(t)) {
      std::vector<SlotUse>& uses = uses_of(cell, sections_[s].lock);
      SlotUse* own = nullptr;
      for (SlotUse& other : uses) {
        if (other.slot == mine) {
          own = &other;
          continue;
        }
        if (other.write != kNoSection && apart(s, other.write)) visit(s, other.write);
        if (writing && other.read != kNoSection && apart(s, other.read)) visit(s, other.read);
      }
      if (!own) own = &uses.emplace_back(SlotUse{mine, kNoSection, kNoSection});
      (writing ? own->write : own->read) = s;
    }
  }

 private:
  struct SlotUse {
    SlotId slot;
    SectionId write, read;  // the latest that wrote, read
  };
  struct Lock {
    std::vector<SectionId> exclusive;
    std::vector<SharedBy> shared;
  };

  // Two shared sections may overlap, so the lock puts no order between them.
  bool apart(SectionId a, SectionId b) const { return !(sections_[a].shared && sections_[b].shared); }
  std::vector<SlotUse>& uses_of(CellId cell, LockId lock);

  const Trace& trace_;
  const ThreadSlots& slots_;
  std::vector<Section> sections_;
  std::vector<uint32_t> rows_;  // by section, into inherited_
  std::vector<uint32_t> inherited_;
  std::vector<std::vector<SectionId>> held_;
  std::vector<Lock> locks_;
  FlatMap<uint32_t> used_;                  // (cell, lock) -> into uses_
  std::vector<std::vector<SlotUse>> uses_;  // of a cell under a lock
};

}  // namespace foreweave
