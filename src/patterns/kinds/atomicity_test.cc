#include "patterns/kinds/atomicity.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/recorded_run/value_flows.h"
#include "patterns/candidates_for_tests.h"

namespace foreweave {
namespace {

using Claims = std::vector<EventNumbers>;

Claims interruptions(std::string_view text, Model model = Model::branch, uint32_t distance = 100,
                     bool forgive = false) {
  PatternOptions options;
  options.model = model;
  options.forgive = forgive;
  options.local_distance = distance;
  return firsts(find_interruptions(std_trace(text), options));
}

TEST(Interruption, IsARemoteAccessThatTheUnitNotices) {
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|w(x)|2\nT2|w(x)|3\n"), (Claims{{0, 2, 1}}));
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|w(x)|2\nT2|r(x)|3\n"), Claims{});
  EXPECT_EQ(interruptions("T1|w(x)|1\nT1|w(x)|2\nT2|r(x)|3\n"), (Claims{{0, 2, 1}}));
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|r(x)|2\nT2|r(x)|3\nT3|w(y)|4\n"), Claims{});
  EXPECT_EQ(interruptions("T2|w(x)|3\nT1|r(x)|1\nT1|r(x)|2\n"), (Claims{{1, 0, 2}}));
}

TEST(Interruption, IsOfNeighboursAndOfWritesWithReadsBetween) {
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|w(x)|2\nT1|r(x)|3\nT2|w(x)|4\n"),
            (Claims{{0, 3, 1}, {1, 3, 2}}));
  EXPECT_EQ(interruptions("T1|w(x)|1\nT1|r(x)|2\nT1|w(x)|3\nT2|r(x)|4\n"), (Claims{{0, 3, 2}}));
}

// They see what is there and change that: nothing is lost, whoever comes before.
TEST(Interruption, IsNoneOfAtomicUpdates) {
  EXPECT_EQ(interruptions("T1|ar(x)|1\nT1|rmw(x)|2\nT2|aw(x)|3\n", Model::branch, 100, true),
            Claims{});
  EXPECT_EQ(interruptions("T1|rmw(x)|1\nT1|rmw(x)|2\nT2|rmw(x)|3\n", Model::branch, 100, true),
            Claims{});
  EXPECT_EQ(interruptions("T1|rmw(x)|1\nT1|ar(x)|2\nT2|aw(x)|3\n", Model::branch, 100, true),
            Claims{});
  EXPECT_EQ(interruptions("T1|ar(x)|1\nT1|aw(x)|2\nT2|rmw(x)|3\n", Model::branch, 100, true),
            (Claims{{0, 2, 1}}));
  EXPECT_EQ(interruptions("T1|atomic|7\nT1|rmw(x)|1\nT1|rmw(x)|2\nT1|atomicend|8\nT2|rmw(x)|3\n",
                          Model::branch, 100, true),
            (Claims{{1, 4, 2}}));
}

// T2 was told to come after the first access: created, or woken.
TEST(Interruption, IsNoneByAThreadThatWasCreatedInBetween) {
  EXPECT_EQ(
      interruptions("T1|r(x)|1\nT1|fork(T2)|2\nT1|w(x)|3\nT2|w(x)|4\n", Model::branch, 100, true),
      Claims{});
  EXPECT_EQ(
      interruptions("T1|r(x)|1\nT1|fork(T2)|2\nT2|w(x)|4\nT1|w(x)|3\n", Model::branch, 100, true),
      Claims{});
  EXPECT_EQ(
      interruptions("T1|fork(T2)|2\nT1|r(x)|1\nT1|w(x)|3\nT2|w(x)|4\n", Model::branch, 100, true),
      (Claims{{1, 3, 2}}));
}

TEST(Interruption, NeedsALockHeldOverTheWholeUnitToBeRuledOut) {
  constexpr std::string_view kRemote = "T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n";
  EXPECT_EQ(
      interruptions(fmt::format("T1|acq(l)|1\nT1|r(x)|2\nT1|w(x)|3\nT1|rel(l)|4\n{}", kRemote)),
      Claims{});
  // The classic: each access is under the lock, the two together are not.
  EXPECT_EQ(interruptions(fmt::format("T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\n"
                                      "T1|acq(l)|4\nT1|w(x)|5\nT1|rel(l)|6\n{}",
                                      kRemote)),
            (Claims{{1, 7, 4}}));
  EXPECT_EQ(interruptions("T1|acq(l)|1\nT1|r(x)|2\nT1|w(x)|3\nT1|rel(l)|4\nT2|w(x)|8\n"),
            (Claims{{1, 4, 2}}));
}

// T1 takes the lock again and sees what is there by then.
TEST(Interruption, IsNoSecondLookUnderTheLock) {
  constexpr std::string_view kLook = "T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\n";
  constexpr std::string_view kAgain = "T1|acq(l)|4\nT1|r(x)|5\nT1|rel(l)|6\n";
  constexpr std::string_view kRemote = "T2|acq(l)|10\nT2|w(x)|11\nT2|rel(l)|12\n";
  const std::string looks = fmt::format("{}{}{}", kLook, kAgain, kRemote);
  EXPECT_EQ(interruptions(looks, Model::branch, 100, true), Claims{});
  EXPECT_EQ(interruptions(looks, Model::branch, 100, false), (Claims{{1, 7, 4}}));
  // A writer that does not hold the lock, and a look without it.
  EXPECT_EQ(interruptions(fmt::format("{}{}T2|w(x)|11\n", kLook, kAgain), Model::branch, 100, true),
            (Claims{{1, 6, 4}}));
  EXPECT_EQ(interruptions(fmt::format("{}T1|r(x)|5\n{}", kLook, kRemote), Model::branch, 100, true),
            (Claims{{1, 5, 3}}));
  // Not if the program says that both belong together.
  EXPECT_EQ(
      interruptions(fmt::format("T1|atomic|8\n{}{}T1|atomicend|9\n{}", kLook, kAgain, kRemote),
                    Model::branch, 100, true),
      (Claims{{2, 9, 5}}));
}

TEST(Interruption, IsASecondLookThatIsActedUpon) {
  constexpr std::string_view kRemote = "T2|acq(l)|10\nT2|w(x)|11\nT2|rel(l)|12\n";
  const auto acting = [&](std::string_view second) {
    return interruptions(fmt::format("T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\n{}{}", second, kRemote),
                         Model::branch, 100, true);
  };
  EXPECT_EQ(acting("T1|acq(l)|4\nT1|r(x)|5\nT1|w(x)|6\nT1|rel(l)|7\n"), (Claims{{1, 8, 4}}));
  EXPECT_EQ(acting("T1|acq(l)|4\nT1|r(x)|5\nT1|r(x)|8\nT1|acq(m)|9\nT1|w(x)|6\nT1|rel(m)|9\nT1|rel("
                   "l)|7\n"),
            (Claims{{1, 11, 4}}));
  // The write is in a section of its own: it goes with the look before it.
  EXPECT_EQ(acting("T1|acq(l)|4\nT1|r(x)|5\nT1|rel(l)|7\nT1|acq(l)|8\nT1|w(x)|6\nT1|rel(l)|9\n"),
            (Claims{{4, 10, 7}}));
}

TEST(Interruption, IsWithinOneInvocationOrTheOneThatCalledIt) {
  constexpr std::string_view kRemote = "T2|w(x)|8\n";
  EXPECT_EQ(interruptions(fmt::format("T1|call|1\nT1|r(x)|2\nT1|w(x)|3\nT1|ret|4\n{}", kRemote)),
            (Claims{{1, 4, 2}}));
  // A getter and a setter: what their caller does with them is meant as one.
  EXPECT_EQ(interruptions(fmt::format(
                "T1|call|1\nT1|r(x)|2\nT1|ret|4\nT1|call|5\nT1|w(x)|3\nT1|ret|6\n{}", kRemote)),
            (Claims{{1, 6, 4}}));
  // What is done further down is somebody else's business.
  EXPECT_EQ(interruptions(fmt::format("T1|call|1\nT1|call|9\nT1|r(x)|2\nT1|ret|4\nT1|ret|4\n"
                                      "T1|call|5\nT1|call|9\nT1|w(x)|3\nT1|ret|6\nT1|ret|6\n{}",
                                      kRemote)),
            Claims{});
}

TEST(Interruption, IsWithinOneRoundOfALoop) {
  constexpr std::string_view kRound = "T1|acq(l)|1\nT1|r(x)|2\nT1|w(x)|3\nT1|rel(l)|4\n";
  EXPECT_EQ(interruptions(fmt::format("{0}{0}{0}T2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n", kRound)),
            Claims{});
}

TEST(Interruption, MayEndWithAnUpdateInOnePlace) {
  EXPECT_EQ(interruptions("T1|r(x)|2\nT1|w(x)|2\nT2|w(x)|8\n"), (Claims{{0, 2, 1}}));
  EXPECT_EQ(
      interruptions("T1|acq(l)|1\nT1|r(x)|2\nT1|rel(l)|3\nT1|acq(l)|4\nT1|r(x)|5\nT1|w(x)|5\nT1|"
                    "rel(l)|6\nT2|acq(l)|7\nT2|w(x)|8\nT2|rel(l)|9\n",
                    Model::branch, 100, true),
      (Claims{{1, 8, 4}}));
}

// The run did it, and what the remote write left was undone by what had been computed before it.
TEST(Interruption, IsNotForgivenIfItLostAnUpdate) {
  for (const bool flows : {false, true}) {
    TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
    for (const char* name : {"T1", "T2"}) builder.add_thread(name);
    for (uint32_t line = 1; line <= 3; ++line) builder.add_site("f.c", line, 0, "f");
    builder.add({0, Kind::read, 0, 0, 4, 64, 0});
    builder.add({1, Kind::write, 0, 1, 4, 64, 0});
    builder.add({0, Kind::write, 0, 2, 4, 64, 0});
    ValueFlows known;
    if (flows) known.add({SiteId(0)}, {SiteId(2)});
    builder.add_attachment(ValueFlows::kAttachment, known.encoded());
    const Trace trace = std::move(builder).finish();
    PatternOptions options;
    options.model = Model::branch;
    EXPECT_EQ(firsts(find_interruptions(trace, options)), flows ? (Claims{{0, 1, 2}}) : Claims{});
  }
}

TEST(Interruption, IsForgivenIfTheRunDidIt) {
  constexpr std::string_view kShown = "T1|r(x)|1\nT2|w(x)|3\nT1|w(x)|2\n";
  EXPECT_EQ(interruptions(kShown, Model::branch, 100, false), (Claims{{0, 1, 2}}));
  EXPECT_EQ(interruptions(kShown, Model::branch, 100, true), Claims{});
  // Not what the program marks as one step.
  EXPECT_EQ(interruptions("T1|atomic|8\nT1|r(x)|1\nT1|call|7\nT2|w(x)|3\nT1|w(x)|2\nT1|ret|6\n"
                          "T1|atomicend|9\n",
                          Model::branch, 1, true),
            (Claims{{1, 3, 4}}));
}

TEST(Interruption, IsWithinOneMarkedRegionHoweverLong) {
  constexpr std::string_view kUnit =
      "T1|atomic|1\nT1|call|2\nT1|r(x)|3\nT1|ret|4\nT1|call|5\nT1|w(x)|6\nT1|ret|7\nT1|atomicend|"
      "8\nT2|w(x)|9\n";
  EXPECT_EQ(interruptions(kUnit, Model::branch, 1), (Claims{{2, 8, 5}}));
}

TEST(Interruption, IsOfAccessesThatAreNotFarApart) {
  constexpr std::string_view kFar = "T1|r(x)|1\nT1|w(y)|2\nT1|w(y)|2\nT1|w(x)|3\nT2|w(x)|4\n";
  EXPECT_EQ(interruptions(kFar, Model::branch, 2), Claims{});
  EXPECT_EQ(interruptions(kFar, Model::branch, 3), (Claims{{0, 4, 3}}));
}

TEST(Interruption, IsNoneAcrossForkAndJoin) {
  EXPECT_EQ(interruptions("M|w(x)|1\nM|fork(T)|2\nT|r(x)|3\nT|w(x)|4\nM|join(T)|5\nM|w(x)|6\n"),
            Claims{});
}

TEST(Interruption, UnderSameWriteIsSuchThatReadsSeeWhatTheySaw) {
  // T1 reads what it read before: nothing was written in between.
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|r(x)|2\nT2|w(x)|3\n", Model::same_write), Claims{});
  EXPECT_EQ(interruptions("T1|w(x)|1\nT1|r(x)|2\nT2|w(x)|3\n", Model::same_write), Claims{});
  EXPECT_EQ(interruptions("T1|r(x)|1\nT2|w(x)|3\nT1|r(x)|2\n", Model::same_write),
            (Claims{{0, 1, 2}}));
  EXPECT_EQ(interruptions("T1|r(x)|1\nT1|w(x)|2\nT2|w(x)|3\n", Model::same_write),
            (Claims{{0, 2, 1}}));
  // A reader of the second write does not come before it; one that saw the first did.
  EXPECT_EQ(interruptions("T1|w(x)|1\nT1|w(x)|2\nT2|r(x)|3\n", Model::same_write), Claims{});
  EXPECT_EQ(interruptions("T1|w(x)|1\nT2|r(x)|3\nT1|w(x)|2\n", Model::same_write),
            (Claims{{0, 1, 2}}));
}

TEST(Interruption, OfTheSameSitesIsOneClass) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "T1|r(x)|1\nT1|w(x)|2\nT2|r(x)|1\nT2|w(x)|2\n";
  PatternOptions options;
  options.claims_per_class = 4;
  options.local_distance = 1;
  const Candidates found = find_interruptions(std_trace(text), options);
  for (const ClaimClass& bug : found.classes) {
    EXPECT_EQ(bug.claims.size(), 4u);
    EXPECT_GT(bug.instances, 20u);
  }
}

