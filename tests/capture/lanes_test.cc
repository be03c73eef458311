// Of a vector access of which only some lanes happen, those are in the trace and no others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>

#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

// Kind, place, contents of one byte of a variable; -1 where the trace does not tell the contents.
using TouchedByte = std::tuple<std::string, uint64_t, int>;

const Symbol* symbol_at(const Trace& trace, uint64_t address) {
  for (const Symbol& symbol : trace.symbols())
    if (symbol.address <= address && address < symbol.address + symbol.size) return &symbol;
  return nullptr;
}

// What masked_vectors.c did to its arrays, by what it said that it was at.
std::map<uint64_t, std::multiset<TouchedByte>> touched(const Trace& trace) {
  std::map<uint64_t, std::multiset<TouchedByte>> all;
  uint64_t now = UINT32_MAX;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    if (!is_access(trace.kind(e))) continue;
    const Location& location = trace.location_of(e);
    const uint64_t address = trace.objects()[location.object.index()].address + location.offset;
    const Symbol* symbol = symbol_at(trace, address);
    if (!symbol) continue;
    const std::string name(trace.text(symbol->name));
    if (name == "now") {
      now = trace.value(e);
    } else if (now < 1000 && (name == "from" || name == "to" || name == "at" || name == "wanted")) {
      const std::string what = std::string(info(trace.kind(e)).name) + " " + name;
      for (uint32_t byte = 0; byte < location.size; ++byte)
        all[now].insert({what, address - symbol->address + byte,
                         trace.has_value(e) && location.size <= 8
                             ? int(trace.value(e) >> (8 * byte) & 0xff)
                             : -1});
    }
  }
  return all;
}

class Lanes : public testing::TestWithParam<const char*> {};

TEST_P(Lanes, AreRecordedIfTheyHappen) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/programs/memory/masked_vectors.c";
  program.flags = GetParam();
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");
  const Ran ran = built.record("t.fwt");
  EXPECT_EQ(ran.status, 0) << ran.out;
  const Result<Trace> trace = whole_trace(built, "t.fwt");
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  auto all = touched(trace.value());
  ASSERT_FALSE(all.empty());  // every processor has some of them
  EXPECT_EQ(all.size(), all.rbegin()->first + 1);
  for (uint64_t run = 0; run < all.size(); run += 2) EXPECT_EQ(all[run], all[run + 1]) << run / 2;
}

INSTANTIATE_TEST_SUITE_P(Levels, Lanes, testing::Values("-O0", "-O2", "-O3"),
                         [](const auto& one) { return std::string(one.param).substr(1); });

}  // namespace
}  // namespace foreweave
