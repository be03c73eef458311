#include "events/recorded_run/interruptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "capture/abi/schedule.h"
#include "events/lives.h"
#include "events/recorded_run/value_flows.h"

namespace foreweave {

namespace {

// Writes of two parts of an object that are farther apart are not one thought.
constexpr size_t kLongestStep = 64;
// So far from the handler its thread is looked at, and so many runs of handlers.
constexpr size_t kFar = 5'000, kMostRuns = 64;
constexpr size_t kMostPossible = 64;

uint64_t address_of(const Trace& trace, EventId access) {
  const Location& location = trace.location_of(access);
  return trace.objects()[location.object.index()].address + location.offset;
}

std::vector<HandlerRun> first_runs(const Trace& trace) {
  std::vector<HandlerRun> runs = HandlerRun::of(trace);
  runs.resize(std::min(runs.size(), kMostRuns));
  return runs;
}

std::string place_of_site(const Trace& trace, SiteId id) {
  const Site& site = trace.site_info(id);
  return fmt::format("{}:{}:{}", trace.text(site.file), site.line, site.column);
}

bool is_plain(Kind kind) { return is_access(kind) && !is_atomic(kind); }

class Interruptions {
 public:
  explicit Interruptions(const Trace& trace)
      : trace_(trace), runs_(first_runs(trace)), flows_(trace) {}

  std::vector<Interruption> seen() {
    for (const HandlerRun& run : runs_) {
      if (!run.interrupts) continue;
      const auto events = trace_.events_of(run.thread);
      const size_t first = events.index_from(run.begin), behind = events.index_from(run.end);
      const EventId sent = sent_by_another(run);
      for (const EventId write : writes_of(run))
        if (const auto back = write_back_around(run, write, first, behind))
          add({Interruption::What::lost_write, run, write, *back, sent, EventId::none(), true});
      for (const Pair& pair : pairs_of(run))
        if (const auto next = touch_from(behind, pair.old_part); next && is_write(*next))
          if (const auto before = first_half(pair, *next, first))
            add({Interruption::What::torn_read, run, pair.old_part, *next, sent, *before, true});
      if (const auto read = run.spoils_errno ? read_of_errno_behind(run, behind) : std::nullopt)
        add({Interruption::What::spoilt_errno, run, last_call(run), *read, sent, EventId::none(),
             true});
    }
    return std::move(found_);
  }

  std::vector<Interruption> possible() {
    for (const HandlerRun& run : runs_) {
      const EventId sent = run.interrupts ? sent_by_another(run) : EventId::none();
      if (!sent.exists()) continue;
      const auto events = trace_.events_of(run.thread);
      const size_t near = events.index_from(sent);
      const std::vector<Pair> pairs = pairs_of(run);
      // Those first that the signal need be moved least for.
      for (size_t away = 0; away < kFar && found_.size() < kMostPossible; ++away) {
        if (near + away < events.size()) consider(run, pairs, sent, events[near + away]);
        if (away > 0 && away <= near) consider(run, pairs, sent, events[near - away]);
        if (near + away >= events.size() && away > near) break;
      }
    }
    return std::move(found_);
  }

 private:
  // Two reads of a handler, of parts of one object, from which it computes what it stores.
  struct Pair {
    EventId new_part, old_part;
  };

  void add(const Interruption& one) {
    if (one.in_handler.exists() && known_.insert(key_of(trace_, one)).second) found_.push_back(one);
  }

  bool is_of_handler(EventId e) const {
    return std::ranges::any_of(runs_, [&](const HandlerRun& run) { return run.has(trace_, e); });
  }

  std::vector<EventId> writes_of(const HandlerRun& run) const {
    std::vector<EventId> writes;
    const auto events = trace_.events_of(run.thread);
    for (size_t i = events.index_from(run.begin); i < events.index_from(run.end); ++i)
      if (trace_.kind(events[i]) == Kind::write) writes.push_back(events[i]);
    return writes;
  }

  // The word by which the handler is behind whoever sent the signal.
  EventId sent_by_another(const HandlerRun& run) const {
    const auto events = trace_.events_of(run.thread);
    for (size_t i = events.index_from(run.begin); i < events.index_from(run.end); ++i)
      if (is_access(trace_.kind(events[i])) && address_of(trace_, events[i]) == FW_SIGNALS_WORD) {
        const EventId sent = trace_.seen_write(events[i]);
        return sent.exists() && trace_.thread(sent) != run.thread ? sent : EventId::none();
      }
    return EventId::none();
  }

  bool is_read_of_errno(const HandlerRun& run, EventId e) const {
    return trace_.kind(e) == Kind::read && address_of(trace_, e) == run.errno_address;
  }

