#include "prove/check/check.h"

#include <fmt/format.h>

#include <algorithm>

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
      return fmt::format("the witness runs thread number {}, which the trace lacks", s.thread.value);
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
  std::vector<size_t> next_step(trace.thread_count());
  for (const Segment& s : witness.segments()) {
    const std::span<const Step> mine = steps.of(s.thread);
    const uint32_t end = trace.events_of(s.thread)[s.until - 1].value + 1;
    size_t& at = next_step[s.thread.index()];
    for (; at < mine.size() && mine[at].event.value < end; ++at) {
      const Step& step = mine[at];
      happening.pass(s.thread, execution.end(s.thread), step.event.value + 1);
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

Fault find_race_fault(const Trace& trace, const Claim& claim, const Execution& execution) {
  if (!claim.happen.empty() || claim.pending.size() != 2)
    return "a race is two pending events and nothing else";
  if (!is_race_pair(trace, claim.pending[0], claim.pending[1]))
    return "the two events are no conflicting accesses of two threads";
  for (const EventId e : claim.pending)
    if (Fault fault = execution.not_alive(e)) return fault;
  return std::nullopt;
}

Fault find_deadlock_fault(const Trace& trace, const Claim& claim, const Execution& execution) {
  const size_t n = claim.pending.size();
  if (!claim.happen.empty() || n < 2) return "a deadlock is two or more pending acquires";
  for (size_t i = 0; i < n; ++i) {
    const EventId e = claim.pending[i], next = claim.pending[(i + 1) % n];
    if (!acquires_lock(trace.kind(e))) return fmt::format("event {} is no acquire", e.value);
    if (Fault fault = execution.not_alive(e)) return fault;
    if (!execution.keeps_out(trace.thread(next), trace.lock(e), trace.kind(e)))
      return fmt::format("event {} waits for a lock that thread {} does not hold", e.value,
                         trace.thread_name(trace.thread(next)));
  }
  return std::nullopt;
}

Fault find_free_fault(const Trace& trace, const Claim& claim, const Execution& execution) {
  if (claim.happen.size() != 1 || claim.pending.size() != 1)
    return "a use after free is one free that happens and one pending event";
  const EventId free = claim.happen[0], use = claim.pending[0];
  if (trace.kind(free) != Kind::free || !trace.object(free).exists())
    return fmt::format("event {} frees no known object", free.value);
  const ObjectId object = trace.object(free);
  const bool second_free = claim.kind == BugKind::double_free;
  const bool fits = second_free
                        ? trace.kind(use) == Kind::free && trace.object(use) == object
                        : is_access(trace.kind(use)) && trace.location_of(use).object == object;
  if (!fits) return fmt::format("event {} does not touch the freed object", use.value);
  if (!execution.freed(object)) return "the object is not freed";
  return std::nullopt;
}

Fault find_fault_of_kind(const Trace& trace, const Claim& claim, const Execution& execution) {
  switch (claim.kind) {
    case BugKind::race: return find_race_fault(trace, claim, execution);
    case BugKind::deadlock: return find_deadlock_fault(trace, claim, execution);
    case BugKind::use_after_free:
    case BugKind::double_free: return find_free_fault(trace, claim, execution);
    case BugKind::order:
      if (claim.happen.size() < 2) return "an order violation is two or more events";
      return std::nullopt;
    case BugKind::atomicity:
    case BugKind::null:
      return fmt::format("claims of kind {} cannot be checked", name(claim.kind));
  }
  return "a claim of unknown kind";
}

}  // namespace

Result<Proved> Checker::check(const ModelFacts& facts, Claim claim, Reordering witness) const {
  if (facts.model == Model::sync)
    return Error{"the sync model over-approximates: its claims cannot be proved", ""};
  std::vector<uint32_t> done;
  Fault fault = find_bad_segment(trace_, witness, done);
  if (!fault) fault = find_bad_claim_event(trace_, claim);
  if (fault) return Error{*fault, ""};

  const FixedReads fixed(trace_, facts, done, claim.pending);
  Execution execution(trace_);
  fault = run(trace_, steps_, fixed, claim, witness, execution);
  if (!fault) fault = find_fault_of_kind(trace_, claim, execution);
  if (fault) return Error{*fault, ""};
  return Proved(std::move(claim), std::move(witness), facts.model);
}

Result<Proved> check_witness(const Trace& trace, const ModelFacts& facts, Claim claim,
                             Reordering witness) {
  return Checker(trace).check(facts, std::move(claim), std::move(witness));
}

}  // namespace foreweave
