#include "record/modules/table_loops.h"

namespace foreweave {

namespace {

// What can be reached from the function's begin without passing the block.
std::vector<bool> reached_without(const TableFunction& function, uint32_t avoided) {
  std::vector<bool> reached(function.blocks.size());
  std::vector<uint32_t> next;
  const auto reach = [&](uint32_t block) {
    if (block == avoided || reached[block]) return;
    reached[block] = true;
    next.push_back(block);
  };
  reach(0);
  while (!next.empty()) {
    const uint32_t block = next.back();
    next.pop_back();
    for (const uint32_t successor : function.blocks[block].successors) reach(successor);
  }
  return reached;
}

}  // namespace

std::vector<bool> blocks_of_loop(const TableFunction& function, uint32_t head) {
  const std::vector<bool> before = reached_without(function, head);
  std::vector<std::vector<uint32_t>> predecessors(function.blocks.size());
  for (uint32_t block = 0; block < function.blocks.size(); ++block)
    for (const uint32_t successor : function.blocks[block].successors)
      predecessors[successor].push_back(block);
  std::vector<bool> loop(function.blocks.size());
  loop[head] = true;
  for (std::vector<uint32_t> next{head}; !next.empty();) {
    const uint32_t block = next.back();
    next.pop_back();
    for (const uint32_t predecessor : predecessors[block]) {
      if (loop[predecessor] || before[predecessor]) continue;
      loop[predecessor] = true;
      next.push_back(predecessor);
    }
  }
  return loop;
}

}  // namespace foreweave