  // If that is what the thread does next. The call that tells where errno is belongs to the read,
  // and has its place; any other may have set it.
  std::optional<EventId> read_of_errno_behind(const HandlerRun& run, size_t behind) const {
    const auto events = trace_.events_of(run.thread);
    std::optional<std::string> call;
    for (size_t i = behind; i < events.size(); ++i) {
      const Kind kind = trace_.kind(events[i]);
      const std::string place = place_of_site(trace_, trace_.site(events[i]));
      if (is_access(kind))
        return is_read_of_errno(run, events[i]) && call.value_or(place) == place
                   ? std::optional(events[i])
                   : std::nullopt;
      if (!marks_stretch(kind)) continue;
      if (call) return std::nullopt;
      call = place;
    }
    return std::nullopt;
  }

  // That returned last with an errno, as far as can be seen.
  EventId last_call(const HandlerRun& run) const {
    const auto events = trace_.events_of(run.thread);
    for (size_t i = events.index_from(run.end); i-- > events.index_from(run.begin);)
      if (trace_.site_info(trace_.site(events[i])).line != 0) return events[i];
    return EventId::none();
  }

  // The last access of the thread before its n-th event that touches what `access` does, outside of
  // handlers.
  std::optional<EventId> touch_before(size_t n, EventId access) const {
    const auto events = trace_.events_of(trace_.thread(access));
    for (size_t i = n; i-- > 0 && n - i < kFar;)
      if (touches(events[i], access)) return events[i];
    return std::nullopt;
  }
  // The first one from there on.
  std::optional<EventId> touch_from(size_t n, EventId access) const {
    const auto events = trace_.events_of(trace_.thread(access));
    for (size_t i = n; i < events.size() && i - n < kFar; ++i)
      if (touches(events[i], access)) return events[i];
    return std::nullopt;
  }
  bool touches(EventId e, EventId access) const {
    return is_access(trace_.kind(e)) && trace_.location(e) == trace_.location(access) &&
           !is_of_handler(e);
  }

  // The handler's own read that it computed the write from, at the same place.
  std::optional<EventId> read_for(const HandlerRun& run, EventId write) const {
    const auto events = trace_.events_of(run.thread);
    for (size_t i = events.index_from(write); i-- > events.index_from(run.begin);)
      if (trace_.kind(events[i]) == Kind::read &&
          trace_.location(events[i]) == trace_.location(write) &&
          flows_.lead(trace_, events[i], write))
        return events[i];
    return std::nullopt;
  }
  // Its last write there.
  EventId last_write_like(const HandlerRun& run, EventId write) const {
    const auto events = trace_.events_of(run.thread);
    for (size_t i = events.index_from(run.end); i-- > events.index_from(write);)
      if (is_write(events[i]) && trace_.location(events[i]) == trace_.location(write))
        return events[i];
    return write;
  }

  // What the write is lost by: the thread had read there, and stores what it computed from that. A
  // handler that sets something, whatever was there, may have other ways to make itself heard; one
  // that counts has not.
  bool loses(const HandlerRun& run, EventId write, EventId load, EventId store) const {
    if (trace_.kind(load) != Kind::read || !is_write(store) || !flows_.lead(trace_, load, store))
      return false;
    write = last_write_like(run, write);
    return read_for(run, write) && undoes(write, load, store);
  }
  // The store is not what it would be if the handler had come before the load, or after the store.
  bool undoes(EventId write, EventId load, EventId store) const {
    for (const EventId e : {write, load, store})
      if (!trace_.has_value(e)) return false;
    const uint64_t before = trace_.value(load), changed = before ^ trace_.value(write);
    if (flows_.changes_number(trace_.site(write))) return changed != 0;
    return ((trace_.value(store) ^ trace_.value(write)) & changed) != 0;  // bits
  }

  std::optional<EventId> write_back_around(const HandlerRun& run, EventId write, size_t first,
                                           size_t behind) const {
    const std::optional<EventId> load = touch_before(first, write);
    if (!load) return std::nullopt;
    const std::optional<EventId> next = touch_from(behind, write);
    return next && loses(run, write, *load, *next) ? next : std::nullopt;
  }

  std::vector<Pair> pairs_of(const HandlerRun& run) const {
    std::vector<Pair> pairs;
    const auto events = trace_.events_of(run.thread);
    const size_t first = events.index_from(run.begin),
                 end = std::min<size_t>(events.index_from(run.end), first + kFar);
    for (const EventId store : writes_of(run)) {
      std::vector<EventId> reads;
      for (size_t i = first; i < end && events[i] < store && reads.size() < kLongestStep; ++i)
        if (trace_.kind(events[i]) == Kind::read && flows_.lead(trace_, events[i], store))
          reads.push_back(events[i]);
      for (const EventId a : reads)
        for (const EventId b : reads)
          if (trace_.location(a) != trace_.location(b) && are_of_one_object(a, b))
            pairs.push_back({a, b});
    }
    return pairs;
  }

