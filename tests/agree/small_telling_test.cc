// What small_telling.h says of idle letters and of growing, against brute force: all claims, under
// every model that engines have.
#include "agree/small_telling.h"

#include <gtest/gtest.h>

#include <set>

#include "agree/brute_force.h"
#include "agree/shrink.h"
#include "agree/small_claims.h"
#include "agree/small_traces.h"

namespace foreweave::agree {
namespace {

constexpr Model kModels[] = {Model::sync, Model::same_write, Model::branch};

bool has_heap(const SmallFamily& family) {
  return family.alphabet.find("alloc") != std::string_view::npos;
}

std::vector<Letter> word_of(const Draft& draft, bool heap) {
  std::vector<Letter> word;
  for (const RawEvent& e : draft.events) {
    uint64_t operand = e.operand >> 6 & 3;
    if (operand_of(e.kind) == Operand::thread) operand = e.operand;
    if (operand_of(e.kind) == Operand::none) operand = 0;
    if (heap && is_access(e.kind)) operand = e.operand < 0x800;  // the object is variable 0
    word.push_back({static_cast<uint8_t>(e.thread), e.kind, static_cast<uint8_t>(operand)});
  }
  return word;
}

RunState state_of(const std::vector<Letter>& word, bool heap) {
  RunState state;
  state.variables = heap;
  for (const Letter& l : word) state.apply(l, heap);  // names may have gaps after cutting
  return state;
}

// The small traces of every family, every so many.
void for_each_small(const std::function<void(const SmallFamily&, SmallBound, const Draft&)>& each) {
  for (const SmallFamily& family : small_families()) {
    const SmallCounts all = enumerate_small(family, {2, 3}, {}, nullptr);
    for (const SmallBound bound : {SmallBound{2, 2}, SmallBound{3, 2}, SmallBound{2, 3}}) {
      const uint64_t stride = bound.events_per_thread * bound.threads < 6 ? 3 : all.promising / 150;
      enumerate_small(family, bound, {stride, 0}, [&](uint64_t, const Draft& d, EventSet) {
        each(family, bound, d);
        return !testing::Test::HasFailure();
      });
    }
  }
}

// Every claim of `from` whose events `into` has (under the numbers that `renumbered` gives; none:
// it has not) is as feasible there. Gives the number of claims.
uint64_t expect_same_answers(const Draft& from, const Draft& into,
                             const std::vector<std::optional<uint32_t>>& renumbered,
                             bool may_be_named = false) {
  static BruteForce brute;
  const Trace before = from.build(), after = into.build();
  uint64_t compared = 0;
  for (const BugKind kind : kAllBugKinds) {
    for (const Claim& claim : all_claims(before, kind)) {
      Claim same = claim;
      bool named = true;
      for (auto* events : {&same.happen, &same.pending})
        for (EventId& e : *events) {
          named &= renumbered[e.index()].has_value();
          e = EventId(renumbered[e.index()].value_or(0));
        }
      EXPECT_TRUE(named || may_be_named || kind == BugKind::order) << name(kind) << '\n'
                                                                   << describe(from);
      if (!named) continue;
      for (const Model model : kModels)
        EXPECT_EQ(brute.feasible(before, {model, nullptr}, claim),
                  brute.feasible(after, {model, nullptr}, same))
            << name(kind) << " under " << name(model) << "\n"
            << describe(from) << "and\n"
            << describe(into);
      ++compared;
    }
  }
  return compared;
}

Draft without_idle_letters(const Draft& draft, const std::vector<Letter>& word) {
  std::vector<bool> keep(word.size());
  for (size_t i = 0; i < word.size(); ++i) keep[i] = !is_idle(word, i);
  return cut(draft, keep);
}

TEST(SmallTelling, CuttingIdleLettersOutChangesNoAnswer) {
  std::set<std::pair<std::string_view, Kind>> idle_kinds;
  uint64_t claims = 0;
  for_each_small([&](const SmallFamily& family, SmallBound, const Draft& draft) {
    const std::vector<Letter> word = word_of(draft, has_heap(family));
    if (!has_idle_letter(word)) return;
    std::vector<std::optional<uint32_t>> renumbered(word.size());
    uint32_t kept = 0;
    for (size_t i = 0; i < word.size(); ++i)
      if (is_idle(word, i))
        idle_kinds.emplace(family.name, word[i].kind);
      else
        renumbered[i] = kept++;
    const Draft shorter = without_idle_letters(draft, word);
    ASSERT_TRUE(is_valid(shorter)) << describe(draft) << "and\n" << describe(shorter);
    claims += expect_same_answers(draft, shorter, renumbered);
  });
  EXPECT_GE(claims, 5'000u);
  for (const auto& kind :
       {std::pair("branches", Kind::branch), std::pair("forks", Kind::fork),
        std::pair("forks", Kind::join), std::pair("locks", Kind::acquire),
        std::pair("locks", Kind::release), std::pair("shared", Kind::acquire_shared),
        std::pair("conditions", Kind::signal), std::pair("conditions", Kind::broadcast),
        std::pair("conditions", Kind::wait_begin), std::pair("conditions", Kind::wait_end)})
    EXPECT_TRUE(idle_kinds.contains(kind)) << kind.first << ' ' << info(kind.second).std_op;
}

// Every read that fits behind the trace, of any thread and variable, whether it matters or not.
std::vector<Draft> grown(const Draft& draft, SmallBound bound, bool heap) {
  std::vector<Draft> all;
  for (uint32_t t = 0; t < bound.threads; ++t) {
    size_t length = 0;
    for (const RawEvent& e : draft.events) length += e.thread == t;
    if (length == bound.events_per_thread) continue;
    for (const uint64_t variable : {heap ? 0x800u : 0x100u, 0x140u}) {
      Draft longer = draft;
      longer.add(t, Kind::read, variable, 4);
      if (is_valid(longer)) all.push_back(std::move(longer));
    }
  }
  return all;
}

TEST(SmallTelling, GrowingChangesNoAnswer) {
  uint64_t claims = 0;
  for_each_small([&](const SmallFamily& family, SmallBound bound, const Draft& draft) {
    const bool heap = has_heap(family);
    const std::vector<Letter> word = word_of(draft, heap);
    const std::vector<Draft> longer = grown(draft, bound, heap);
    std::vector<std::optional<uint32_t>> same(word.size());
    for (uint32_t i = 0; i < word.size(); ++i) same[i] = i;
    bool matters = false;
    for (const Draft& d : longer) {
      claims += expect_same_answers(draft, d, same);
      matters |= !is_idle(word_of(d, heap), word.size());
    }
    EXPECT_TRUE(matters || !can_grow(word, state_of(word, heap), bound, heap)) << describe(draft);
  });
  EXPECT_GE(claims, 5'000u);
}

TEST(SmallTelling, CuttingATailOffChangesNoAnswer) {
  uint64_t claims = 0;
  for_each_small([&](const SmallFamily& family, SmallBound, const Draft& draft) {
    const std::vector<Letter> word = word_of(draft, has_heap(family));
    const uint32_t all = tails(word);
    for (size_t t = 0; t < word.size(); ++t) {
      if (!(all >> t & 1)) continue;
      std::vector<bool> keep(word.size(), true);
      keep[t] = false;
      std::vector<std::optional<uint32_t>> renumbered(word.size());
      for (uint32_t i = 0; i < word.size(); ++i)
        if (i != t) renumbered[i] = i - (i > t);
      const Draft shorter = cut(draft, keep);
      ASSERT_TRUE(is_valid(shorter)) << describe(draft) << "and\n" << describe(shorter);
      claims += expect_same_answers(draft, shorter, renumbered, true);
    }
    const Trace trace = draft.build();
    for (const BugKind kind : kAllBugKinds) {
      if (kind == BugKind::order || can_name(word, all)) continue;
      for (const Claim& claim : all_claims(trace, kind)) {
        uint32_t named = 0;
        for (const auto* events : {&claim.happen, &claim.pending})
          for (const EventId e : *events) named |= 1u << e.value;
        EXPECT_NE(all & ~named, 0u) << name(kind) << '\n' << describe(draft);
      }
    }
  });
  EXPECT_GE(claims, 5'000u);
}

TEST(SmallTelling, KnowsTails) {
  const auto of = [](std::initializer_list<const char*> lines) {
    return tails(word_of(draft_from(lines), false));
  };
  EXPECT_EQ(of({"0 w x", "1 w x", "0 r x+64"}), 0b010u) << "the read is late, the write unseen";
  EXPECT_EQ(of({"0 w x", "1 r x"}), 0u) << "seen";
  EXPECT_EQ(of({"0 r x", "1 w x", "1 acq x"}), 0b001u) << "an early read; the write is no end";
  EXPECT_EQ(of({"0 w x", "1 join 0", "1 w x"}), 0b100u) << "joined";
}

TEST(SmallTelling, FromEveryTraceOneComesToATellingOne) {
  uint64_t steps = 0;
  for_each_small([&](const SmallFamily& family, SmallBound bound, const Draft& start) {
    const bool heap = has_heap(family);
    Draft draft = start;
    while (has_idle_letter(word_of(draft, heap))) {
      draft = without_idle_letters(draft, word_of(draft, heap));
      ++steps;
    }
    for (;;) {
      const std::vector<Letter> word = word_of(draft, heap);
      ASSERT_FALSE(has_idle_letter(word)) << describe(start) << describe(draft);
      if (!can_grow(word, state_of(word, heap), bound, heap)) break;
      for (Draft& longer : grown(draft, bound, heap)) {
        if (is_idle(word_of(longer, heap), word.size())) continue;
        draft = std::move(longer);
        ++steps;
        break;
      }
    }
  });
  EXPECT_GE(steps, 1'000u);
}

TEST(SmallTelling, IsWhatTheEnumerationKeeps) {
  for (const SmallFamily& family : small_families()) {
    if (family.name == "atomics") continue;  // many, and no rule of its own
    std::set<std::string> kept, telling;
    const bool heap = has_heap(family);
    const SmallBound bound{2, 3};
    enumerate_small(family, bound, {1, 0, 1, true}, [&](uint64_t, const Draft& d, EventSet) {
      return kept.insert(describe(d)).second;
    });
    enumerate_small(family, bound, {}, [&](uint64_t, const Draft& d, EventSet) {
      const std::vector<Letter> word = word_of(d, heap);
      if (!has_idle_letter(word) && can_name(word, tails(word)) &&
          !can_grow(word, state_of(word, heap), bound, heap))
        telling.insert(describe(d));
      return true;
    });
    EXPECT_EQ(kept, telling) << family.name;
    EXPECT_GT(kept.size(), 0u) << family.name;
  }
}

}  // namespace
}  // namespace foreweave::agree
