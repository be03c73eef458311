#include "replay/judge/contradiction.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <optional>

namespace foreweave {

namespace {

Reason outside(std::string text) { return {false, false, std::move(text)}; }
Reason contradiction(std::string text) { return {true, false, std::move(text)}; }

// Whether a thread can do it is up to other threads, and a witness says that it can.
bool is_decided_by_others(Kind kind) {
  switch (kind) {
    case Kind::join:
    case Kind::wait_end:
    case Kind::barrier_leave:
    case Kind::semaphore_wait:
    case Kind::once_begin:
    case Kind::once_pass:
      return true;
    default:
      return acquires_lock(kind);
  }
}

// The same call, which takes the lock or finds it taken.
bool is_try(Kind kind) {
  return acquires_lock(kind) || kind == Kind::failed_try || kind == Kind::failed_try_shared;
}
bool is_down(Kind kind) {
  return kind == Kind::semaphore_wait || kind == Kind::semaphore_failed_try;
}

bool is_of_signals(const Trace& trace, EventId event) {
  return is_access(trace.kind(event)) && trace.location_of(event).object == kOtherMemory &&
         trace.location_of(event).offset == FW_SIGNALS_WORD;
}

class Reasoning {
 public:
  Reasoning(const Replayed& replayed, const Difference& difference, const Influences& influences)
      : r_(replayed),
        d_(difference),
        influences_(influences),
        thread_(r_.original.thread(d_.expected_event)),
        kind_(r_.original.kind(d_.expected_event)) {}

  Reason run() const {
    if (!r_.seen.run.incomplete.empty())
      return outside("the trace of the replay is not whole: " + r_.seen.run.incomplete);
    // What came after that was nobody's plan.
    if (r_.seen.stray == FW_STRAY_away)
      return outside(
          "the thread whose turn it was waited in a call for what the witness has later");
    if (!d_.came_event.exists())
      if (const std::optional<Reason> reason = of_nothing_more()) return *reason;
    if (is_other_outcome()) return contradiction("the witness says who has the lock then");
    return of_what_it_was_told();
  }

 private:
  // It did nothing more.
  std::optional<Reason> of_nothing_more() const {
    if (r_.seen.stood_still) return outside("nothing moved for a while when it was its turn");
    const std::string& told = influences_.from_outside(thread_);
    switch (r_.seen.stray) {
      case FW_STRAY_absent:
        if (const EventId fork = r_.original.fork_of(thread_);
            fork.exists() && influences_.was_done(fork))
          return outside("it had not begun to run");
        return contradiction("nobody had created it by then");
      case FW_STRAY_waits:
        if (!is_decided_by_others(kind_)) break;
        if (!told.empty()) return outside(told);
        return contradiction("the witness says that it need not wait for it any more");
      case FW_STRAY_away:
      case FW_STRAY_ended:
      case FW_STRAY_none:
        break;
    }
    // It stood where the bug needs it, and the program ended with its next step.
    if (r_.seen.met || has_died()) return outside("the program ended there");
    return std::nullopt;
  }

  // Of what another thread did, or a signal; nobody was asked any more.
  bool has_died() const {
    return !r_.seen.run.ended_by_guide && WIFSIGNALED(r_.seen.run.wait_status);
  }

  bool is_other_outcome() const {
    if (!d_.came_event.exists()) return false;
    const Kind came = r_.trace->kind(d_.came_event);
    if (came == kind_ || !((is_try(came) && is_try(kind_)) || (is_down(came) && is_down(kind_))))
      return false;
    const Site &a = r_.original.site_info(r_.original.site(d_.expected_event)),
               &b = r_.trace->site_info(r_.trace->site(d_.came_event));
    return a.line == b.line && a.column == b.column &&
           r_.original.text(a.file) == r_.trace->text(b.file) &&
           influences_.from_outside(thread_).empty() && !r_.original.gives_up(d_.expected_event) &&
           !r_.trace->gives_up(d_.came_event);
  }

  Reason of_what_it_was_told() const {
    if (const std::string& told = influences_.from_outside(thread_); !told.empty())
      return {false, false, told, influences_.is_by_unseen_writer(thread_)};
    if (came_a_signal()) return outside("signals come when they come");
    if (const EventId read = influences_.by_schedule(thread_); read.exists())
      return contradiction(fmt::format(
          "{} by {} saw something else in this order, and the model says "
          "that nothing hangs on that",
          describe(r_.original, read), r_.original.thread_name(r_.original.thread(read))));
    if (const EventId call = last_unseen_call(); call.exists())
      return {
          false, false,
          fmt::format("it had read the same as when it was recorded, and then called code that was "
                      "not built with Foreweave{}",
                      place_of(call)),
          true};
    // The program itself would have taken another branch before.
    const Kind came = d_.came_event.exists() ? r_.trace->kind(d_.came_event) : kind_;
    if (kind_ == Kind::allocate || came == Kind::allocate || (came == Kind::free && came != kind_))
      return outside("what a function of a library allocates for itself, and when, is up to it");
    return {true, true, "all that it had read was as recorded"};
  }

  bool came_a_signal() const {
    for (const EventId event : r_.original.events_of(thread_)) {
      if (event >= d_.expected_event) break;
      if (is_of_signals(r_.original, event)) return true;
    }
    const ThreadId there = matching_threads(r_.original, *r_.trace)[thread_.index()];
    if (!there.exists()) return false;
    for (const EventId event : r_.trace->events_of(there)) {
      if (d_.came_event.exists() && event >= d_.came_event) break;
      if (is_of_signals(*r_.trace, event)) return true;
    }
    return false;
  }

  EventId last_unseen_call() const {
    EventId last;
    for (const EventId event : r_.original.events_of(thread_)) {
      if (event >= d_.expected_event) break;
      if (r_.original.kind(event) == Kind::external_call) last = event;
    }
    return last;
  }

  std::string place_of(EventId event) const {
    const Site& site = r_.original.site_info(r_.original.site(event));
    const std::string_view file = r_.original.text(site.file);
    return file.empty() ? "" : fmt::format(" at {}:{}", file, site.line);
  }

  const Replayed& r_;
  const Difference& d_;
  const Influences& influences_;
  const ThreadId thread_;
  const Kind kind_;
};

}  // namespace

Reason reason_of(const Replayed& replayed, const Difference& difference,
                 const Influences& influences) {
  return Reasoning(replayed, difference, influences).run();
}

}  // namespace foreweave
