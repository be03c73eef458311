#include "agree/sequence_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "agree/small_claims.h"
#include "agree/small_language_order.h"

namespace foreweave::agree {

namespace {

using Refusal = std::optional<std::string>;

class SequenceJudge {
 public:
  SequenceJudge(const Trace& trace, const Links& links, const ModelFacts& facts, const Claim& claim,
                std::span<const EventId> sequence)
      : trace_(trace), links_(links), facts_(facts), claim_(claim), sequence_(sequence) {}

  Refusal judge() {
    for (auto rule : {&SequenceJudge::program_order, &SequenceJudge::threads, &SequenceJudge::locks,
                      &SequenceJudge::conditions, &SequenceJudge::barriers,
                      &SequenceJudge::semaphores, &SequenceJudge::once, &SequenceJudge::lifetime,
                      &SequenceJudge::unseen, &SequenceJudge::claim, &SequenceJudge::reads})
      if (Refusal refusal = (this->*rule)()) return refusal;
    return {};
  }

 private:
  static constexpr int kNever = -1;

  Kind kind(size_t e) const { return trace_.kind(EventId(static_cast<uint32_t>(e))); }
  ThreadId thread(size_t e) const { return trace_.thread(EventId(static_cast<uint32_t>(e))); }
  size_t size() const { return trace_.size(); }
  bool happens(size_t e) const { return at_[e] != kNever; }
  // Both are in the sequence, a earlier.
  bool before(size_t a, size_t b) const { return happens(a) && happens(b) && at_[a] < at_[b]; }
  Refusal refuse(const char* rule, size_t e) const { return fmt::format("{}: event {}", rule, e); }

  Refusal program_order() {
    at_.assign(size(), kNever);
    for (size_t i = 0; i < sequence_.size(); ++i) {
      const size_t e = sequence_[i].index();
      if (e >= size() || at_[e] != kNever) return refuse("program order: twice or unknown", e);
      at_[e] = static_cast<int>(i);
    }
    for (size_t later = 0; later < size(); ++later)
      for (size_t earlier = 0; earlier < later; ++earlier)
        if (thread(earlier) == thread(later) && happens(later) && !before(earlier, later))
          return refuse("program order", later);
    return {};
  }

  Refusal threads() {
    for (size_t f = 0; f < size(); ++f) {
      if (kind(f) != Kind::fork && kind(f) != Kind::join) continue;
      const ThreadId child = trace_.other_thread(EventId(static_cast<uint32_t>(f)));
      for (size_t e = 0; e < size(); ++e) {
        if (thread(e) != child) continue;
        if (kind(f) == Kind::fork && happens(e) && !before(f, e)) return refuse("fork", e);
        if (kind(f) == Kind::join && happens(f) && !before(e, f)) return refuse("join", f);
      }
    }
    return {};
  }

  Refusal locks() {
    struct Holders {
      std::set<ThreadId> exclusive, shared;
    };
    std::map<LockId, Holders> all;
    for (const EventId e : sequence_) {
      const Kind k = trace_.kind(e);
      if (operand_of(k) != Operand::lock) continue;
      const ThreadId me = trace_.thread(e);
      auto& [exclusive, shared] = all[trace_.lock(e)];
      const auto other = [&](const std::set<ThreadId>& holders) {
        return std::any_of(holders.begin(), holders.end(), [&](ThreadId t) { return t != me; });
      };
      bool allowed = true;
      if (k == Kind::acquire) {
        allowed = exclusive.empty() && shared.empty();
        exclusive.insert(me);
      } else if (k == Kind::acquire_shared) {
        allowed = exclusive.empty() && !shared.contains(me);
        shared.insert(me);
      } else if (k == Kind::release) {
        allowed = exclusive.erase(me) == 1;
      } else if (k == Kind::release_shared) {
        allowed = shared.erase(me) == 1;
      } else if (k == Kind::failed_try) {
        allowed = other(exclusive) || other(shared);
      } else if (k == Kind::failed_try_shared) {
        allowed = other(exclusive);
      }
      if (!allowed) return refuse("lock", e.index());
    }
    return {};
  }

