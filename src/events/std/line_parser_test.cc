#include "events/std/line_parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

StdLine parsed(std::string_view text) {
  auto line = parse_std_line(text);
  EXPECT_TRUE(line.ok()) << text << ": " << (line.ok() ? "" : line.error().what);
  return line.ok() ? line.value() : StdLine{};
}

std::string mistake(std::string_view text) {
  auto line = parse_std_line(text);
  return line.ok() ? "none" : line.error().what;
}

TEST(StdLineParser, TakesALineApart) {
  const StdLine line = parsed("T1|acq(lock 3)|42");
  EXPECT_EQ(line.thread, "T1");
  EXPECT_EQ(line.kind, Kind::acquire);
  EXPECT_EQ(line.operand, "lock 3");
  EXPECT_FALSE(line.has_value);
  EXPECT_EQ(line.location, 42u);
}

TEST(StdLineParser, KnowsEveryOperation) {
  for (size_t k = 0; k < kKindCount; ++k) {
    const std::string operand = kKinds[k].operand == Operand::none ? "" : "(x)";
    const std::string text = fmt::format("T|{}{}|1", kKinds[k].std_op, operand);
    const StdLine line = parsed(text);
    EXPECT_EQ(line.kind, static_cast<Kind>(k));
    EXPECT_EQ(line.operand, operand.empty() ? "" : "x");
  }
}

TEST(StdLineParser, ReadsValues) {
  EXPECT_TRUE(parsed("T|r(x=5)|1").has_value);
  EXPECT_EQ(parsed("T|r(x=5)|1").value, 5u);
  EXPECT_EQ(parsed("T|w(x=0xFf)|1").value, 255u);
  EXPECT_EQ(parsed("T|aw(x=-1)|1").value, UINT64_MAX);
  EXPECT_EQ(parsed("T|rmw(x=-0x10)|1").value, ~uint64_t{15});
  EXPECT_EQ(parsed("T|ar(x=18446744073709551615)|1").value, UINT64_MAX);
  EXPECT_EQ(parsed("T|r(x=-9223372036854775808)|1").value, uint64_t{1} << 63);
  EXPECT_EQ(parsed("T|seminit(s=3)|1").value, 3u);
  EXPECT_EQ(parsed("T|alloc(o=24)|1").operand, "o");
}

TEST(StdLineParser, ToleratesSpacesAroundFields) {
  const StdLine line = parsed("  T 1 |\tr ( x = 5 ) | 17 \r");
  EXPECT_EQ(line.thread, "T 1");
  EXPECT_EQ(line.operand, "x");
  EXPECT_EQ(line.value, 5u);
  EXPECT_EQ(line.location, 17u);
}

TEST(StdLineParser, ReadsLocations) {
  EXPECT_EQ(parsed("T|br|4294967294").location, 4294967294u);
  EXPECT_EQ(parsed("T|br|007").location, 7u);
  EXPECT_EQ(parsed("T|br|-1").location, 0u);
  EXPECT_EQ(mistake("T|br|4294967295"),
            "the location \"4294967295\" is too large: 4294967294 is the largest");
  EXPECT_EQ(mistake("T|br|99999999999999999999999"),
            "the location \"99999999999999999999999\" is too large: 4294967294 is the largest");
  EXPECT_EQ(mistake("T|br|x17"), "the location \"x17\" is not a number");
  EXPECT_EQ(mistake("T|br|17.5"), "the location \"17.5\" is not a number");
  EXPECT_EQ(mistake("T|br|-"), "the location \"-\" is not a number");
}

TEST(StdLineParser, SaysWhatIsMissing) {
  EXPECT_EQ(mistake("hello"), "\"hello\" is not thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|r(x)"), "the location is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|r(x)| "), "the location is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("|r(x)|1"), "the thread is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("T1||1"), "the operation is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|(x)|1"), "the operation is missing: expected thread|op(operand)|location");
  EXPECT_EQ(mistake("T1|r(x)|1|2"), "too many fields: expected thread|op(operand)|location");
}

TEST(StdLineParser, NamesTheKnownOperationsWhenOneIsUnknown) {
  EXPECT_EQ(
      mistake("T1|foo(x)|1"),
      "unknown operation \"foo\"; known are begin, end, fork, join, r, w, ar, aw, rmw, fence, acq, "
      "rel, racq, rrel, tryfail, rtryfail, wait, wake, signal, broadcast, arrive, leave, seminit, "
      "post, down, downfail, once, oncedone, oncepass, alloc, free, br, icall, call, ret, ext, "
      "atomic, atomicend, extbegin, unseen, unseenend, req, rreq");
}