Claims crossings(std::string_view text, bool forgive = false) {
  PatternOptions options;
  options.model = Model::branch;
  options.forgive = forgive;
  const Candidates found = find_crossings(std_trace(text), options);
  return found.classes.empty() ? Claims{} : claims_of(found.classes[0]);
}

TEST(Crossing, IsTwoPairsThatPassEachOther) {
  EXPECT_EQ(crossings("T1|w(x)|1\nT1|w(y)|2\nT2|w(x)|3\nT2|w(y)|4\n"),
            (Claims{{0, 2, 3, 1}, {2, 0, 1, 3}}));
  EXPECT_EQ(crossings("T1|w(x)|1\nT1|w(y)|2\nT2|w(y)|3\nT2|w(x)|4\n"),
            (Claims{{0, 2, 1, 3}, {0, 2, 3, 1}, {2, 0, 1, 3}, {2, 0, 3, 1}}));
  EXPECT_EQ(crossings("T1|w(x)|1\nT1|w(y)|2\nT2|r(x)|3\nT2|r(y)|4\n"),
            (Claims{{0, 2, 3, 1}, {2, 0, 1, 3}}));
  EXPECT_EQ(crossings("T1|r(x)|1\nT1|w(y)|2\nT2|w(x)|3\nT2|w(y)|4\n"), Claims{});
}