  Refusal conditions() {
    for (size_t e = 0; e < size(); ++e) {
      if (kind(e) != Kind::wait_end || !happens(e) || links_.woken_by[e] == kNoEvent) continue;
      const size_t signal = links_.woken_by[e];
      if (!before(signal, e) || !before(links_.wait_begin[e], signal))
        return refuse("condition", e);
    }
    return {};
  }

  Refusal barriers() {
    for (size_t e = 0; e < size(); ++e) {
      if (operand_of(kind(e)) != Operand::barrier || !happens(e)) continue;
      for (size_t a = 0; a < size(); ++a) {
        if (kind(e) == Kind::barrier_leave && links_.round[e] & bit(a) && !before(a, e))
          return refuse("barrier: left too early", e);
        if (kind(e) == Kind::barrier_arrive && links_.earlier_rounds[e] & bit(a) && !before(a, e))
          return refuse("barrier: arrived too early", e);
        const bool is_last = kind(e) == Kind::barrier_arrive && !(links_.round[e] >> e >> 1);
        if (is_last && links_.round[e] & bit(a) && a != e && !before(a, e))
          return refuse("barrier: no longer the last of its round", e);
      }
    }
    return {};
  }

  Refusal semaphores() {
    std::map<SyncId, uint64_t> counts;
    for (const EventId e : sequence_) {
      const Kind k = trace_.kind(e);
      if (operand_of(k) != Operand::semaphore) continue;
      uint64_t& count = counts[trace_.sync(e)];
      if (k == Kind::semaphore_init) {
        count = trace_.has_value(e) ? trace_.value(e) : 0;
      } else if (k == Kind::semaphore_post) {
        ++count;
      } else if ((count == 0) != (k == Kind::semaphore_failed_try)) {
        return refuse("semaphore", e.index());
      } else if (k == Kind::semaphore_wait) {
        --count;
      }
    }
    for (size_t init = 0; init < size(); ++init) {
      if (kind(init) != Kind::semaphore_init) continue;
      for (size_t e = 0; e < size(); ++e) {
        if (operand_of(kind(e)) != Operand::semaphore || e == init) continue;
        if (trace_.sync(EventId(static_cast<uint32_t>(e))) !=
            trace_.sync(EventId(static_cast<uint32_t>(init))))
          continue;
        if (e < init && happens(init) && !before(e, init)) return refuse("semaphore init", init);
        if (e > init && happens(e) && !before(init, e)) return refuse("semaphore before init", e);
      }
    }
    return {};
  }

  Refusal once() {
    for (size_t e = 0; e < size(); ++e)
      if (happens(e) && links_.once_end[e] != kNoEvent && !before(links_.once_end[e], e))
        return refuse("once", e);
    return {};
  }

  Refusal unseen() {
    const std::set<Kind> marks = {Kind::external_begin, Kind::external_call, Kind::unseen_begin,
                                  Kind::unseen_end};
    const auto keeps = [&](size_t e) {
      return trace_.keeps_place(EventId(static_cast<uint32_t>(e)));
    };
    for (size_t e = 0; e < size(); ++e)
      for (size_t f = 0; f < e; ++f) {
        if (!happens(e) || before(f, e)) continue;
        if ((keeps(e) && marks.contains(kind(f))) || (keeps(f) && marks.contains(kind(e))))
          return refuse("out of its place", e);
        if (kind(e) == Kind::unseen_end &&
            (kind(f) == Kind::unseen_begin || kind(f) == Kind::unseen_end))
          return refuse("unseen synchronisation", e);
      }
    return {};
  }

  // The object that an event needs alive, if any: not for its own allocation and free.
  std::optional<ObjectId> lies_in(EventId e) const {
    const Operand operand = operand_of(trace_.kind(e));
    switch (operand) {
      case Operand::memory:
        return trace_.location_of(e).object;
      case Operand::lock:
        return trace_.sync_objects(operand)[trace_.lock(e).index()].object;
      case Operand::barrier:
        if (trace_.kind(e) == Kind::barrier_leave) return {};
        [[fallthrough]];
      case Operand::condition:
      case Operand::semaphore:
      case Operand::once:
        return trace_.sync_objects(operand)[trace_.sync(e).index()].object;
      default:
        return {};
    }
  }

