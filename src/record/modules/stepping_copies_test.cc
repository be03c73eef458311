// What follows from the table of a module about its stepping copies.
#include "record/modules/stepping_copies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace foreweave {
namespace {

using testing::ElementsAre;

TableItem start(FwStart how) {
  TableItem item;
  item.item = FW_ITEM_start;
  item.start = how;
  return item;
}

TableItem access(uint8_t kind, FwSource address = FW_SOURCE_logged) {
  TableItem item;
  item.item = FW_ITEM_access;
  item.kind = kind;
  item.flags = FW_FLAG_HAS_VALUE;
  item.size = 8;
  item.address.source = address;
  item.address.plus = 16;
  item.read_bit = 3;
  return item;
}

TableItem call() {
  TableItem item;
  item.item = FW_ITEM_call;
  return item;
}

TableBlock block(std::vector<TableItem> items) {
  TableBlock b;
  b.items = std::move(items);
  b.bit = 2;
  return b;
}

ModuleTable table_of(std::vector<TableFunction> functions) {
  ModuleTable table;
  table.functions = std::move(functions);
  for (uint32_t f = 0; f < table.functions.size(); ++f)
    for (uint32_t b = 0; b < table.functions[f].blocks.size(); ++b) {
      const auto& items = table.functions[f].blocks[b].items;
      for (uint32_t i = 0; i < items.size(); ++i)
        if (items[i].item == FW_ITEM_start)
          table.starts.push_back({f, b, i + 1, items[i].start, items[i].is_idle, items[i].waits});
    }
  add_stepping_copies(table);
  return table;
}

TableFunction function(std::vector<TableBlock> blocks, bool logs_frame = false) {
  TableFunction f;
  f.logs_frame = logs_frame;
  f.blocks = std::move(blocks);
  return f;
}

// S for a start, with J for a joint; A for an access, C for a call.
std::string shape(const TableBlock& block) {
  std::string text;
  for (const TableItem& item : block.items)
    text += item.item == FW_ITEM_start  ? (item.start == FW_START_joint ? 'J' : 'S')
            : item.item == FW_ITEM_call ? 'C'
                                        : 'A';
  return text;
}

TEST(SteppingCopies, StartAPathBeforeEveryAccess) {
  const ModuleTable t = table_of(
      {function({block({start(FW_START_entry), access(FW_KIND_read), access(FW_KIND_write)}),
                 block({access(FW_KIND_read), call(), access(FW_KIND_read)}), block({})})});
  ASSERT_EQ(t.functions.size(), 2u);
  EXPECT_EQ(t.functions[1].copy_of, 0u);
  EXPECT_TRUE(t.functions[1].always_steps);
  EXPECT_EQ(shape(t.functions[1].blocks[0]), "SAJA");
  EXPECT_EQ(shape(t.functions[1].blocks[1]), "JACJA");
  EXPECT_EQ(shape(t.functions[1].blocks[2]), "J");
}

// The address of the frame is in the log already when the thread is stopped.
TEST(SteppingCopies, StartAnotherPathBehindAFrame) {
  const ModuleTable t =
      table_of({function({block({start(FW_START_entry), access(FW_KIND_read)}),
                          block({start(FW_START_landing_pad), access(FW_KIND_read)})},
                         true)});
  EXPECT_EQ(shape(t.functions[1].blocks[0]), "SJA");
  EXPECT_EQ(shape(t.functions[1].blocks[1]), "SJA");
}

// What was made only for want of room in the function is made anew in the copy.
TEST(SteppingCopies, LeaveOutJointsWithinABlock) {
  const ModuleTable t =
      table_of({function({block({start(FW_START_entry), access(FW_KIND_read), start(FW_START_joint),
                                 call(), access(FW_KIND_read)}),
                          block({start(FW_START_joint), access(FW_KIND_write)})})});
  EXPECT_EQ(shape(t.functions[1].blocks[0]), "SACJA");
  EXPECT_EQ(shape(t.functions[1].blocks[1]), "JA");
}

TEST(SteppingCopies, LogEverythingThatIsNotConstant) {
  const ModuleTable t =
      table_of({function({block({start(FW_START_entry), access(FW_KIND_read, FW_SOURCE_constant),
                                 access(FW_KIND_read, FW_SOURCE_earlier)})})});
  const std::vector<TableItem>& items = t.functions[1].blocks[0].items;
  EXPECT_EQ(items[1].address.source, FW_SOURCE_constant);
  EXPECT_EQ(items[1].address.plus, 16u);
  EXPECT_EQ(items[3].address.source, FW_SOURCE_logged);
  EXPECT_EQ(items[3].address.plus, 0u);
  EXPECT_EQ(items[3].read_bit, 0u);
  EXPECT_EQ(t.functions[1].blocks[0].bit, 0u);
}

// Whoever waits for others in a loop is known by that in a trial as well.
TEST(SteppingCopies, KnowTheLoopsThatKeepNothing) {
  TableItem head = start(FW_START_joint);
  head.is_idle = true;
  const ModuleTable t =
      table_of({function({block({start(FW_START_entry)}),
                          block({head, access(FW_KIND_read), access(FW_KIND_read)})})});
  std::vector<bool> idle;
  for (const TableStart& s : t.starts)
    if (s.function == 1) idle.push_back(s.is_idle);
  EXPECT_THAT(idle, ElementsAre(false, true, false));
}

TEST(SteppingCopies, ComeBehindEverythingElseInTheOrderOfTheFunctions) {
  TableFunction stepped = function({block({start(FW_START_entry)})});
  stepped.always_steps = true;
  const ModuleTable t =
      table_of({function({block({start(FW_START_entry)})}), stepped,
                function({block({start(FW_START_entry), access(FW_KIND_read)})})});
  ASSERT_EQ(t.functions.size(), 5u);  // none of the second
  EXPECT_EQ(t.functions[3].copy_of, 0u);
  EXPECT_EQ(t.functions[4].copy_of, 2u);
  std::vector<uint32_t> functions;
  for (const TableStart& s : t.starts) functions.push_back(s.function);
  EXPECT_THAT(functions, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(t.starts.back().item, 1u);
}

}  // namespace
}  // namespace foreweave
