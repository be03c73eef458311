// The patterns against brute force on random small traces.
#include "agree/pattern_judge.h"

#include <gtest/gtest.h>

#include "agree/random_trace.h"
#include "agree/shrink.h"
#include "agree/small_claims.h"

namespace foreweave::agree {
namespace {

class Patterns : public testing::TestWithParam<BugKind> {};

TEST_P(Patterns, LeaveOutNothingThatCanBe) {
  const BugKind kind = GetParam();
  BruteForce brute;
  PatternCounts counts;
  const uint64_t traces = kind == BugKind::order ? 600 : 4'000;  // many orders in each trace
  for (uint64_t i = 0; i < traces; ++i) {
    RandomOptions options;
    options.max_events = 16;
    if (i % 4) options.likely = kind;
    const Draft draft = random_draft(options, Rng(31, i));
    for (const Model model : {Model::same_write, Model::branch, Model::sync}) {
      const auto fault = judge_pattern(kind, model, draft, brute, counts);
      if (!fault) continue;
      const auto fails = [&](const Draft& d) {
        return judge_pattern(kind, model, d, brute, counts).has_value();
      };
      const Draft small = shrink(draft, fails);
      FAIL() << *judge_pattern(kind, model, small, brute, counts) << '\n' << describe(small);
    }
  }
  const size_t k = static_cast<size_t>(kind);
  EXPECT_GE(counts.feasible[k], 100u);
  // Few of the classes are hopeless.
  EXPECT_GE(counts.possible[k], counts.classes[k] * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, Patterns,
                         testing::Values(BugKind::race, BugKind::deadlock, BugKind::atomicity,
                                         BugKind::use_after_free, BugKind::null, BugKind::order),
                         [](const auto& kind) { return std::string(name(kind.param)); });

}  // namespace
}  // namespace foreweave::agree
