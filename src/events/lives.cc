#include "events/lives.h"

namespace foreweave {

// Objects are numbered in the order in which they are allocated.
std::vector<EventId> frees_before(const Trace& trace, EventId g) {
  std::vector<EventId> frees;
  const std::span<const Object> all = trace.objects();
  const ObjectId own = trace.object(g);
  for (uint32_t id = 0; id < own.value; ++id)
    if (all[id].address == all[own.index()].address) frees.push_back(all[id].freed);
  return frees;
}

bool frees_again(const Trace& trace, EventId f, EventId g) {
  if (trace.kind(f) != Kind::free || trace.kind(g) != Kind::free) return false;
  if (!trace.object(f).exists() || !trace.object(g).exists() || !trace.partner(g).exists())
    return false;
  const std::vector<EventId> frees = frees_before(trace, g);
  return !frees.empty() && frees.back() == f && f < trace.partner(g);
}

}  // namespace foreweave
