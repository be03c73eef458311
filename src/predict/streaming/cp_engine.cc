// Causal precedence (Smaragdakis, Evans, Sadowski, Yi, Flanagan, POPL 2012).
//
// Like WCP, but whole sections are ordered: if two sections of a lock conflict, or something of the
// first is CP-before something of the second, then the first one's release comes before the second
// one's *acquire*. So what happens late in a section orders events that came before it, and no
// single pass can know. The paper solves it with Datalog in windows of the trace. We repeat a
// streaming pass over the whole trace: each pass collects which sections must wait for which, and
// the next one starts with that knowledge, until a pass learns nothing (the least fixpoint, since
// the knowledge only grows). Two or three passes are usual.
//
// CP orders more than WCP, so it finds fewer races; a suspect needs a witness as there.
// Exercised by tests/agree and tests/golden.
#include <algorithm>

#include "predict/streaming/engine_list.h"
#include "predict/streaming/section_engine.h"

namespace foreweave {

namespace {

// By section: earlier sections of its lock, at most one a slot (its latest), whose releases are
// CP-before its acquire.
using Waits = std::vector<std::vector<SectionId>>;

class CpOrder final : public SectionOrder {
 public:
  CpOrder(const Trace& trace, Waits waits) : SectionOrder(trace, false), waits_(std::move(waits)) {}

  bool learned() const { return learned_; }
  Waits take_waits() { return std::move(waits_); }

 private:
  void section_opens(ThreadId t, SectionId opened) override {
    if (waits_.size() <= opened) waits_.resize(opened + 1);
    slot_of_.resize(waits_.size());
    slot_of_[opened] = slots().of(t);
    for (const SectionId before : waits_[opened]) order_after(t, before);
  }

  void sections_touch(ThreadId t, SectionId later, SectionId before) override {
    order_after(t, before);
    for (SectionId& known : waits_[later]) {
      if (slot_of_[known] != slot_of_[before]) continue;
      if (known >= before) return;
      known = before;
      learned_ = true;
      return;
    }
    waits_[later].push_back(before);
    learned_ = true;
  }

  Waits waits_;
  std::vector<SlotId> slot_of_;  // by section
  bool learned_ = false;
};

class CpEngine final : public SectionEngine {
 public:
  CpEngine()
      : SectionEngine({"cp", "streaming clocks, repeated", Model::same_write, Yes::first_only,
                       No::nothing, "causal precedence: conflicting sections ordered whole"}) {}

 private:
  std::unique_ptr<SectionOrder> make_order(const Trace& trace) const override {
    Waits waits;
    for (;;) {
      CpOrder pass(trace, std::move(waits));
      for (const EventId e : trace.interacting()) {
        pass.step(e);
        if (is_access(trace.kind(e))) pass.after_access(e);
      }
      const bool learned = pass.learned();
      waits = pass.take_waits();
      if (!learned) break;
    }
    return std::make_unique<CpOrder>(trace, std::move(waits));
  }
};

}  // namespace

const Engine& cp_engine() {
  static const CpEngine engine;
  return engine;
}

}  // namespace foreweave
