// One pass over the kinds; accesses are skipped at once, since no rule here speaks of them except
// through their thread. Those rules ("nothing after its end") are asked when the end is seen: the
// thread's next event is then the offence, unless an earlier one turns up before it.
#include "events/reading/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace foreweave {

namespace {

// Names come from the trace, and a damaged or hostile one may put a line break into a name: the
// message stays one line.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = '?';
  return text;
}

constexpr uint32_t kNone = UINT32_MAX;

// Kinds that have a rule.
constexpr std::array<bool, kKindCount> kRuled = [] {
  std::array<bool, kKindCount> ruled{};
  for (size_t k = 0; k < kKindCount; ++k) {
    const Operand operand = kKinds[k].operand;
    ruled[k] = operand != Operand::none && operand != Operand::memory && operand != Operand::object;
  }
  ruled[static_cast<size_t>(Kind::thread_begin)] = true;
  ruled[static_cast<size_t>(Kind::thread_end)] = true;
  return ruled;
}();

using Offence = std::optional<std::string>;  // what the event does wrong

class Validator {
 public:
  explicit Validator(const Trace& trace)
      : trace_(trace),
        forked_at_(trace.thread_count(), kNone),
        waits_since_(trace.thread_count(), kNone),
        at_barrier_since_(trace.thread_count(), kNone),
        locks_(trace.lock_count()),
        counts_(trace.sync_objects(Operand::semaphore).size()),
        onces_(trace.sync_objects(Operand::once).size()) {}

  Status run() {
    end_ = static_cast<uint32_t>(trace_.size());
    for (const EventId e : trace_.interacting()) {
      if (e.value >= end_) break;
      const Kind kind = trace_.kind(e);
      if (!kRuled[static_cast<size_t>(kind)]) [[likely]]
        continue;
      if (Offence offence = check(e, kind))
        return Error{one_line(std::move(*offence)), trace_.where(e)};
    }
    if (later_offence_.empty()) return Done{};
    return Error{one_line(later_offence_), trace_.where(EventId(end_))};
  }

 private:
  struct LockState {
    uint32_t acquired = kNone;  // exclusively, by this event
    uint32_t shared = 0;        // how many hold it in shared mode
  };
  struct OnceState {
    uint32_t running_since = kNone;
    bool has_run = false;
  };

  Offence check(EventId e, Kind kind) {
    switch (operand_of(kind)) {
      case Operand::none:
        return check_own_life(e, kind);
      case Operand::thread:
        return check_other_thread(e, kind);
      case Operand::lock:
        return check_lock(e, kind);
      case Operand::condition:
        return check_condition(e, kind);
      case Operand::barrier:
        return check_barrier(e, kind);
      case Operand::semaphore:
        return check_semaphore(e, kind);
      case Operand::once:
        return check_once(e, kind);
      default:
        return {};
    }
  }

  // --- threads --------------------------------------------------------------------------------
  Offence check_own_life(EventId e, Kind kind) {
    const ThreadId t = trace_.thread(e);
    if (kind == Kind::thread_end) {
      if (something_follows(t, e))
        later_offence_ =
            fmt::format("{} goes on after its end at {}{}", name(t), where(e), block_hint(e));
      return {};
    }
    const EventId first = trace_.events_of(t).front();
    if (first == e) return {};
    return fmt::format("{} begins, but it has been running since {}{}", name(t), where(first),
                       block_hint(e));
  }

  Offence check_other_thread(EventId e, Kind kind) {
    const ThreadId t = trace_.thread(e), other = trace_.other_thread(e);
    const bool forks = kind == Kind::fork;
    if (other.index() >= trace_.thread_count())
      return fmt::format("{} {} a thread that the trace does not have", name(t),
                         forks ? "forks" : "joins");
    if (other == t) return fmt::format("{} {} itself", name(t), forks ? "forks" : "joins");
    if (!forks) {
      if (something_follows(other, e))
        later_offence_ =
            fmt::format("{} goes on after {} joined it at {}", name(other), name(t), where(e));
      return {};
    }
    uint32_t& forked_at = forked_at_[other.index()];
    if (forked_at != kNone)
      return fmt::format("{} forks {}, which {} forked at {}", name(t), name(other),
                         name(trace_.thread(EventId(forked_at))), where(EventId(forked_at)));
    forked_at = e.value;
    const auto events = trace_.events_of(other);
    if (!events.empty() && events.front() < e)
      return fmt::format("{} forks {}, which has been running since {}", name(t), name(other),
                         where(events.front()));
    return {};
  }

