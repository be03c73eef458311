#include "events/std/listing.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "events/std/format.h"

namespace foreweave {
namespace {

std::string listing(const Trace& trace) {
  const StdListing list(trace);
  std::string out;
  list.append_header(out);
  for (uint32_t e = 0; e < trace.size(); ++e) list.append_line(EventId(e), out);
  return out;
}

TEST(StdListing, AlignsItsColumnsAndSaysWhatReadsSaw) {
  const auto trace = read_std(
      "main|w(counter=5)|17\nT2|r(counter=5)|100000\nT2|br|4\nT2|r(x)|5\nmain|wait(c)|1\n"
      "T2|signal(c)|2\nmain|wake(c)|3\n",
      "t.std");
  EXPECT_EQ(listing(trace.value()),
            "event  thread  operation     location  sees\n"
            "    0  main    w(counter=5)  17\n"
            "    1  T2      r(counter=5)  100000    0 of main\n"
            "    2  T2      br            4\n"
            "    3  T2      r(x)          5         the initial contents\n"
            "    4  main    wait(c)       1\n"
            "    5  T2      signal(c)     2\n"
            "    6  main    wake(c)       3         5 of T2\n");
}

TEST(StdListing, ShowsSourcePlacesAndEveryWriteThatAWideReadSaw) {
  TraceBuilder builder(SourceMap("t.fwt", SourceMap::Unit::byte));
  builder.add_thread("T1");
  builder.add_site("a.c", 3, 7, "main");
  builder.add_symbol(0x1000, 16, "x");
  auto add = [&](Kind kind, uint64_t address, uint32_t size) {
    builder.add({0, kind, 0, 0, size, address, 0});
  };
  add(Kind::write, 0x1000, 4);
  add(Kind::write, 0x1004, 4);
  add(Kind::read, 0x1000, 16);
  EXPECT_EQ(listing(std::move(builder).finish()),
            "event  thread  operation  location      sees\n"
            "    0  T1      w(x)       a.c:3:7 main\n"
            "    1  T1      w(x+4)     a.c:3:7 main\n"
            "    2  T1      r(x)       a.c:3:7 main  0 of T1, 1 of T1, the initial contents\n");
}

TEST(StdListing, ShowsNothingToATerminalThatItWouldActOn) {
  const auto trace = read_std("T1|w(a\x1b[2J\tb)|1\n", "t.std");
  EXPECT_EQ(listing(trace.value()),
            "event  thread  operation   location  sees\n"
            "    0  T1      w(a?[2J?b)  1\n");
}

TEST(StdListing, LetsLongEntriesStickOut) {
  const std::string name(60, 'x');
  const auto trace = read_std("T1|w(" + name + ")|1\nT1|w(y)|2\n", "t.std");
  EXPECT_EQ(listing(trace.value()),
            "event  thread  operation                                 location  sees\n"
            "    0  T1      w(" +
                name +
                ")  1\n"
                "    1  T1      w(y)                                      2\n");
}

}  // namespace
}  // namespace foreweave
