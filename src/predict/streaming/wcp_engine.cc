// Weak causal precedence (Kini, Mathur, Viswanathan, PLDI 2017).
//
// Happens-before orders every two sections of a lock. WCP orders them only as far as what happens
// inside asks for it:
//   (a) a release comes before an access of a later section of its lock (by another thread) that
//       conflicts with an access of its own section;
//   (b) a release comes before the release of a later section of its lock if something of its
//       section comes before something of that section;
//   (c) happens-before in front of or behind WCP is WCP.
// The first unordered conflicting pair shows a race or a deadlock; that is all the theorem says, so
// every suspect here needs a witness from prove/construct.
//
// Where we differ from the paper's algorithm: one list of sections a lock with a cursor a thread
// instead of a queue for each pair; rule (a) looks up, per cell and lock, each *other* thread's
// latest conflicting section; shared sections, which may overlap, are ordered only against
// exclusive ones; fork, join and the other must-edges order by themselves without becoming WCP.
// Exercised by tests/agree and tests/golden.
#include "predict/streaming/engine_list.h"
#include "predict/streaming/section_engine.h"

namespace foreweave {

namespace {

class WcpOrder final : public SectionOrder {
 public:
  explicit WcpOrder(const Trace& trace) : SectionOrder(trace, true) {}

 private:
  void sections_touch(ThreadId t, SectionId, SectionId before) override { order_after(t, before); }
};

class WcpEngine final : public SectionEngine {
 public:
  WcpEngine()
      : SectionEngine({"wcp", "streaming clocks", Model::same_write, Yes::first_only, No::nothing,
                       "weak causal precedence: sections ordered by their conflicts"}) {}

 private:
  std::unique_ptr<SectionOrder> make_order(const Trace& trace) const override {
    return std::make_unique<WcpOrder>(trace);
  }
};

}  // namespace

const Engine& wcp_engine() {
  static const WcpEngine engine;
  return engine;
}

}  // namespace foreweave