TEST(Crossing, IsRuledOutByALockHeldOverBothPairs) {
  constexpr std::string_view kLocked = "{0}|acq(l)|1\n{0}|w(x)|2\n{0}|w(y)|3\n{0}|rel(l)|4\n";
  EXPECT_EQ(crossings(fmt::format(kLocked, "T1") + fmt::format(kLocked, "T2")), Claims{});
  // T2's accesses are each under the lock: they come around T1's pair, not between it.
  EXPECT_EQ(
      crossings(fmt::format(kLocked, "T1") +
                "T2|acq(l)|5\nT2|w(x)|6\nT2|rel(l)|7\nT2|acq(l)|8\nT2|w(y)|9\nT2|rel(l)|10\n"),
      (Claims{{5, 1, 2, 8}}));
}

// T1 writes x and y under the lock, T2 reads them one by one.
constexpr std::string_view kBothWritten = "T1|acq(l)|1\nT1|w(x)|2\nT1|w(y)|3\nT1|rel(l)|4\n";
constexpr std::string_view kReadOneByOne =
    "T2|acq(l)|5\nT2|r(x)|6\nT2|rel(l)|7\nT2|acq(l)|8\nT2|r(y)|9\nT2|rel(l)|10\n";

TEST(Crossing, IsOfVariablesThatAreWrittenTogether) {
  EXPECT_EQ(crossings(fmt::format("{}{}", kBothWritten, kReadOneByOne), true),
            (Claims{{5, 1, 2, 8}}));
  // As often as not y is written alone, by somebody else.
  const auto step = [](std::string_view what) {
    return fmt::format("T1|call|20\nT1|call|21\n{}T1|ret|22\nT1|ret|23\n", what);
  };
  const std::string both = step(kBothWritten);
  const std::string one = step("T1|acq(l)|11\nT1|w(y)|12\nT1|rel(l)|13\n");
  EXPECT_EQ(crossings(fmt::format("{}{}{}", both, one, kReadOneByOne), true), Claims{});
  EXPECT_EQ(crossings(fmt::format("{0}{0}{0}{1}{2}", both, one, kReadOneByOne), true).size(), 1u);
}

