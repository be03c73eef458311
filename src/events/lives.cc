#include "events/lives.h"

namespace foreweave {

ObjectId object_used_by(const Trace& trace, EventId e) {
  const Operand operand = operand_of(trace.kind(e));
  if (operand == Operand::memory) return trace.location_of(e).object;
  if (operand == Operand::none || operand == Operand::thread || operand == Operand::object ||
      trace.kind(e) == Kind::barrier_leave)
    return ObjectId::none();
  return trace.sync_objects(operand)[trace.sync(e).index()].object;
}

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
