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

// It begins to exist together with its thread, after pieces of memory that libc needs to find it
// and frees at once.
bool is_stack(const Trace& trace, ObjectId object) {
  if (!object.exists() || object == kOtherMemory) return false;
  const EventId allocated = trace.objects()[object.index()].allocated;
  const EventId freed = trace.objects()[object.index()].freed;
  if (!allocated.exists()) return false;
  const ThreadEvents events = trace.events_of(trace.thread(allocated));
  const auto is_of_heap = [&](uint32_t index) {
    return index < events.size() &&
           (trace.kind(events[index]) == Kind::allocate || trace.kind(events[index]) == Kind::free);
  };
  const uint32_t index = events.index_from(allocated);
  uint32_t first = index;
  while (first > 0 && is_of_heap(first - 1)) --first;
  if (first == 0 || trace.kind(events[first - 1]) != Kind::thread_begin) return false;
  if (!freed.exists()) return true;
  // It ends as the thread does.
  if (trace.thread(freed) != trace.thread(allocated)) return false;
  const uint32_t next = events.index_from(freed) + 1;
  return next < events.size() && trace.kind(events[next]) == Kind::thread_end;
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
