#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "events/build/trace_builder.h"
#include "events/reading/validate.h"
#include "events/std/format.h"

namespace foreweave {
namespace {

using testing::ElementsAre;

Trace read(std::string_view text) {
  auto trace = read_std(text, "t.std");
  EXPECT_TRUE(trace.ok()) << trace.error().sentence();
  return std::move(trace).value();
}

std::string mistake(std::string_view text) {
  auto trace = read_std(text, "t.std");
  return trace.ok() ? "none" : trace.error().sentence();
}

std::vector<std::string> lines(const Trace& trace) {
  std::vector<std::string> out;
  for (uint32_t e = 0; e < trace.size(); ++e) out.push_back(std_line(trace, EventId(e)));
  return out;
}

// Long enough for the fast path to reach what stands before it.
const std::string kTail = [] {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "T1|r(tail)|99\n";
  return text;
}();

TEST(StdReader, ReadsEvents) {
  const Trace trace = read("T1|fork(T2)|1\nT2|w(x=7)|2\nT1|r(x=7)|3\nT1|br|4\n");
  ASSERT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace.thread_count(), 2u);
  EXPECT_EQ(trace.thread_name(ThreadId(1)), "T2");
  EXPECT_EQ(trace.kind(EventId(0)), Kind::fork);
  EXPECT_EQ(trace.other_thread(EventId(0)), ThreadId(1));
  EXPECT_EQ(trace.kind(EventId(1)), Kind::write);
  EXPECT_TRUE(trace.has_value(EventId(1)));
  EXPECT_EQ(trace.value(EventId(1)), 7u);
  EXPECT_EQ(trace.seen_write(EventId(2)), EventId(1));
  EXPECT_EQ(trace.operand_name(EventId(2)), "x");
  EXPECT_FALSE(trace.has_value(EventId(3)));
  EXPECT_TRUE(trace.has_decisions());
  EXPECT_FALSE(trace.losses().any());
}

TEST(StdReader, MakesTheLocationNumberTheLineOfTheSite) {
  const Trace trace = read("T1|r(x)|17\nT1|r(y)|4294967294\nT2|r(x)|17\n");
  EXPECT_EQ(trace.sites().size(), 2u);
  EXPECT_EQ(trace.site(EventId(0)), trace.site(EventId(2)));
  EXPECT_EQ(trace.site_info(trace.site(EventId(0))).line, 17u);
  EXPECT_EQ(trace.site_info(trace.site(EventId(1))).line, 4294967294u);
  EXPECT_EQ(trace.text(trace.site_info(trace.site(EventId(0))).file), "t.std");
}

TEST(StdReader, GivesEveryVariableItsOwnCell) {
  const Trace trace = read("T1|w(x)|1\nT1|w(y)|1\nT2|r(x)|1\nT2|r(xy)|1\n");
  EXPECT_EQ(trace.cell_count(), 3u);
  EXPECT_EQ(trace.location(EventId(0)), trace.location(EventId(2)));
  EXPECT_NE(trace.location(EventId(0)), trace.location(EventId(1)));
}

TEST(StdReader, KeepsTheNamesOfEachClassApart) {
  const Trace trace = read("l|acq(l)|1\nl|w(l)|1\nl|signal(l)|1\nl|fork(m)|1\nl|rel(l)|2\n");
  EXPECT_EQ(trace.lock_count(), 1u);
  EXPECT_EQ(trace.cell_count(), 1u);
  EXPECT_EQ(trace.sync_objects(Operand::condition).size(), 1u);
  EXPECT_THAT(lines(trace),
              ElementsAre("l|acq(l)|1", "l|w(l)|1", "l|signal(l)|1", "l|fork(m)|1", "l|rel(l)|2"));
}

TEST(StdReader, AllocatesAndFreesTheMemoryOfAVariable) {
  const Trace trace = read("T1|alloc(o)|1\nT1|w(o)|2\nT1|free(o)|3\nT1|alloc(o=64)|4\nT1|w(o)|5\n");
  ASSERT_EQ(trace.objects().size(), 3u);
  EXPECT_EQ(trace.location_of(EventId(1)).object, trace.object(EventId(0)));
  EXPECT_EQ(trace.location_of(EventId(4)).object, trace.object(EventId(3)));
  EXPECT_NE(trace.object(EventId(0)), trace.object(EventId(3)));
  EXPECT_EQ(trace.partner(EventId(0)), EventId(2));
  EXPECT_EQ(trace.objects()[2].size, 8u);
}

TEST(StdReader, FreesMemoryThatTheTraceKnowsNothingOf) {
  const Trace trace = read("T1|free(?)|1\nT1|free(o)|1\n");
  EXPECT_FALSE(trace.object(EventId(0)).exists());
  EXPECT_TRUE(trace.object(EventId(1)).exists());
  EXPECT_EQ(trace.losses().count(Loss::frees_of_unknown_memory), 2u);
  EXPECT_TRUE(read("T1|alloc(?)|1\nT1|free(?)|1\n").object(EventId(1)).exists());
}

TEST(StdReader, FoldsReentrantLocks) {
  const Trace trace = read(
      "T1|acq(l)|1\nT1|acq(l)|2\nT1|w(x)|3\nT1|rel(l)|4\nT1|rel(l)|5\nT2|acq(l)|6\n"
      "T1|racq(m)|7\nT2|racq(m)|8\nT1|racq(m)|9\nT1|rrel(m)|10\nT1|rrel(m)|11\nT2|rrel(m)|12\n");
  EXPECT_THAT(lines(trace),
              ElementsAre("T1|acq(l)|1", "T1|w(x)|3", "T1|rel(l)|5", "T2|acq(l)|6", "T1|racq(m)|7",
                          "T2|racq(m)|8", "T1|rrel(m)|11", "T2|rrel(m)|12"));
  EXPECT_EQ(trace.losses().count(Loss::reentrant_locks_folded), 4u);
  EXPECT_EQ(trace.where(EventId(2)), "t.std:5");
}

TEST(StdReader, LeavesOutWhatIsSaidTwiceOfAThread) {
  const Trace trace = read(
      "T1|begin|1\nT1|fork(T2)|2\nT1|fork(T2)|2\nT2|begin|3\nT2|begin|3\nT2|w(x)|4\nT2|end|5\nT2|"
      "end|5\n"
      "T1|join(T2)|6\n");
  EXPECT_THAT(lines(trace), ElementsAre("T1|begin|1", "T1|fork(T2)|2", "T2|begin|3", "T2|w(x)|4",
                                        "T2|end|5", "T1|join(T2)|6"));
  EXPECT_EQ(trace.losses().count(Loss::thread_events_mended), 3u);
  EXPECT_TRUE(validate(trace));
  EXPECT_FALSE(validate(read("T1|fork(T2)|1\nT3|fork(T2)|2\nT2|w(x)|3\n")))
      << "who of the two is not known";
}

TEST(StdReader, LeavesWrongLockingAsItIs) {
  const Trace trace = read("T1|acq(l)|1\nT2|acq(l)|2\nT2|rel(l)|3\nT2|rel(l)|4\nT1|rrel(l)|5\n");
  EXPECT_EQ(trace.size(), 5u);
  EXPECT_FALSE(trace.losses().any());
}

TEST(StdReader, ToleratesSpacesCommentsAndLineEndsOfOtherSystems) {
  const Trace trace = read(
      "\xef\xbb\xbf# made by hand\r\n\r\n T1 | r( x ) | 1 \r\nT1|w(x)|2\r\n\n   # "
      "more\nT2|r(x=0x10)|3");
  EXPECT_THAT(lines(trace), ElementsAre("T1|r(x)|1", "T1|w(x)|2", "T2|r(x=16)|3"));
  EXPECT_EQ(trace.where(EventId(0)), "t.std:3");
  EXPECT_EQ(trace.where(EventId(1)), "t.std:4");
  EXPECT_EQ(trace.where(EventId(2)), "t.std:7");
}

TEST(StdReader, NamesFileAndLineOfAMistake) {
  EXPECT_EQ(mistake("T1|r(x)|1\n# c\nT1|acq|2\n"),
            "t.std:3: acq needs a lock in parentheses, as in acq(x)");
  EXPECT_THAT(mistake("T1|r(x)|1\nT1|foo(x)|2\n" + kTail),
              testing::StartsWith("t.std:2: unknown operation \"foo\"; known are begin, "));
  EXPECT_EQ(mistake("T1|r(x)|1\nT1|r(x)\n" + kTail),
            "t.std:2: the location is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|r(x)|1\nT1|r(x|5\n" + kTail), "t.std:2: \")\" is missing after \"r(x\"");
  EXPECT_EQ(mistake("T1|r(x)|1\nT1\n" + kTail),
            "t.std:2: \"T1\" is not thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|r(x)|1\nT(1|r(x)|2\n" + kTail),
            "t.std:2: \"T(1\" cannot be the name of a thread");
}