  Refusal lifetime() {
    for (const EventId e : sequence_) {
      std::optional<ObjectId> o = lies_in(e);
      if (trace_.kind(e) == Kind::free) o = trace_.object(e);
      if (!o || !o->exists()) continue;
      const Object& object = trace_.objects()[o->index()];
      if (object.allocated.exists() && !before(object.allocated.index(), e.index()))
        return refuse("used before its allocation", e.index());
      if (object.freed.exists() && object.freed != e && happens(object.freed.index()) &&
          !before(e.index(), object.freed.index()))
        return refuse("used after its free", e.index());
    }
    return {};
  }

  Refusal claim() {
    if (!looks_like_its_kind(trace_, claim_)) return "not what a claim of its kind is about";
    for (size_t i = 0; i < claim_.happen.size(); ++i) {
      if (!happens(claim_.happen[i].index())) return refuse("claim", claim_.happen[i].index());
      if (i > 0 && !before(claim_.happen[i - 1].index(), claim_.happen[i].index()))
        return refuse("claim", claim_.happen[i].index());
    }
    for (const EventId p : claim_.pending) {
      if (happens(p.index())) return refuse("pending event happened", p.index());
      for (size_t e = 0; e < p.index(); ++e)
        if (thread(e) == trace_.thread(p) && !happens(e)) return refuse("not pending", p.index());
      for (size_t f = 0; f < size(); ++f)
        if (kind(f) == Kind::fork && !happens(f) &&
            trace_.other_thread(EventId(static_cast<uint32_t>(f))) == trace_.thread(p))
          return refuse("pending in a thread that was not forked", p.index());
      if (std::count(claim_.pending.begin(), claim_.pending.end(), p) != 1)
        return refuse("pending twice", p.index());
    }
    if (claim_.kind == BugKind::race) return claim_.pending.empty() ? unordered() : alive();
    if (claim_.kind == BugKind::deadlock) return deadlock();
    if (claim_.kind == BugKind::null) return null_is_seen();
    if (claim_.kind == BugKind::double_free) return nothing_to_free();
    return {};
  }

  // What the pending free would free is not there any more, and not there yet.
  Refusal nothing_to_free() {
    const EventId p = claim_.pending[0];
    if (happens(trace_.objects()[trace_.object(p).index()].allocated.index()))
      return refuse("its own object is there", p.index());
    for (const Object& o : earlier_lives(trace_, trace_.object(p)))
      if (!o.freed.exists() || !happens(o.freed.index()))
        return refuse("an earlier object is still there", p.index());
    return {};
  }

  // What the pending events touch is there.
  Refusal alive() {
    for (const EventId p : claim_.pending) {
      const Object& object = trace_.objects()[lies_in(p)->index()];
      if (object.allocated.exists() && !happens(object.allocated.index()))
        return refuse("its memory is not allocated yet", p.index());
      if (object.freed.exists() && happens(object.freed.index()))
        return refuse("its memory is freed", p.index());
    }
    return {};
  }

  // The language orders the two that happen neither directly nor by way of others.
  Refusal unordered() {
    if (!is_ordered_by_language(trace_, sequence_, claim_.happen[0], claim_.happen[1])) return {};
    return refuse("ordered by the language", claim_.happen[1].index());
  }

  // Each pending acquire is of a lock that the thread of the next one holds, in a mode that
  // excludes.
  Refusal deadlock() {
    if (Refusal refusal = alive()) return refusal;
    for (size_t i = 0; i < claim_.pending.size(); ++i) {
      const EventId p = claim_.pending[i];
      const EventId other = claim_.pending[(i + 1) % claim_.pending.size()];
      bool exclusive = false, shared = false;  // does the other thread hold p's lock?
      for (const EventId e : sequence_) {
        const Kind k = trace_.kind(e);
        if (trace_.thread(e) != trace_.thread(other) || operand_of(k) != Operand::lock) continue;
        if (trace_.lock(e) != trace_.lock(p)) continue;
        if (acquires_lock(k)) (is_shared_mode(k) ? shared : exclusive) = true;
        if (releases_lock(k)) (is_shared_mode(k) ? shared : exclusive) = false;
      }
      if (!exclusive && (!shared || is_shared_mode(trace_.kind(p))))
        return refuse("waits for nobody", p.index());
    }
    return {};
  }

