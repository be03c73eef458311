// That witnesses are answered alike whatever is kept of the past. On every small trace that is
// tests/agree's business; here the run is long enough for many states.
#include "prove/check/past.h"

#include <gtest/gtest.h>

#include <string>

#include "base/parallel.h"
#include "events/std/trace_for_tests.h"
#include "prove/check/check.h"

namespace foreweave {
namespace {

// Something of every kind again and again, by three threads that take turns.
Trace varied_trace() {
  std::string text = "M|fork(A)|1\nM|fork(B)|2\nM|seminit(s=0)|3\nM|w(x)|4\n";
  for (int round = 0; round < 12; ++round)
    text +=
        "A|acq(l)|5\nA|r(x)|6\nA|w(x)|7\nA|br|8\nB|tryfail(l)|9\nA|rel(l)|10\nB|racq(l)|11\n"
        "B|r(x)|12\nA|wait(c)|13\nB|rrel(l)|14\nB|signal(c)|15\nA|wake(c)|16\nA|post(s)|17\n"
        "B|down(s)|18\nB|w(y)|19\nA|w(y)|20\nA|arrive(b)|21\nB|arrive(b)|22\nB|leave(b)|23\n"
        "A|leave(b)|24\nM|r(z)|25\nB|w(z)|26\n";
  return std_trace(text +
                   "A|once(o)|27\nA|oncedone(o)|28\nB|oncepass(o)|29\nM|join(A)|30\nM|w(x)|31\n");
}

// The run up to `end`, and then with two neighbouring segments exchanged.
Reordering run_with_exchange(const Trace& trace, size_t exchanged, uint32_t end) {
  std::vector<Segment> segments;
  for (const Segment& s : Reordering::of_trace(trace).segments(trace))
    if (trace.events_of(s.thread)[s.until - 1].value < end) segments.push_back(s);
  if (exchanged + 1 < segments.size()) std::swap(segments[exchanged], segments[exchanged + 1]);
  return Reordering(std::move(segments));
}

std::string answer(const Checker& checker, Model model, const Claim& claim, Reordering witness) {
  const Result<Proved> proved = checker.check({model, nullptr}, claim, std::move(witness));
  return proved ? "accepted" : proved.error().what;
}

TEST(Past, ChangesNoAnswer) {
  const Trace trace = varied_trace();
  const uint32_t size = static_cast<uint32_t>(trace.size());
  const Checker plain(trace, size + 1), dense(trace, 1), sparse(trace, 7), usual(trace);
  uint32_t accepted = 0, refused = 0;
  for (const Model model : {Model::same_write, Model::branch})
    for (size_t exchanged = 0; exchanged < trace.size(); ++exchanged)
      for (uint32_t a = 0; a < size; a += 5)
        for (const uint32_t b : {a + 1, a + 9, a + 60}) {
          if (b >= size) continue;
          const Claim claim = (a + b) % 2 == 0 || !is_race_pair(trace, EventId(a), EventId(b))
                                  ? Claim::order({EventId(a), EventId(b)})
                                  : Claim::race(EventId(a), EventId(b));
          const Reordering witness = run_with_exchange(trace, exchanged, b + 3);
          const std::string expected = answer(plain, model, claim, witness);
          (expected == "accepted" ? accepted : refused) += 1;
          for (const Checker* checker : {&dense, &sparse, &usual})
            ASSERT_EQ(answer(*checker, model, claim, witness), expected) << a << " " << b;
        }
  EXPECT_GT(accepted, 1000u);
  EXPECT_GT(refused, 1000u);
}

TEST(Past, IsTheExecutionOfTheRunSoFar) {
  const Trace trace = varied_trace();
  const Steps steps(trace);
  for (const uint32_t distance : {1u, 3u, 10u}) {
    const Past past(trace, steps, distance);
    for (uint32_t limit = static_cast<uint32_t>(trace.size()); limit-- > 0;) {
      const auto [end, state] = past.behind(limit);
      EXPECT_EQ(end, limit);
      for (uint32_t e = 0; e < trace.size(); ++e) {
        EXPECT_EQ(state.happened(EventId(e)), e < end);
        const bool is_next_read = e == end && reads(trace.kind(EventId(e)));
        EXPECT_TRUE(!is_next_read || state.sees(EventId(e), trace.seen_write(EventId(e))));
      }
    }
  }
}

TEST(Past, ServesSeveralThreads) {
  const Trace trace = varied_trace();
  const Checker shared(trace, 3);
  std::vector<std::string> answers(trace.size() - 1);
  const auto ask = [&](const Checker& checker, uint32_t a) {
    return answer(checker, Model::same_write, Claim::order({EventId(a), EventId(a + 1)}),
                  run_with_exchange(trace, a % 7, a + 2));
  };
  for_each_piece(answers.size(), 4, [&](unsigned, size_t a) {
    answers[a] = ask(shared, static_cast<uint32_t>(answers.size() - 1 - a));
  });
  for (size_t a = 0; a < answers.size(); ++a)
    EXPECT_EQ(answers[a], ask(Checker(trace), static_cast<uint32_t>(answers.size() - 1 - a)));
}

}  // namespace
}  // namespace foreweave