TEST(StdLineParser, TakesMemoryOrdersOfAtomicsAndFences) {
  EXPECT_EQ(parsed("T1|aw(x)|1").order, 5);
  EXPECT_EQ(parsed("T1|aw.relaxed(x)|1").order, 0);
  EXPECT_EQ(parsed("T1|rmw.acq_rel(x=3)|1").order, 4);
  EXPECT_EQ(parsed("T1|fence.acquire|1").order, 2);
  EXPECT_EQ(parsed("T1|w(x)|1").order, 0);
  EXPECT_EQ(mistake("T1|w.relaxed(x)|1"), "\"w\" has no memory order");
  EXPECT_EQ(mistake("T1|aw.weak(x)|1"),
            "unknown memory order \"weak\"; known are relaxed, consume, acquire, release, acq_rel, "
            "seq_cst");
}

TEST(StdLineParser, RefusesOperandsThatDoNotFitTheOperation) {
  EXPECT_EQ(mistake("T1|acq|1"), "acq needs a lock in parentheses, as in acq(x)");
  EXPECT_EQ(mistake("T1|r|1"), "r needs a variable in parentheses, as in r(x)");
  EXPECT_EQ(mistake("T1|br(x)|1"), "br takes no operand");
  EXPECT_EQ(mistake("T1|acq()|1"), "acq() names no lock");
  EXPECT_EQ(mistake("T1|r(=5)|1"), "r() names no variable");
  EXPECT_EQ(mistake("T1|acq(l|1"), "\")\" is missing after \"acq(l\"");
  EXPECT_EQ(mistake("T1|acq(l)x|1"), "unexpected \"x\" after \")\"");
  EXPECT_EQ(mistake("T1|r((x)|1"), "\"(x\" cannot be the name of a variable");
  EXPECT_EQ(mistake("T=1|r(x)|1"), "\"T=1\" cannot be the name of a thread");
  EXPECT_EQ(mistake("T1|acq(l=5)|1"), "acq takes no value, and \"=\" cannot be part of a name");
  EXPECT_EQ(mistake("T1|post(s=5)|1"), "post takes no value, and \"=\" cannot be part of a name");
}

TEST(StdLineParser, RefusesWhatIsNotAValue) {
  EXPECT_EQ(mistake("T1|r(x=)|1"), "\"\" is not a value: expected a decimal or 0x number");
  EXPECT_EQ(mistake("T1|r(x=5y)|1"), "\"5y\" is not a value: expected a decimal or 0x number");
  EXPECT_EQ(mistake("T1|r(x=0x)|1"), "\"0x\" is not a value: expected a decimal or 0x number");
  EXPECT_EQ(mistake("T1|r(x=--5)|1"), "\"--5\" is not a value: expected a decimal or 0x number");
  EXPECT_EQ(mistake("T1|r(x=1=2)|1"), "\"1=2\" is not a value: expected a decimal or 0x number");
  EXPECT_EQ(mistake("T1|r(x=18446744073709551616)|1"),
            "the value \"18446744073709551616\" does not fit into 64 bits");
  EXPECT_EQ(mistake("T1|r(x=-9223372036854775809)|1"),
            "the value \"-9223372036854775809\" does not fit into 64 bits");
}

TEST(StdLineParser, ShowsNothingToATerminalThatItWouldActOn) {
  EXPECT_EQ(mistake("\x1b[2J\x07"), "\"\\x1b[2J\\x07\" is not thread|op(operand)|location");
  EXPECT_EQ(mistake(std::string(100, 'x')),
            "\"" + std::string(40, 'x') + "...\" is not thread|op(operand)|location");
}

TEST(StdLineParser, SkipsBlankLinesAndComments) {
  EXPECT_TRUE(is_skipped_std_line(""));
  EXPECT_TRUE(is_skipped_std_line(" \t\r"));
  EXPECT_TRUE(is_skipped_std_line("  # T1|r(x)|1"));
  EXPECT_FALSE(is_skipped_std_line("T1|r(x)|1 # not a comment"));
}

}  // namespace
}  // namespace foreweave