TEST(StdReader, SaysWhatIsNotATrace) {
  const std::string sentence =
      "t.std: this is not a trace: neither a .fwt file nor STD text, whose lines are "
      "thread|op(operand)|location";
  EXPECT_EQ(mistake(""), "t.std: this is not a trace: the file is empty");
  EXPECT_EQ(mistake("\n  \n"), "t.std: this is not a trace: the file is empty");
  EXPECT_EQ(mistake("{\"version\": 1}\n"), sentence);
  EXPECT_EQ(mistake(std::string("\x7f"
                                "ELF|\x02\x01\x00|",
                                10)),
            sentence);
  EXPECT_EQ(mistake("#include <stdio.h>\nint main() {}\n"), sentence);
}

TEST(StdReader, TakesAFileOfCommentsForATraceWithoutEvents) {
  EXPECT_EQ(read("# nothing\n").size(), 0u);
}

TEST(StdReader, RefusesMoreThreadsThanATraceCanHave) {
  std::string text;
  for (size_t t = 0; t < 3; ++t) text += fmt::format("T{}|r(x)|1\n", t);
  EXPECT_TRUE(read_std(text, "t.std", 3).ok());
  const auto refused = [](const std::string& longer) {
    return read_std(longer, "t.std", 3).error().sentence();
  };
  EXPECT_EQ(refused(text + "one more|r(x)|1\n"),
            "t.std:4: a trace cannot have more than 3 threads");
  EXPECT_EQ(refused(text + "T0|fork(one more)|1\n" + kTail),
            "t.std:4: a trace cannot have more than 3 threads");
}