  // Thread `t` has an event after `e`, which is now the earliest offence we know of; end_ is there.
  bool something_follows(ThreadId t, EventId e) {
    const auto events = trace_.events_of(t);
    if (events.empty() || events.back() <= e) return false;
    const EventId next = events[events.index_from(EventId(e.value + 1))];
    if (next.value >= end_) return false;
    end_ = next.value;
    return true;
  }

  // In RAPID's own traces these operations mean something else.
  std::string block_hint(EventId e) const {
    const SourceMap& source = trace_.source();
    const bool from_text =
        where(e) == fmt::format("{}:{}", source.file(), source.position(e.value));
    return from_text ? "; atomic blocks are written as atomic and atomicend" : "";
  }

  // --- locks ----------------------------------------------------------------------------------
  static uint64_t holder_key(LockId lock, ThreadId t) {
    return uint64_t{lock.value} << 16 | t.value;
  }

  bool holds_exclusively(LockId lock, ThreadId t) const {
    const uint32_t acquired = locks_[lock.index()].acquired;
    return acquired != kNone && trace_.thread(EventId(acquired)) == t;
  }
  bool holds_shared(LockId lock, ThreadId t) const {
    return locks_[lock.index()].shared > 0 && shared_holders_.contains(holder_key(lock, t));
  }

  Offence check_lock(EventId e, Kind kind) {
    const ThreadId t = trace_.thread(e);
    const LockId lock = trace_.lock(e);
    LockState& state = locks_[lock.index()];
    switch (kind) {
      case Kind::acquire:
        if (state.acquired != kNone || state.shared > 0) return lock_offence(e, "acquires", "");
        state.acquired = e.value;
        return {};
      case Kind::acquire_shared:
        if (state.acquired != kNone || holds_shared(lock, t))
          return lock_offence(e, "acquires", " in shared mode");
        ++state.shared;
        shared_holders_[holder_key(lock, t)] = e.value;
        return {};
      case Kind::release:
        if (!holds_exclusively(lock, t)) return lock_offence(e, "releases", "");
        state.acquired = kNone;
        return {};
      case Kind::release_shared:
        if (!holds_shared(lock, t)) return lock_offence(e, "releases", " in shared mode");
        --state.shared;
        shared_holders_.erase(holder_key(lock, t));
        return {};
      case Kind::request:
      case Kind::request_shared:
        if (something_follows(t, e))
          later_offence_ =
              fmt::format("{} goes on after {}, at which it waits for ever", name(t), where(e));
        return {};
      default:
        return check_failed_try(e, kind);
    }
  }

  Offence check_failed_try(EventId e, Kind kind) const {
    const ThreadId t = trace_.thread(e);
    const LockId lock = trace_.lock(e);
    const LockState& state = locks_[lock.index()];
    if (state.acquired != kNone && !holds_exclusively(lock, t)) return {};
    const bool shared = kind == Kind::failed_try_shared;
    if (!shared && state.shared > (holds_shared(lock, t) ? 1u : 0u)) return {};
    return fmt::format("{} fails to take {}{}, which no other thread holds{}", name(t), operand(e),
                       shared ? " in shared mode" : "", shared ? " exclusively" : "");
  }

  Offence lock_offence(EventId e, std::string_view does, std::string_view mode) const {
    return fmt::format("{} {} {}{}, which {}", name(trace_.thread(e)), does, operand(e), mode,
                       who_holds(trace_.lock(e), trace_.thread(e)));
  }

  // "it holds since ...", "thread T1 holds in shared mode since ...", "nobody holds".
  std::string who_holds(LockId lock, ThreadId asking) const {
    const LockState& state = locks_[lock.index()];
    uint32_t since = state.acquired;
    if (since == kNone && holds_shared(lock, asking))
      since = shared_holders_.at(holder_key(lock, asking));
    if (since == kNone && state.shared > 0)
      for (const auto& [key, event] : shared_holders_)
        if (key >> 16 == lock.value) since = std::min(since, event);
    if (since == kNone) return "nobody holds";
    const ThreadId holder = trace_.thread(EventId(since));
    return fmt::format("{} holds{} since {}", holder == asking ? "it" : name(holder),
                       state.acquired == kNone ? " in shared mode" : "", where(EventId(since)));
  }

