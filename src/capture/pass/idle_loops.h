// Loops that keep nothing from one round to the next but what is recorded: with the same memory a round
// does the same as the one before. Whoever is in one and sees nothing new waits for others.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace foreweave {

// The heads of such loops. `is_recorded` says of an instruction that what it writes is in the log.
llvm::DenseSet<const llvm::BasicBlock*> find_idle_loops(
    llvm::Function& function, llvm::function_ref<bool(const llvm::Instruction&)> is_recorded);

}  // namespace foreweave
