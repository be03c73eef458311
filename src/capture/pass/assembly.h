// What inline assembly of x86 is known to do. What its operands say it touches is not trusted in
// general: they may claim more than the code touches, which would be races that are none. Atomic
// instructions are another matter: what they order must not be missed.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace foreweave {

struct AssemblyUpdate {
  llvm::Value* address = nullptr;
  uint32_t size = 0;  // bytes
};

struct AssemblySummary {
  llvm::SmallVector<AssemblyUpdate, 2> updates;  // atomic ones
  bool compares = false;                         // what the updates read decides whether they write
  bool is_fence = false;
  bool is_unknown = false;  // it is atomic, and nobody can tell where
};

// Requires call.isInlineAsm().
AssemblySummary summary_of_assembly(const llvm::CallBase& call);

}  // namespace foreweave
