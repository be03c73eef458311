#include "record/modules/stepping_copies.h"

#include <utility>

namespace foreweave {

namespace {

void log_unless_constant(TableSource& source) {
  if (source.source != FW_SOURCE_constant) source = {};
}

bool logs_frame(const TableItem& start, const TableFunction& function) {
  return start.start == FW_START_landing_pad || start.start == FW_START_again ||
         (start.start == FW_START_entry && function.logs_frame);
}

TableBlock stepping_copy(const TableBlock& block, const TableFunction& function) {
  TableBlock copy = block;
  copy.bit = 0;
  copy.items.clear();
  TableItem joint;
  joint.start = FW_START_joint;
  if (block.items.empty() || block.items.front().item != FW_ITEM_start) copy.items.push_back(joint);
  for (size_t i = 0; i < block.items.size(); ++i) {
    TableItem item = block.items[i];
    // Of those within a block, only the ones that are not made for want of room.
    if (i > 0 && item.item == FW_ITEM_start && item.start == FW_START_joint) continue;
    if (item.item != FW_ITEM_start && item.item != FW_ITEM_call) {
      const TableItem& before = copy.items.back();
      if (before.item != FW_ITEM_start || logs_frame(before, function)) copy.items.push_back(joint);
      log_unless_constant(item.address);
      log_unless_constant(item.value);
      item.read_bit = 0;
    }
    copy.items.push_back(item);
  }
  return copy;
}

}  // namespace

void add_stepping_copies(ModuleTable& table) {
  const size_t functions = table.functions.size();
  for (size_t f = 0; f < functions; ++f) {
    if (table.functions[f].always_steps) continue;
    const TableFunction& function = table.functions[f];
    TableFunction copy{function.name, function.logs_frame, true, static_cast<uint32_t>(f), {}};
    const auto number = static_cast<uint32_t>(table.functions.size());
    for (const TableBlock& block : function.blocks) {
      const auto b = static_cast<uint32_t>(copy.blocks.size());
      copy.blocks.push_back(stepping_copy(block, function));
      const std::vector<TableItem>& items = copy.blocks.back().items;
      for (uint32_t i = 0; i < items.size(); ++i)
        if (items[i].item == FW_ITEM_start)
          table.starts.push_back(
              {number, b, i + 1, items[i].start, items[i].is_idle, items[i].waits});
    }
    table.functions.push_back(std::move(copy));
  }
}

}  // namespace foreweave
