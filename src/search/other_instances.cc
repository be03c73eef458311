#include "search/other_instances.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "report/findings/bug_identity.h"

namespace foreweave {

namespace {

// The candidates of the bug's kind that are the same bug, and who decides them.
class Instances {
 public:
  Instances(const TraceFacts& facts, const Plan& plan, const RunOptions& options,
            const Proved& proved)
      : facts_(facts), trace_(facts.trace()), budget_(options.budget), checker_(trace_) {
    Plan fitted = plan;
    fit_to_trace(fitted, facts, registry());
    const BugKind kind = proved.claim().kind;
    for (const PlannedEngine& engine : fitted.engines)
      if (engine.decider &&
          std::find(engine.kinds.begin(), engine.kinds.end(), kind) != engine.kinds.end()) {
        factory_ = engine.decider->open(facts, engine.model);
        find_claims(engine.model, options, proved);
      }
    if (factory_) decider_ = factory_->make();
  }

  std::optional<Proved> next() {
    while (decider_ && at_ < claims_.size()) {
      const Claim& claim = claims_[at_++];
      const Verdict verdict = decider_->decide(claim, budget_);
      const auto* feasible = std::get_if<Feasible>(&verdict);
      if (!feasible) continue;
      Result<Proved> proved = checker_.check(factory_->facts(), claim, feasible->witness);
      if (proved) return std::move(proved).value();
    }
    return std::nullopt;
  }

 private:
  void find_claims(Model model, const RunOptions& options, const Proved& proved) {
    const std::string key = bug_key(trace_, proved.claim());
    for (const Pattern& pattern : registry().patterns) {
      if (pattern.kind != proved.claim().kind) continue;
      for (const Search search : pattern.searches) {
        const Candidates candidates = search(trace_,
                                             {.model = model,
                                              .claims_per_class = options.scan_attempts(),
                                              .local_distance = options.local_distance,
                                              .forgive = !options.all_interruptions,
                                              .orders = &facts_.certain_orders()},
                                             options.orders);
        for (const ClaimClass& bug : candidates.classes)
          for (const Claim& claim : bug.claims)
            if (claim != proved.claim() && bug_key(trace_, claim) == key) claims_.push_back(claim);
      }
    }
  }

  const TraceFacts& facts_;
  const Trace& trace_;
  uint64_t budget_;
  Checker checker_;
  std::unique_ptr<DeciderFactory> factory_;
  std::unique_ptr<ClaimDecider> decider_;
  std::vector<Claim> claims_;
  size_t at_ = 0;
};

}  // namespace

std::function<std::optional<Proved>()> other_instances(const TraceFacts& facts, const Plan& plan,
                                                       const RunOptions& options,
                                                       const Proved& proved) {
  auto instances = std::make_shared<std::unique_ptr<Instances>>();
  return [&, instances]() -> std::optional<Proved> {
    if (!*instances) *instances = std::make_unique<Instances>(facts, plan, options, proved);
    return (*instances)->next();
  };
}

}  // namespace foreweave