  // The last write of each cell before the null claim's read is the one of null.
  Refusal null_is_seen() {
    const size_t write = claim_.happen[0].index(), read = claim_.happen[1].index();
    for (size_t w = 0; w < size(); ++w)
      for (uint32_t c = 0; c < trace_.cell_count(); ++c)
        if (writes(kind(w)) && touches(trace_, EventId(static_cast<uint32_t>(w)), c) &&
            touches(trace_, claim_.happen[1], c) && before(write, w) && before(w, read))
          return refuse("null is overwritten", w);
    return {};
  }
  bool is_null_read(size_t r) const {
    return claim_.kind == BugKind::null && claim_.happen[1].index() == r;
  }

  // "x depends on r" of the table, for r of x's thread. Under same-write this is asked only about
  // the read of a null claim.
  bool depends(size_t x, size_t r) const {
    if (facts_.model == Model::branch || facts_.model == Model::same_write)
      return thread(r) == thread(x) && r <= x;
    if (facts_.model != Model::dependence) return false;
    const auto behind = facts_.dependences->reads_behind(EventId(static_cast<uint32_t>(x)));
    return std::find(behind.begin(), behind.end(), EventId(static_cast<uint32_t>(r))) !=
           behind.end();
  }

  bool is_pending(size_t e) const {
    return std::find(claim_.pending.begin(), claim_.pending.end(),
                     EventId(static_cast<uint32_t>(e))) != claim_.pending.end();
  }

  std::set<size_t> fixed_reads() const {
    std::set<size_t> executed, fixed;
    for (size_t r = 0; r < size(); ++r)
      if (foreweave::reads(kind(r)) && happens(r)) executed.insert(r);
    if (facts_.model == Model::same_write && claim_.kind != BugKind::null) return executed;
    for (const size_t r : executed) {
      if (facts_.model == Model::same_write && !is_null_read(r)) fixed.insert(r);
      if (facts_.model != Model::sync &&
          trace_.decides_on_own_read(EventId(static_cast<uint32_t>(r))))
        fixed.insert(r);
      for (size_t d = r + 1; d < size(); ++d)
        if (thread(d) == thread(r) && trace_.decides(EventId(static_cast<uint32_t>(d))) &&
            depends(d, r) && (happens(d) || (is_pending(d) && !is_null_read(r))))
          fixed.insert(r);
      if (claim_.kind == BugKind::null) {  // it must be null that is written
        const size_t w = claim_.happen[0].index();
        if (thread(r) == thread(w) && r <= w && depends(w, r)) fixed.insert(r);
      }
    }
    for (bool grew = true; grew;) {
      grew = false;
      for (const Seen& s : links_.seen) {
        if (!fixed.contains(s.read) || s.write == kNoEvent) continue;
        if (claim_.kind == BugKind::null && facts_.model != Model::dependence &&
            thread(s.read) == thread(s.write))
          continue;
        for (const size_t r : executed)
          if (thread(r) == thread(s.write) && r <= s.write && depends(s.write, r))
            grew |= fixed.insert(r).second;
      }
    }
    return fixed;
  }

  Refusal reads() {
    const std::set<size_t> fixed = fixed_reads();
    for (const Seen& s : links_.seen) {
      if (!fixed.contains(s.read)) continue;
      uint8_t sees = kNoEvent;
      for (int i = 0; i < at_[s.read]; ++i) {
        const EventId e = sequence_[static_cast<size_t>(i)];
        if (writes(trace_.kind(e)) && touches(trace_, e, s.cell))
          sees = static_cast<uint8_t>(e.value);
      }
      if (sees != s.write) return refuse("fixed read sees another write", s.read);
    }
    return {};
  }

  const Trace& trace_;
  const Links& links_;
  const ModelFacts& facts_;
  const Claim& claim_;
  const std::span<const EventId> sequence_;
  std::vector<int> at_;  // by event: its place in the sequence
};

}  // namespace

std::optional<std::string> why_refused(const Trace& trace, const Links& links,
                                       const ModelFacts& facts, const Claim& claim,
                                       std::span<const EventId> sequence) {
  return SequenceJudge(trace, links, facts, claim, sequence).judge();
}

std::optional<std::string> why_refused(const Trace& trace, const ModelFacts& facts,
                                       const Claim& claim, std::span<const EventId> sequence) {
  Links links;
  links.derive(trace);
  return why_refused(trace, links, facts, claim, sequence);
}

}  // namespace foreweave::agree
