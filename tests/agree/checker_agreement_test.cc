// The most important test of prove/check: on small traces it accepts exactly the sequences that
// brute force accepts.
#include "agree/checker_agreement.h"

#include <gtest/gtest.h>

#include "agree/random_trace.h"
#include "agree/small_claims.h"

namespace foreweave::agree {
namespace {

TEST(CheckerAgreement, OnEveryInterleavingOfSmallTraces) {
  CheckerCounts counts;
  for (uint64_t i = 0; i < 1'500; ++i) {
    RandomOptions options{2, 3, 3, i % 10 == 0 ? 7u : 6u, true, false};
    if (i % 2) options.likely = kAllBugKinds[i / 2 % std::size(kAllBugKinds)];
    const Draft draft = random_draft(options, Rng(7, i));
    const auto difference =
        compare_all_witnesses(draft.build(), draft.dependences(), Rng(8, i), kAllModels, counts);
    ASSERT_FALSE(difference) << *difference << '\n' << describe(draft);
  }
  EXPECT_GE(counts.witnesses, 500'000u);
  EXPECT_GE(counts.accepted, counts.witnesses / 50);
}

// Random traces of this size have hardly any deadlock or use after free in them.
TEST(CheckerAgreement, OnEveryInterleavingOfTracesMadeForAKindOfBug) {
  CheckerCounts counts;
  const Draft drafts[] = {
      draft_from({"0 acq l", "0 acq m", "0 rel m", "0 rel l", "1 acq m", "1 acq l", "1 rel l"}),
      draft_from({"0 racq l", "0 acq m", "0 rel m", "0 rrel l", "1 acq m", "1 acq l"}),
      draft_from({"0 acq l", "0 racq m", "0 rrel m", "0 rel l", "1 racq m", "1 acq l"}),
      draft_from({"0 racq l", "0 racq m", "0 rrel m", "0 rrel l", "1 racq m", "1 racq l"}),
      draft_from({"0 alloc o", "0 w o", "1 r o", "1 br", "1 r o+4", "0 free o"}),
      draft_from({"0 alloc o", "1 r o", "1 w x!", "0 free o", "0 alloc o", "1 r o"}),
      draft_from({"0 alloc o", "1 acq o+8", "1 w o", "1 rel o+8", "0 free o"}),
      // A write that no other thread's access meets, seen by a wide read that one does meet.
      draft_from({"0 fork 1", "0 w x+4:8", "0 r x:8", "1 w x+2:1"}),
      draft_from({"0 r x", "0 w x", "1 w x", "1 r x", "1 br", "0 rmw x"}),
      draft_from({"0 w x", "0 w y", "1 w x", "1 w y", "1 r x", "0 r y"}),
      draft_from({"0 w x:8", "0 w y", "1 r x+4", "1 w x", "1 w y", "1 br"}),
      draft_from({"0 w p:8=x", "1 r p:8=x", "1 w x*1!", "0 w p:8=0"}),
      draft_from({"0 r y:8=0", "0 w p:8=0", "2 w p:8=x", "1 r p:8=x", "1 r x*3!", "2 w y:8=1"}),
      draft_from({"0 w p:8=x", "1 r p:8=x", "1 w y:8=x", "1 r x*1!", "0 r y:8=x", "0 w p:8=0"}),
      draft_from({"0 w p:8=x", "1 r p:8=x", "1 br", "1 r x*1!", "0 aw p:8=0", "0 w p:4=0"}),
  };
  for (const Draft& draft : drafts) {
    for (uint64_t i = 0; i < 20; ++i) {
      const auto difference =
          compare_all_witnesses(draft.build(), draft.dependences(), Rng(13, i), kAllModels, counts);
      ASSERT_FALSE(difference) << *difference << '\n' << describe(draft);
    }
  }
  for (const BugKind kind : {BugKind::race, BugKind::deadlock, BugKind::atomicity,
                             BugKind::use_after_free, BugKind::null, BugKind::order})
    EXPECT_GE(counts.accepted_by_kind[static_cast<size_t>(kind)], 10u) << name(kind);
}

TEST(CheckerAgreement, OnRandomAndMutatedWitnesses) {
  CheckerCounts counts;
  for (uint64_t i = 0; i < 5'000; ++i) {
    RandomOptions options;
    if (i % 2) options.likely = kAllBugKinds[i / 2 % std::size(kAllBugKinds)];
    const Draft draft = random_draft(options, Rng(9, i));
    const auto difference = compare_random_witnesses(draft, Rng(10, i), kAllModels, counts);
    ASSERT_FALSE(difference) << *difference << '\n' << describe(draft);
  }
  EXPECT_GE(counts.accepted, counts.witnesses / 10);
  EXPECT_LE(counts.accepted, counts.witnesses * 9 / 10);
  for (const BugKind kind : {BugKind::race, BugKind::deadlock, BugKind::atomicity,
                             BugKind::use_after_free, BugKind::null, BugKind::order})
    EXPECT_GE(counts.accepted_by_kind[static_cast<size_t>(kind)], 50u) << name(kind);
}

TEST(CheckerAgreement, ExpandsOnlySegmentsThatGrow) {
  const Trace trace = draft_from({"0 w x", "0 w x", "1 w x"}).build();
  const auto events = [&](std::vector<Segment> s) {
    return expand(trace, Reordering(std::move(s)));
  };
  const ThreadId a(0), b(1);
  EXPECT_EQ(events({{a, 1}, {b, 1}, {a, 2}}),
            (std::vector<EventId>{EventId(0), EventId(2), EventId(1)}));
  EXPECT_EQ(events({{a, 2}, {b, 1}, {a, 1}}), std::nullopt);
  EXPECT_EQ(events({{a, 3}}), std::nullopt);
  EXPECT_EQ(events({{ThreadId(2), 1}}), std::nullopt);
}

}  // namespace
}  // namespace foreweave::agree
