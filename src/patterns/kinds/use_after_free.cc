#include "patterns/kinds/use_after_free.h"

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include "events/lives.h"
#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"

namespace foreweave {

namespace {

// The latest uses of an object that will be freed by another thread, by thread and site.
class Uses {
 public:
  static constexpr size_t kLatest = 4;
  struct Class {
    ThreadId thread;
    SiteId site;
    std::array<EventId, kLatest> latest;  // a ring
    uint32_t next = 0;
  };

  void add(ThreadId thread, SiteId site, EventId e) {
    Class& c = find_or_add(thread, site);
    c.latest[c.next] = e;
    c.next = (c.next + 1) % kLatest;
  }
  const std::vector<Class>& classes() const { return classes_; }

 private:
  static constexpr size_t kFew = 12;

  Class& find_or_add(ThreadId thread, SiteId site) {
    if (last_ < classes_.size() && is(classes_[last_], thread, site)) return classes_[last_];
    last_ = find(thread, site);
    if (last_ == classes_.size()) classes_.push_back({thread, site, {}, 0});
    return classes_[last_];
  }
  size_t find(ThreadId thread, SiteId site) {
    const auto same = [&](const Class& c) { return is(c, thread, site); };
    if (classes_.size() < kFew)
      return static_cast<size_t>(std::find_if(classes_.begin(), classes_.end(), same) -
                                 classes_.begin());
    if (index_.empty())
      for (size_t i = 0; i < classes_.size(); ++i)
        index_.emplace(key(classes_[i].thread, classes_[i].site), i);
    return index_.emplace(key(thread, site), classes_.size()).first->second;
  }
  static bool is(const Class& c, ThreadId thread, SiteId site) {
    return c.thread == thread && c.site == site;
  }
  static uint64_t key(ThreadId thread, SiteId site) {
    return uint64_t{thread.value} << 32 | site.value;
  }

  std::vector<Class> classes_;
  std::unordered_map<uint64_t, size_t> index_;  // once there are more than a few
  size_t last_ = 0;
};

void offer_uses(const Trace& trace, EventId free, const Uses& uses, const CertainOrder& order,
                CandidateCollector& found) {
  for (const Uses::Class& c : uses.classes())
    for (const EventId use : c.latest)
      if (use.exists() && !order.must_have_happened(use, trace.thread(free)))
        found.offer(std::array{free, use});
}

}  // namespace

Candidates find_uses_after_free(const Trace& trace, const PatternOptions& options) {
  CertainOrder order(trace, options.model, options.with_unseen, 0, options.orders);
  CandidateCollector found(trace, BugKind::use_after_free, 1, options);
  std::vector<std::unique_ptr<Uses>> live(trace.objects().size());  // by object
  for (const EventId e : trace.interacting()) {
    order.arrive(e);
    order.execute(e);
    if (trace.kind(e) == Kind::free) {
      if (!trace.object(e).exists()) continue;
      const std::unique_ptr<Uses> uses = std::move(live[trace.object(e).index()]);
      if (uses) offer_uses(trace, e, *uses, order, found);
      continue;
    }
    const ObjectId object = object_used_by(trace, e);
    if (!object.exists() || object == kOtherMemory) continue;
    const EventId freed = trace.objects()[object.index()].freed;
    if (!freed.exists() || trace.thread(freed) == trace.thread(e)) continue;
    std::unique_ptr<Uses>& uses = live[object.index()];
    if (!uses) uses = std::make_unique<Uses>();
    uses->add(trace.thread(e), trace.site(e), e);
  }
  return std::move(found).finish();
}

}  // namespace foreweave
