// m2 and seqcheck as engines: `ask` decides any claim; `scan` decides the races of a trace.
#include "predict/closure/engines.h"

#include "model/order/order_clocks.h"
#include "patterns/kinds/conflict_classes.h"
#include "predict/closure/closure.h"
#include "predict/streaming/site_pairs.h"

namespace foreweave {

namespace {

constexpr uint64_t kNoLimit = UINT64_MAX;

class ClosureEngine final : public Engine {
 public:
  explicit ClosureEngine(EngineInfo engine_info, const ClosureOptions& options = {})
      : info_(engine_info), options_(options) {}

  const EngineInfo& info() const override { return info_; }

  Verdict ask(const TraceFacts& facts, const Claim& claim) const override {
    return deciders(facts)->make()->decide(claim, kNoLimit);
  }

  std::unique_ptr<DeciderFactory> deciders(const TraceFacts& facts) const override {
    return closure_deciders(facts, info_.model, options_);
  }

  ScanStats scan(const TraceFacts& facts, const ScanOptions& options,
                 const SuspectSink& sink) const override {
    const Trace& trace = facts.trace();
    const auto factory = deciders(facts);
    const auto decider = factory->make();
    const ThreadSlots slots(trace);
    ConflictClasses classes(trace, slots);
    const std::vector<uint32_t> nothing_before(slots.count());
    SitePairs pairs(trace, options);
    const auto is_done = [&](SiteId a, SiteId b) { return pairs.is_closed(a, b); };
    for (const EventId e : trace.interacting()) {
      const Kind kind = trace.kind(e);
      if (operand_of(kind) == Operand::lock) classes.lock_event(e);
      if (!is_access(kind) || !trace.may_race(trace.location(e))) continue;
      classes.access(e, nothing_before.data(), is_done, [&](EventId past) {
        if (pairs.is_closed(past, e)) return true;
        if (!pairs.worth_a_try(past, e)) return false;
        const Claim claim = Claim::race(past, e);
        const Verdict verdict = decider->decide(claim, kNoLimit);
        const Feasible* yes = std::get_if<Feasible>(&verdict);
        if (!yes) return false;
        pairs.count(past, e);
        const bool settled = sink({claim, yes->witness, factory->facts().model});
        if (settled) pairs.close(past, e, true);
        return settled;
      });
    }
    return pairs.stats();
  }

 private:
  EngineInfo info_;
  ClosureOptions options_;
};

class ClosureDeciders final : public DeciderFactory {
 public:
  ClosureDeciders(const TraceFacts& known, Model model, const ClosureOptions& options)
      : ClosureDeciders(known, std::make_shared<Shared>(known.trace()),
                        known.under(known.fitting(model)), options) {}

  const EngineInfo& info() const override {
    for (const Engine* engine : closure_engines())
      if (engine->info().model == facts_.model) return engine->info();
    return seqcheck_engine().info();
  }
  ModelFacts facts() const override { return facts_; }
  void prepare() const override { known_.ideals(); }
  std::unique_ptr<DeciderFactory> without_unseen() const override {
    ModelFacts facts = facts_;
    facts.without_unseen = true;
    return std::unique_ptr<DeciderFactory>(new ClosureDeciders(known_, shared_, facts, options_));
  }
  std::unique_ptr<ClaimDecider> make() const override {
    return std::make_unique<ClosureDecider>(known_, shared_->index, shared_->order, standoffs_,
                                            facts_, options_);
  }

 private:
  // What follows from the trace alone.
  struct Shared {
    explicit Shared(const Trace& trace) : index(trace), order(trace) {}
    const ConflictIndex index;
    const TraceOrder order;
  };
  ClosureDeciders(const TraceFacts& known, std::shared_ptr<const Shared> shared,
                  const ModelFacts& facts, const ClosureOptions& options)
      : known_(known), shared_(std::move(shared)), facts_(facts), options_(options) {}

  const TraceFacts& known_;
  const std::shared_ptr<const Shared> shared_;
  mutable StandoffAnswers standoffs_;
  const ModelFacts facts_;
  const ClosureOptions options_;
};

}  // namespace

std::unique_ptr<DeciderFactory> closure_deciders(const TraceFacts& known, Model model,
                                                 const ClosureOptions& options) {
  return std::make_unique<ClosureDeciders>(known, model, options);
}

std::unique_ptr<Engine> with_options(const Engine& closure_engine, const ClosureOptions& options) {
  return std::make_unique<ClosureEngine>(closure_engine.info(), options);
}

const Engine& m2_engine() {
  static const ClosureEngine engine({"m2", "closure", Model::same_write, Yes::sound, No::exact,
                                     "every read sees the same write; exact for two threads", 2});
  return engine;
}

const Engine& seqcheck_engine() {
  static const ClosureEngine engine(
      {"seqcheck", "closure", Model::branch, Yes::sound, No::exact,
       "reads that no branch depends on are free; exact for two threads", 2});
  return engine;
}

std::span<const Engine* const> closure_engines() {
  static const Engine* const kEngines[] = {&m2_engine(), &seqcheck_engine()};
  return kEngines;
}

}  // namespace foreweave
