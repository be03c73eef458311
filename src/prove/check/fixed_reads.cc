#include "prove/check/fixed_reads.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

FixedReads::FixedReads(const Trace& trace, const Steps& steps, const ModelFacts& facts,
                       std::span<const uint32_t> done, const Claim& claim, uint32_t past)
    : trace_(trace), facts_(facts), done_(done.begin(), done.end()) {
  for (uint32_t t = 0; t < done_.size(); ++t) {
    const ThreadEvents events = trace.events_of(ThreadId(t));
    undone_.push_back(done_[t] < events.size() ? events[done_[t]] : EventId::none());
  }
  if (claim.kind == BugKind::null) null_read_ = claim.happen[1];
  if (facts.fixes() == Fixes::earlier_reads ||
      (facts.fixes() == Fixes::every_read && null_read_.exists())) {
    fix_before_decisions(claim);
    follow_fixed_reads(steps, EventId(past));
  }
  if (facts.fixes() == Fixes::listed_reads) fix_by_dependences(claim);
}

bool FixedReads::contains_by_facts(EventId read) const {
  if (facts_.fixes() == Fixes::no_read) return false;
  if (facts_.fixes() == Fixes::listed_reads) return fixed_[read.index()];
  const ThreadId t = trace_.thread(read);
  return read < end_[t.index()] || (t == all_but_null_read_ && read != null_read_);
}

// What a decision may depend on lies before it in its thread, or is its own read: the fixed reads
// of a thread are those before some point. A fixed read that saw a write moves the point of the
// writing thread to that write: its value was computed from what that thread had read.
void FixedReads::fix_before_decisions(const Claim& claim) {
  end_.assign(trace_.thread_count(), EventId(0));
  for (uint32_t t = 0; t < end_.size(); ++t) {
    const auto events = trace_.events_of(ThreadId(t));
    for (auto i = events.at(done_[t]); i != events.begin() && end_[t] == EventId(0);)
      if (trace_.decides(*--i)) end_[t] = EventId((*i).value + trace_.decides_on_own_read(*i));
    const bool reads_are_fixed = facts_.fixes() == Fixes::every_read;
    if (reads_are_fixed && ThreadId(t) != trace_.thread(null_read_)) end_[t] = undone_[t];
  }
  for (const EventId e : claim.pending) {
    const ThreadId t = trace_.thread(e);
    if (null_read_.exists()) {
      if (trace_.decides(e) || facts_.fixes() == Fixes::every_read) all_but_null_read_ = t;
    } else if (trace_.decides(e)) {
      end_[t.index()] = undone_[t.index()];
    }
  }
  if (null_read_.exists()) raise_end(claim.happen[0]);  // what it writes must be null
}

// The reads that the write's value may depend on are fixed. True if some were not.
bool FixedReads::raise_end(EventId write) {
  EventId& end = end_[trace_.thread(write).index()];
  if (write < end) return false;
  const uint32_t own = reads(trace_.kind(write)) ? 1 : 0;  // an update reads, too
  const EventId raised =
      std::min(EventId(write.value + own), undone_[trace_.thread(write).index()]);
  if (raised <= end) return false;
  end = raised;
  return true;
}

bool FixedReads::follow(const Step& read, ThreadId but) {
  if (!reads(read.kind)) return false;
  const auto follow_to = [&](EventId write) {
    return write.exists() && trace_.thread(write) != but && raise_end(write);
  };
  if (read.plain) return follow_to(read.seen);
  bool raised = false;
  for (uint32_t k = 0; k < trace_.location_of(read.event).cell_count; ++k)
    raised |= follow_to(trace_.seen_write(read.event, k));
  return raised;
}

// Only steps are looked at: a read that is none saw a write of its own thread, before it, or none.
// What the thread of a null read reads back of its own does not fix what it was computed from.
void FixedReads::follow_fixed_reads(const Steps& steps, EventId past) {
  std::vector<EventId> followed(end_.size(), past);  // of each thread, up to there
  if (const ThreadId t = all_but_null_read_; t.exists())
    steps.for_each_of(t, past, undone_[t.index()], [&](EventId e) {
      if (e != null_read_) follow(steps.of(e), t);
      return true;
    });
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < end_.size(); ++t) {
      const EventId from = followed[t], end = end_[t];
      if (end <= from) continue;
      followed[t] = end;
      steps.for_each_of(ThreadId(t), from, end, [&](EventId e) {
        changed |= follow(steps.of(e));
        return true;
      });
      changed |= end_[t] != end;
    }
  }
}

void FixedReads::fix_by_dependences(const Claim& claim) {
  CHECK(facts_.dependences != nullptr, "the dependence model needs dependences");
  fixed_.assign(trace_.size(), false);
  std::vector<EventId> work;
  auto fix_behind = [&](EventId e, std::initializer_list<EventId> but) {
    for (const EventId read : facts_.dependences->reads_behind(e)) {
      if (std::find(but.begin(), but.end(), read) != but.end()) continue;
      if (fixed_[read.index()] || read >= undone_[trace_.thread(read).index()]) continue;
      fixed_[read.index()] = true;
      work.push_back(read);
    }
  };
  // An update may be a decision by its address, which its own read cannot change.
  for (uint32_t t = 0; t < trace_.thread_count(); ++t)
    for (const EventId e : trace_.events_of(ThreadId(t)).first(done_[t])) {
      if (trace_.decides(e)) fix_behind(e, {e});
      if (trace_.decides_on_own_read(e)) fixed_[e.index()] = true, work.push_back(e);
    }
  for (const EventId e : claim.pending)
    if (trace_.decides(e)) fix_behind(e, {e, null_read_});
  if (null_read_.exists()) fix_behind(claim.happen[0], {});  // what it writes must be null
  while (!work.empty()) {
    const EventId read = work.back();
    work.pop_back();
    for (uint32_t k = 0; k < trace_.location_of(read).cell_count; ++k)
      if (const EventId write = trace_.seen_write(read, k); write.exists()) fix_behind(write, {});
  }
}

}  // namespace foreweave
