#include "agree/random_trace.h"

#include <algorithm>

#include "agree/simulation.h"

namespace foreweave::agree {

namespace {

Profile draw_profile(const RandomOptions& options, Rng& rng) {
  Profile p;
  // A kind of action is in a trace with the given chance, then with a random weight.
  const auto maybe = [&](uint32_t chance, uint32_t most) {
    return rng.percent(chance) ? rng.between(1, most) : 0;
  };
  p.threads = rng.between(options.min_threads, options.max_threads);
  // The smaller of two draws: on few variables accesses meet.
  p.variables = rng.between(1, 4);
  p.variables = std::min(p.variables, rng.between(1, options.races_likely ? 2 : 4));
  p.locks = rng.between(1, 3);
  p.read = rng.between(6, 24);
  p.write = rng.between(6, 24);
  p.lock = options.races_likely ? maybe(60, 6) : maybe(85, 14);
  p.unlock = rng.between(8, 40);
  p.forks = rng.percent(35);
  p.joins = rng.percent(35);
  if (options.short_lived) {
    p.forks = p.joins = true;
    p.fork = rng.between(8, 40);
    p.join = rng.between(20, 80);
  }
  if (options.unjoined) {
    p.forks = true;
    p.joins = false;
    p.fork = rng.between(8, 40);
  }
  if (options.plain) return p;
  p.heap_slots = rng.percent(25) ? rng.between(1, 2) : 0;
  p.heap = rng.between(2, 8);
  p.heap_locks = rng.percent(40);
  p.atomic = maybe(30, 8);
  p.fence = maybe(5, 3);
  p.shared = maybe(25, 6);
  p.failed_try = maybe(20, 6);
  p.request = maybe(15, 4);
  if (rng.percent(20)) {
    p.wait = rng.between(3, 12);
    p.signal = rng.between(1, 8);
  }
  p.barrier = maybe(12, 6);
  p.semaphore = maybe(15, 5);
  p.once = maybe(12, 8);
  p.branch = maybe(35, 3);
  p.marks = maybe(6, 2);
  p.unseen = maybe(15, 4);
  p.unseen_writes_percent = p.unseen != 0 && rng.percent(60) ? rng.between(10, 90) : 0;
  p.begin_end = rng.percent(20);
  p.overlapping = rng.percent(30);
  p.values = rng.percent(25);
  p.decides_percent = rng.percent(40) ? rng.between(5, 60) : 0;
  p.blocks_percent = rng.below(50);
  p.pointers = maybe(8, 16);
  p.values |= p.pointers != 0 || p.unseen_writes_percent != 0;
  return p;
}

// Hardly anything but what a bug of the kind needs.
void make_likely(BugKind kind, Profile& p, Rng& rng) {
  switch (kind) {
    case BugKind::race:
    case BugKind::order:
    case BugKind::hang:
    case BugKind::misuse:
    case BugKind::failure:
      return;
    case BugKind::deadlock:
      p.locks = rng.between(2, p.threads);
      p.lock = 20;
      p.unlock = rng.between(8, 20);
      p.read = p.write = rng.between(1, 2);
      p.wait = p.barrier = p.semaphore = p.once = p.heap_slots = 0;
      p.forks = p.begin_end = false;
      p.request = rng.percent(30) ? 20 : 0;
      return;
    case BugKind::atomicity:
      p.variables = rng.between(1, 2);
      p.read = p.write = 20;
      return;
    case BugKind::use_after_free:
    case BugKind::double_free:
      p.heap_slots = 1;
      p.heap = 6;
      return;
    case BugKind::null:
      p.pointers = 20;
      p.values = true;
      p.variables = 1;
      p.read = p.write = rng.between(1, 4);
      p.lock = p.failed_try = 0;
      p.branch = std::min(p.branch, 1u);
      p.forks = p.begin_end = false;
      return;
  }
}

// Each decision and write depends on some of the reads that its thread executed before, an update
// often on itself.
void draw_dependences(Draft& draft, Rng& rng) {
  const uint32_t percent = rng.between(10, 90);
  draft.depends.resize(draft.events.size());
  for (uint32_t d = 0; d < draft.events.size(); ++d) {
    const RawEvent& e = draft.events[d];
    const bool decides =
        always_decides(e.kind) || e.flags & (FW_FLAG_DECIDES | FW_FLAG_DECIDES_ON_OWN_READ);
    if (!decides && !writes(e.kind)) continue;
    for (uint32_t r = 0; r <= d; ++r) {
      const RawEvent& read = draft.events[r];
      if (read.thread != e.thread || !reads(read.kind) || (r == d && !writes(e.kind))) continue;
      if (rng.percent(percent)) draft.depends[d].push_back(r);
    }
  }
}

// Events that do the same to the same come from one instruction.
void share_sites(Draft& draft) {
  for (size_t i = 0; i < draft.events.size(); ++i) {
    RawEvent& e = draft.events[i];
    for (size_t j = 0; j < i; ++j) {
      const RawEvent& other = draft.events[j];
      if (other.kind != e.kind || other.operand != e.operand || other.size != e.size) continue;
      e.site = other.site;
      break;
    }
  }
}

}  // namespace

Draft random_draft(const RandomOptions& options, Rng rng) {
  Profile profile = draw_profile(options, rng);
  if (options.likely) make_likely(*options.likely, profile, rng);
  const uint32_t length = rng.between(options.min_events, options.max_events);
  const uint32_t switch_percent = rng.between(10, 80);
  Simulation run(profile, rng);
  uint32_t thread = 0;
  for (uint32_t failures = 0; run.size() < length && failures < 50;) {
    if (run.act(thread)) {
      failures = 0;
      if (!rng.percent(switch_percent)) continue;
    } else {
      ++failures;
    }
    thread = static_cast<uint32_t>(rng.below(profile.threads));
  }
  Draft draft = std::move(run).take();
  draw_dependences(draft, rng);
  if (rng.percent(20)) share_sites(draft);
  return draft;
}

}  // namespace foreweave::agree
