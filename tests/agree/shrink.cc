#include "agree/shrink.h"

#include <algorithm>
#include <map>
#include <set>

#include "agree/links.h"
#include "agree/valid_run.h"
#include "events/reading/validate.h"

namespace foreweave::agree {

namespace {

class Shrinker {
 public:
  Shrinker(Draft draft, const Fails& fails) : best_(std::move(draft)), fails_(fails) {}

  Draft run() {
    // Coarse steps first; a finer one that succeeds may open the way for a coarse one again.
    while (drop_threads() || drop_operands() || drop_events() || drop_pairs() || merge_operands() ||
           simplify_events() || simplify_dependences() || untangle()) {
    }
    tidy();
    return best_;
  }

 private:
  size_t size() const { return best_.events.size(); }

  bool accept(Draft candidate) {
    if (!is_valid(candidate) || !fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool drop(const std::function<bool(size_t)>& dropped) {
    std::vector<bool> keep(size());
    bool any = false;
    for (size_t i = 0; i < size(); ++i) {
      keep[i] = !dropped(i);
      any |= !keep[i];
    }
    return any && accept(cut(best_, keep));
  }

  bool drop_threads() {
    bool changed = false;
    for (uint32_t t = 0; t < best_.threads; ++t)
      changed |= drop([&](size_t i) {
        const RawEvent& e = best_.events[i];
        return e.thread == t || (operand_of(e.kind) == Operand::thread && e.operand == t);
      });
    return changed;
  }

  using Thing = std::pair<Operand, uint64_t>;
  static Thing thing(const RawEvent& e) {
    const Operand o = operand_of(e.kind);
    return {o, o == Operand::none ? static_cast<uint64_t>(e.kind) : e.operand};
  }

  // Everything that touches one lock, variable, object, ..., or all events of a kind without
  // operand.
  bool drop_operands() {
    std::set<Thing> things;
    for (const RawEvent& e : best_.events) things.insert(thing(e));
    bool changed = false;
    for (const Thing& t : things)
      changed |= drop([&](size_t i) { return thing(best_.events[i]) == t; });
    return changed;
  }

  bool drop_events() {
    bool changed = false;
    for (size_t e = size(); e-- > 0;) changed |= drop([&](size_t i) { return i == e; });
    return changed;
  }

  // An acquire and its release, a wait's begin and end, ...: any two events of one thread.
  bool drop_pairs() {
    for (size_t a = 0; a < size(); ++a)
      for (size_t b = a + 1; b < size(); ++b)
        if (best_.events[a].thread == best_.events[b].thread &&
            drop([&](size_t i) { return i == a || i == b; }))
          return true;
    return false;
  }

  bool change_all(const std::function<bool(RawEvent&)>& change) {
    Draft candidate = best_;
    bool any = false;
    for (RawEvent& e : candidate.events) any |= change(e);
    return any && accept(std::move(candidate));
  }

  bool change_one(const std::function<bool(RawEvent&)>& change) {
    bool changed = false;
    for (size_t i = 0; i < size(); ++i) {
      Draft candidate = best_;
      if (change(candidate.events[i])) changed |= accept(std::move(candidate));
    }
    return changed;
  }

  // Two variables, locks, ... become one: the larger address becomes the smaller one.
  bool merge_operands() {
    std::set<Thing> things;
    for (const RawEvent& e : best_.events)
      if (operand_of(e.kind) != Operand::none && operand_of(e.kind) != Operand::thread)
        things.insert(thing(e));
    for (const Thing& from : things)
      for (const Thing& to : things)
        if (from.first == to.first && to.second < from.second && change_all([&](RawEvent& e) {
              if (thing(e) != from) return false;
              e.operand = to.second;
              return true;
            }))
          return true;
    return false;
  }

  bool simplify_events() {
    bool changed = change_all([](RawEvent& e) {
      const bool wide = is_access(e.kind) && e.size != 4;
      if (wide) e.size = 4;
      return wide;
    });
    changed |= change_all([](RawEvent& e) {
      const bool has = is_access(e.kind) && e.flags & FW_FLAG_HAS_VALUE;
      if (has) e.flags &= static_cast<uint8_t>(~FW_FLAG_HAS_VALUE), e.value = 0;
      return has;
    });
    changed |= change_all([](RawEvent& e) {
      const bool has = e.flags & FW_FLAG_ORDER_MASK;
      e.flags &= static_cast<uint8_t>(~FW_FLAG_ORDER_MASK);
      return has;
    });
    for (const unsigned flag : {FW_FLAG_DECIDES, FW_FLAG_DECIDES_ON_OWN_READ})
      changed |= change_one([&](RawEvent& e) {
        const bool has = e.flags & flag;
        e.flags &= static_cast<uint8_t>(~flag);
        return has;
      });
    changed |= change_one([](RawEvent& e) {
      const Kind plain = plainer(e.kind);
      return std::exchange(e.kind, plain) != plain;
    });
    for (const auto& [from, to] : {std::pair{Kind::acquire_shared, Kind::acquire},
                                   std::pair{Kind::release_shared, Kind::release}})
      changed |= change_one([&](RawEvent& e) { return e.kind == from && (e.kind = to, true); });
    changed |= make_locks_exclusive();
    return changed;
  }

  static Kind plainer(Kind k) {
    switch (k) {
      case Kind::atomic_read:
        return Kind::read;
      case Kind::atomic_write:
        return Kind::write;
      case Kind::atomic_update:
        return Kind::atomic_write;
      case Kind::broadcast:
        return Kind::signal;
      case Kind::indirect_call:
      case Kind::external_call:
        return Kind::branch;
      default:
        return k;
    }
  }

  bool make_locks_exclusive() {
    std::set<uint64_t> locks;
    for (const RawEvent& e : best_.events)
      if (operand_of(e.kind) == Operand::lock) locks.insert(e.operand);
    bool changed = false;
    for (const uint64_t lock : locks)
      changed |= change_all([&](RawEvent& e) {
        if (operand_of(e.kind) != Operand::lock || e.operand != lock) return false;
        if (!is_shared_mode(e.kind)) return false;
        e.kind = e.kind == Kind::acquire_shared   ? Kind::acquire
                 : e.kind == Kind::release_shared ? Kind::release
                 : e.kind == Kind::request_shared ? Kind::request
                                                  : Kind::failed_try;
        return true;
      });
    return changed;
  }

  bool simplify_dependences() {
    if (best_.depends.empty()) return false;
    Draft without = best_;
    without.depends.clear();
    if (accept(std::move(without))) return true;
    bool changed = false;
    for (size_t d = 0; d < size(); ++d) {
      for (size_t i = best_.depends[d].size(); i-- > 0;) {
        Draft candidate = best_;
        candidate.depends[d].erase(candidate.depends[d].begin() + static_cast<std::ptrdiff_t>(i));
        changed |= accept(std::move(candidate));
      }
    }
    return changed;
  }

  size_t switches() const {
    size_t n = 0;
    for (size_t i = 1; i < size(); ++i) n += best_.events[i].thread != best_.events[i - 1].thread;
    return n;
  }

  // Moves an event back to the last one of its thread if that leaves fewer switches of threads.
  bool untangle() {
    for (size_t i = 1; i < size(); ++i) {
      size_t to = i;
      while (to > 0 && best_.events[to - 1].thread != best_.events[i].thread) --to;
      if (to == i || to == 0) continue;
      const Draft before = best_;
      const size_t had = switches();
      if (accept(moved(i, to)) && switches() < had) return true;
      best_ = before;
    }
    return false;
  }

  // Event `from` stands at `to`, those between go one place back.
  Draft moved(size_t from, size_t to) const {
    Draft out = best_;
    const auto rotate = [&](auto& list) {
      const auto at = list.begin();
      std::rotate(at + static_cast<std::ptrdiff_t>(to), at + static_cast<std::ptrdiff_t>(from),
                  at + static_cast<std::ptrdiff_t>(from) + 1);
    };
    rotate(out.events);
    if (out.depends.empty()) return out;
    rotate(out.depends);
    for (auto& reads : out.depends)
      for (uint32_t& r : reads)
        r = r == from ? static_cast<uint32_t>(to) : r >= to && r < from ? r + 1 : r;
    return out;
  }

  // Threads and sites are numbered from the first again, if that changes nothing.
  void tidy() {
    Draft candidate = best_;
    std::map<uint32_t, uint32_t> names;
    const auto rename = [&](uint32_t t) {
      return names.emplace(t, static_cast<uint32_t>(names.size())).first->second;
    };
    for (RawEvent& e : candidate.events) {
      e.thread = rename(e.thread);
      if (operand_of(e.kind) == Operand::thread)
        e.operand = rename(static_cast<uint32_t>(e.operand));
    }
    candidate.threads = static_cast<uint32_t>(names.size());
    accept(std::move(candidate));
    candidate = best_;
    for (size_t i = 0; i < size(); ++i) candidate.events[i].site = static_cast<uint32_t>(i + 1);
    accept(std::move(candidate));
  }

  Draft best_;
  const Fails& fails_;
};

}  // namespace

bool is_valid(const Draft& draft) {
  if (draft.events.empty()) return false;
  const Trace trace = draft.build();
  return !why_not_a_run(trace) && validate(trace).ok();
}

Draft shrink(Draft draft, const Fails& fails) { return Shrinker(std::move(draft), fails).run(); }

}  // namespace foreweave::agree
