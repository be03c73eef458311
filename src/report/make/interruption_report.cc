#include "report/make/interruption_report.h"

#include <fmt/format.h>
#include <string.h>

#include "events/fwt/coding/hash.h"
#include "report/describe/event_describer.h"
#include "report/describe/places.h"

namespace foreweave {

namespace {

std::string what_happens(const Interruption& interruption, const std::string& operand) {
  const char* const name = sigabbrev_np(static_cast<int>(interruption.run.signal));
  const std::string handler =
      name ? fmt::format("the handler of SIG{}", name)
           : fmt::format("the handler of signal {}", interruption.run.signal);
  if (interruption.what == Interruption::What::spoilt_errno)
    return handler +
           " leaves another errno than it found, and the code that it interrupts looks at it";
  if (interruption.what == Interruption::What::torn_read)
    return fmt::format(
        "{} computes something from {} and from what the code that it interrupts has written a "
        "moment before: one of them is new, the other still old",
        handler, operand);
  return fmt::format(
      "what {} writes is lost: it interrupts code that writes {} back as computed from an older "
      "value",
      handler, operand);
}

}  // namespace

std::string id_of(const Trace& trace, const Interruption& interruption) {
  const std::string key = key_of(trace, interruption);
  const uint64_t hash = fwt_hash({reinterpret_cast<const uint8_t*>(key.data()), key.size()});
  return fmt::format("{}-{:08x}", name(BugKind::race), static_cast<uint32_t>(hash ^ hash >> 32));
}

ReportedFinding describe_interruption(const Trace& trace, const Interruption& interruption,
                                      EventDescriber& events) {
  ReportedFinding out;
  out.kind = BugKind::race;
  out.id = id_of(trace, interruption);
  out.status = FindingStatus::confirmed;
  out.engine = "run";
  out.model = name(Model::same_write);
  ReportedEvent handler = events.describe(interruption.in_handler, "");
  ReportedEvent interrupted = events.describe(interruption.interrupted, "");
  const bool is_errno = interruption.what == Interruption::What::spoilt_errno;
  if (is_errno) {
    handler.operand = interrupted.operand = "errno";
    handler.access = "change of errno";
    interrupted.access = "read of errno";
    interrupted.value.clear();
  }
  handler.access += ", in the handler";
  out.subject = "on " + interrupted.operand;
  out.what = what_happens(interruption, interrupted.operand);
  out.story.threads = {handler.thread};
  out.story.events = interruption.interrupted.value;
  out.happen = {interruption.in_handler.value};
  out.pending = {interruption.interrupted.value};
  if (interruption.before.exists()) out.sites.push_back(events.describe(interruption.before, ""));
  out.sites.push_back(std::move(handler));
  out.sites.push_back(std::move(interrupted));
  Replay replay;
  replay.outcome = Replay::Outcome::recorded;
  replay.attempts = interruption.happened ? 0 : 1;
  out.replay = replay;
  return out;
}

}  // namespace foreweave
