#include "report/make/run_end_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "events/fwt/coding/hash.h"
#include "events/recorded_run/exit_status.h"
#include "report/describe/event_describer.h"
#include "report/describe/places.h"
#include "report/describe/recorded_runs.h"
#include "report/describe/reported_witness.h"
#include "report/findings/bug_identity.h"
#include "report/words/event_text.h"

namespace foreweave {

namespace {

// The mark stands behind what the thread did last. Who goes round is where it looks whether it may
// go on: where it tries to get a lock and does not, or reads what others could change; else where
// it was last.
EventId place_of_thread(const Trace& trace, const RunEnd::Thread& thread) {
  const ThreadEvents own = trace.events_of(trace.thread(thread.event));
  const uint32_t end = own.index_from(thread.event);
  if (thread.waits != RunEnd::Waits::runs || end == 0) return thread.event;
  constexpr uint32_t kRound = 256;
  const uint32_t begin = end > kRound ? end - kRound : 0;
  const auto last = [&](auto&& looks) {
    for (uint32_t i = end; i-- > begin;)
      if (looks(own[i])) return own[i];
    return EventId::none();
  };
  const EventId fails = last([&](EventId e) {
    return trace.kind(e) == Kind::failed_try || trace.kind(e) == Kind::failed_try_shared;
  });
  if (fails.exists()) return fails;
  const EventId reads_shared = last([&](EventId e) {
    const Kind kind = trace.kind(e);
    return is_access(kind) && reads(kind) &&
           (is_atomic(kind) || trace.is_contended(trace.location(e)));
  });
  return reads_shared.exists() ? reads_shared : own[end - 1];
}

std::string name_of(int signal) {
  const char* name = sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

std::string_view what(RunEnd::Waits waits) {
  switch (waits) {
    case RunEnd::Waits::mutex:
      return "mutex";
    case RunEnd::Waits::to_read:
    case RunEnd::Waits::to_write:
      return "lock";
    case RunEnd::Waits::condition:
      return "condition";
    case RunEnd::Waits::thread:
      return "thread";
    case RunEnd::Waits::semaphore:
      return "semaphore";
    case RunEnd::Waits::barrier:
      return "barrier";
    case RunEnd::Waits::once:
      return "initialisation";
    case RunEnd::Waits::other:
    case RunEnd::Waits::runs:
    case RunEnd::Waits::input:
      break;
  }
  return "";
}

std::string operand_of_wait(const Trace& trace, const RunEnd::Thread& thread) {
  if (thread.waits == RunEnd::Waits::runs) return "";
  if (thread.waits == RunEnd::Waits::thread)
    return thread.object < trace.thread_count()
               ? fmt::format("the end of {}",
                             trace.thread_name(ThreadId(static_cast<uint32_t>(thread.object))))
               : "the end of a thread";
  if (thread.waits == RunEnd::Waits::input)
    return fmt::format("input from descriptor {}", thread.object);
  return fmt::format("{}{}{}", what(thread.waits), what(thread.waits).empty() ? "" : " ",
                     name_of_address(trace, thread.object));
}

// The acquires by which the lock that a thread waits for is held at the end of the trace, by others
// than those that the report is about: these say what they hold.
std::vector<EventId> holders_of(const Trace& trace, const RunEnd& end,
                                const RunEnd::Thread& thread) {
  std::vector<EventId> holders;
  if (thread.waits != RunEnd::Waits::mutex && thread.waits != RunEnd::Waits::to_read &&
      thread.waits != RunEnd::Waits::to_write)
    return holders;
  const auto locks = trace.sync_objects(Operand::lock);
  for (const EventId e : trace.interacting()) {
    const Kind kind = trace.kind(e);
    if (operand_of(kind) != Operand::lock || locks[trace.lock(e).index()].address != thread.object)
      continue;
    if (acquires_lock(kind)) holders.push_back(e);
    if (releases_lock(kind))
      std::erase_if(holders, [&](EventId held) { return trace.thread(held) == trace.thread(e); });
  }
  for (const RunEnd::Thread& told : end.threads)
    std::erase_if(holders,
                  [&](EventId held) { return trace.thread(held) == trace.thread(told.event); });
  return holders;
}

bool has_ended(const Trace& trace, ThreadId thread) {
  const ThreadEvents events = trace.events_of(thread);
  return !events.empty() && trace.kind(events.back()) == Kind::thread_end;
}

BugKind kind_of(const RunEnd& end) {
  const bool reads = std::any_of(
      end.threads.begin(), end.threads.end(),
      [](const RunEnd::Thread& thread) { return thread.waits == RunEnd::Waits::input; });
  if (end.how == RunEnd::How::hung || (end.how == RunEnd::How::deadlocked && reads))
    return BugKind::hang;
  return end.how == RunEnd::How::deadlocked ? BugKind::deadlock : BugKind::failure;
}

class Describer {
 public:
  Describer(const Trace& trace, const RunEnd& end, EventDescriber& events,
            std::optional<int> other_status)
      : trace_(trace), end_(end), events_(events), other_status_(other_status) {}

  ReportedFinding describe() {
    out_.kind = kind_of(end_);
    out_.status = FindingStatus::confirmed;
    out_.engine = "run";
    out_.model = name(Model::same_write);
    for (const RunEnd::Thread& thread : end_.threads) add_site(thread);
    tell();
    for (const RunEnd::Thread& thread : end_.threads) add_holders(thread);
    add_schedule();
    out_.id = id_of(trace_, end_);
    Replay replay;
    replay.outcome = Replay::Outcome::recorded;
    replay.effect = effect();
    replay.fails = true;
    out_.replay = replay;
    return std::move(out_);
  }

 private:
  void add_site(const RunEnd::Thread& thread) {
    const EventId e = place_of_thread(trace_, thread);
    ReportedEvent site = events_.describe(e, "");
    site.value.clear();
    site.operand = utf8(printable(operand_of_wait(trace_, thread)));
    const bool goes_round = thread.waits == RunEnd::Waits::runs;
    if (end_.how == RunEnd::How::failed)
      site.access = name_of(end_.signal);
    else if (end_.how == RunEnd::How::exited)
      site.access = fmt::format("exit with status {}", end_.status);
    else
      site.access = goes_round ? "the same over and over" : "wait for " + site.operand;
    out_.story.threads.push_back(site.thread);
    out_.sites.push_back(std::move(site));
    out_.pending.push_back(e.value);
  }

  void add_holders(const RunEnd::Thread& waits) {
    for (const EventId acquire : holders_of(trace_, end_, waits)) {
      const bool is_known = std::ranges::any_of(
          out_.related, [&](const ReportedEvent& known) { return known.event == acquire.value; });
      if (is_known) continue;
      out_.related.push_back(events_.describe(acquire, "holds"));
      const ReportedEvent& holder = out_.related.back();
      const SourcePlace& place = own_place(holder.place, holder.stack);
      out_.what =
          fmt::format("{} took {} at {}:{} in {}, and {}", holder.thread, holder.operand,
                      place.file.substr(place.file.rfind('/') + 1), place.line, place.function,
                      has_ended(trace_, trace_.thread(acquire)) ? "ended without giving it back"
                                                                : "has not given it back");
    }
  }

  void tell() {
    if (end_.how == RunEnd::How::failed) {
      out_.subject = fmt::format("of {} by {}", out_.sites[0].thread, name_of(end_.signal));
      if (!end_.assertion.empty())
        out_.what = utf8(fmt::format("the assertion {} does not hold", end_.assertion));
      else if (end_.address && *end_.address < 4096)
        out_.what = fmt::format("{} used a null pointer (address {:#x})", out_.sites[0].thread,
                                *end_.address);
      else if (end_.address)
        out_.what = fmt::format("{} used the address {:#x}", out_.sites[0].thread, *end_.address);
      return;
    }
    if (end_.how == RunEnd::How::exited) {
      out_.subject = fmt::format("by exit status {}", end_.status);
      if (other_status_)
        out_.what = fmt::format("with another order of its threads the program ends with status {}",
                                *other_status_);
      return;
    }
    std::vector<std::string> threads = out_.story.threads;
    const std::string last = threads.back();
    threads.pop_back();
    out_.subject = threads.empty() ? "of " + last
                                   : fmt::format("of {} and {}", fmt::join(threads, ", "), last);
    if (end_.is_all) out_.what = "nobody is left who could end it: every thread waits";
    if (end_.how == RunEnd::How::hung)
      out_.what =
          "nobody is left who could end it: every thread does the same over and over, or waits for "
          "one "
          "that does";
  }

  std::string effect() const {
    switch (end_.how) {
      case RunEnd::How::failed:
        return fmt::format("the program was ended by {}", name_of(end_.signal));
      case RunEnd::How::deadlocked:
      case RunEnd::How::hung:
        return "the program did not end";
      case RunEnd::How::exited:
        return fmt::format("the program ended with status {}", end_.status);
      case RunEnd::How::cut:
        break;
    }
    return "";
  }

  // The recorded order is the schedule.
  void add_schedule() {
    const size_t segments = RecordedRuns(trace_).size();
    out_.story.events = trace_.size() - std::min<uint64_t>(trace_.size(), out_.sites.size());
    out_.story.segments = segments;
    StoryStep before;
    before.hidden_events = out_.story.events;
    before.hidden_switches = segments;
    out_.story.steps.push_back(before);
    for (const ReportedEvent& site : out_.sites) {
      StoryStep step;
      step.thread = site.thread;
      step.event = site.event;
      step.text = site.access;
      step.operand = site.operand;
      step.place = site.place;
      step.of_bug = step.pending = true;
      for (const LockInHand& lock : site.locks) step.locks.push_back(lock.name);
      out_.story.steps.push_back(std::move(step));
    }
    out_.witness = describe_witness(trace_, Reordering::of_trace(trace_));
  }

  const Trace& trace_;
  const RunEnd& end_;
  EventDescriber& events_;
  const std::optional<int> other_status_;
  ReportedFinding out_;
};

}  // namespace

std::optional<RunEnd> bug_of_run(const Trace& trace) {
  std::optional<RunEnd> end = RunEnd::of(trace);
  return end && end->is_bug() ? end : std::nullopt;
}

// Where main was last, as far as that is in a source.
std::optional<RunEnd> bad_exit_of_run(const Trace& trace) {
  const int status = exit_status_of(trace).value_or(0);
  if (status == 0 || trace.thread_count() == 0) return std::nullopt;
  const ThreadEvents own = trace.events_of(ThreadId(0));
  for (size_t i = own.size(); i-- > 0;) {
    if (trace.site_info(trace.site(own[i])).line == 0) continue;
    RunEnd end;
    end.status = status;
    end.threads = {{own[i]}};
    return end;
  }
  return std::nullopt;
}

std::vector<EventId> places_of(const Trace& trace, const RunEnd& end) {
  std::vector<EventId> places;
  for (const RunEnd::Thread& thread : end.threads) {
    places.push_back(place_of_thread(trace, thread));
    const std::vector<EventId> holders = holders_of(trace, end, thread);
    places.insert(places.end(), holders.begin(), holders.end());
  }
  return places;
}

namespace {

std::vector<std::string> place_keys(const Trace& trace, const RunEnd& end) {
  std::vector<std::string> places;
  for (const RunEnd::Thread& thread : end.threads)
    places.push_back(place_key(trace, trace.site(place_of_thread(trace, thread))));
  make_canonical(kind_of(end), places);
  return places;
}

}  // namespace

std::string bug_key(const Trace& trace, const RunEnd& end) {
  return fmt::format("{}\n{}", name(kind_of(end)), fmt::join(place_keys(trace, end), "\n"));
}

// Of the kind and the places, as for other bugs.
std::string id_of(const Trace& trace, const RunEnd& end) {
  const std::string key =
      fmt::format("run {} {}", name(kind_of(end)), fmt::join(place_keys(trace, end), " "));
  const uint64_t hash = fwt_hash({reinterpret_cast<const uint8_t*>(key.data()), key.size()});
  return fmt::format("{}-{:08x}", name(kind_of(end)), static_cast<uint32_t>(hash ^ hash >> 32));
}

ReportedFinding describe_run_end(const Trace& trace, const RunEnd& end, EventDescriber& events,
                                 std::optional<int> other_status) {
  return Describer(trace, end, events, other_status).describe();
}

}  // namespace foreweave
