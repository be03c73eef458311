// Decides claims of any kind by closure: closing.h finds what must happen and in which order,
// linearise.h makes a witness of it. One procedure for every model (engines m2, seqcheck).
//
// Sound: a Feasible's witness is accepted by prove/check. Infeasible means that rules which hold in
// every reordering contradict each other, and is right for any number of threads; with two threads
// there is always an answer. With more, Unknown means "not decided".
//
// A claim is first tried in a narrow window around its events and then in wider ones, so that the
// cost depends on how far apart they are and not on the length of the trace.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "model/facts/trace_facts.h"
#include "predict/closure/closing.h"
#include "predict/closure/cone/conflict_index.h"
#include "predict/closure/linearise.h"
#include "predict/closure/trace_order.h"
#include "predict/closure/waiting_runs.h"
#include "predict/decider.h"

namespace foreweave {

struct ClosureOptions {
  uint32_t margin = 64;         // events on either side of the claim, to begin with
  uint32_t near = 8;            // in a thin window, to begin with
  uint32_t whole_up_to = 8192;  // a trace of this length is taken whole at once
};

class ClosureDecider final : public ClaimDecider {
 public:
  // Keeps references.
  ClosureDecider(const TraceFacts& known, const ConflictIndex& index, const TraceOrder& trace_order,
                 StandoffAnswers& standoff_answers, const ModelFacts& facts,
                 const ClosureOptions& options)
      : known_(known),
        trace_(known.trace()),
        index_(index),
        trace_order_(trace_order),
        facts_(facts),
        options_(options),
        closing_(trace_, index_, facts_),
        lineariser_(trace_, index_),
        standoffs_(trace_, index_),
        standoff_answers_(standoff_answers),
        waiting_(trace_, index_, trace_order_) {}

  Verdict decide(const Claim& claim, uint64_t budget) override;
  Proposal propose(const Claim& claim) override;
  uint64_t work() const override { return work_; }

 private:
  enum class Shape : uint8_t { fine, impossible, unknown };
  Shape shape_of(const Claim& claim) const;
  bool waits_in_a_circle(const Claim& claim) const;

  std::optional<Reordering> let_one_wait(const Claim& claim);
  bool is_free_of_what_is_used(EventId free, EventId use) const;
  bool is_refuted_by_standoff(const Claim& claim);
  bool is_refuted_thinly(const Claim& claim, uint32_t margin);
  uint32_t near() const;
  std::optional<Verdict> decide_in(uint32_t first, uint32_t end, const Claim& claim);
  std::optional<Reordering> find_witness(const Claim& claim);
  std::optional<Reordering> linearise(const Claim& claim);
  Reordering witness(const std::vector<EventId>& order, const Claim& claim) const;

  // Choices that the rules leave open, made as the trace made them. False: a contradiction.
  bool settle();
  bool settle_try(EventId e);
  std::vector<EventId> possible_partners(EventId e) const;
  EventId holder_in_trace(EventId failed_try) const;
  bool is_taken(EventId post) const;
  bool pair_up(EventId e, EventId partner);
  std::vector<EventId> empty_moments(EventId failed_try) const;
  bool put_among_operations(EventId failed_try, EventId next);
  bool settle_open_sections();
  bool close_open_sections();
  bool order_conflicts(bool one_by_one);
  bool choose(EventId a, EventId b, EventId otherwise_a, EventId otherwise_b, bool one_by_one);
  // While closing_ is at this claim.
  bool has_budget() const { return work_ + closing_.work() < budget_; }

  const TraceFacts& known_;
  const Trace& trace_;
  const ConflictIndex& index_;
  const TraceOrder& trace_order_;
  const ModelFacts facts_;
  const ClosureOptions options_;
  Window window_;
  Closing closing_;
  Lineariser lineariser_;
  const Standoffs standoffs_;
  StandoffAnswers& standoff_answers_;
  WaitingRuns waiting_;
  // Chosen for tries and waits that several threads could serve, in this attempt.
  std::vector<std::pair<EventId, EventId>> partners_;
  uint64_t budget_ = 0, work_ = 0;
};

// Under the model, or the one that fits the trace instead.
std::unique_ptr<DeciderFactory> closure_deciders(const TraceFacts& known, Model model,
                                                 const ClosureOptions& options = {});

}  // namespace foreweave
