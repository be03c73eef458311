#include "agree/small_traces.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "agree/links.h"
#include "agree/shrink.h"
#include "agree/small_claims.h"
#include "agree/valid_run.h"

namespace foreweave::agree {
namespace {

// The traces of a bound as sorted text, one line a trace.
std::set<std::string> traces(std::string_view family, SmallBound bound) {
  std::set<std::string> all;
  enumerate_small(*find_small_family(family), bound, {}, [&](uint64_t, const Draft& d, EventSet) {
    std::string line;
    for (const RawEvent& e : d.events)
      line += std::to_string(e.thread) + std::string(info(e.kind).std_op) +
              std::to_string(e.operand >> 6 & 3) + ' ';
    EXPECT_TRUE(all.insert(line).second) << "twice: " << line;
    return true;
  });
  return all;
}

TEST(SmallTraces, OfTwoEventsAreTheThreePairs) {
  EXPECT_EQ(traces("locks", {2, 1}), (std::set<std::string>{"0r0 1w0 ", "0w0 1r0 ", "0w0 1w0 "}));
}

TEST(SmallTraces, AreValidAndMadeForABug) {
  for (const SmallFamily& family : small_families()) {
    for (const SmallBound bound : {SmallBound{2, 2}, SmallBound{3, 2}}) {
      uint64_t seen = 0;
      const SmallCounts counts =
          enumerate_small(family, bound, {7, 3, 1}, [&](uint64_t number, const Draft& d, EventSet) {
            ++seen;
            EXPECT_EQ(number % 7, 3u);
            EXPECT_TRUE(is_valid(d)) << family.name << '\n' << describe(d);
            const Trace trace = d.build();
            bool promising = false;
            for (uint32_t b = 0; b < trace.size(); ++b)
              for (uint32_t a = 0; a < b; ++a) promising |= can_race(trace, EventId(a), EventId(b));
            for (const BugKind kind : {BugKind::deadlock, BugKind::use_after_free})
              promising |= !all_claims(trace, kind).empty();
            // Two lives of one object do not race, but the words do not know; and of two atomic
            // accesses more than two events make an atomicity violation.
            EXPECT_TRUE(promising || family.name == "heap" || family.name == "atomics")
                << describe(d);
            return !testing::Test::HasFailure();
          });
      EXPECT_EQ(counts.traces, seen);
      EXPECT_GT(seen, 0u) << family.name;
    }
  }
}

// Every kind of the alphabets appears within the bound, so that no family is enumerated in vain.
TEST(SmallTraces, UseTheirWholeAlphabet) {
  for (const SmallFamily& family : small_families()) {
    std::set<std::string_view> used;
    enumerate_small(family, {2, 3}, {11, 0, 1}, [&](uint64_t, const Draft& d, EventSet) {
      for (const RawEvent& e : d.events) used.insert(info(e.kind).std_op);
      return true;
    });
    size_t letters = 1;
    for (const char c : family.alphabet) letters += c == ' ';
    EXPECT_EQ(used.size(), letters) << family.name;
  }
}

// The reduction against none: all words of a small bound, gathered into classes by applying the
// renamings and the exchanges of unrelated neighbours one by one.
class Classes {
 public:
  Classes(std::string_view family, SmallBound bound)
      : family_(*find_small_family(family)), bound_(bound) {}

  size_t count() {
    extend({});
    return classes_;
  }
  // The words with a race pair, in all classes together. After count().
  size_t words() const { return words_; }

  // All words of the draft's class.
  size_t class_size(const Draft& d) const {
    Letters word;
    for (const RawEvent& e : d.events) {
      const Operand o = operand_of(e.kind);
      const uint64_t operand = o == Operand::thread ? e.operand
                               : o == Operand::none ? 0
                                                    : e.operand >> 6 & 3;
      word.emplace_back(e.thread, e.kind, static_cast<uint32_t>(operand));
    }
    return class_of(word).size();
  }

 private:
  using Letter = std::tuple<uint32_t, Kind, uint32_t>;  // thread, kind, operand
  using Letters = std::vector<Letter>;

  void extend(const Letters& word) {
    for (uint32_t t = 0; t < bound_.threads; ++t) {
      uint32_t length = 0;
      for (const auto& [thread, kind, operand] : word) length += thread == t;
      if (length == bound_.events_per_thread) continue;
      for (size_t k = 0; k < kKindCount; ++k) {
        const Kind kind = static_cast<Kind>(k);
        const std::string alphabet = ' ' + std::string(family_.alphabet) + ' ';
        if (alphabet.find(' ' + std::string(info(kind).std_op) + ' ') == alphabet.npos) continue;
        for (uint32_t o = 0; o < operands(kind); ++o) {
          Letters longer = word;
          longer.emplace_back(t, kind, o);
          if (why_not_a_run(draft(longer).build())) continue;
          if (races(longer)) {
            ++words_;
            if (!gathered_.contains(longer)) {
              ++classes_;
              gathered_.merge(class_of(longer));
            }
          }
          extend(longer);
        }
      }
    }
  }

  uint32_t operands(Kind kind) const { return names(operand_of(kind)); }

