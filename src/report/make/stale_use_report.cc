#include "report/make/stale_use_report.h"

#include <fmt/format.h>

#include <set>

#include "events/fwt/coding/hash.h"
#include "events/lives.h"
#include "report/describe/event_describer.h"
#include "report/describe/places.h"
#include "report/findings/bug_identity.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

// Mappings begin with a page, and parts of them may be given back and mapped again in ways that are
// not recorded.
bool may_be_mapping(const Object& object) { return object.address % 4096 == 0; }

std::string shortly(const ReportedEvent& event) {
  const SourcePlace& place = own_place(event.place, event.stack);
  return fmt::format("{}:{}", place.file.substr(place.file.rfind('/') + 1), place.line);
}

// As long as libc keeps it for threads to come, nobody else has it. It keeps the last ones that
// ended, up to this many bytes; what they may have become later is not recorded.
bool is_stack_that_libc_keeps(const Trace& trace, ObjectId object, EventId use) {
  constexpr uint64_t kMostKept = uint64_t{40} << 20;
  if (!is_stack(trace, object)) return false;
  uint64_t bytes = 0;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const ThreadEvents events = trace.events_of(ThreadId(t));
    if (events.size() < 2 || trace.kind(events[events.size() - 2]) != Kind::free) continue;
    const EventId free = events[events.size() - 2];
    if (trace.objects()[object.index()].freed <= free && free < use)
      bytes += trace.objects()[trace.object(free).index()].size;
  }
  return bytes <= kMostKept;
}

// What it is, and where the memory came from.
std::string effect_of(const ReportedFinding& finding) {
  const ReportedEvent &free = finding.sites[0], &use = finding.sites[1];
  if (finding.kind == BugKind::double_free)
    return fmt::format("double free: {} frees at {} what {} had freed at {}", use.thread,
                       shortly(use), free.thread, shortly(free));
  if (free.place.function == kEndOfThread)
    return fmt::format(
        "use after free: what {} accesses at {} was on the stack of {}, or thread-local to it; "
        "that has ended",
        use.thread, shortly(use), free.thread);
  return fmt::format("use after free: what {} accesses at {} was freed by {} at {}", use.thread,
                     shortly(use), free.thread, shortly(free));
}

bool is_of_program(const Trace& trace, EventId e) {
  return trace.site_info(trace.site(e)).line != 0;
}

}  // namespace

std::vector<Claim> stale_uses(const Trace& trace) {
  std::vector<Claim> claims;
  std::set<std::string> known;
  for (const StaleUse& stale : trace.stale_uses()) {
    const Object& object = trace.objects()[stale.object.index()];
    if (!object.allocated.exists() || !object.freed.exists() || object.freed > stale.use ||
        !is_of_program(trace, stale.use))
      continue;
    const bool is_known = !may_be_mapping(object) && is_of_program(trace, object.freed);
    if (!is_known && !is_stack_that_libc_keeps(trace, stale.object, stale.use)) continue;
    Claim claim = Claim::use_after_free(object.freed, stale.use);
    if (trace.kind(stale.use) == Kind::free) claim.kind = BugKind::double_free;
    if (known.insert(bug_key(trace, claim)).second) claims.push_back(std::move(claim));
  }
  return claims;
}

std::string id_of_stale_use(const Trace& trace, const Claim& claim) {
  const std::string key = "run " + bug_key(trace, claim);
  const uint64_t hash = fwt_hash({reinterpret_cast<const uint8_t*>(key.data()), key.size()});
  return fmt::format("{}-{:08x}", name(claim.kind), static_cast<uint32_t>(hash ^ hash >> 32));
}

EventId allocation_of(const Trace& trace, const Claim& claim) {
  return trace.objects()[trace.object(claim.happen[0]).index()].allocated;
}

ReportedFinding describe_stale_use(const Trace& trace, const Claim& claim, EventDescriber& events) {
  ReportedFinding out;
  out.id = id_of_stale_use(trace, claim);
  out.kind = claim.kind;
  out.status = FindingStatus::confirmed;
  out.engine = "run";
  out.model = name(Model::same_write);
  for (const BugEvent& event : events_in_roles(trace, claim))
    out.sites.push_back(events.describe(event.event, event.role));
  // The second free is of nothing that the trace knows.
  if (claim.kind == BugKind::double_free) {
    out.sites[1].access = out.sites[0].access;
    out.sites[1].operand = out.sites[0].operand;
  }
  if (const ObjectId object = trace.object(claim.happen[0]); is_stack(trace, object)) {
    out.subject = "of " + out.sites[0].operand;
  } else {
    out.related.push_back(events.describe(allocation_of(trace, claim), "allocation"));
    const SourcePlace& place = own_place(out.related[0].place, out.related[0].stack);
    out.subject =
        fmt::format("of {} from {}:{}", counted(trace.objects()[object.index()].size, "byte"),
                    place.file.substr(place.file.rfind('/') + 1), place.line);
  }
  out.happen = {claim.happen[0].value};
  out.pending = {claim.pending[0].value};
  for (const ReportedEvent& site : out.sites)
    if (out.story.threads.empty() || out.story.threads[0] != site.thread)
      out.story.threads.push_back(site.thread);
  out.story.events = claim.pending[0].value;
  Replay replay;
  replay.outcome = Replay::Outcome::recorded;
  replay.effect = effect_of(out);
  out.replay = replay;
  return out;
}

}  // namespace foreweave
