// Sections of a lock that must be over when somebody else holds it: those that must have begun.
//
// That a section must have begun is known only if something inside it told another thread so: a
// fork, a signal, an atomic write, an acquire that made a try fail. Only such sections are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "model/order/clock_rows.h"
#include "predict/streaming/critical_sections.h"

namespace foreweave {

class MustSections {
 public:
  MustSections(const Trace& trace, const ThreadSlots& slots)
      : slots_(slots), locks_(trace.lock_count()), rows_(slots.count()) {}

  // A section out of which others were told something is closed; `must`: what must come before its
  // release.
  void closed(const CriticalSection& section, const uint32_t* must);
  // Thread t holds the lock, and `must` must have come before. Adds the sections that must be over
  // with what comes before them; true if there was something to add.
  bool wait(ThreadId t, LockId lock, bool shared, uint32_t* must) const;

 private:
  struct Telling {
    uint32_t acquire, release;
    Row must;
  };
  struct Holder {
    SlotId slot;
    bool shared;
    std::vector<Telling> sections;  // in their order
  };

  const ThreadSlots& slots_;
  std::vector<std::vector<Holder>> locks_;
  ClockRows rows_;
};

}  // namespace foreweave
