#include "patterns/trials/step_points.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>

#include "model/order/certain_order.h"

namespace foreweave {

namespace {

constexpr size_t kMostReads = 16;     // of one section
constexpr uint32_t kFarthest = 400;   // events of the thread between two sections
constexpr uint32_t kMostOfAPair = 3;  // points for the same two places

uint64_t mixed(uint64_t a, uint64_t b) { return (a ^ b) * 0x9e3779b97f4a7c15ull + (a >> 29); }

class StepPoints {
 public:
  explicit StepPoints(const Trace& trace)
      : trace_(trace), order_(trace, Model::sync, true), threads_(trace.thread_count()) {}

  std::vector<StepPoint> find() {
    for (uint32_t i = 0; i < trace_.size(); ++i) step(EventId(i));
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Found& a, const Found& b) { return a.number < b.number; });
    std::vector<StepPoint> points;
    for (const Found& f : found_)
      if (f.is_contested) points.push_back(f.point);
    return points;
  }

 private:
  struct Section {
    EventId acquire;
    uint64_t place = 0;  // the calls that led there, and where that is
    uint32_t end = 0;    // among the thread's events
    std::vector<CellId> reads = {};
  };
  struct Load {
    EventId event;
    uint32_t at = 0;
  };
  struct Thread {
    uint32_t events = 0;
    std::vector<uint64_t> calls = {0};             // each mixed with those before it
    std::vector<Section> open;                     // of the locks that it holds
    std::unordered_map<uint32_t, Section> closed;  // by lock, the last
    std::unordered_map<uint32_t, Load> loads;      // by cell, the last atomic one without a lock
  };
  struct Cell {
    std::map<uint32_t, EventId> accesses;  // by thread, the latest
    std::vector<size_t> points;            // that looked at it
  };
  struct Found {
    StepPoint point;
    uint32_t number;  // of its pair of places
    bool is_contested = false;
  };

  void step(EventId e) {
    Thread& t = threads_[trace_.thread(e).index()];
    ++t.events;
    const Kind kind = trace_.kind(e);
    if (kind == Kind::call) t.calls.push_back(mixed(t.calls.back(), trace_.site(e).value + 1));
    if (kind == Kind::return_ && t.calls.size() > 1) t.calls.pop_back();
    if (!trace_.interacts(e)) return;
    order_.arrive(e);
    order_.execute(e);
    if (acquires_lock(kind)) begin_section(t, e);
    if (releases_lock(kind)) end_section(t, e);
    if (is_access(kind) && trace_.is_contended(trace_.location(e)) &&
        !trace_.stands_for_order(trace_.location(e)))
      access(t, e);
  }

  void begin_section(Thread& t, EventId e) {
    Section now{e, mixed(t.calls.back(), trace_.site(e).value + 1), 0, {}};
    const auto last = t.closed.find(trace_.lock(e).value);
    // The same code again is another round, and no second half.
    if (last != t.closed.end() && t.events - last->second.end <= kFarthest &&
        last->second.place != now.place)
      offer({last->second.acquire, e}, mixed(last->second.place, now.place), last->second.reads);
    t.open.push_back(std::move(now));
  }

  void end_section(Thread& t, EventId e) {
    const auto ended = std::find_if(t.open.begin(), t.open.end(), [&](const Section& s) {
      return s.acquire == trace_.partner(e);
    });
    if (ended == t.open.end()) return;
    ended->end = t.events;
    t.closed[trace_.lock(e).value] = std::move(*ended);
    t.open.erase(ended);
  }

  void access(Thread& t, EventId e) {
    const Kind kind = trace_.kind(e);
    const ThreadId self = trace_.thread(e);
    const Location& location = trace_.location_of(e);
    for (uint32_t k = 0; k < location.cell_count; ++k) {
      const CellId c(location.first_cell.value + k);
      if (reads(kind))
        for (Section& section : t.open)
          if (section.reads.size() < kMostReads &&
              std::find(section.reads.begin(), section.reads.end(), c) == section.reads.end())
            section.reads.push_back(c);
      Cell& cell = cells_[c.value];
      // Who only looked there may have found that it came too late to write.
      cell.accesses[self.value] = e;
      for (const size_t p : cell.points)
        if (const EventId before = found_[p].point.before;
            trace_.thread(before) != self && !order_.must_have_happened(before, self))
          found_[p].is_contested = true;
      if (k == 0 && is_atomic(kind)) atomic_access(t, e, c);
    }
  }

