// Inserts the code that logs a function's paths. The fast path has no call and keeps its position
// in a register: two stores an access, and three a path. tests/capture guards the machine code.
#pragma once

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include "capture/pass/function_plan.h"

namespace foreweave {

// What the code refers to: in the runtime, and in its own module.
struct HookSymbols {
  llvm::GlobalVariable* self = nullptr;         // __fw_self, thread-local
  llvm::FunctionCallee pause;                   // __fw_pause
  llvm::FunctionCallee step;                    // __fw_step
  llvm::GlobalVariable* first_start = nullptr;  // see FwModule
  llvm::GlobalVariable* stepping = nullptr;     // see FwModule

  explicit HookSymbols(llvm::Module& module);
};

// `first_start` is the number of the plan's first start in its module; tells the number behind its
// last.
uint32_t emit_paths(const FunctionPlan& plan, const HookSymbols& hooks, uint32_t first_start);

}  // namespace foreweave
