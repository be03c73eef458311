#include "report/make/misuse_report.h"

#include <fmt/format.h>

#include <set>

#include "events/fwt/coding/hash.h"
#include "report/describe/event_describer.h"
#include "report/describe/places.h"
#include "report/findings/bug_identity.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

std::string key_of(const Trace& trace, const Misuse& misuse) {
  return fmt::format("misuse {} {}", static_cast<int>(misuse.what),
                     place_key(trace, trace.site(misuse.event)));
}

std::string_view what_it_does(Misuse::What what) {
  switch (what) {
    case Misuse::What::unlocks_unlocked:
      return "unlocks a mutex that nobody has locked";
    case Misuse::What::unlocks_others:
      return "unlocks a mutex that another thread has locked";
    case Misuse::What::destroys_locked:
      return "destroys a mutex that is locked";
    case Misuse::What::uses_uninitialised:
      return "uses a mutex that was not initialised, or that has been destroyed";
    case Misuse::What::uses_uninitialised_condition:
      return "uses a condition that was not initialised, or that has been destroyed";
    case Misuse::What::unlocks_unlocked_rwlock:
      return "unlocks a reader-writer lock that nobody has locked";
    case Misuse::What::uses_uninitialised_rwlock:
      return "uses a reader-writer lock that was not initialised, or that has been destroyed";
    case Misuse::What::joins_again:
      return "joins or detaches a thread that has been joined or detached: it may be another one "
             "by then, or none";
  }
  return "";
}

std::string_view call_of(Misuse::What what) {
  switch (what) {
    case Misuse::What::unlocks_unlocked:
    case Misuse::What::unlocks_others:
    case Misuse::What::unlocks_unlocked_rwlock:
      return "unlock";
    case Misuse::What::destroys_locked:
      return "destruction";
    case Misuse::What::uses_uninitialised:
    case Misuse::What::uses_uninitialised_condition:
    case Misuse::What::uses_uninitialised_rwlock:
      return "use";
    case Misuse::What::joins_again:
      return "join or detach";
  }
  return "";
}

std::string name_of_object(const Trace& trace, const Misuse& misuse) {
  if (misuse.what != Misuse::What::joins_again) return name_of_address(trace, misuse.object);
  return misuse.object < trace.thread_count()
             ? std::string(trace.thread_name(ThreadId(static_cast<uint32_t>(misuse.object))))
             : fmt::format("thread {}", misuse.object);
}

}  // namespace

std::vector<Misuse> different_misuses(const Trace& trace) {
  std::vector<Misuse> different;
  std::set<std::string> known;
  for (const Misuse& misuse : Misuse::of(trace))
    if (known.insert(key_of(trace, misuse)).second) different.push_back(misuse);
  return different;
}

ReportedFinding describe_misuse(const Trace& trace, const Misuse& misuse, EventDescriber& events) {
  ReportedFinding out;
  const std::string key = key_of(trace, misuse);
  const uint64_t hash = fwt_hash({reinterpret_cast<const uint8_t*>(key.data()), key.size()});
  out.kind = BugKind::misuse;
  out.id = fmt::format("{}-{:08x}", name(out.kind), static_cast<uint32_t>(hash ^ hash >> 32));
  out.status = FindingStatus::confirmed;
  out.engine = "run";
  out.model = name(Model::same_write);
  ReportedEvent site = events.describe(misuse.event, "");
  site.operand = utf8(printable(name_of_object(trace, misuse)));
  site.access = fmt::format("{} of {}", call_of(misuse.what), site.operand);
  out.subject = "of " + site.operand;
  out.what = fmt::format("{} {}", site.thread, what_it_does(misuse.what));
  out.story.threads = {site.thread};
  out.story.events = misuse.event.value;
  out.happen = {misuse.event.value};
  out.sites.push_back(std::move(site));
  Replay replay;
  replay.outcome = Replay::Outcome::recorded;
  out.replay = replay;
  return out;
}

}  // namespace foreweave