  // An update sees what is there: it is a step by itself.
  void atomic_access(Thread& t, EventId e, CellId c) {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::atomic_read && t.open.empty()) t.loads[c.value] = {e, t.events};
    if (kind == Kind::atomic_update) t.loads.erase(c.value);
    if (kind != Kind::atomic_write) return;
    const auto load = t.loads.find(c.value);
    if (load == t.loads.end()) return;
    if (t.events - load->second.at <= kFarthest)
      offer(
          {load->second.event, e},
          mixed(trace_.site(load->second.event).value, mixed(t.calls.back(), trace_.site(e).value)),
          {&c, 1});
    t.loads.erase(c.value);
  }

  void offer(const StepPoint& point, uint64_t pair, std::span<const CellId> looked_at) {
    if (looked_at.empty()) return;
    uint32_t& number = pairs_[pair];
    if (number == kMostOfAPair) return;
    const ThreadId self = trace_.thread(point.before);
    Found found{point, number++};
    for (const CellId c : looked_at) {
      Cell& cell = cells_[c.value];
      for (const auto& [thread, access] : cell.accesses)
        found.is_contested |= thread != self.value && !order_.must_have_happened(access, self);
      cell.points.push_back(found_.size());
    }
    found_.push_back(found);
  }

  const Trace& trace_;
  CertainOrder order_;
  std::vector<Thread> threads_;
  std::unordered_map<uint32_t, Cell> cells_;
  std::unordered_map<uint64_t, uint32_t> pairs_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<StepPoint> step_points(const Trace& trace) {
  if (trace.thread_count() < 2) return {};
  return StepPoints(trace).find();
}

std::vector<EventId> points_within(const Trace& trace, const StepPoint& point) {
  struct Beginning {
    EventId event;
    int locks;  // that the thread has taken since the step began, and not released
  };
  const ThreadEvents events = trace.events_of(trace.thread(point.before));
  std::vector<Beginning> beginnings;
  int locks = 0;
  bool looked = !acquires_lock(trace.kind(point.begin));
  for (uint32_t i = events.index_from(point.begin); events[i] < point.before; ++i) {
    const EventId e = events[i];
    const Kind kind = trace.kind(e);
    const bool is_store = is_access(kind) && is_atomic(kind) && writes(kind) && trace.interacts(e);
    if (looked && (is_store || kind == Kind::acquire || kind == Kind::acquire_shared))
      beginnings.push_back({e, locks});
    if (acquires_lock(kind)) ++locks;
    if (releases_lock(kind)) --locks;
    looked |= releases_lock(kind) && trace.partner(e) == point.begin;
  }
  std::vector<EventId> points;
  for (const Beginning& b : beginnings)
    if (b.locks <= locks) points.push_back(b.event);
  return points;
}

std::vector<EventId> points_to_let_others_go_first(const Trace& trace) {
  std::vector<EventId> section(trace.thread_count()), found(trace.thread_count());  // the outermost
  std::vector<uint32_t> depth(trace.thread_count());
  std::vector<EventId> change(trace.thread_count()), before_signals;  // the latest
  std::set<uint32_t> signals;                                         // their places
  bool has_others = false;
  for (const EventId e : trace.interacting()) {
    has_others |= trace.kind(e) == Kind::fork;
    const size_t t = trace.thread(e).index();
    const Kind kind = trace.kind(e);
    if (acquires_lock(kind) && depth[t]++ == 0) section[t] = e;
    if (releases_lock(kind) && depth[t] > 0 && --depth[t] == 0) section[t] = EventId::none();
    if (has_others && is_access(kind) && writes(kind) && trace.is_contended(trace.location(e)) &&
        !trace.stands_for_order(trace.location(e))) {
      change[t] = section[t].exists() ? section[t] : e;
      if (!found[t].exists()) found[t] = change[t];
    }
    if ((kind == Kind::signal || kind == Kind::broadcast) && change[t] != found[t] &&
        signals.insert(trace.site(e).value).second)
      before_signals.push_back(change[t]);
  }
  std::erase_if(found, [](EventId e) { return !e.exists(); });
  std::sort(found.begin(), found.end());
  found.insert(found.end(), before_signals.begin(), before_signals.end());
  return found;
}

}  // namespace foreweave