  uint32_t names(Operand what) const {
    switch (what) {
      case Operand::memory:
        return family_.variables;
      case Operand::lock:
        return family_.locks;
      case Operand::thread:
        return bound_.threads;
      default:
        return 1;
    }
  }

  static Draft draft(const Letters& word) {
    Draft d;
    for (const auto& [t, kind, o] : word) {
      const bool thread = operand_of(kind) == Operand::thread;
      if (thread) d.threads = std::max(d.threads, static_cast<uint32_t>(o + 1));
      d.add(static_cast<uint32_t>(t), kind, thread ? o : 0x100 + 0x40 * o, is_access(kind) ? 4 : 0);
    }
    return d;
  }

  static bool races(const Letters& word) {
    const Trace trace = draft(word).build();
    for (uint32_t b = 0; b < trace.size(); ++b)
      for (uint32_t a = 0; a < b; ++a)
        if (can_race(trace, EventId(a), EventId(b))) return true;
    return false;
  }

  static bool unrelated(const Letter& a, const Letter& b) {
    const auto& [t, k, o] = a;
    const auto& [u, l, p] = b;
    if (t == u) return false;
    const Operand x = operand_of(k), y = operand_of(l);
    if (x == Operand::thread && (o == u || (x == y && o == p))) return false;
    if (y == Operand::thread && p == t) return false;
    if (x != y || o != p) return true;
    return x == Operand::memory ? !writes(k) && !writes(l) : x == Operand::none;
  }

  // The word with two names of one class of operands exchanged.
  static Letters renamed(Letters word, Operand what, uint32_t a, uint32_t b) {
    const auto swap = [&](uint32_t n) { return n == a ? b : n == b ? a : n; };
    for (auto& [thread, kind, operand] : word) {
      if (what == Operand::thread) thread = swap(thread);
      if (operand_of(kind) == what) operand = swap(operand);
    }
    return word;
  }

  // The words that renamings and exchanges lead to.
  std::set<Letters> class_of(const Letters& word) const {
    std::set<Letters> reached = {word};
    std::vector<Letters> left = {word};
    const auto reach = [&](Letters next) {
      if (reached.insert(next).second) left.push_back(std::move(next));
    };
    while (!left.empty()) {
      const Letters at = std::move(left.back());
      left.pop_back();
      for (const Operand what : {Operand::thread, Operand::memory, Operand::lock})
        for (uint32_t a = 0; a < names(what); ++a)
          for (uint32_t b = a + 1; b < names(what); ++b) reach(renamed(at, what, a, b));
      for (size_t i = 1; i < at.size(); ++i) {
        if (!unrelated(at[i - 1], at[i])) continue;
        Letters swapped = at;
        std::swap(swapped[i - 1], swapped[i]);
        reach(std::move(swapped));
      }
    }
    return reached;
  }

  const SmallFamily& family_;
  const SmallBound bound_;
  std::set<Letters> gathered_;
  size_t classes_ = 0, words_ = 0;
};

TEST(SmallTraces, KeepOneOfEachClass) {
  const std::pair<std::string_view, SmallBound> cases[] = {
      {"locks", {2, 2}}, {"locks", {3, 1}},    {"branches", {2, 2}},  {"forks", {2, 2}},
      {"forks", {3, 1}}, {"shared", {2, 2}},   {"tries", {2, 2}},     {"conditions", {2, 2}},
      {"once", {2, 2}},  {"barriers", {2, 2}}, {"semaphores", {2, 2}}};
  for (const auto& [family, bound] : cases) {
    Classes classes(family, bound);
    uint64_t words = 0;  // in the classes of what was kept
    const SmallCounts counts = enumerate_small(*find_small_family(family), bound, {},
                                               [&](uint64_t, const Draft& d, EventSet) {
                                                 words += classes.class_size(d);
                                                 return true;
                                               });
    EXPECT_EQ(counts.traces, classes.count())
        << family << ' ' << bound.threads << 'x' << bound.events_per_thread;
    EXPECT_EQ(words, classes.words());
    EXPECT_GT(counts.traces, 0u);
  }
}

TEST(SmallTraces, SplitIntoSharesThatMakeUpTheWhole) {
  const SmallFamily& family = *find_small_family("locks");
  const SmallCounts whole = enumerate_small(family, {2, 3}, {}, nullptr);
  uint64_t traces = 0;
  for (uint64_t first = 0; first < 5; ++first) {
    const SmallCounts share = enumerate_small(family, {2, 3}, {5, first, 1}, nullptr);
    EXPECT_EQ(share.promising, whole.promising);
    traces += share.traces;
  }
  EXPECT_EQ(traces, whole.traces);
}

TEST(SmallTraces, AreFewerWhenSparse) {
  const SmallFamily& family = *find_small_family("locks");
  const SmallCounts whole = enumerate_small(family, {2, 4}, {}, nullptr);
  const SmallCounts part = enumerate_small(family, {2, 4}, {1, 0, 100}, nullptr);
  EXPECT_LT(part.nodes, whole.nodes / 20);
  EXPECT_GT(part.traces, whole.traces / 1000);
}

}  // namespace
}  // namespace foreweave::agree
