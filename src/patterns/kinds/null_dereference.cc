// One pass over all events, since accesses through a pointer need not interact with anybody. Each
// pointer keeps, by thread and sites, the latest write of null and the latest load that was used;
// whichever of the two comes later meets the latest of the others.
#include "patterns/kinds/null_dereference.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"

namespace foreweave {

namespace {

constexpr uint32_t kPointerSize = 8;
constexpr uint32_t kRemembered = 16;

class NullPattern {
 public:
  NullPattern(const Trace& trace, const PatternOptions& options)
      : trace_(trace),
        order_(trace, options.model, options.with_unseen, kRemembered, options.orders),
        found_(trace, BugKind::null, 2, options),
        decisions_matter_(fixes_by_position(options.model)),
        is_load_(trace.sites().size()),
        decisions_(trace.thread_count()) {
    for (const Site& site : trace.sites())
      if (site.pointer_from.exists()) is_load_[site.pointer_from.index()] = has_loads_ = true;
  }

  Candidates find() {
    if (has_loads_ && trace_.has_values())
      for (uint32_t i = 0; i < trace_.size(); ++i) step(EventId(i));
    return std::move(found_).finish();
  }

 private:
  struct Load {
    EventId event;
    uint32_t decisions = 0;  // of the thread, up to this event
  };
  struct NullWrite {
    ThreadId thread;
    SiteId site;
    EventId latest;
    EventId overwritten;  // the first write that must come behind `latest`, whoever does it
  };
  struct UsedLoad {
    ThreadId thread;
    SiteId load_site, access_site;
    EventId load, access;  // the latest
  };
  struct Pointer {
    std::vector<NullWrite> nulls;
    std::vector<UsedLoad> loads;
  };

  void step(EventId e) {
    const bool interacts = trace_.interacts(e);
    const Kind kind = trace_.kind(e);
    if (interacts) order_.arrive(e);
    if (is_access(kind)) use_pointer(e);
    if (trace_.decides(e)) ++decisions_[trace_.thread(e).index()];
    if (interacts) {
      order_.execute(e);
      if (writes(kind) && is_pointer(e, kind)) write_pointer(e);
    }
    const bool notices = decisions_matter_ && trace_.decides_on_own_read(e);
    if (is_load_[trace_.site(e).index()] && reads(kind) && !writes(kind) && !notices)
      loads_[key(trace_.thread(e), trace_.site(e))] = {e, decisions_[trace_.thread(e).index()]};
    else if (is_load_[trace_.site(e).index()])
      loads_.erase(key(trace_.thread(e), trace_.site(e)));
  }

  bool is_pointer(EventId e, Kind kind) const {
    return is_access(kind) && trace_.location_of(e).size == kPointerSize &&
           trace_.is_contended(trace_.location(e));
  }

  // Access e goes through a pointer that its thread loaded.
  void use_pointer(EventId e) {
    const SiteId from = trace_.site_info(trace_.site(e)).pointer_from;
    if (!from.exists()) return;
    const ThreadId t = trace_.thread(e);
    const auto it = loads_.find(key(t, from));
    if (it == loads_.end()) return;
    const auto [load, decisions] = it->second;
    if (decisions_matter_ && decisions != decisions_[t.index()]) return;
    if (!is_pointer(load, trace_.kind(load)) || trace_.value(load) == 0) return;
    if (!is_pointer_of(trace_, load, e)) return;
    Pointer& pointer = pointers_[pointer_of(load)];
    note(pointer, {t, from, trace_.site(e), load, e});
    for (const NullWrite& null : pointer.nulls)
      if (null.thread != t && !is_overwritten(null, load))
        found_.offer(std::array{null.latest, load, e});
  }

  // Something else must have been written between the null and the load. What the load saw in the
  // trace says nothing about that: it is to see something else.
  bool is_overwritten(const NullWrite& null, EventId load) const {
    const EventId write = null.overwritten;
    if (!write.exists() || load.value == 0) return false;
    if (trace_.thread(write) == trace_.thread(load)) return write < load;
    return order_.comes_first(write, EventId(load.value - 1), trace_.thread(load));
  }

  void write_pointer(EventId e) {
    const ThreadId t = trace_.thread(e);
    const bool is_null = trace_.has_value(e) && trace_.value(e) == 0;
    const auto it = pointers_.find(pointer_of(e));
    if (it == pointers_.end() && !is_null) return;
    Pointer& pointer = it == pointers_.end() ? pointers_[pointer_of(e)] : it->second;
    for (NullWrite& null : pointer.nulls)
      if (!null.overwritten.exists() &&
          (null.thread == t || order_.must_have_happened(null.latest, t)))
        null.overwritten = e;
    if (!is_null) return;
    note(pointer, {t, trace_.site(e), e, EventId::none()});
    for (const UsedLoad& used : pointer.loads)
      if (used.thread != t && !order_.must_have_happened(used.load, t))
        found_.offer(std::array{e, used.load, used.access});
  }

  static void note(Pointer& pointer, const NullWrite& now) {
    for (NullWrite& null : pointer.nulls)
      if (null.thread == now.thread && null.site == now.site) {
        null = now;
        return;
      }
    pointer.nulls.push_back(now);
  }
  static void note(Pointer& pointer, const UsedLoad& now) {
    for (UsedLoad& used : pointer.loads)
      if (used.thread == now.thread && used.load_site == now.load_site &&
          used.access_site == now.access_site) {
        used = now;
        return;
      }
    pointer.loads.push_back(now);
  }

  static uint64_t key(ThreadId t, SiteId site) { return uint64_t{t.value} << 32 | site.value; }
  // The pointer's first cell: accesses of eight bytes that begin there are accesses of the pointer.
  uint32_t pointer_of(EventId e) const { return trace_.location_of(e).first_cell.value; }

  const Trace& trace_;
  CertainOrder order_;
  CandidateCollector found_;
  const bool decisions_matter_;
  bool has_loads_ = false;
  std::vector<bool> is_load_;                 // by site: some access gets its pointer there
  std::vector<uint32_t> decisions_;           // by thread, so far
  std::unordered_map<uint64_t, Load> loads_;  // by thread and site: the latest
  std::unordered_map<uint32_t, Pointer> pointers_;
};

}  // namespace

Candidates find_null_dereferences(const Trace& trace, const PatternOptions& options) {
  return NullPattern(trace, options).find();
}

}  // namespace foreweave