  bool are_of_one_object(EventId a, EventId b) const {
    const ObjectId object = trace_.location_of(a).object;
    if (object != trace_.location_of(b).object) return false;
    if (object != kOtherMemory) return !is_stack(trace_, object);
    const Symbol *const of_a = variable_at(address_of(trace_, a)), *const of_b = variable_at(
                                                                       address_of(trace_, b));
    if (!of_a || !of_b) return false;
    const std::string_view whole = whole_of(trace_.text(of_a->name));
    return of_a == of_b || (!whole.empty() && whole == whole_of(trace_.text(of_b->name)));
  }
  // "now" of "now.1": the optimiser makes variables of the members of one. Empty for any other.
  static std::string_view whole_of(std::string_view name) {
    const size_t dot = name.find_last_not_of("0123456789");
    return dot != name.npos && dot + 1 < name.size() && name[dot] == '.' ? name.substr(0, dot) : "";
  }
  const Symbol* variable_at(uint64_t address) const {
    const auto symbols = trace_.symbols();
    const auto behind = std::ranges::upper_bound(symbols, address, {}, &Symbol::address);
    if (behind == symbols.begin()) return nullptr;
    return address - behind[-1].address < behind[-1].size ? &behind[-1] : nullptr;
  }

  // The write of the new part before the thread's n-th event, if with that of the old part it is a
  // step: close to it, in the same function, and above it there. What a loop does at its end is
  // below what it does at its beginning.
  std::optional<EventId> first_half(const Pair& pair, EventId second, size_t n) const {
    const std::optional<EventId> first = touch_before(n, pair.new_part);
    if (!first || !is_write(*first) || !changes(*first) || !changes(second)) return std::nullopt;
    const auto events = trace_.events_of(trace_.thread(second));
    const size_t begin = events.index_from(*first), end = events.index_from(second);
    if (end - begin > kLongestStep) return std::nullopt;
    for (size_t i = begin; i < end; ++i)
      if (is_write(events[i]) && touches(events[i], second))
        return std::nullopt;  // the step was over by then
    const Site &a = trace_.site_info(trace_.site(*first)),
               &b = trace_.site_info(trace_.site(second));
    const bool is_above = std::pair(a.line, a.column) < std::pair(b.line, b.column);
    return a.file == b.file && a.function == b.function && is_above ? first : std::nullopt;
  }
  bool is_write(EventId e) const { return trace_.kind(e) == Kind::write; }
  // To another value than was there.
  bool changes(EventId write) const {
    const auto events = trace_.events_of(trace_.thread(write));
    const std::optional<EventId> earlier = touch_before(events.index_from(write), write);
    if (!trace_.has_value(write) || (earlier && !trace_.has_value(*earlier))) return false;
    return trace_.value(write) != (earlier ? trace_.value(*earlier) : 0);
  }

  void consider(const HandlerRun& run, const std::vector<Pair>& pairs, EventId sent, EventId e) {
    if (!is_plain(trace_.kind(e)) || is_of_handler(e)) return;
    if (run.spoils_errno && is_read_of_errno(run, e))
      add({Interruption::What::spoilt_errno, run, last_call(run), e, sent});
    if (!is_write(e)) return;
    for (const Pair& pair : pairs) {
      if (trace_.location(pair.old_part) != trace_.location(e)) continue;
      if (const auto before = first_half(pair, e, trace_.events_of(run.thread).index_from(e)))
        add({Interruption::What::torn_read, run, pair.old_part, e, sent, *before});
    }
    for (const EventId write : writes_of(run)) {
      if (trace_.location(write) != trace_.location(e)) continue;
      const std::optional<EventId> load =
          touch_before(trace_.events_of(run.thread).index_from(e), e);
      if (load && trace_.kind(*load) == Kind::read && flows_.lead(trace_, *load, e) &&
          read_for(run, last_write_like(run, write)))
        add({Interruption::What::lost_write, run, write, e, sent});
      return;
    }
  }

  const Trace& trace_;
  const std::vector<HandlerRun> runs_;
  const ValueFlows flows_;
  std::set<std::string> known_;
  std::vector<Interruption> found_;
};

}  // namespace

std::vector<Interruption> interruptions_seen(const Trace& trace) {
  return HandlerRun::of(trace).empty() ? std::vector<Interruption>() : Interruptions(trace).seen();
}

std::vector<Interruption> interruptions_possible(const Trace& trace) {
  return HandlerRun::of(trace).empty() ? std::vector<Interruption>()
                                       : Interruptions(trace).possible();
}

std::string key_of(const Trace& trace, const Interruption& one) {
  return fmt::format("interruption {} {} {}", static_cast<int>(one.what),
                     place_of_site(trace, trace.site(one.in_handler)),
                     place_of_site(trace, trace.site(one.interrupted)));
}

}  // namespace foreweave
