// Brute force against plain enumeration: for small traces, what the search finds is what some
// sequence that keeps program order and passes the plain judge shows.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "agree/brute_force.h"
#include "agree/random_trace.h"
#include "agree/sequence_judge.h"
#include "agree/small_claims.h"

namespace foreweave::agree {
namespace {

constexpr Model kModels[] = {Model::sync, Model::same_write, Model::branch, Model::dependence};

Draft small(uint64_t seed, uint64_t i) {
  return random_draft({2, 3, 4, i % 10 == 0 ? 8u : 7u, true, false}, Rng(seed, i));
}

TEST(Enumeration, FindsTheRacesThatBruteForceFinds) {
  BruteForce brute;
  uint64_t feasible = 0, infeasible = 0;
  for (uint64_t i = 0; i < 6000 && !HasFailure(); ++i) {
    const Draft draft = small(11, i);
    const Trace trace = draft.build();
    const Dependences dependences = draft.dependences();
    Links links;
    links.derive(trace);
    for (const Model model : kModels) {
      const ModelFacts facts{model, &dependences};
      const auto judged = brute.races(trace, facts);
      std::set<std::pair<EventId, EventId>> open, never;
      for (const JudgedPair& p : judged) (p.feasible ? open : never).insert({p.a, p.b});
      feasible += open.size();
      infeasible += never.size();
      all_interleavings(trace, [&](std::span<const EventId> sequence) {
        for (const JudgedPair& p : judged) {
          if (p.feasible && !open.contains({p.a, p.b})) continue;
          if (why_refused(trace, links, facts, Claim::race(p.a, p.b), sequence)) continue;
          EXPECT_TRUE(p.feasible) << p.a.value << ' ' << p.b.value << ' ' << name(model) << '\n'
                                  << describe(draft);
          open.erase({p.a, p.b});
        }
      });
      EXPECT_TRUE(open.empty()) << name(model) << '\n' << describe(draft);
    }
  }
  EXPECT_GE(feasible, 5'000u);
  EXPECT_GE(infeasible, 500u);
}

TEST(Enumeration, FulfilsTheClaimsThatBruteForceFinds) {
  BruteForce brute;
  std::array<uint64_t, 7> feasible{}, infeasible{};
  for (uint64_t i = 0; i < 9000 && !HasFailure(); ++i) {
    RandomOptions options{2, 3, 4, 7, false, false};
    options.likely = kAllBugKinds[i % std::size(kAllBugKinds)];
    if (options.likely == BugKind::deadlock) options.min_events = options.max_events = 8;
    if (options.likely == BugKind::null) options.min_events = 7;
    const Draft draft = random_draft(options, Rng(14, i));
    const Trace trace = draft.build();
    const Dependences dependences = draft.dependences();
    Links links;
    links.derive(trace);
    Rng rng(15, i);
    for (const BugKind kind : kAllBugKinds) {
      const std::vector<Claim> claims = all_claims(trace, kind);
      if (claims.empty() || (kind != options.likely && i % 4)) continue;
      const Claim& claim = claims[rng.below(static_cast<uint32_t>(claims.size()))];
      for (const Model model : kModels) {
        const ModelFacts facts{model, &dependences};
        bool fulfilled = false;
        all_interleavings(trace, [&](std::span<const EventId> sequence) {
          fulfilled = fulfilled || !why_refused(trace, links, facts, claim, sequence);
        });
        EXPECT_EQ(brute.feasible(trace, facts, claim), fulfilled)
            << name(kind) << ' ' << name(model) << '\n'
            << describe(draft);
        ++(fulfilled ? feasible : infeasible)[static_cast<size_t>(kind)];
      }
    }
  }
  for (const BugKind kind : kAllBugKinds) {
    // Memory is seldom used again in so few events.
    EXPECT_GE(feasible[static_cast<size_t>(kind)], kind == BugKind::double_free ? 5u : 20u)
        << name(kind);
    // A deadlock of two threads that hold what they hold has little in its way in so few events.
    if (kind == BugKind::deadlock || kind == BugKind::double_free) continue;
    EXPECT_GE(infeasible[static_cast<size_t>(kind)], 20u) << name(kind);
  }
}

TEST(Enumeration, GivesTheReorderingsThatBruteForceGives) {
  BruteForce brute;
  const Claim nothing{BugKind::order, {}, {}};
  for (uint64_t i = 0; i < 1500 && !HasFailure(); ++i) {
    const Draft draft = small(12, i);
    const Trace trace = draft.build();
    const Dependences dependences = draft.dependences();
    Links links;
    links.derive(trace);
    for (const Model model : kModels) {
      const ModelFacts facts{model, &dependences};
      std::set<std::vector<EventId>> given, accepted;
      brute.all_reorderings(trace, facts, [&](std::span<const EventId> sequence) {
        EXPECT_TRUE(given.insert({sequence.begin(), sequence.end()}).second);
      });
      all_interleavings(trace, [&](std::span<const EventId> sequence) {
        if (!why_refused(trace, links, facts, nothing, sequence))
          accepted.insert({sequence.begin(), sequence.end()});
      });
      EXPECT_EQ(given, accepted) << name(model) << '\n' << describe(draft);
    }
  }
}

}  // namespace
}  // namespace foreweave::agree
