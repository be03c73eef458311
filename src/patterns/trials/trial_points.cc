// One pass over the events that interact: accesses of memory by another thread than the one that
// allocates or frees it do, and so do accesses of pointers that several threads share.
#include "patterns/trials/trial_points.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "model/order/certain_order.h"
#include "patterns/passes/lock_spans.h"

namespace foreweave {

namespace {

constexpr uint32_t kPointerSize = 8;
constexpr size_t kMostUses = 16;            // of one object
constexpr size_t kPointersRemembered = 16;  // of one thread
constexpr size_t kMostOfAPair = 2;          // points for the same two places

class TrialPoints {
 public:
  explicit TrialPoints(const Trace& trace)
      : trace_(trace),
        order_(trace, Model::sync, true),
        locks_(trace),
        threads_(trace.thread_count()) {}

  std::vector<TrialPoint> find() {
    for (const EventId e : trace_.interacting()) {
      order_.arrive(e);
      order_.execute(e);
      const Kind kind = trace_.kind(e);
      if (operand_of(kind) == Operand::lock) change_locks(e);
      if (is_access(kind)) access(e);
      if (kind == Kind::free) free(e);
    }
    for (const Free& f : frees_)
      if (f.is_shared) offer_free(f);
    return in_order();
  }

 private:
  struct Use {
    EventId event;
    LockSpans::SetId locks;
    uint32_t releases;  // of its thread before it
    bool is_first;      // of the thread
  };
  struct PointerRead {
    EventId event, step;  // and where its critical section begins
    uint64_t value = 0;
    CellId cell;
  };
  struct Free {
    EventId event, step;
    bool is_shared = false;     // somebody else reads the pointer, and nothing says when
    bool was_unlinked = false;  // before the free the thread itself wrote something else there
  };
  struct Cell {
    std::map<uint32_t, EventId> readers;  // by thread: the latest read
    std::vector<size_t> frees;            // of what its value led to
    EventId last_write;
  };
  struct Thread {
    std::vector<PointerRead> pointers;  // the latest, oldest first
    std::vector<EventId> sections;      // acquires of the locks that it holds
    uint32_t releases = 0;
  };
  struct Ranked {
    uint32_t rank;
    TrialPoint point;
  };

  Thread& thread_of(EventId e) { return threads_[trace_.thread(e).index()]; }

  void change_locks(EventId e) {
    locks_.step(e);
    Thread& thread = thread_of(e);
    if (acquires_lock(trace_.kind(e))) thread.sections.push_back(e);
    if (!releases_lock(trace_.kind(e))) return;
    std::erase(thread.sections, trace_.partner(e));
    ++thread.releases;
  }

  void access(EventId e) {
    if (trace_.stands_for_order(trace_.location(e))) return;
    note_use(e);
    const Location& location = trace_.location_of(e);
    if (location.size != kPointerSize || !trace_.is_contended(trace_.location(e))) return;
    Cell& cell = cells_[location.first_cell.value];
    const ThreadId t = trace_.thread(e);
    if (reads(trace_.kind(e))) {
      cell.readers[t.value] = e;
      for (const size_t f : cell.frees)
        if (trace_.thread(frees_[f].event) != t && !order_.must_have_happened(frees_[f].event, t))
          frees_[f].is_shared = true;
      if (trace_.has_value(e) && trace_.value(e) != 0) note_pointer(e, location.first_cell);
    }
    if (writes(trace_.kind(e))) cell.last_write = e;
  }

  void note_pointer(EventId e, CellId cell) {
    Thread& thread = thread_of(e);
    if (thread.pointers.size() == kPointersRemembered)
      thread.pointers.erase(thread.pointers.begin());
    thread.pointers.push_back(
        {e, thread.sections.empty() ? e : thread.sections.front(), trace_.value(e), cell});
  }

  void note_use(EventId e) {
    const ObjectId object = trace_.location_of(e).object;
    if (object == kOtherMemory || !trace_.objects()[object.index()].allocated.exists()) return;
    std::vector<Use>& uses = uses_[object.value];
    const uint32_t releases = thread_of(e).releases;
    bool is_first = true;
    for (const Use& use : uses) {
      if (trace_.thread(use.event) != trace_.thread(e)) continue;
      if (use.releases == releases) return;
      is_first = false;
    }
    if (uses.size() < kMostUses)
      uses.push_back({e, locks_.now(trace_.thread(e)), releases, is_first});
  }

  void free(EventId e) {
    const ObjectId object = trace_.object(e);
    if (!object.exists()) return;
    const ThreadId t = trace_.thread(e);
    if (const auto uses = uses_.extract(object.value))
      for (const Use& use : uses.mapped())
        if (trace_.thread(use.event) != t && !order_.must_have_happened(use.event, t) &&
            !locks_.exclude(use.locks, locks_.now(t)))
          offer(use.is_first ? 0 : 2, {TrialPoint::What::use, use.event, e});
    note_free(e, trace_.objects()[object.index()].address);
  }

  void note_free(EventId e, uint64_t address) {
    const Thread& thread = thread_of(e);
    const auto from = std::find_if(thread.pointers.rbegin(), thread.pointers.rend(),
                                   [&](const PointerRead& p) { return p.value == address; });
    if (from == thread.pointers.rend()) return;
    Cell& cell = cells_[from->cell.value];
    Free f{e, from->step};
    f.was_unlinked = cell.last_write.exists() && cell.last_write > from->event &&
                     trace_.thread(cell.last_write) == trace_.thread(e);
    for (const auto& [reader, event] : cell.readers)
      if (reader != trace_.thread(e).value && !order_.must_have_happened(event, trace_.thread(e)))
        f.is_shared = true;
    cell.frees.push_back(frees_.size());
    frees_.push_back(f);
  }

  void offer_free(const Free& f) {
    if (!f.was_unlinked) offer(1, {TrialPoint::What::free, f.event, f.event});
    offer(f.was_unlinked ? 1 : 3, {TrialPoint::What::step, f.step, f.event});
  }

  void offer(uint32_t rank, const TrialPoint& point) {
    size_t& of_pair =
        pairs_[{point.what, trace_.site(point.before).value, trace_.site(point.free).value}];
    if (++of_pair > kMostOfAPair) return;
    found_.push_back({rank + static_cast<uint32_t>(4 * (of_pair - 1)), point});
  }

  std::vector<TrialPoint> in_order() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.rank < b.rank; });
    std::vector<TrialPoint> points;
    for (const Ranked& ranked : found_) points.push_back(ranked.point);
    return points;
  }

  const Trace& trace_;
  CertainOrder order_;
  LockSpans locks_;
  std::vector<Thread> threads_;
  std::unordered_map<uint32_t, std::vector<Use>> uses_;  // by object, until it is freed
  std::unordered_map<uint32_t, Cell> cells_;             // by first cell, of pointers
  std::vector<Free> frees_;
  std::map<std::tuple<TrialPoint::What, uint32_t, uint32_t>, size_t> pairs_;
  std::vector<Ranked> found_;
};

}  // namespace

std::vector<TrialPoint> trial_points(const Trace& trace) {
  if (trace.thread_count() < 2 || !trace.has(Kind::free)) return {};
  return TrialPoints(trace).find();
}

}  // namespace foreweave
