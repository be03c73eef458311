// Two passes: the first one numbers the requests, then circles are sought, and the second pass puts
// acquires into those circles.
#include "patterns/kinds/deadlock.h"

#include <algorithm>
#include <unordered_set>

#include "events/recorded_run/run_end.h"
#include "model/order/certain_order.h"
#include "patterns/candidate_collector.h"
#include "patterns/kinds/lock_requests.h"

namespace foreweave {

namespace {

// Of each request the latest acquires are kept, with their clocks.
class Acquires {
 public:
  static constexpr size_t kMost = 8;

  Acquires(size_t requests, uint32_t slots) : rows_(slots), latest_(requests) {}

  struct Acquire {
    EventId event;
    Row clock;
  };
  const std::vector<Acquire>& latest(uint32_t request) const { return latest_[request]; }
  const uint32_t* clock(const Acquire& a) const { return rows_.at(a.clock); }

  void add(uint32_t request, EventId e, const uint32_t* clock) {
    std::vector<Acquire>& latest = latest_[request];
    Acquire fresh{e, kNoRow};
    if (latest.size() == kMost) {
      fresh.clock = latest.back().clock;
      latest.pop_back();
    } else {
      fresh.clock = rows_.make();
    }
    std::copy_n(clock, rows_.width(), rows_.at(fresh.clock));
    latest.insert(latest.begin(), fresh);
  }

 private:
  ClockRows rows_;
  std::vector<std::vector<Acquire>> latest_;  // by request, the latest first
};

class DeadlockPattern {
 public:
  DeadlockPattern(const Trace& trace, const PatternOptions& options)
      : trace_(trace), options_(options), found_(trace, BugKind::deadlock, 0, options) {
    const std::optional<RunEnd> end = RunEnd::of(trace);
    if (!end || end->how != RunEnd::How::deadlocked) return;
    for (const RunEnd::Thread& thread : end->threads)
      if (asks_for_lock(trace.kind(thread.event))) told_.insert(trace.site(thread.event).value);
  }

  Candidates find() {
    LockRequests requests(trace_);
    for (const EventId e : trace_.interacting()) {
      if (operand_of(trace_.kind(e)) != Operand::lock) continue;
      if (const uint32_t request = requests.step(e); request != LockRequests::kNone)
        made_.push_back({e, request});
    }
    LockCircles circles = find_circles(requests);
    if (!circles.complete) found_.cut(1);
    circles_ = std::move(circles.circles);
    if (!circles_.empty()) fill_circles(requests.all().size());
    return std::move(found_).finish();
  }

 private:
  void fill_circles(size_t requests) {
    circles_of_.resize(requests);
    for (uint32_t c = 0; c < circles_.size(); ++c)
      for (const uint32_t r : circles_[c]) circles_of_[r].push_back(c);
    std::erase_if(made_, [&](const Made& m) { return circles_of_[m.request].empty(); });
    auto next = made_.begin();
    CertainOrder order(trace_, options_.model, options_.with_unseen, 0, options_.orders);
    slots_ = &order.slots();
    Acquires acquires(requests, slots_->count());
    for (const EventId e : trace_.interacting()) {
      if (next == made_.end()) break;
      order.arrive(e);
      if (next != made_.end() && next->event == e) {
        const uint32_t request = next++->request;
        if (!circles_of_[request].empty()) {
          acquires.add(request, e, order.clock(trace_.thread(e)));
          std::erase_if(circles_of_[request],
                        [&](uint32_t c) { return fill(circles_[c], request, acquires); });
        }
      }
      order.execute(e);
    }
  }

  // Puts the newest acquire of `request` and late ones of the others into the circle. True if no
  // more are needed.
  bool fill(const LockCircle& circle, uint32_t request, const Acquires& acquires) {
    // Eight ways for two threads, sixteen for three.
    const size_t most = circle.size() == 2 ? 8 : circle.size() == 3 ? 4 : 2;
    chosen_.clear();
    enough_ = false;
    choose(circle, request, most, acquires);
    return enough_;
  }

  void choose(const LockCircle& circle, uint32_t request, size_t most, const Acquires& acquires) {
    if (chosen_.size() == circle.size()) {
      enough_ |= offer();
      return;
    }
    const uint32_t here = circle[chosen_.size()];
    const auto& latest = acquires.latest(here);
    const size_t n = here == request ? 1 : std::min(most, latest.size());
    for (size_t i = 0; i < n && !enough_; ++i) {
      if (!can_stand_beside_the_chosen(latest[i], acquires)) continue;
      chosen_.push_back(latest[i]);
      choose(circle, request, most, acquires);
      chosen_.pop_back();
    }
  }

  bool can_stand_beside_the_chosen(const Acquires::Acquire& a, const Acquires& acquires) const {
    return std::none_of(chosen_.begin(), chosen_.end(), [&](const Acquires::Acquire& b) {
      const auto& [early, late] = a.event < b.event ? std::pair(a, b) : std::pair(b, a);
      return early.event.value <
             acquires.clock(late)[slots_->of(trace_.thread(early.event)).index()];
    });
  }

  // The circle begins with its smallest site.
  bool offer() {
    events_.clear();
    for (const Acquires::Acquire& a : chosen_) events_.push_back(a.event);
    if (is_told()) return true;
    std::vector<EventId> turned = events_;
    const auto key = [&](const std::vector<EventId>& events) {
      std::vector<uint32_t> numbers;
      for (const EventId e : events) numbers.push_back(trace_.site(e).value);
      for (const EventId e : events) numbers.push_back(e.value);
      return numbers;
    };
    for (size_t i = 1; i < turned.size(); ++i) {
      std::rotate(turned.begin(), turned.begin() + 1, turned.end());
      if (key(turned) < key(events_)) events_ = turned;
    }
    return found_.offer(events_);
  }

  // The run itself deadlocked at these places, and says so.
  bool is_told() const {
    return std::all_of(events_.begin(), events_.end(),
                       [&](EventId e) { return told_.contains(trace_.site(e).value); });
  }

  const Trace& trace_;
  const PatternOptions options_;
  CandidateCollector found_;
  std::unordered_set<uint32_t> told_;  // sites of the recorded deadlock
  const ThreadSlots* slots_ = nullptr;
  struct Made {
    EventId event;
    uint32_t request;
  };
  std::vector<Made> made_;  // the requests in their order
  std::vector<LockCircle> circles_;
  std::vector<std::vector<uint32_t>> circles_of_;  // by request
  std::vector<Acquires::Acquire> chosen_;
  std::vector<EventId> events_;
  bool enough_ = false;
};

}  // namespace

Candidates find_deadlocks(const Trace& trace, const PatternOptions& options) {
  return DeadlockPattern(trace, options).find();
}

}  // namespace foreweave