TEST(Crossing, IsOfVariablesThatOneOfTheThreadsKeepsTogether) {
  // Each under a lock of its own, or under none: nobody says that they belong together.
  constexpr std::string_view kTwoLocks =
      "{0}|acq(l)|1\n{0}|w(x)|2\n{0}|rel(l)|3\n{0}|acq(m)|4\n{0}|w(y)|5\n{0}|rel(m)|6\n";
  EXPECT_EQ(crossings(fmt::format(kTwoLocks, "T1") + fmt::format(kTwoLocks, "T2"), true), Claims{});
  EXPECT_EQ(crossings("T1|w(x)|1\nT1|w(y)|2\nT2|w(x)|3\nT2|w(y)|4\n", true), Claims{});
  // Under one that does not keep the two apart.
  constexpr std::string_view kShared = "{0}|racq(l)|1\n{0}|{1}(x)|2\n{0}|{1}(y)|3\n{0}|rrel(l)|4\n";
  EXPECT_EQ(crossings(fmt::format(kShared, "T1", "w") + fmt::format(kShared, "T2", "r"), true),
            (Claims{{1, 5, 6, 2}, {5, 1, 2, 6}}));
  // Unless the program says so.
  EXPECT_EQ(
      crossings("T1|atomic|8\nT1|w(x)|1\nT1|w(y)|2\nT1|atomicend|9\nT2|w(x)|3\nT2|w(y)|4\n", true),
      (Claims{{1, 4, 5, 2}, {4, 1, 2, 5}}));
}

