// That a standoff refutes only what cannot be, on random traces: small ones taken whole, which
// tests/agree holds to brute force, beside the same ones looked at in windows, where standoffs are
// asked. Random traces of tests/agree seldom have any.
#include "predict/closure/standoffs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "base/parallel.h"
#include "events/std/trace_for_tests.h"
#include "predict/closure/closure.h"

namespace foreweave {
namespace {

// Threads that look at p, branch, use o and change p, mostly under a lock; in the end o is freed.
std::string random_run(uint32_t seed, uint32_t threads) {
  std::minstd_rand random(seed);
  const auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  struct Thread {
    int lock = -1;
    uint32_t left = 0;  // events until it gives it back
  };
  std::vector<Thread> all(threads);
  std::array<int, 2> holder = {-1, -1};
  std::string text = "M|alloc(o)|1\nM|w(p)|2\n";
  const uint32_t events = 40 + pick(30);
  bool freed = false;
  uint32_t place = 10;
  const auto say = [&](uint32_t t, const std::string& what) {
    text += fmt::format("T{}|{}|{}\n", t, what, place++);
  };
  for (uint32_t n = 0; n < events; ++n) {
    const uint32_t t = pick(threads);
    Thread& me = all[t];
    if (me.lock >= 0 && me.left-- == 0) {
      say(t, fmt::format("rel({})", me.lock == 0 ? "l" : "m"));
      holder[static_cast<size_t>(me.lock)] = -1;
      me.lock = -1;
    } else if (const int lock = pick(4) == 0 ? 1 : 0;
               me.lock < 0 && pick(4) > 0 && holder[static_cast<size_t>(lock)] < 0) {
      say(t, fmt::format("acq({})", lock == 0 ? "l" : "m"));
      holder[static_cast<size_t>(lock)] = static_cast<int>(t);
      me = {lock, 3 + pick(7)};
    } else if (!freed && n > events / 2 && pick(6) == 0) {
      say(t, "free(o)");
      freed = true;
    } else {
      const std::array<const char*, 7> what = {"r(p)", "br", "w(p)", "r(x)", "r(x)", "br", "w(x)"};
      const uint32_t which = pick(freed ? 7 : 9);
      say(t, which < 7 ? what[which] : "r(o)");
    }
  }
  return text + (freed ? "" : fmt::format("T0|free(o)|{}\n", place));
}

std::vector<Claim> claims_about(const Trace& trace) {
  std::vector<Claim> claims;
  const auto is = [&](EventId e, Kind kind) { return trace.kind(e) == kind; };
  for (uint32_t a = 0; a < trace.size(); ++a)
    for (uint32_t b = a + 1; b < trace.size(); ++b) {
      const EventId early(a), late(b);
      if (trace.thread(early) == trace.thread(late) || !is_access(trace.kind(early))) continue;
      if (is(late, Kind::free)) {
        if (trace.location_of(early).object == trace.object(late))
          claims.push_back(Claim::use_after_free(late, early));
      } else if (is(early, Kind::read) && is(late, Kind::write) &&
                 trace.location(early) == trace.location(late)) {
        const ThreadEvents events = trace.events_of(trace.thread(early));
        const uint32_t next = events.index_from(early) + 1;
        if (next < events.size() && is_access(trace.kind(events[next])))
          claims.push_back(Claim::null(late, early, events[next]));
      }
    }
  return claims;
}

TEST(Standoffs, RefuteOnlyWhatCannotBe) {
  size_t needed = 0, refuted = 0, feasible = 0;
  for (const Model model : {Model::same_write, Model::branch})
    for (uint32_t seed = 1; seed <= 2'000; ++seed) {
      const Trace trace = std_trace(random_run(seed, 2 + seed % 3));
      const ConflictIndex index(trace);
      const Standoffs standoffs(trace, index);
      const TraceFacts facts(trace);
      const auto whole = closure_deciders(facts, model);
      const auto windows =
          closure_deciders(facts, model, {.margin = 8, .near = 1 + seed % 8, .whole_up_to = 0});
      const auto decider = windows->make();
      for (const Claim& claim : claims_about(trace)) {
        if (!standoffs.needed_by(claim)) continue;
        ++needed;
        const Verdict right = whole->make()->decide(claim, UINT64_MAX);
        const Verdict verdict = decider->decide(claim, UINT64_MAX);
        ASSERT_EQ(std::holds_alternative<Feasible>(right),
                  std::holds_alternative<Feasible>(verdict))
            << "seed " << seed << ", claim of event " << claim.pending[0].value;
        refuted += std::holds_alternative<Infeasible>(verdict);
        feasible += std::holds_alternative<Feasible>(verdict);
      }
    }
  EXPECT_GT(needed, 1'000u);
  EXPECT_GT(refuted, 500u);
  EXPECT_GT(feasible, 50u);
}

// T1 tests p and uses o three times in one section; T2 clears p and frees o in the next.
constexpr std::string_view kThreeUses =
    "M|alloc(o)|1\nM|w(p)|2\nT1|acq(l)|3\nT1|r(p)|4\nT1|br|5\nT1|r(o)|6\nT1|r(o)|7\nT1|r(o)|8\n"
    "T1|rel(l)|9\nT2|acq(l)|10\nT2|r(p)|11\nT2|br|12\nT2|w(p)|13\nT2|free(o)|14\nT2|rel(l)|15\n";

TEST(Standoffs, AreTheSameForEveryUseInASection) {
  const Trace trace = std_trace(kThreeUses);
  const ConflictIndex index(trace);
  const Standoffs standoffs(trace, index);
  for (const uint32_t use : {5, 6, 7}) {
    const auto s = standoffs.needed_by(Claim::use_after_free(EventId(13), EventId(use)));
    ASSERT_TRUE(s);
    EXPECT_EQ(s->acquire, EventId(2));
    EXPECT_EQ(s->release, EventId(8));
    EXPECT_EQ(s->decision, EventId(4));
    EXPECT_EQ(s->entered, EventId(9));
  }
}

TEST(Standoffs, CountForEachClaimWhatTheyTook) {
  const Trace trace = std_trace(kThreeUses);
  const TraceFacts facts(trace);
  const auto open = [&] {
    return closure_deciders(facts, Model::branch, {.margin = 4, .whole_up_to = 0});
  };
  const auto factory = open();
  const auto asked_before = factory->make();
  for (const uint32_t use : {5, 6, 7}) {
    const Claim claim = Claim::use_after_free(EventId(13), EventId(use));
    const auto other_factory = open();
    const auto fresh = other_factory->make(), another = factory->make();
    EXPECT_TRUE(std::holds_alternative<Infeasible>(fresh->decide(claim, 1'000)));
    EXPECT_TRUE(std::holds_alternative<Infeasible>(asked_before->decide(claim, 1'000)));
    EXPECT_TRUE(std::holds_alternative<Infeasible>(another->decide(claim, 1'000)));
    EXPECT_EQ(asked_before->work(), fresh->work());
    EXPECT_EQ(another->work(), fresh->work());
  }
}

// Deciders of one factory, each in a thread of its own, beside one that is alone.
TEST(Standoffs, ServeSeveralThreads) {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const Trace trace = std_trace(random_run(seed, 3));
    const std::vector<Claim> claims = claims_about(trace);
    const TraceFacts facts(trace);
    const auto open = [&] {
      return closure_deciders(facts, Model::branch, {.margin = 8, .near = 4, .whole_up_to = 0});
    };
    const auto factory = open();
    std::vector<std::unique_ptr<ClaimDecider>> deciders;
    for (int i = 0; i < 4; ++i) deciders.push_back(factory->make());
    std::vector<std::pair<size_t, uint64_t>> answers(claims.size());
    for_each_piece(claims.size(), 4, [&](unsigned worker, size_t i) {
      const Verdict verdict = deciders[worker]->decide(claims[i], 100'000);
      answers[i] = {verdict.index(), deciders[worker]->work()};
    });
    for (size_t i = 0; i < claims.size(); ++i) {
      const auto alone = open();
      const auto decider = alone->make();
      EXPECT_EQ(answers[i].first, decider->decide(claims[i], 100'000).index());
      EXPECT_EQ(answers[i].second, decider->work());
    }
  }
}

}  // namespace
}  // namespace foreweave
