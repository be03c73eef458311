#include "toy_registry.h"

#include <algorithm>
#include <map>

#include "predict/streaming/engines.h"

namespace foreweave {

namespace {

// Everything of the pending events' threads before them; of the others, everything before the last
// event that is to happen.
class PrefixDecider : public ClaimDecider {
 public:
  explicit PrefixDecider(const Trace& trace) : trace_(trace) {}

  Verdict decide(const Claim& claim, uint64_t budget) override {
    work_ = 10;
    if (budget < work_) return Unknown{Why::budget};
    std::vector<uint32_t> done(trace_.thread_count());
    for (const EventId e : claim.happen) done[trace_.thread(e).index()] = index(e) + 1;
    for (const EventId e : claim.pending) done[trace_.thread(e).index()] = index(e);
    return Feasible{Reordering::in_trace_order(trace_, done)};
  }
  uint64_t work() const override { return work_; }

 private:
  uint32_t index(EventId e) const { return trace_.events_of(trace_.thread(e)).index_from(e); }

  const Trace& trace_;
  uint64_t work_ = 0;
};

class PrefixDeciders : public DeciderFactory {
 public:
  PrefixDeciders(const Trace& trace, const ModelFacts& facts) : trace_(trace), facts_(facts) {}
  const EngineInfo& info() const override { return info_; }
  ModelFacts facts() const override { return facts_; }
  std::unique_ptr<ClaimDecider> make() const override {
    return std::make_unique<PrefixDecider>(trace_);
  }

 private:
  const Trace& trace_;
  ModelFacts facts_;
  EngineInfo info_{.name = "prefix", .procedure = "toy", .summary = "for tests"};
};

std::unique_ptr<DeciderFactory> open(const TraceFacts& facts, Model model) {
  return std::make_unique<PrefixDeciders>(facts.trace(), facts.under(model));
}

Candidates all_conflicting_pairs(const Trace& trace, const PatternOptions& options,
                                 std::span<const SiteSequence>) {
  std::map<std::pair<SiteId, SiteId>, ClaimClass> classes;
  for (uint32_t b = 0; b < trace.size(); ++b) {
    for (uint32_t a = 0; a < b; ++a) {
      if (!is_access(trace.kind(EventId(a))) || !is_access(trace.kind(EventId(b)))) continue;
      if (!is_race_pair(trace, EventId(a), EventId(b))) continue;
      ClaimClass& bug = classes[std::minmax(trace.site(EventId(a)), trace.site(EventId(b)))];
      ++bug.instances;
      if (bug.claims.size() < options.claims_per_class)
        bug.claims.push_back(Claim::race(EventId(a), EventId(b)));
    }
  }
  Candidates candidates;
  for (auto& [sites, bug] : classes) candidates.classes.push_back(std::move(bug));
  return candidates;
}

Candidates no_deadlocks(const Trace&, const PatternOptions&, std::span<const SiteSequence>) {
  return {{}, 3};
}

Candidates first_events(const Trace& trace, const PatternOptions&,
                        std::span<const SiteSequence> orders) {
  Candidates candidates;
  for (const SiteSequence& order : orders) {
    Claim claim{BugKind::order, {}, {}};
    for (const std::vector<SiteId>& step : order) {
      uint32_t e = 0;
      while (std::find(step.begin(), step.end(), trace.site(EventId(e))) == step.end()) ++e;
      claim.happen.push_back(EventId(e));
    }
    candidates.classes.push_back({BugKind::order, {}, {claim}, 1});
  }
  return candidates;
}

}  // namespace

const Registry& toy_registry() {
  static const DecidingEngine deciders[] = {
      {{.name = "exact", .procedure = "toy", .model = Model::same_write, .summary = "for tests"},
       open},
      {{.name = "loose", .procedure = "toy", .model = Model::branch, .summary = "for tests"}, open},
  };
  static const Pattern patterns[] = {{BugKind::race, {all_conflicting_pairs}},
                                     {BugKind::deadlock, {no_deadlocks}},
                                     {BugKind::order, {first_events}}};
  static const Registry toys{streaming_engines(), deciders, patterns};
  return toys;
}

}  // namespace foreweave
