#include "patterns/trials/wait_points.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "events/memory_order.h"

namespace foreweave {

namespace {

constexpr size_t kMostInHand = 16;

// Something that is taken, and given back by who took it.
struct Resource {
  enum class What : uint8_t { lock, semaphore, word };
  What what = What::lock;
  uint32_t number = 0;
  friend auto operator<=>(const Resource&, const Resource&) = default;
};
bool is_lock(const Resource& resource) { return resource.what == Resource::What::lock; }

// Of the events of a place, the first and the last.
class FirstAndLast {
 public:
  void add(SiteId site, EventId e) {
    const auto [at, is_new] = found_.try_emplace(site.value, e, e);
    if (is_new) order_.push_back(site.value);
    at->second.second = e;
  }
  void append_to(std::vector<EventId>& points) const {
    for (const uint32_t site : order_) {
      const auto [first, last] = found_.at(site);
      points.push_back(first);
      if (last != first) points.push_back(last);
    }
  }

 private:
  std::map<uint32_t, std::pair<EventId, EventId>> found_;
  std::vector<uint32_t> order_;
};

class WaitPoints {
 public:
  explicit WaitPoints(const Trace& trace) : trace_(trace), has_(trace.thread_count()) {}

  std::vector<EventId> find() {
    for (const EventId e : trace_.interacting()) step(e);
    FirstAndLast of_cycles, of_conditions, of_sections, of_locks;
    for (const Wish& wish : wishes_)
      if (is_wished_elsewhere(wish)) of_cycles.add(trace_.site(wish.event), wish.event);
    for (const Wait& wait : waits_) {
      if (!is_signalled_by_another(wait.event)) continue;
      of_conditions.add(trace_.site(wait.event), wait.event);
      of_sections.add(trace_.site(wait.section), wait.section);
    }
    for (const EventId e : acquires_)
      if (is_kept_in_a_wait_of_another(e)) of_locks.add(trace_.site(e), e);
    std::vector<EventId> points;
    for (const FirstAndLast* some : {&of_cycles, &of_conditions, &of_locks, &of_sections})
      some->append_to(points);
    return points;
  }

 private:
  struct Taken {
    Resource what;
    EventId event;
    std::vector<std::pair<Resource, EventId>> meanwhile = {};
  };
  // A thread that had one asked for the other.
  struct Wish {
    Resource has, wants;
    EventId event;
  };
  struct Wait {
    EventId event;
    EventId section;  // the acquire of what it holds
  };

  void step(EventId e) {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::signal || kind == Kind::broadcast)
      signallers_[trace_.sync(e).value].insert(trace_.thread(e).value);
    if (kind == Kind::wait_begin) begin_wait(e);
    if (kind == Kind::join || kind == Kind::barrier_arrive) keep_all_locks(e, LockId::none());
    if (kind == Kind::semaphore_wait) keep_all_locks(e, LockId::none());
    if (acquires_lock(kind)) acquires_.push_back(e);
    if (const std::optional<Resource> what = taken_by(e)) take(*what, e);
    if (const std::optional<Resource> what = given_back_by(e)) give_back(*what, e);
  }

  std::optional<Resource> taken_by(EventId e) const {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::semaphore_wait) return {{Resource::What::semaphore, trace_.sync(e).value}};
    if (acquires_lock(kind)) return {{Resource::What::lock, trace_.lock(e).value}};
    if (kind == Kind::atomic_update && has_acquire_order(trace_.flags(e)))
      return {{Resource::What::word, trace_.location(e).value}};
    return std::nullopt;
  }
  std::optional<Resource> given_back_by(EventId e) const {
    const Kind kind = trace_.kind(e);
    if (kind == Kind::semaphore_post) return {{Resource::What::semaphore, trace_.sync(e).value}};
    if (releases_lock(kind)) return {{Resource::What::lock, trace_.lock(e).value}};
    if ((kind == Kind::atomic_update || kind == Kind::atomic_write) &&
        has_release_order(trace_.flags(e)))
      return {{Resource::What::word, trace_.location(e).value}};
    return std::nullopt;
  }

  void take(Resource what, EventId e) {
    std::vector<Taken>& has = has_[trace_.thread(e).index()];
    for (Taken& taken : has)
      if (taken.what != what && !(is_lock(taken.what) && is_lock(what)))
        taken.meanwhile.emplace_back(what, e);
    has.push_back({what, e});
    // Who only ever takes consumes what others make: nothing of that is in hand.
    if (has.size() > kMostInHand) has.erase(has.begin());
  }

  void give_back(Resource what, EventId e) {
    std::vector<Taken>& has = has_[trace_.thread(e).index()];
    const auto taken = std::find_if(has.rbegin(), has.rend(), [&](const Taken& one) {
      return one.what == what && one.event != e;
    });
    if (taken == has.rend()) return;
    for (const auto& [wanted, event] : taken->meanwhile)
      if (seen_.insert({what, wanted, trace_.thread(event).value}).second)
        wishes_.push_back({what, wanted, event});
    has.erase(std::prev(taken.base()));
  }

  // The mutex that a condition is waited for with is the one that was taken last, as a rule.
  void begin_wait(EventId e) {
    const std::vector<Taken>& has = has_[trace_.thread(e).index()];
    const auto last =
        std::find_if(has.rbegin(), has.rend(), [](const Taken& one) { return is_lock(one.what); });
    if (last == has.rend()) return;
    waits_.push_back({e, last->event});
    keep_all_locks(e, LockId(last->what.number));
  }
  void keep_all_locks(EventId wait, LockId but) {
    const uint32_t thread = trace_.thread(wait).value;
    for (const Taken& one : has_[thread])
      if (is_lock(one.what) && one.what.number != but.value) kept_[one.what.number].insert(thread);
  }

  // Another thread has what this one wants, and may come to want what it has.
  bool is_wished_elsewhere(const Wish& wish) const {
    std::set<Resource> reached = {wish.wants};
    for (bool grows = true; grows;) {
      grows = false;
      for (const Wish& other : wishes_)
        if (trace_.thread(other.event) != trace_.thread(wish.event) && reached.contains(other.has))
          grows |= reached.insert(other.wants).second;
    }
    return reached.contains(wish.has);
  }

  bool is_signalled_by_another(EventId wait) const {
    const auto found = signallers_.find(trace_.sync(wait).value);
    return found != signallers_.end() && has_others(found->second, wait);
  }
  bool is_kept_in_a_wait_of_another(EventId acquire) const {
    const auto found = kept_.find(trace_.lock(acquire).value);
    return found != kept_.end() && has_others(found->second, acquire);
  }
  bool has_others(const std::set<uint32_t>& threads, EventId than) const {
    return threads.size() > 1 || !threads.contains(trace_.thread(than).value);
  }

  const Trace& trace_;
  std::vector<std::vector<Taken>> has_;  // by thread
  std::set<std::tuple<Resource, Resource, uint32_t>> seen_;
  std::vector<Wish> wishes_;
  std::vector<Wait> waits_;
  std::vector<EventId> acquires_;
  std::map<uint32_t, std::set<uint32_t>> signallers_;  // threads, by condition
  std::map<uint32_t, std::set<uint32_t>> kept_;  // by lock, the threads that keep it in a wait
};

}  // namespace

std::vector<EventId> points_before_waits(const Trace& trace) {
  if (trace.thread_count() < 2) return {};
  return WaitPoints(trace).find();
}

}  // namespace foreweave
