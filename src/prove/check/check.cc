#include "prove/check/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "prove/check/claim_shape.h"
#include "prove/check/execution.h"
#include "prove/check/fixed_reads.h"

namespace foreweave {

namespace {

using Fault = std::optional<std::string>;

// Rule 1: segments name threads of the trace, go forward and end within their thread.
Fault find_bad_segment(const Trace& trace, const Reordering& witness, std::vector<uint32_t>& done) {
  done.assign(trace.thread_count(), 0);
  for (const Segment& s : witness.segments()) {
    if (s.thread.index() >= done.size())
      return fmt::format("the trace lacks thread number {} of the witness", s.thread.value);
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

// How many of the claim's events were met in their order so far.
class Happening {
 public:
  Happening(const Trace& trace, const Claim& claim) : trace_(trace), events_(claim.happen) {}

  // The events of the thread from number `from` up to but excluding `end` are executed.
  void pass(ThreadId t, uint32_t from, uint32_t end) {
    for (; met_ < events_.size(); ++met_) {
      const EventId e = events_[met_];
      if (trace_.thread(e) != t || e.value < from || e.value >= end) return;
      from = e.value + 1;
    }
  }
  size_t met() const { return met_; }

 private:
  const Trace& trace_;
  std::span<const EventId> events_;
  size_t met_ = 0;
};

// Executes the witness; rules 2 to 6, and the order of claim.happen.
Fault run(const Trace& trace, const Steps& steps, const FixedReads& fixed, const Claim& claim,
          const Reordering& witness, Execution& execution) {
  Happening happening(trace, claim);
  const EventId null_read = claim.kind == BugKind::null ? claim.happen[1] : EventId::none();
  std::vector<size_t> next_step(trace.thread_count());
  for (const Segment& s : witness.segments()) {
    const std::span<const Step> mine = steps.of(s.thread);
    const uint32_t end = trace.events_of(s.thread)[s.until - 1].value + 1;
    size_t& at = next_step[s.thread.index()];
    for (; at < mine.size() && mine[at].event.value < end; ++at) {
      const Step& step = mine[at];
      happening.pass(s.thread, execution.end(s.thread), step.event.value + 1);
      if (step.event == null_read && !execution.sees(step.event, claim.happen[0]))
        return fmt::format("event {} does not see null", step.event.value);
      const bool sees_the_same = reads(step.kind) && fixed.contains(step.event);
      if (Fault fault = execution.execute(s.thread, step, sees_the_same)) return fault;
    }
    happening.pass(s.thread, execution.end(s.thread), end);
    execution.run_on(s.thread, end);
  }
  const size_t happened = happening.met();
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
  std::vector<uint32_t> done;
  Fault fault = find_bad_segment(trace_, witness, done);
  if (!fault) fault = find_bad_claim_event(trace_, claim);
  if (!fault) fault = find_misfit(trace_, claim);
  if (fault) return Error{*fault, ""};

  const FixedReads fixed(trace_, steps_, facts, done, claim);
  Execution execution(trace_);
  fault = run(trace_, steps_, fixed, claim, witness, execution);
  if (!fault) fault = find_fault_at_end(trace_, claim, execution);
  if (fault) return Error{*fault, ""};
  return Proved(std::move(claim), std::move(witness), facts.model);
}

Result<Proved> check_witness(const Trace& trace, const ModelFacts& facts, Claim claim,
                             Reordering witness) {
  return Checker(trace).check(facts, std::move(claim), std::move(witness));
}

}  // namespace foreweave
