// Brute force against plain enumeration: for small traces, what the search finds is what some
// sequence that keeps program order and passes the plain judge shows.
#include <gtest/gtest.h>

#include <set>

#include "agree/brute_force.h"
#include "agree/random_trace.h"
#include "agree/sequence_judge.h"

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
