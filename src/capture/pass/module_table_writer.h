// Writes the plans of a module as the table that the recorder reads (capture/abi/module_table.h).
#pragma once

#include <string>
#include <vector>

#include "capture/pass/function_plan.h"

namespace foreweave {

std::string write_module_table(const llvm::Module& module, const std::vector<FunctionPlan>& plans);

}  // namespace foreweave
