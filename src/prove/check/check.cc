#include "prove/check/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "prove/check/claim_shape.h"
#include "prove/check/execution.h"
#include "prove/check/fixed_reads.h"
#include "prove/check/language_order.h"

namespace foreweave {

namespace {

using Fault = std::optional<std::string>;

// Rule 1: what is as recorded lies within the trace; segments name threads of the trace, go forward
// and end within their thread; and a piece has one a thread.
Fault find_bad_segment(const Trace& trace, const Reordering& witness) {
  if (witness.as_recorded() > trace.size())
    return fmt::format("the witness takes {} events as recorded, more than there are",
                       witness.as_recorded());
  std::vector<uint32_t> done(trace.thread_count());
  for (uint32_t t = 0; t < done.size() && witness.as_recorded() > 0; ++t)
    done[t] = trace.events_of(ThreadId(t)).index_from(EventId(witness.as_recorded()));
  std::vector<size_t> last_piece(done.size());  // that has the thread
  size_t piece = 1;
  for (const Segment& s : witness.parts()) {
    if (s.thread.index() >= done.size())
      return fmt::format("the trace lacks thread number {} of the witness", s.thread.value);
    if (std::exchange(last_piece[s.thread.index()], piece) == piece)
      return fmt::format("a piece of the witness has thread {} twice", trace.thread_name(s.thread));
    piece += !s.with_next;
    uint32_t& at = done[s.thread.index()];
    if (s.until <= at)
      return fmt::format("the witness runs thread {} up to its event {}, where it already was",
                         trace.thread_name(s.thread), s.until);
    if (s.until > trace.events_of(s.thread).size())
      return fmt::format("the witness runs thread {} beyond its last event",
                         trace.thread_name(s.thread));
    at = s.until;
  }
  return std::nullopt;
}

// The claim's events exist, and no two pending ones are of one thread.
Fault find_bad_claim_event(const Trace& trace, const Claim& claim) {
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events)
      if (e.index() >= trace.size())
        return fmt::format("the claim names event {}, which the trace lacks", e.value);
  for (size_t i = 0; i < claim.pending.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (trace.thread(claim.pending[i]) == trace.thread(claim.pending[j]))
        return "two pending events of the claim are of one thread";
  return std::nullopt;
}

// Executes the witness, but for the first `skipped` events of the run, which `execution` has
// executed; rules 2 to 6, and the order of claim.happen.
Fault run(const Trace& trace, const FixedReads& fixed, const Claim& claim,
          const Reordering& witness, uint32_t skipped, Execution& execution) {
  size_t happened = 0;  // of the claim's events, in their order
  const EventId null_read = claim.kind == BugKind::null ? claim.happen[1] : EventId::none();
  bool sees_null = true;
  Fault fault;
  const auto execute = [&](const Segment& s) {
    const uint32_t end = trace.events_of(s.thread)[s.until - 1].value + 1;
    for (uint32_t from = execution.end(s.thread); happened < claim.happen.size(); ++happened) {
      const EventId e = claim.happen[happened];
      if (trace.thread(e) != s.thread || e.value < from || e.value >= end) break;
      from = e.value + 1;
    }
    fault = execution.run(s.thread, end, [&](const Step& step) {
      if (step.event == null_read) sees_null = execution.sees(null_read, claim.happen[0]);
      return reads(step.kind) && fixed.contains(step.event);
    });
    if (!sees_null) fault = fmt::format("event {} does not see null", null_read.value);
    return !fault;
  };
  witness.for_each_segment(trace, execute, skipped);
  if (fault) return fault;
  if (happened < claim.happen.size())
    return fmt::format("event {} of the claim does not happen in its place",
                       claim.happen[happened].value);
  for (const EventId e : claim.pending) {
    const ThreadEvents events = trace.events_of(trace.thread(e));
    const uint32_t next = events.index_from(EventId(execution.end(trace.thread(e))));
    if (next == events.size() || events[next] != e)
      return fmt::format("event {} of the claim is not the next event of its thread", e.value);
    const EventId fork = trace.fork_of(trace.thread(e));
    if (fork.exists() && !execution.happened(fork))
      return fmt::format("event {} of the claim is of a thread not yet created", e.value);
  }
  return std::nullopt;
}

// Nothing at the address is left for a second free.
Fault find_live_object(const Trace& trace, const Claim& claim, const Execution& execution) {
  const EventId second = claim.pending[0];
  bool there = execution.happened(trace.partner(second));
  for (const EventId f : frees_before(trace, second))
    there |= !f.exists() || !execution.happened(f);
  if (!there) return std::nullopt;
  return fmt::format("event {} may free an object that is there", second.value);
}

Fault find_free_lock(const Trace& trace, const Claim& claim, const Execution& execution) {
  const size_t n = claim.pending.size();
  for (size_t i = 0; i < n; ++i) {
    const EventId e = claim.pending[i], next = claim.pending[(i + 1) % n];
    if (!execution.keeps_out(trace.thread(next), trace.lock(e), trace.kind(e)))
      return fmt::format("event {} waits for a lock that thread {} does not hold", e.value,
                         trace.thread_name(trace.thread(next)));
  }
  return std::nullopt;
}

// What a kind asks of the end of the reordering, beyond what happened and is pending.
Fault find_fault_at_end(const Trace& trace, const Claim& claim, const Execution& execution) {
  if (claim.kind == BugKind::double_free) return find_live_object(trace, claim, execution);
  if (claim.kind != BugKind::race && claim.kind != BugKind::deadlock) return std::nullopt;
  for (const EventId e : claim.pending)
    if (Fault fault = execution.not_alive(e)) return fault;
  return claim.kind == BugKind::deadlock ? find_free_lock(trace, claim, execution) : std::nullopt;
}

}  // namespace

Result<Proved> Checker::check(const ModelFacts& facts, Claim claim, Reordering witness) const {
  if (facts.model == Model::sync)
    return Error{"the sync model over-approximates: its claims cannot be proved", ""};
  Fault fault = find_bad_segment(trace_, witness);
  if (!fault) fault = find_bad_claim_event(trace_, claim);
  if (!fault) fault = find_misfit(trace_, claim);
  if (!fault && rests_on_unseen(trace_, claim)) fault = "it is about memory that is written unseen";
  if (fault) return Error{*fault, ""};

  // Not beyond an event of the claim: what is asked of these is asked on the way. Nor where reads
  // are fixed one by one.
  const bool skips = facts.model != Model::dependence;
  const uint32_t limit = skips ? claim.first_event().value : 0;
  witness = witness.compacted(trace_);  // so that all it has of the run's beginning is known
  const auto [skipped, past] = past_.within(std::min(limit, witness.as_recorded()));
  const FixedReads fixed(trace_, steps_, facts, witness.done(trace_), claim, past->steps_done());
  Execution execution = *past;
  fault = run(trace_, fixed, claim, witness, skipped, execution);
  if (!fault) fault = find_fault_at_end(trace_, claim, execution);
  if (!fault && claim.is_by_memory_order() &&
      happens_before(trace_, witness, claim.happen[0], claim.happen[1]))
    fault = fmt::format("event {} happens before event {}, by the rules of the language",
                        claim.happen[0].value, claim.happen[1].value);
  if (fault) return Error{*fault, ""};
  return Proved(std::move(claim), std::move(witness), facts.model);
}

}  // namespace foreweave
