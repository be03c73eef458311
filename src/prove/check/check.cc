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
class Run {
 public:
  Run(const Trace& trace, const FixedReads& fixed, const Claim& claim, Execution& execution)
      : trace_(trace), fixed_(fixed), claim_(claim), execution_(execution) {
    if (claim.kind != BugKind::null) return;
    null_read_ = claim.happen[1];
    sees_null_ = false;  // a read that is no step cannot see anything but what it saw
  }

  Fault through(const Reordering& witness, uint32_t skipped) {
    const std::vector<uint32_t> as_recorded(trace_.thread_count(), witness.as_recorded());
    Fault fault = go_on(EventId(skipped), EventId(witness.as_recorded()), as_recorded);
    const auto parts = witness.parts();
    for (size_t i = 0; i < parts.size() && !fault;) {
      const size_t end = Reordering::piece_end(parts, i);
      fault = execute(parts.subspan(i, end - i));
      i = end;
    }
    if (!fault && !sees_null_) fault = fmt::format("event {} does not see null", null_read_.value);
    return fault;
  }
  size_t happened() const { return happened_; }  // of the claim's events, in their order

 private:
  // Some threads run on, each up to an event of its own, in the trace's order. If others do much
  // more in that time, the pieces of these are looked for one by one.
  Fault execute(std::span<const Segment> piece) {
    std::vector<uint32_t> ends(trace_.thread_count());
    std::vector<uint32_t> done(trace_.thread_count());
    uint32_t first = UINT32_MAX, last = 0;
    uint64_t events = 0;
    for (const Segment& s : piece) {
      const ThreadEvents mine = trace_.events_of(s.thread);
      done[s.thread.index()] = mine.index_from(EventId(execution_.end(s.thread)));
      ends[s.thread.index()] = mine[s.until - 1].value + 1;
      first = std::min(first, mine[done[s.thread.index()]].value);
      last = std::max(last, ends[s.thread.index()]);
      events += s.until - done[s.thread.index()];
    }
    constexpr uint64_t kMuchMore = 16;
    if (last - first <= kMuchMore * events) return go_on(EventId(first), EventId(last), ends);
    Fault fault;
    for_each_segment_of_piece(trace_, piece, done, [&](const Segment& s) {
      const uint32_t end = trace_.events_of(s.thread)[s.until - 1].value + 1;
      note_happened([&](EventId e) { return trace_.thread(e) == s.thread && e.value < end; });
      fault = execution_.run(s.thread, end, [&](const Step& step) { return is_fixed(step); });
      return !fault;
    });
    return fault;
  }

  Fault go_on(EventId first, EventId last, std::span<const uint32_t> ends) {
    note_happened([&](EventId e) { return e.value < ends[trace_.thread(e).index()]; });
    return execution_.run_in_trace_order(first, last, ends,
                                         [&](const Step& step) { return is_fixed(step); });
  }

  // Those that are in what comes next, which comes in the trace's order.
  template <class IsIn>
  void note_happened(IsIn is_in) {
    for (EventId last(0); happened_ < claim_.happen.size(); ++happened_) {
      const EventId e = claim_.happen[happened_];
      if (!is_in(e) || execution_.happened(e) || e < last) return;
      last = EventId(e.value + 1);
    }
  }

  bool is_fixed(const Step& step) {
    if (step.event == null_read_) sees_null_ = execution_.sees(null_read_, claim_.happen[0]);
    return reads(step.kind) && fixed_.contains(step.event);
  }

  const Trace& trace_;
  const FixedReads& fixed_;
  const Claim& claim_;
  Execution& execution_;
  EventId null_read_;
  bool sees_null_ = true;
  size_t happened_ = 0;
};

// Where the claim's events are when the witness is over.
Fault find_fault_in_place(const Trace& trace, const Claim& claim, size_t happened,
                          const Execution& execution) {
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
  if (facts.fixes() == Fixes::no_read)
    return Error{"the sync model over-approximates: its claims cannot be proved", ""};
  Fault fault = find_bad_segment(trace_, witness);
  if (!fault) fault = find_bad_claim_event(trace_, claim);
  if (!fault) fault = find_misfit(trace_, claim);
  if (!fault && rests_on_unseen(trace_, claim)) fault = "it is about memory that is written unseen";
  if (fault) return Error{*fault, ""};

  // Not beyond an event of the claim: what is asked of these is asked on the way. Nor where reads
  // are fixed one by one.
  const bool skips = facts.fixes() != Fixes::listed_reads;
  const uint32_t limit = skips ? claim.first_event().value : 0;
  witness = witness.compacted(trace_);  // so that all it has of the run's beginning is known
  auto [skipped, execution] = past_.behind(std::min(limit, witness.as_recorded()));
  const FixedReads fixed(trace_, steps_, facts, witness.done(trace_), claim, skipped);
  Run run(trace_, fixed, claim, execution);
  fault = run.through(witness, skipped);
  if (!fault) fault = find_fault_in_place(trace_, claim, run.happened(), execution);
  if (!fault) fault = find_fault_at_end(trace_, claim, execution);
  if (!fault && claim.is_by_memory_order() &&
      happens_before(trace_, witness, claim.happen[0], claim.happen[1]))
    fault = fmt::format("event {} happens before event {}, by the rules of the language",
                        claim.happen[0].value, claim.happen[1].value);
  if (fault) return Error{*fault, ""};
  return Proved(std::move(claim), std::move(witness), facts.model);
}

}  // namespace foreweave
