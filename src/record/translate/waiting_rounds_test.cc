// Logs of two functions that are written down here: one that waits in a loop, one that writes.
#include "record/translate/waiting_rounds.h"

#include <gtest/gtest.h>

#include <string>

#include "record/modules/table_loops.h"

namespace foreweave {
namespace {

using Words = std::vector<uint64_t>;

TableItem start(FwStart how, bool is_idle = false) {
  TableItem item;
  item.item = FW_ITEM_start;
  item.start = how;
  item.is_idle = is_idle;
  return item;
}

TableItem access(FwKind kind) {
  TableItem item;
  item.item = FW_ITEM_access;
  item.kind = kind;
  item.flags = FW_FLAG_HAS_VALUE;
  item.size = 8;
  item.address.source = FW_SOURCE_logged;
  item.value.source = FW_SOURCE_logged;
  return item;
}

TableBlock block(std::vector<TableItem> items, FwEnd end, std::vector<uint32_t> successors) {
  TableBlock made;
  made.items = std::move(items);
  made.end = end;
  made.successors = std::move(successors);
  return made;
}

// for (...) { while (!read) {} }, and then a write: blocks 0 entry, 1 head of the outer loop, 2
// head of the inner one, 3 the outer loop's end, 4 behind it.
TableFunction waiting_function() {
  TableFunction function;
  function.blocks = {
      block({start(FW_START_entry)}, FW_END_goto, {1}),
      block({start(FW_START_joint)}, FW_END_goto, {2}),
      block({start(FW_START_joint, true), access(FW_KIND_atomic_read)}, FW_END_branch, {2, 3}),
      block({}, FW_END_branch, {1, 4}), block({access(FW_KIND_write)}, FW_END_return, {})};
  function.blocks[3].bit = 1;
  return function;
}

class Waiting : public testing::Test {
 protected:
  Waiting() {
    ModuleTable table;
    table.strings = {"f"};
    table.sites = {{}};
    table.functions = {waiting_function()};
    table.starts = {{0, 0, 1, FW_START_entry, false},
                    {0, 1, 1, FW_START_joint, false},
                    {0, 2, 1, FW_START_joint, true}};
    EXPECT_TRUE(paths.add_module(std::move(table), FW_FIRST_START, 0));
  }

  static uint64_t header(uint64_t start, uint64_t outcomes, uint64_t reads = 0) {
    return (FW_FIRST_START + start) | outcomes << FW_START_BITS |
           reads << (FW_START_BITS + FW_BRANCH_BITS);
  }
  // Round again; the address tells them apart.
  static Words round(uint64_t address) { return {header(2, 1), address}; }
  static Words round_with_news(uint64_t address) { return {header(2, 1, 1), address, 5}; }
  // Out of the inner loop and on to the outer one's head; from there to the inner one.
  static Words leave_for_outer(uint64_t address) { return {header(2, 2), address}; }
  static Words outer() { return {header(1, 0)}; }

  void log(uint32_t thread, const Words& words) {
    if (thread != now) waiting.switch_to(now = thread);
    if (!waiting.follows(thread) && words[0] % FW_MAX_STARTS != FW_FIRST_START + 2)
      return add(thread, words);
    if (!waiting.take(thread, words)) add(thread, words);
  }
  void add(uint32_t thread, std::span<const uint64_t> words) {
    trace += static_cast<char>('a' + thread);
    trace += words.size() > 1 ? std::to_string(words[1]) : "-";
    ++events;
  }

  Paths paths;
  std::string trace;
  uint64_t events = 0;
  uint32_t now = 0;
  WaitingRounds waiting{
      paths,
      {.add = [this](uint32_t thread, WaitingRounds::Record record) { add(thread, record); },
       .event_count = [this] { return events; },
       .calls_known = [](const Path&) { return true; }}};
};

TEST_F(Waiting, LoopsAreNaturalOnes) {
  const TableFunction function = waiting_function();
  EXPECT_EQ(blocks_of_loop(function, 2), std::vector<bool>({false, false, true, false, false}));
  EXPECT_EQ(blocks_of_loop(function, 1), std::vector<bool>({false, true, true, true, false}));
}

TEST_F(Waiting, TheFirstTwoRoundsAreKept) {
  for (int i = 0; i < 100; ++i) log(0, round(7));
  waiting.finish();
  EXPECT_EQ(trace, "a7a7");
  ASSERT_EQ(waiting.left_out().size(), 1u);
  EXPECT_EQ(waiting.left_out().begin()->second, 98u);
}

TEST_F(Waiting, ARoundIsKeptIfOthersDidSomething) {
  for (int i = 0; i < 10; ++i) log(0, round(7));
  log(1, outer());
  for (int i = 0; i < 10; ++i) log(0, round(7));
  EXPECT_EQ(trace, "a7a7b-a7");
}

TEST_F(Waiting, WhoOnlyWaitsTooHasDoneNothing) {
  for (int i = 0; i < 50; ++i) {
    for (int n = 0; n < 5; ++n) log(0, round(7));
    for (int n = 0; n < 5; ++n) log(1, round(8));
  }
  EXPECT_EQ(trace, "a7a7b8b8a7");
}

TEST_F(Waiting, WhatIsSeenAtLastIsKept) {
  for (int i = 0; i < 10; ++i) log(0, round(7));
  log(0, leave_for_outer(7));
  EXPECT_EQ(trace, "a7a7a7");
}

TEST_F(Waiting, RoundsThatSeeSomethingNewAreKept) {
  for (int i = 0; i < 10; ++i) log(0, round_with_news(7));
  EXPECT_EQ(trace.size(), 20u);
}

TEST_F(Waiting, RoundsThatDifferAreKept) {
  for (uint64_t i = 0; i < 5; ++i) log(0, round(i));
  EXPECT_EQ(trace, "a0a1a2a3a4");
}

TEST_F(Waiting, ALoopAroundItMayKeepSomething) {
  for (int i = 0; i < 4; ++i) {
    log(0, leave_for_outer(7));
    log(0, outer());
  }
  EXPECT_EQ(trace, "a7a-a7a-a7a-a7a-");
}

TEST_F(Waiting, ARecordOfTheRuntimeEndsIt) {
  for (int i = 0; i < 10; ++i) log(0, round(7));
  waiting.leave(0);
  EXPECT_FALSE(waiting.follows(0));
  for (int i = 0; i < 3; ++i) log(0, round(7));
  EXPECT_EQ(trace, "a7a7a7a7");
}

}  // namespace
}  // namespace foreweave
