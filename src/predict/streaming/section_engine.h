// What wcp and cp have in common: a pass whose order is happens-before along some edges, a weaker
// relation P that orders critical sections by what happens inside them, and a must-order M.
// Suspects are conflicting accesses in neither P nor M; their witnesses come from elsewhere.
//
//   H  happens-before clock   P  what is P-before   M  what must be before (threads, conditions,
//   ...)
#pragma once

#include <map>
#include <memory>
#include <unordered_map>

#include "model/order/order_clocks.h"
#include "predict/engine.h"
#include "predict/streaming/critical_sections.h"
#include "predict/streaming/entangled_sections.h"
#include "predict/streaming/must_sections.h"

namespace foreweave {

class SectionOrder {
 public:
  // `only_order`: it does not matter which sections touch, only what P is because of that.
  SectionOrder(const Trace& trace, bool only_order);
  virtual ~SectionOrder() = default;

  // What comes before e; for an access, not yet what it reads.
  void step(EventId e);
  void after_access(EventId e);
  const ThreadSlots& slots() const { return clocks_.slots(); }
  void make_pages_beside() { sections_.make_pages_beside(); }

  // Is the earlier event `past` of a thread of slot `of` before t's current event?
  bool ordered(ThreadId t, EventId past, SlotId of) const {
    const uint32_t* clock = clocks_.clock(t);
    return past.value < clock[width() + of.value] || past.value < clock[2 * width() + of.value];
  }

 protected:
  // The thread's section `opened` begins now.
  virtual void section_opens(ThreadId, SectionId) {}
  // Something in t's open section `later` (kNoSection: in the one it now closes) comes after
  // something in `before`, a closed section of the same lock.
  virtual void sections_touch(ThreadId t, SectionId later, SectionId before) = 0;

  // The release of `before`, and all that happens before it, is P-before t's current event.
  void order_after(ThreadId t, SectionId before);

 private:
  // A slot's last closed sections of a lock in one mode.
  struct LastSections {
    SlotId slot;
    bool shared;
    SectionId any, entangled;
  };
  struct LockRows {
    Row exclusive = kNoRow, shared = kNoRow;
    std::vector<LastSections> sections;
  };

  uint32_t width() const { return clocks_.width(); }
  const uint32_t* p_of(ThreadId t) const { return clocks_.clock(t) + width(); }
  void acquire(EventId e);
  void wait_for_must_sections(ThreadId t);
  void heed_failures(EventId e);
  // A clock of H is P-before t's current event.
  void order_after(ThreadId t, const uint32_t* happened_before);
  void note_last(LockRows& lock, SectionId closed);
  void release(EventId e);
  void reach_back(ThreadId t, SectionId closing);
  void advance(ThreadId t, SectionId closing, const std::vector<CriticalSections::Listed>& list,
               uint32_t& cursor);
  void join_planes_h_and_p(ThreadId t, Row from);

  const Trace& trace_;
  const bool only_order_;
  OrderClocks clocks_;
  CriticalSections sections_;
  MustSections must_sections_;
  EntangledSections entangled_;
  std::vector<LockRows> last_release_;  // by lock
  // By lock and slot: how many of the lock's exclusive sections are done with, and of each
  // sharer's.
  FlatMap<uint32_t> cursors_;
  FlatMap<std::vector<uint32_t>> shared_cursors_;
  // By lock or semaphore: the tries that failed.
  std::map<Operand, std::unordered_map<uint32_t, Row>> failures_;
  std::vector<uint32_t> scratch_;
};

class SectionEngine : public Engine {
 public:
  explicit SectionEngine(EngineInfo engine_info) : info_(engine_info) {}

  const EngineInfo& info() const override { return info_; }
  Verdict ask(const TraceFacts& facts, const Claim& claim) const override;
  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override;

 private:
  virtual std::unique_ptr<SectionOrder> make_order(const Trace& trace) const = 0;

  EngineInfo info_;
};

}  // namespace foreweave
