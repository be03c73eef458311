#include <array>
#include <unordered_map>

#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"
#include "patterns/kinds/use_after_free.h"

namespace foreweave {

namespace {

// Frees of objects that their thread did not allocate, and the free of what was there before.
std::unordered_map<uint32_t, EventId> possible_second_frees(const Trace& trace) {
  std::unordered_map<uint32_t, EventId> first_free;  // by the second
  std::unordered_map<uint64_t, EventId> freed_at;    // by address: by whom, the last time
  for (uint32_t id = 1; id < trace.objects().size(); ++id) {
    const Object& o = trace.objects()[id];
    const auto before = freed_at.find(o.address);
    if (before != freed_at.end() && before->second.exists() && o.allocated.exists() &&
        o.freed.exists() && trace.thread(o.allocated) != trace.thread(o.freed) &&
        before->second < o.allocated)
      first_free.emplace(o.freed.value, before->second);
    freed_at[o.address] = o.freed;
  }
  return first_free;
}

}  // namespace

Candidates find_double_frees(const Trace& trace, const PatternOptions& options) {
  CandidateCollector found(trace, BugKind::double_free, 1, options);
  const std::unordered_map<uint32_t, EventId> first_free = possible_second_frees(trace);
  if (first_free.empty()) return std::move(found).finish();
  CertainOrder order(trace, options.model, options.with_unseen, 0, options.orders);
  for (const EventId e : trace.interacting()) {
    // Before it arrives: when it does, its own object counts as allocated.
    if (trace.kind(e) == Kind::free)
      if (const auto first = first_free.find(e.value); first != first_free.end()) {
        const EventId allocated = trace.objects()[trace.object(e).index()].allocated;
        if (!order.must_have_happened(allocated, trace.thread(e)))
          found.offer(std::array{first->second, e});
      }
    order.arrive(e);
    order.execute(e);
  }
  return std::move(found).finish();
}

}  // namespace foreweave
