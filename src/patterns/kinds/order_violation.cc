// For each step of a sequence the latest few events of each thread are kept. An event at one of the
// steps meets those of the other steps: it is then the last of them in the trace.
#include "patterns/kinds/order_violation.h"

#include <algorithm>
#include <map>

#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"

namespace foreweave {

namespace {

constexpr size_t kLatest = 4;
constexpr size_t kMaxChoices = 256;  // of the other steps' events, for one event

class SequencePattern {
 public:
  SequencePattern(const Trace& trace, const SiteSequence& steps, const CertainOrder& order,
                  CandidateCollector& found)
      : trace_(trace), order_(order), found_(found), at_(steps.size()) {
    for (uint32_t k = 0; k < steps.size(); ++k)
      for (const SiteId site : steps[k]) steps_at_[site].push_back(k);
  }

  void event(EventId e) {
    const auto it = steps_at_.find(trace_.site(e));
    if (it == steps_at_.end()) return;
    for (const uint32_t step : it->second) {
      chosen_.assign(at_.size(), EventId::none());
      chosen_[step] = e;
      choices_ = 0;
      choose(0, e);
    }
    for (const uint32_t step : it->second) {
      std::vector<EventId>& latest = at_[step][trace_.thread(e)];
      latest.insert(latest.begin(), e);
      if (latest.size() > kLatest) latest.pop_back();
    }
  }

 private:
  void choose(size_t step, EventId now) {
    if (choices_ >= kMaxChoices) return;
    if (step == at_.size()) {
      ++choices_;
      if (is_worth_asking(now)) found_.offer(chosen_);
      return;
    }
    if (chosen_[step] == now) return choose(step + 1, now);
    for (const auto& [thread, latest] : at_[step])
      for (const EventId e : latest) {
        chosen_[step] = e;
        choose(step + 1, now);
      }
    chosen_[step] = EventId::none();
  }

  // By two threads, in an order that program order and the certain order allow, and not the
  // trace's.
  bool is_worth_asking(EventId now) const {
    if (std::is_sorted(chosen_.begin(), chosen_.end())) return false;
    bool several_threads = false, is_before_now = true;
    for (size_t i = 0; i < chosen_.size(); ++i) {
      const EventId e = chosen_[i];
      several_threads |= trace_.thread(e) != trace_.thread(now);
      for (size_t j = 0; j < i; ++j)
        if (trace_.thread(chosen_[j]) == trace_.thread(e) && chosen_[j] >= e) return false;
      if (e == now)
        is_before_now = false;
      else if (!is_before_now && trace_.thread(e) != trace_.thread(now) &&
               order_.must_have_happened(e, trace_.thread(now)))
        return false;
    }
    return several_threads;
  }

  const Trace& trace_;
  const CertainOrder& order_;
  CandidateCollector& found_;
  std::map<SiteId, std::vector<uint32_t>> steps_at_;
  std::vector<std::map<ThreadId, std::vector<EventId>>> at_;  // by step: the latest, that one first
  std::vector<EventId> chosen_;                               // by step
  size_t choices_ = 0;
};

}  // namespace

Candidates find_order_violations(const Trace& trace, const PatternOptions& options,
                                 std::span<const SiteSequence> orders) {
  CertainOrder order(trace, options.model, options.with_unseen, 0, options.orders);
  CandidateCollector found(trace, BugKind::order, SIZE_MAX, options);
  std::vector<SequencePattern> patterns;
  std::vector<bool> is_named(trace.sites().size());
  for (const SiteSequence& steps : orders) {
    patterns.emplace_back(trace, steps, order, found);
    for (const std::vector<SiteId>& sites : steps)
      for (const SiteId site : sites) is_named[site.index()] = true;
  }
  if (patterns.empty()) return {};
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    const bool interacts = trace.interacts(e);
    if (interacts) {
      order.arrive(e);
      order.execute(e);
    }
    if (is_named[trace.site(e).index()])
      for (SequencePattern& pattern : patterns) pattern.event(e);
  }
  return std::move(found).finish();
}

}  // namespace foreweave
