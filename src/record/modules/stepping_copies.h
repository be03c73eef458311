// The functions of a module as they run when the program is replayed: the same, but with paths of
// one access each. What capture/abi/module_table.h says about them, in code.
#pragma once

#include "record/modules/module_table.h"

namespace foreweave {

void add_stepping_copies(ModuleTable& table);

}  // namespace foreweave
