#include "patterns/kinds/use_after_free.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

Claims uses(std::string_view text, Model model = Model::same_write) {
  PatternOptions options;
  options.model = model;
  return firsts(find_uses_after_free(std_trace(text), options));
}

TEST(UseAfterFree, IsAUseThatNeedNotComeBeforeTheFree) {
  EXPECT_EQ(uses("M|alloc(o)|1\nM|fork(T)|2\nT|r(o)|3\nM|free(o)|4\n"), (Claims{{3, 2}}));
  EXPECT_EQ(uses("M|alloc(o)|1\nM|fork(T)|2\nT|r(o)|3\nM|join(T)|5\nM|free(o)|4\n"), Claims{});
  EXPECT_EQ(uses("M|alloc(o)|1\nM|w(o)|2\nM|free(o)|4\nT|w(x)|5\n"), Claims{});
}

TEST(UseAfterFree, IsNotRuledOutByALock) {
  EXPECT_EQ(
      uses("M|alloc(o)|1\nT|acq(l)|2\nT|r(o)|3\nT|rel(l)|4\nM|acq(l)|5\nM|free(o)|6\nM|rel(l)|7\n"),
      (Claims{{5, 2}}));
}

// A count of references: the last one to let go frees.
TEST(UseAfterFree, IsNoneIfTheFreeingThreadSawThatTheOtherOneWasDone) {
  constexpr std::string_view kCounted =
      "M|alloc(o)|1\nM|aw(n)|2\nT|r(o)|3\nT|rmw(n)|4\nM|rmw(n)|4\nM|br|5\nM|free(o)|6\n";
  EXPECT_EQ(uses(kCounted), Claims{});
  EXPECT_EQ(uses(kCounted, Model::branch), Claims{});
  EXPECT_EQ(uses("M|alloc(o)|1\nM|aw(n)|2\nT|r(o)|3\nT|rmw(n)|4\nM|rmw(n)|4\nM|free(o)|6\n",
                 Model::branch),
            (Claims{{5, 2}}));
}

TEST(UseAfterFree, KeepsTheLatestUsesOfEachSite) {
  std::string text = "M|alloc(o)|1\n";
  for (int i = 0; i < 10; ++i) text += "T|r(o)|3\nT|w(o)|4\n";
  const Candidates found = find_uses_after_free(std_trace(text + "M|free(o)|5\n"), {});
  ASSERT_EQ(found.classes.size(), 2u);
  EXPECT_EQ(claims_of(found.classes[1]), (Claims{{21, 20}, {21, 18}, {21, 16}, {21, 14}}));
}

Claims second_frees(std::string_view text, Model model = Model::same_write) {
  PatternOptions options;
  options.model = model;
  return firsts(find_double_frees(std_trace(text), options));
}

TEST(DoubleFree, IsAFreeOfWhatAnotherThreadGotInTheMeantime) {
  EXPECT_EQ(second_frees("A|alloc(o)|1\nA|free(o)|2\nB|alloc(o)|3\nC|free(o)|4\n"),
            (Claims{{1, 3}}));
  EXPECT_EQ(second_frees("A|alloc(o)|1\nA|free(o)|2\nB|alloc(o)|3\nA|free(o)|4\n"),
            (Claims{{1, 3}}));
  EXPECT_EQ(second_frees("A|alloc(o)|1\nA|free(o)|2\nB|alloc(o)|3\nB|free(o)|4\n"), Claims{});
  EXPECT_EQ(second_frees("A|alloc(o)|1\nB|alloc(q)|3\nA|free(o)|2\nC|free(q)|4\n"), Claims{});
}

// The pointer comes from the allocation itself.
TEST(DoubleFree, IsNoneIfTheAllocationMustComeFirst) {
  constexpr std::string_view kHandedOver =
      "A|alloc(o)|1\nA|free(o)|2\nB|alloc(o)|3\nB|w(p)|4\nC|r(p)|5\nC|br|6\nC|free(o)|7\n";
  EXPECT_EQ(second_frees(kHandedOver), Claims{});
  // It takes a while until the pass knows of a decision; the engine refutes what is left.
  EXPECT_EQ(second_frees(kHandedOver, Model::branch), (Claims{{1, 6}}));
}

TEST(UseAfterFree, MayBeOfALockInTheObject) {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  builder.add_thread("M");
  builder.add_thread("T");
  uint32_t line = 0;
  const auto add = [&](uint32_t thread, Kind kind, uint64_t operand, uint64_t value = 0) {
    builder.add({thread, kind, 0, builder.add_site("f", ++line, 0, "").value, 0, operand, value});
  };
  add(0, Kind::allocate, 0x1000, 64);
  add(1, Kind::acquire, 0x1010);
  add(1, Kind::release, 0x1010);
  add(0, Kind::free, 0x1000);
  EXPECT_EQ(firsts(find_uses_after_free(std::move(builder).finish(), {})),
            (Claims{{3, 1}, {3, 2}}));
}

}  // namespace
}  // namespace foreweave