TEST(Crossing, IsNoneAcrossForkAndJoin) {
  EXPECT_EQ(crossings("M|w(x)|1\nM|w(y)|2\nM|fork(T)|3\nT|w(x)|4\nT|w(y)|5\n"), Claims{});
}

// 40 sites read and 40 write one variable: 64,000 ways to interrupt, one cause.
TEST(Interruption, OfOneVariableIsCutBeforeAllWaysAreListed) {
  std::string text;
  uint32_t random = 1;
  for (uint32_t i = 0; i < 4000; ++i) {
    random = random * 1103515245 + 12345;
    const uint32_t site = (random >> 16) % 80;
    text += fmt::format("T{}|{}(x)|{}\n", (random >> 24) % 5, site < 40 ? 'r' : 'w', site);
  }
  const Candidates found = find_interruptions(std_trace(text), {});
  EXPECT_LE(found.classes.size(), 1024u);
  EXPECT_GE(found.classes.size(), 100u);
  EXPECT_GE(found.classes_cut, 1u);
}

TEST(Interruption, IsFoundAtTheEndOfADeepStack) {
  std::string text;
  for (uint32_t i = 0; i < 3000; ++i) text += "T1|call|1\nT1|acq(l)|2\nT1|r(y)|3\nT1|rel(l)|2\n";
  text += "T1|r(x)|4\nT1|w(x)|5\nT2|w(x)|6\nT2|acq(l)|7\nT2|w(y)|8\nT2|rel(l)|9\n";
  const Candidates found = find_interruptions(std_trace(text), {});
  ASSERT_EQ(found.classes.size(), 1u);
  EXPECT_EQ(numbers_of(found.classes[0].claims.front()), (EventNumbers{12000, 12002, 12001}));
}

}  // namespace
}  // namespace foreweave
