#include "patterns/kinds/lock_requests.h"

#include <algorithm>

namespace foreweave {

namespace {

// Steps of the search for circles: well below a second.
constexpr uint64_t kMaxSteps = 4'000'000;
constexpr size_t kMaxCircles = 100'000;

// The threads that do something: none, one, or several.
class SomeThreads {
 public:
  void add(ThreadId t) {
    if (!one_.exists()) one_ = t;
    several_ |= one_ != t;
  }
  bool any_but(ThreadId t) const { return several_ || (one_.exists() && one_ != t); }

 private:
  ThreadId one_;
  bool several_ = false;
};

class CircleSearch {
 public:
  explicit CircleSearch(const LockRequests& requests)
      : requests_(requests), all_(requests.all()), alive_(all_.size(), true) {}

  LockCircles run() {
    while (drop_dead_ends()) {
    }
    index_holders();
    for (size_t length = 2; found_.complete; ++length) {
      went_so_far_ = false;
      for (uint32_t r = 0; r < all_.size(); ++r)
        if (alive_[r]) {
          path_ = {r};
          extend(length);
        }
      if (!went_so_far_) break;
    }
    return std::move(found_);
  }

 private:
  HeldLocks::Entries held(const LockRequest& r) const { return requests_.held().entries(r.held); }

  // Drops requests that wait for nobody, or for whose thread nobody waits. True if there were any.
  bool drop_dead_ends() {
    uint32_t locks = 0;
    for (const LockRequest& r : all_) {
      locks = std::max(locks, r.lock.value + 1);
      for (const HeldLocks::Entry& entry : held(r)) locks = std::max(locks, entry.lock.value + 1);
    }
    struct Lock {
      SomeThreads hold, hold_exclusively, want, want_exclusively;
    };
    std::vector<Lock> by_lock(locks);
    for (uint32_t i = 0; i < all_.size(); ++i) {
      if (!alive_[i]) continue;
      const LockRequest& r = all_[i];
      by_lock[r.lock.index()].want.add(r.thread);
      if (!r.shared) by_lock[r.lock.index()].want_exclusively.add(r.thread);
      for (const HeldLocks::Entry& entry : held(r)) {
        by_lock[entry.lock.index()].hold.add(r.thread);
        if (!entry.shared) by_lock[entry.lock.index()].hold_exclusively.add(r.thread);
      }
    }
    bool dropped = false;
    for (uint32_t i = 0; i < all_.size(); ++i) {
      if (!alive_[i]) continue;
      const LockRequest& r = all_[i];
      const Lock& wanted = by_lock[r.lock.index()];
      const bool waits = (r.shared ? wanted.hold_exclusively : wanted.hold).any_but(r.thread);
      const bool is_waited_for =
          std::any_of(held(r).begin(), held(r).end(), [&](const HeldLocks::Entry& entry) {
            const Lock& lock = by_lock[entry.lock.index()];
            return (entry.shared ? lock.want_exclusively : lock.want).any_but(r.thread);
          });
      if (waits && is_waited_for) continue;
      alive_[i] = false;
      dropped = true;
    }
    return dropped;
  }

  void index_holders() {
    for (uint32_t i = 0; i < all_.size(); ++i)
      if (alive_[i])
        for (const HeldLocks::Entry& entry : held(all_[i])) {
          if (holders_.size() <= entry.lock.index()) holders_.resize(entry.lock.index() + 1);
          holders_[entry.lock.index()].push_back(i);
        }
  }

  // Paths of the given length that lead back to where they began. The first thread has the smallest
  // number, so that each circle is found once.
  void extend(size_t length) {
    if (!found_.complete) return;
    const LockRequest &first = all_[path_.front()], &last = all_[path_.back()];
    if (path_.size() == length) {
      went_so_far_ = true;
      if (requests_.waits_for(last, first)) found_.circles.push_back(path_);
      if (found_.circles.size() >= kMaxCircles) found_.complete = false;
      return;
    }
    if (last.lock.index() >= holders_.size()) return;
    for (const uint32_t next : holders_[last.lock.index()]) {
      if (++steps_ > kMaxSteps) found_.complete = false;
      const LockRequest& r = all_[next];
      if (r.thread <= first.thread || !requests_.waits_for(last, r) || !fits(r)) continue;
      path_.push_back(next);
      extend(length);
      path_.pop_back();
    }
  }

  // Its thread can stand there while those of the path stand where they are.
  bool fits(const LockRequest& r) const {
    return std::none_of(path_.begin(), path_.end(), [&](uint32_t other) {
      return all_[other].thread == r.thread || requests_.held().exclude(all_[other].held, r.held);
    });
  }

  const LockRequests& requests_;
  const std::vector<LockRequest>& all_;
  std::vector<bool> alive_;
  std::vector<std::vector<uint32_t>> holders_;  // by lock: the requests that hold it
  std::vector<uint32_t> path_;
  bool went_so_far_ = false;
  uint64_t steps_ = 0;
  LockCircles found_;
};

}  // namespace

uint64_t LockRequests::hash(const LockRequest& r) {
  uint64_t h = r.site.value * 0x9e3779b97f4a7c15u;
  for (const uint64_t part : {r.thread.value, r.lock.value, r.held, uint32_t{r.shared}})
    h = (h ^ (h >> 29) ^ part) * 0x9e3779b97f4a7c15u;
  return (h ^ (h >> 31)) >> 1;
}

uint32_t LockRequests::step(EventId e) {
  const Kind kind = trace_.kind(e);
  const ThreadId t = trace_.thread(e);
  const bool is_request = wants_lock(kind) && !trace_.gives_up(e);
  const HeldLocks::SetId before = is_request ? held_.of(t) : 0;
  held_.step(e);
  if (before == 0) return kNone;
  const LockRequest request{t, trace_.site(e), trace_.lock(e), is_shared_mode(kind), before};
  const auto [number, is_new] = numbers_.find_or_add(hash(request));
  // Should two hashes ever be equal, a request appears more than once: that costs, but changes no
  // answer.
  if (is_new || requests_[number] != request) {
    number = static_cast<uint32_t>(requests_.size());
    requests_.push_back(request);
  }
  return number;
}

bool LockRequests::waits_for(const LockRequest& a, const LockRequest& b) const {
  const HeldLocks::Entries held = held_.entries(b.held);
  return std::any_of(held.begin(), held.end(), [&](const HeldLocks::Entry& entry) {
    return entry.lock == a.lock && !(entry.shared && a.shared);
  });
}

LockCircles find_circles(const LockRequests& requests) { return CircleSearch(requests).run(); }

}  // namespace foreweave
