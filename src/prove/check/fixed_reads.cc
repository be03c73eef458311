#include "prove/check/fixed_reads.h"

#include <algorithm>

#include "base/check.h"

namespace foreweave {

FixedReads::FixedReads(const Trace& trace, const ModelFacts& facts, std::span<const uint32_t> done,
                       std::span<const EventId> pending)
    : trace_(trace), facts_(facts), done_(done.begin(), done.end()) {
  if (facts.model == Model::branch) fix_before_decisions(pending);
  if (facts.model == Model::dependence) fix_by_dependences(pending);
}

bool FixedReads::contains_by_facts(EventId read) const {
  switch (facts_.model) {
    case Model::sync: return false;
    case Model::same_write: return true;
    case Model::branch: return read < end_[trace_.thread(read).index()];
    case Model::dependence: return fixed_[read.index()];
  }
  return true;
}

uint32_t FixedReads::index_in_thread(EventId e) const {
  return trace_.events_of(trace_.thread(e)).index_from(e);
}

bool FixedReads::executed(EventId e, uint32_t index) const {
  return index < done_[trace_.thread(e).index()];
}

// Everything a decision may depend on lies before it in its thread, so that the fixed reads of a
// thread are those before some point. A fixed read that saw a write moves the point of the writing
// thread to that write: its value was computed from what that thread had read.
void FixedReads::fix_before_decisions(std::span<const EventId> pending) {
  const uint32_t threads = static_cast<uint32_t>(trace_.thread_count());
  limit_.assign(threads, 0);
  for (uint32_t t = 0; t < threads; ++t) {
    const auto events = trace_.events_of(ThreadId(t));
    for (auto i = events.at(done_[t]); i != events.begin() && limit_[t] == 0;)
      if (trace_.decides(*--i)) limit_[t] = i.index();
  }
  for (const EventId e : pending)
    if (trace_.decides(e)) limit_[trace_.thread(e).index()] = done_[trace_.thread(e).index()];

  std::vector<uint32_t> followed(threads);  // the fixed reads before this index were followed
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t t = 0; t < threads; ++t) {
      const auto events = trace_.events_of(ThreadId(t));
      for (auto i = events.at(followed[t]); followed[t] < limit_[t]; ++followed[t], ++i) {
        const EventId read = *i;
        if (!reads(trace_.kind(read))) continue;
        for (uint32_t k = 0; k < trace_.location_of(read).cell_count; ++k) {
          const EventId write = trace_.seen_write(read, k);
          if (!write.exists()) continue;
          const uint32_t own = reads(trace_.kind(write)) ? 1 : 0;  // an update reads, too
          const uint32_t u = trace_.thread(write).value;
          const uint32_t limit = std::min(index_in_thread(write) + own, done_[u]);
          if (limit <= limit_[u]) continue;
          limit_[u] = limit;
          changed = true;
        }
      }
    }
  }
  for (uint32_t t = 0; t < threads; ++t) {
    const auto events = trace_.events_of(ThreadId(t));
    end_.push_back(limit_[t] < events.size() ? events[limit_[t]] : EventId::none());
  }
}

void FixedReads::fix_by_dependences(std::span<const EventId> pending) {
  CHECK(facts_.dependences != nullptr, "the dependence model needs dependences");
  fixed_.assign(trace_.size(), false);
  std::vector<EventId> work;
  auto fix_behind = [&](EventId e, bool with_own_read) {
    for (const EventId read : facts_.dependences->reads_behind(e)) {
      if (read == e && !with_own_read) continue;
      if (fixed_[read.index()] || !executed(read, index_in_thread(read))) continue;
      fixed_[read.index()] = true;
      work.push_back(read);
    }
  };
  // An update may be a decision by its address, which its own read cannot change.
  for (uint32_t t = 0; t < trace_.thread_count(); ++t)
    for (const EventId e : trace_.events_of(ThreadId(t)).first(done_[t]))
      if (trace_.decides(e)) fix_behind(e, false);
  for (const EventId e : pending)
    if (trace_.decides(e)) fix_behind(e, false);
  while (!work.empty()) {
    const EventId read = work.back();
    work.pop_back();
    for (uint32_t k = 0; k < trace_.location_of(read).cell_count; ++k)
      if (const EventId write = trace_.seen_write(read, k); write.exists()) fix_behind(write, true);
  }
}

}  // namespace foreweave
