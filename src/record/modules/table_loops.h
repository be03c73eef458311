// Which blocks of a function make a loop.
#pragma once

#include <cstdint>
#include <vector>

#include "record/modules/module_table.h"

namespace foreweave {

// For each block whether it is in the natural loop with this head: the way from it back to the head
// passes no block that can be reached without the head.
std::vector<bool> blocks_of_loop(const TableFunction& function, uint32_t head);

}  // namespace foreweave
