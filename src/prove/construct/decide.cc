#include "prove/construct/decide.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/interruption.h"
#include "base/parallel.h"

namespace foreweave {

namespace {

// One class, claim by claim.
class ClassTrial {
 public:
  ClassTrial(const Checker& checker, const ModelFacts& facts, ClaimDecider& decider,
             const DecideOptions& options)
      : checker_(checker), facts_(facts), decider_(decider), options_(options) {}

  ClassVerdict run(const ClaimClass& bug) {
    for (const Claim& claim : bug.claims) {
      if (verdict_.work >= options_.budget || is_too_late()) {
        undecided_because(Why::budget);
        break;
      }
      if (try_claim(claim)) return std::move(verdict_);
    }
    // A pattern may keep fewer claims than it saw instances.
    verdict_.claims_left =
        std::max<uint64_t>(bug.instances, bug.claims.size()) - verdict_.claims_tried;
    if (verdict_.claims_left > 0 && !why_) why_ = Why::attempts;
    verdict_.answer = why_ ? ClassVerdict::Answer::undecided : ClassVerdict::Answer::infeasible;
    if (why_) verdict_.why = *why_;
    return std::move(verdict_);
  }

 private:
  bool is_too_late() const {
    if (interruption() != 0) return true;
    return options_.deadline && std::chrono::steady_clock::now() >= *options_.deadline;
  }

  // Whether the class is settled.
  bool try_claim(const Claim& claim) {
    ++verdict_.claims_tried;
    if (is_proposal_accepted(claim)) return true;
    if (verdict_.work >= options_.budget) {
      undecided_because(Why::budget);
      return false;
    }
    Verdict answer = decider_.decide(claim, options_.budget - verdict_.work);
    verdict_.work += decider_.work();
    if (Feasible* yes = std::get_if<Feasible>(&answer)) return accept(claim, *yes);
    if (const Unknown* unknown = std::get_if<Unknown>(&answer)) undecided_because(unknown->why);
    return false;
  }

  // Only for the first claims: where these are refused the others mostly are.
  bool is_proposal_accepted(const Claim& claim) {
    constexpr uint32_t kProposals = 4;
    if (!options_.wants_proposals || verdict_.claims_tried > kProposals) return false;
    ClaimDecider::Proposal proposal = decider_.propose(claim);
    verdict_.work += proposal.work;
    return proposal.witness && is_proved(claim, std::move(*proposal.witness));
  }

  bool accept(const Claim& claim, Feasible& yes) {
    if (is_proved(claim, std::move(yes.witness))) return true;
    ++verdict_.witnesses_refused;
    undecided_because(Why::no_witness);
    return false;
  }

  bool is_proved(const Claim& claim, Reordering witness) {
    Result<Proved> proved = checker_.check(facts_, claim, std::move(witness));
    if (!proved) return false;
    verdict_.answer = ClassVerdict::Answer::proved;
    verdict_.proof = std::move(proved).value();
    return true;
  }

  // The first reason stays, unless the budget ran out: that one the user can do something about.
  void undecided_because(Why why) {
    if (!why_ || why == Why::budget) why_ = why;
  }

  const Checker& checker_;
  const ModelFacts& facts_;
  ClaimDecider& decider_;
  const DecideOptions& options_;
  ClassVerdict verdict_;
  std::optional<Why> why_;
};

// From its first event to its last, in the trace.
uint32_t length_of(const Claim& claim) {
  uint32_t first = UINT32_MAX, last = 0;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) {
      first = std::min(first, e.value);
      last = std::max(last, e.value);
    }
  return last - first + 1;
}

bool is_possible(const ClaimClass& bug, ClaimDecider& decider, const DecideOptions& options) {
  uint64_t work = 0;
  for (const Claim& claim : bug.claims) {
    const bool too_late = options.deadline && std::chrono::steady_clock::now() >= *options.deadline;
    if (work >= options.budget || too_late) return false;
    if (std::holds_alternative<Feasible>(decider.decide(claim, options.budget - work))) return true;
    work += decider.work();
  }
  return false;
}

}  // namespace

std::vector<bool> find_possible(std::span<const ClaimClass> classes, const DeciderFactory& engine,
                                const DecideOptions& options) {
  std::vector<uint8_t> possible(classes.size());
  std::vector<std::unique_ptr<ClaimDecider>> deciders(options.jobs);
  for_each_piece(classes.size(), options.jobs, [&](unsigned worker, size_t i) {
    if (!deciders[worker]) deciders[worker] = engine.make();
    possible[i] = is_possible(classes[i], *deciders[worker], options);
  });
  return {possible.begin(), possible.end()};
}

std::vector<ClassVerdict> decide_classes(const Checker& checker,
                                         std::span<const ClaimClass> classes,
                                         const DeciderFactory& engine, const DecideOptions& given) {
  std::vector<ClassVerdict> verdicts(classes.size());
  if (classes.empty()) return verdicts;
  // What proposals need takes a pass over the trace, about as long as deciding a claim of so many
  // events.
  constexpr size_t kEventsOfAPass = 20'000;
  DecideOptions options = given;
  options.wants_proposals = classes.size() * kEventsOfAPass >= checker.trace().size();
  const ModelFacts facts = engine.facts();
  std::vector<std::unique_ptr<ClaimDecider>> deciders(options.jobs);
  if (options.meter) options.meter->start(classes.size());
  // What may take long first: if it comes last it keeps one thread busy alone. Those are classes
  // with many claims, or with claims whose events are far apart.
  std::vector<size_t> order(classes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto weight = [&](size_t i) {
    return classes[i].claims.size() * uint64_t{length_of(classes[i].claims.front())};
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weight(a) > weight(b); });
  for_each_piece(classes.size(), options.jobs, [&](unsigned worker, size_t piece) {
    const size_t i = order[piece];
    if (!deciders[worker]) deciders[worker] = engine.make();
    const auto start = std::chrono::steady_clock::now();
    verdicts[i] = ClassTrial(checker, facts, *deciders[worker], options).run(classes[i]);
    verdicts[i].seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (options.meter) options.meter->advance();
  });
  return verdicts;
}

}  // namespace foreweave
