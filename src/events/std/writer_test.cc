#include "events/std/writer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "events/build/trace_builder.h"
#include "events/std/format.h"

namespace foreweave {
namespace {

Trace read(std::string_view text) {
  auto trace = read_std(text, "t.std");
  EXPECT_TRUE(trace.ok()) << trace.error().sentence() << "\n" << text;
  return std::move(trace).value();
}

// What an event touches and what belongs to it, in numbers that do not depend on addresses.
std::string structure(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  std::string out = fmt::format("{} thread {}", info(kind).name, trace.thread(e).value);
  if (operand_of(kind) == Operand::none) return out;
  if (is_access(kind)) {
    const Location& location = trace.location_of(e);
    out += fmt::format(" cell {} object {}", location.first_cell.value, location.object.value);
    if (reads(kind)) out += fmt::format(" sees {}", trace.seen_write(e).value);
  } else {
    out += fmt::format(" target {} link {}", trace.object(e).value, trace.partner(e).value);
  }
  if (trace.has_value(e)) out += fmt::format(" value {}", trace.value(e));
  return out;
}

void expect_same_events(const Trace& a, const Trace& b, std::string_view text) {
  ASSERT_EQ(a.size(), b.size()) << text;
  for (uint32_t e = 0; e < a.size(); ++e)
    ASSERT_EQ(structure(a, EventId(e)), structure(b, EventId(e))) << "event " << e << "\n" << text;
}

TEST(StdWriter, WritesWhatItWasReadFrom) {
  const std::string text =
      "T1|fork(T2)|3\nT2|begin|4\nT2|w(x=7)|2\nT1|r(x=7)|3\nT1|seminit(s=2)|8\nT1|acq(l)|1\n"
      "T1|br|17\nT1|alloc(o)|1\nT1|w(o)|1\nT1|free(o)|1\nT1|alloc(o)|1\nT1|w(o)|1\nT1|rmw(y)|0\n";
  EXPECT_EQ(write_std(read(text)), text);
}

TEST(StdWriter, WritesATraceWithoutEventsSoThatItCanBeRead) {
  EXPECT_EQ(read(write_std(read("# nothing\n"))).size(), 0u);
}

TEST(StdWriter, WritesAnythingThatWasReadSoThatItReadsTheSame) {
  std::mt19937 random(3);
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = 0; i < 80; ++i) {
      const KindInfo& kind = kKinds[pick(kKindCount)];
      std::string operand;
      if (kind.operand == Operand::thread)
        operand = fmt::format("(T{})", pick(5));
      else if (kind.operand != Operand::none)
        operand = fmt::format("(n{})", pick(4));
      if (kind.operand == Operand::memory && pick(3) == 0)
        operand.insert(operand.size() - 1, fmt::format("={}", pick(4)));
      text += fmt::format("T{}|{}{}|{}\n", pick(4), kind.std_op, operand, pick(9));
    }
    const Trace trace = read(text);
    uint64_t left_out = 99;
    const std::string written = write_std(trace, &left_out);
    EXPECT_EQ(left_out, 0u);
    const Trace again = read(written);
    EXPECT_EQ(again.losses().count(Loss::reentrant_locks_folded), 0u);
    expect_same_events(trace, again, text + "---\n" + written);
    EXPECT_EQ(write_std(again), written);
  }
}

// --- traces that do not come from STD ---------------------------------------------------------

struct Maker {
  TraceBuilder builder{SourceMap("t.fwt", SourceMap::Unit::byte)};
  SiteId site = builder.add_site("t.c", 12, 7, "main");
  uint32_t thread = builder.add_thread("main");

  void add(Kind kind, uint64_t operand, uint32_t size = 8, uint64_t value = 0, uint8_t flags = 0) {
    builder.add({thread, kind, flags, site.value, size, operand, value});
  }
  Trace finish() { return std::move(builder).finish(); }
};

TEST(StdWriter, MakesNamesFitForStd) {
  Maker maker;
  maker.builder.add_symbol(0x1000, 16, "f(int)::x=|");
  maker.builder.add_symbol(0x2000, 8, "same");
  maker.builder.add_symbol(0x3000, 8, "same");
  maker.builder.add_symbol(0x4000, 8, " ");
  maker.builder.add_thread("#worker");
  maker.builder.add_thread("");
  maker.add(Kind::write, 0x1000);
  maker.add(Kind::write, 0x1008);
  maker.add(Kind::write, 0x2000);
  maker.add(Kind::write, 0x3000);
  maker.add(Kind::write, 0x4000);
  maker.add(Kind::write, 0x5000);
  maker.add(Kind::fork, 1);
  maker.add(Kind::fork, 2);
  const std::string text = write_std(maker.finish());
  EXPECT_EQ(text,
            "main|w(f_int_::x__)|1\nmain|w(f_int_::x__+8)|1\nmain|w(same)|1\nmain|w(same~2)|1\n"
            "main|w(_ _)|1\nmain|w(0x5000)|1\nmain|fork(_#worker_)|1\nmain|fork(__)|1\n");
  EXPECT_EQ(read(text).cell_count(), 6u);
}

TEST(StdWriter, WritesNamesThatWouldVanishAtTheStartOfAText) {
  const std::string text = "T1|r(x)|1\n\xef\xbb\xbf#2|r(x)|1\n";
  const Trace trace = read(text), again = read(write_std(trace));
  expect_same_events(trace, again, text);
  EXPECT_EQ(again.thread_name(ThreadId(1)), "_\xef\xbb\xbf#2_");
}

