#include "record/paths.h"

#include <algorithm>

#include "capture/abi/log_format.h"

namespace foreweave {

namespace {
uint32_t words(uint32_t bytes) { return (bytes + 7) / 8; }
}  // namespace

bool Paths::add_module(ModuleTable table, uint32_t first_start, uint32_t first_site) {
  const uint32_t expected = modules_.empty()
                                ? FW_FIRST_START
                                : modules_.back().first_start +
                                      static_cast<uint32_t>(modules_.back().table.starts.size());
  if (first_start != expected) return false;
  const Module& module = modules_.emplace_back(Module{std::move(table), first_start, first_site,
                                                      static_cast<uint32_t>(functions_.size()),
                                                      static_cast<uint32_t>(callees_.size())});
  for (const TableFunction& function : module.table.functions)
    functions_.push_back(module.table.strings[function.name]);
  callees_.insert(callees_.end(), module.table.strings.begin(), module.table.strings.end());
  return true;
}

const Path* Paths::look_up(uint64_t header) {
  const auto known = paths_.find(header);
  if (known != paths_.end()) return known->second.get();
  const uint32_t start = static_cast<uint32_t>(header);
  const auto after =
      std::upper_bound(modules_.begin(), modules_.end(), start,
                       [](uint32_t s, const Module& m) { return s < m.first_start; });
  std::unique_ptr<Path> path;
  if (after != modules_.begin())
    if (const Module& module = after[-1]; start - module.first_start < module.table.starts.size())
      path = walk(module, start - module.first_start, static_cast<uint32_t>(header >> 32));
  return paths_.emplace(header, std::move(path)).first->second.get();
}

// From the start along the outcomes to the path's end. Null if it does not end, which a program's
// log cannot say.
std::unique_ptr<Path> Paths::walk(const Module& module, uint32_t start, uint32_t outcomes) const {
  const TableStart& from = module.table.starts[start];
  const TableFunction& function = module.table.functions[from.function];
  auto path = std::make_unique<Path>();
  path->start = from.how;
  path->function = module.first_function + from.function;
  path->start_block = from.block;
  path->logs_frame = from.how == FW_START_landing_pad || from.how == FW_START_again ||
                     (from.how == FW_START_entry && function.logs_frame);
  path->operand_words = path->logs_frame ? 1 : 0;

  uint32_t block = from.block, place = from.item;
  for (size_t visited = 0; visited <= function.blocks.size(); ++visited) {
    const TableBlock& here = function.blocks[block];
    for (; place < here.items.size(); ++place) {
      const TableItem& item = here.items[place];
      const uint32_t value_words = item.flags & FW_FLAG_HAS_VALUE ? words(item.size) : 0;
      const uint32_t site = module.first_site + item.site;
      switch (item.item) {
        case FW_ITEM_start:
          return path;
        case FW_ITEM_access:
          path->ops.push_back({PathStep::access, item.kind, item.flags, false, item.size, site});
          path->operand_words += 1 + value_words;
          break;
        case FW_ITEM_range:
          path->ops.push_back({PathStep::range, item.kind, item.flags, false, 0, site});
          path->operand_words += 2;
          break;
        case FW_ITEM_compare:
          path->ops.push_back({PathStep::compare, 0, item.flags, false, item.size, site});
          path->operand_words += 2 + value_words;
          break;
        case FW_ITEM_fence:
          path->ops.push_back({PathStep::fence, FW_KIND_fence, item.flags, false, 0, site});
          break;
        case FW_ITEM_call:
          path->end = PathEnd::call;
          path->call_flags = item.call_flags;
          path->callee = item.callee == 0 ? 0 : module.first_callee + item.callee;
          path->end_site = site;
          path->operand_words += item.call_flags & FW_CALL_INDIRECT ? 1 : 0;
          return path;
      }
    }
    path->end_site = module.first_site + here.site;
    switch (here.end) {
      case FW_END_goto:
        block = here.successors[0];
        break;
      case FW_END_branch: {
        const bool first = outcomes >> here.bit & 1;
        path->ops.push_back(
            {PathStep::branch, FW_KIND_branch, 0, first, 0, module.first_site + here.site});
        block = here.successors[first ? 0 : 1];
        break;
      }
      case FW_END_choice:
        path->end = PathEnd::choice;
        path->choices = here.successors;
        return path;
      case FW_END_return:
        path->end = PathEnd::returned;
        return path;
      case FW_END_unwind:
        path->end = PathEnd::unwound;
        return path;
      case FW_END_none:
      case FW_END_invoke:
        path->end = PathEnd::nowhere;
        return path;
    }
    place = 0;
  }
  return nullptr;
}

}  // namespace foreweave
