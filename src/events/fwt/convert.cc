// write_fwt: a Trace back into events by address.
#include "events/fwt/format.h"

namespace foreweave {

namespace {

// No object starts here: a free of it is again a free of something unknown.
constexpr uint64_t kNowhere = UINT64_MAX;

uint64_t address_of(const Trace& trace, EventId e) {
  const Operand operand = operand_of(trace.kind(e));
  switch (operand) {
    case Operand::none:
      return 0;
    case Operand::thread:
      return trace.other_thread(e).value;
    case Operand::memory: {
      const Location& l = trace.location_of(e);
      return trace.objects()[l.object.index()].address + l.offset;
    }
    case Operand::object:
      return trace.object(e).exists() ? trace.objects()[trace.object(e).index()].address : kNowhere;
    default:
      return trace.sync_objects(operand)[trace.sync(e).index()].address;
  }
}

// An allocation's size is its value; so is that of a free that is all we know of an object. A free
// of something unknown must not tell a size, or the reader would make an object of it.
uint64_t value_of(const Trace& trace, EventId e) {
  if (trace.kind(e) == Kind::free && !trace.object(e).exists()) return 0;
  if (trace.has_value(e)) return trace.value(e);
  if (operand_of(trace.kind(e)) != Operand::object || !trace.object(e).exists()) return 0;
  const Object& object = trace.objects()[trace.object(e).index()];
  return trace.kind(e) == Kind::allocate || !object.allocated.exists() ? object.size : 0;
}

void write_tables(const Trace& trace, FwtWriter& out) {
  for (const Attachment& a : trace.attachments()) out.add_attachment(a.name, a.bytes);
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    out.add_thread(trace.thread_name(ThreadId(t)));
  for (const Site& s : trace.sites())
    out.add_site(trace.text(s.file), s.line, s.column, trace.text(s.function));
  for (uint32_t s = 0; s < trace.sites().size(); ++s)
    if (const SiteId load = trace.sites()[s].pointer_from; load.exists())
      out.add_pointer(s, load.value);
  for (uint32_t s = 0; s < trace.sites().size(); ++s)
    if (const SiteId call = trace.sites()[s].inlined_at; call.exists())
      out.add_inlined(s, call.value);
  for (const Symbol& s : trace.symbols()) out.add_symbol(s.address, s.size, trace.text(s.name));
  // What was lost before stays lost; the other losses show again when the events are read.
  for (const Loss loss :
       {Loss::events_in_damaged_blocks, Loss::bytes_after_damage, Loss::missing_index,
        Loss::reentrant_locks_folded, Loss::recording_cut_short, Loss::unseen_synchronisation,
        Loss::thread_events_mended})
    if (const uint64_t count = trace.losses().count(loss)) out.add_loss(loss, count);
}

}  // namespace

bool write_fwt(const Trace& trace, FwtWriter::Sink sink, const std::function<bool(EventId)>& keep) {
  FwtWriter out(std::move(sink));
  write_tables(trace, out);
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    if (keep && !keep(e)) continue;
    RawEvent raw;
    raw.thread = trace.thread(e).value;
    raw.kind = trace.kind(e);
    raw.flags = trace.flags(e);
    raw.site = trace.site(e).value;
    raw.size = is_access(raw.kind) ? trace.location_of(e).size : 0;
    raw.operand = address_of(trace, e);
    raw.value = value_of(trace, e);
    out.add(raw);
  }
  return out.finish();
}

}  // namespace foreweave
