// Which stores write what was computed from which loads, within a function: `balance -= cents`, be it
// over twenty lines and through local variables. A later store of such a value where another thread
// wrote in the meantime loses that write, whatever else the program does.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace foreweave {

// The loads whose values the stored value is made of, through arithmetic, conversions, choices, and
// local variables that nobody else knows. Nothing that went through a call or another object counts.
llvm::SmallVector<const llvm::LoadInst*, 4> loads_behind_value(const llvm::StoreInst& store);

}  // namespace foreweave