TEST(StdWriter, NumbersTheSitesOfOtherTracesFromOne) {
  Maker maker;
  maker.add(Kind::write, 0x1000);
  maker.site = maker.builder.add_site("t.c", 12, 9, "main");
  maker.add(Kind::write, 0x1000);
  EXPECT_EQ(write_std(maker.finish()), "main|w(0x1000)|1\nmain|w(0x1000)|2\n");
}

TEST(StdWriter, CountsTheEventsThatSayLessThanBefore) {
  Maker maker;
  maker.add(Kind::write, 0x1000, 4);  // one cell of two
  maker.add(Kind::write, 0x1000, 8);  // both: says the first
  maker.add(Kind::read, 0x1004, 4);   // the other
  maker.add(Kind::allocate, 0x5000, 0, 64);
  maker.add(Kind::write, 0x5000, 8);                     // the object's start
  maker.add(Kind::write, 0x5008, 8);                     // not tied to its lifetime
  maker.add(Kind::acquire, 0x5010);                      // nor is this
  maker.add(Kind::read, 0x2000, 8, 0, FW_FLAG_DECIDES);  // a decision
  maker.add(Kind::branch, 0, 0, 0, FW_FLAG_DECIDES);     // one that STD can say
  maker.add(Kind::atomic_read, 0x2000, 8, 0, FW_FLAG_DECIDES_ON_OWN_READ);
  const Trace trace = maker.finish();
  const StdWriter writer(trace);
  std::vector<bool> loses;
  for (uint32_t e = 0; e < trace.size(); ++e) loses.push_back(writer.loses(EventId(e)));
  EXPECT_EQ(loses,
            (std::vector<bool>{false, true, false, false, false, true, true, true, false, true}));
  uint64_t left_out = 0;
  const std::string text = write_std(trace, &left_out);
  EXPECT_EQ(left_out, 5u);
  EXPECT_EQ(read(text).size(), trace.size());
  EXPECT_EQ(text.substr(0, text.find("main|alloc")),
            "main|w(0x1000)|1\nmain|w(0x1000)|1\nmain|r(0x1004)|1\n");
}

TEST(StdWriter, KeepsTheMeaningOfMemoryThatIsUsedAgain) {
  Maker maker;
  for (int life = 0; life < 2; ++life) {
    maker.add(Kind::allocate, 0x5000, 0, 16);
    maker.add(Kind::write, 0x5000);
    maker.add(Kind::write, 0x5008);
    maker.add(Kind::free, 0x5000, 0, 0);
  }
  maker.add(Kind::read, 0x5000);  // after it was freed
  const Trace trace = maker.finish();
  const Trace again = read(write_std(trace));
  EXPECT_EQ(again.cell_count(), trace.cell_count());
  EXPECT_EQ(again.object(EventId(0)), trace.object(EventId(0)));
  EXPECT_EQ(again.object(EventId(7)), trace.object(EventId(7)));
  EXPECT_FALSE(again.seen_write(EventId(8)).exists());
  EXPECT_EQ(again.losses().count(Loss::accesses_after_free), 1u);
}

TEST(StdWriter, WritesTracesByAddressSoThatTheyReadTheSame) {
  std::mt19937 random(5);
  auto pick = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  for (int round = 0; round < 200; ++round) {
    Maker maker;
    for (int t = 0; t < 3; ++t) maker.builder.add_thread("worker");
    for (int i = 0; i < 60; ++i) {
      const Kind kind = static_cast<Kind>(pick(kKindCount));
      // A text that has these twice is mended.
      if (kind == Kind::fork || kind == Kind::thread_begin || kind == Kind::thread_end) continue;
      maker.thread = static_cast<uint32_t>(pick(4));
      const Operand operand = operand_of(kind);
      if (operand == Operand::thread)
        maker.add(kind, pick(4));
      else if (operand == Operand::object)
        maker.add(kind, 0x1000 * (1 + pick(3)), 0, 32);
      else if (operand == Operand::memory)
        maker.add(kind, pick(2) ? 0x1000 * (1 + pick(3)) : 0x9000 + 4 * pick(4), 4, pick(9),
                  pick(2) ? FW_FLAG_HAS_VALUE : 0);
      else
        maker.add(kind, 0xa000 + 8 * (acquires_lock(kind) ? 100 + i : pick(3)));  // nothing to fold
    }
    const Trace trace = maker.finish();
    const std::string text = write_std(trace);
    const Trace again = read(text);
    ASSERT_EQ(again.size(), trace.size());
    auto described = [](const Trace& t, EventId e) {
      std::string out =
          fmt::format("{} {}", info(t.kind(e)).name, t.thread_name(t.thread(e)).substr(0, 4));
      if (reads(t.kind(e))) out += fmt::format(" sees {}", t.seen_write(e).value);
      if (operand_of(t.kind(e)) == Operand::object)
        out += fmt::format(" object {}", t.object(e).value);
      if (t.has_value(e)) out += fmt::format(" value {}", t.value(e));
      return out;
    };
    for (uint32_t e = 0; e < trace.size(); ++e)
      ASSERT_EQ(described(trace, EventId(e)), described(again, EventId(e))) << e << "\n" << text;
  }
}

TEST(StdWriter, WritesAForkOfAThreadThatDoesNotExist) {
  Maker maker;
  maker.add(Kind::fork, 7);
  EXPECT_EQ(write_std(maker.finish()), "main|fork(?)|1\n");
}

TEST(StdLine, IsOneEventInTheWordsThatPeopleKnow) {
  const Trace trace = read("T1|w(x=5)|17\nT1|br|18\n");
  EXPECT_EQ(std_line(trace, EventId(0)), "T1|w(x=5)|17");
  EXPECT_EQ(std_line(trace, EventId(1)), "T1|br|18");
}

}  // namespace
}  // namespace foreweave