TEST(StdReader, ReadsMoreThreadsThanSixteenBitsCanNumber) {
  constexpr size_t kThreads = 70'000;
  std::string text;
  for (size_t t = 1; t < kThreads; ++t) text += fmt::format("T0|fork(T{})|1\nT{}|w(x)|2\n", t, t);
  const Trace trace = read(text);
  ASSERT_EQ(trace.thread_count(), kThreads);
  for (uint32_t t = 1; t < kThreads; ++t) {
    const EventId write(2 * t - 1);
    ASSERT_EQ(trace.thread(write), ThreadId(t));
    ASSERT_EQ(trace.events_of(ThreadId(t)).size(), 1u);
    ASSERT_EQ(trace.fork_of(ThreadId(t)), EventId(2 * t - 2));
  }
}

// The same lines, in a shape that only the careful path takes.
std::string with_spaces(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string(" | ") : std::string(1, c);
  return out;
}

TEST(StdReader, ReadsTheSameOnTheFastPathAndOnTheCarefulOne) {
  std::mt19937 random(7);
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const std::string names[] = {"x",
                               "y2",
                               "V1234567",
                               "V12345678",
                               "field.of.object9",
                               "field.of.object[10]",
                               "a longer name with spaces inside it",
                               "\xc3\xa4"};
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 100; ++i) {
      const KindInfo& kind = kKinds[pick(kKindCount)];
      std::string operand;
      if (kind.operand != Operand::none) operand = "(" + names[pick(std::size(names))] + ")";
      if (kind.operand == Operand::memory && pick(2))
        operand.insert(operand.size() - 1,
                       pick(2) ? fmt::format("={}", random()) : fmt::format("={:#x}", random()));
      text += fmt::format("{}|{}{}|{}{}", names[pick(std::size(names))], kind.std_op, operand,
                          pick(4) ? pick(1000) : uint32_t(random() % 4294967295u),
                          pick(8) ? "\n" : "\r\n");
      if (pick(20) == 0) text += "# comment\n";
    }
    const Trace fast = read(text), careful = read(with_spaces(text));
    ASSERT_EQ(lines(fast), lines(careful)) << text;
    for (uint32_t e = 0; e < fast.size(); ++e) {
      const EventId id(e);
      ASSERT_EQ(fast.where(id), careful.where(id));
      ASSERT_EQ(fast.thread(id), careful.thread(id));
      ASSERT_EQ(fast.other_thread(id), careful.other_thread(id));
      ASSERT_EQ(fast.site(id), careful.site(id));
      ASSERT_EQ(fast.flags(id), careful.flags(id));
      ASSERT_EQ(fast.value(id), careful.value(id));
    }
  }
}

TEST(StdReader, FindsTheSameMistakesOnBothPaths) {
  const std::string good =
      "Thread1|acq(lock)|17\nThread1|r(x=5)|18\nT2|fork(T3)|9\nT2|br|3\n" + kTail;
  std::mt19937 random(11);
  const std::string_view alphabet = "|()=\n\r #xT1-9a";
  for (int round = 0; round < 5'000; ++round) {
    std::string text = good;
    for (int changes = 0; changes < 2; ++changes) {
      const size_t at = random() % 60;
      const char c = alphabet[random() % alphabet.size()];
      if (random() % 2)
        text[at] = c;
      else
        text.insert(at, 1, c);
    }
    // A line on its own is too near the end of its text for the fast path.
    bool careful_mistake = false;
    for (size_t start = 0; start < text.size() && !careful_mistake;) {
      const size_t end = text.find('\n', start);
      careful_mistake = mistake("# a comment\n" + text.substr(start, end - start)) != "none";
      start = end + 1;
    }
    const std::string fast_mistake = mistake(text);
    ASSERT_EQ(fast_mistake != "none", careful_mistake) << text << fast_mistake;
  }
}

}  // namespace
}  // namespace foreweave