  // --- conditions, barriers, semaphores, once -------------------------------------------------
  Offence check_condition(EventId e, Kind kind) {
    if (kind != Kind::wait_begin && kind != Kind::wait_end) return {};
    const ThreadId t = trace_.thread(e);
    uint32_t& since = waits_since_[t.index()];
    if (kind == Kind::wait_begin) {
      if (since != kNone)
        return fmt::format("{} waits for {}, but it has been waiting for {} since {}", name(t),
                           operand(e), operand(EventId(since)), where(EventId(since)));
      since = e.value;
      return {};
    }
    if (since == kNone)
      return fmt::format("{} is woken from {}, but it does not wait", name(t), operand(e));
    if (trace_.sync(EventId(since)) != trace_.sync(e))
      return fmt::format("{} is woken from {}, but it has been waiting for {} since {}", name(t),
                         operand(e), operand(EventId(since)), where(EventId(since)));
    since = kNone;
    return {};
  }

  Offence check_barrier(EventId e, Kind kind) {
    const ThreadId t = trace_.thread(e);
    uint32_t& since = at_barrier_since_[t.index()];
    if (kind == Kind::barrier_arrive) {
      if (since != kNone)
        return fmt::format("{} arrives at {}, but it has not left {}, where it arrived at {}",
                           name(t), operand(e), operand(EventId(since)), where(EventId(since)));
      since = e.value;
      return {};
    }
    if (since == kNone || trace_.sync(EventId(since)) != trace_.sync(e))
      return fmt::format("{} leaves {} without having arrived at it", name(t), operand(e));
    since = kNone;
    return {};
  }

  Offence check_semaphore(EventId e, Kind kind) {
    uint64_t& count = counts_[trace_.sync(e).index()];
    switch (kind) {
      case Kind::semaphore_init:
        count = trace_.has_value(e) ? trace_.value(e) : 0;
        return {};
      case Kind::semaphore_post:
        count += count != UINT64_MAX;
        return {};
      case Kind::semaphore_wait:
        if (count-- > 0) return {};
        return fmt::format("{} takes one from {}, whose count is 0", name(trace_.thread(e)),
                           operand(e));
      default:
        if (count == 0) return {};
        return fmt::format("{} finds {} at zero, but its count is {}", name(trace_.thread(e)),
                           operand(e), count);
    }
  }

  Offence check_once(EventId e, Kind kind) {
    const ThreadId t = trace_.thread(e);
    OnceState& once = onces_[trace_.sync(e).index()];
    const bool runs = once.running_since != kNone;
    auto runner = [&] { return name(trace_.thread(EventId(once.running_since))); };
    switch (kind) {
      case Kind::once_begin:
        if (runs)
          return fmt::format("{} begins {}, which {} has been running since {}", name(t),
                             operand(e), runner(), where(EventId(once.running_since)));
        once.running_since = e.value;
        return {};
      case Kind::once_end:
        if (!runs) return fmt::format("{} ends {}, which nobody runs", name(t), operand(e));
        if (trace_.thread(EventId(once.running_since)) != t)
          return fmt::format("{} ends {}, which {} has been running since {}", name(t), operand(e),
                             runner(), where(EventId(once.running_since)));
        once = {kNone, true};
        return {};
      default:
        // If nobody ran it, it ran before the recording began.
        if (once.has_run || !runs) return {};
        return fmt::format("{} passes {}, which has not run to its end", name(t), operand(e));
    }
  }

  // --- words ----------------------------------------------------------------------------------
  std::string name(ThreadId t) const { return fmt::format("thread {}", trace_.thread_name(t)); }
  // "lock l"
  std::string operand(EventId e) const {
    static constexpr std::string_view kWords[FW_OPERAND_COUNT] = {
        "", "thread", "variable", "object", "lock", "condition", "barrier", "semaphore", "once"};
    return fmt::format("{} {}", kWords[static_cast<size_t>(operand_of(trace_.kind(e)))],
                       trace_.operand_name(e));
  }
  std::string where(EventId e) const { return trace_.where(e); }

  const Trace& trace_;
  uint32_t end_ = 0;           // events from here on are not looked at ...
  std::string later_offence_;  // ... because this one is an offence
  std::vector<uint32_t> forked_at_, waits_since_, at_barrier_since_;  // by thread
  std::vector<LockState> locks_;
  std::unordered_map<uint64_t, uint32_t> shared_holders_;  // lock and thread to the acquire
  std::vector<uint64_t> counts_;
  std::vector<OnceState> onces_;
};

}  // namespace

Status validate(const Trace& trace) { return Validator(trace).run(); }

}  // namespace foreweave
