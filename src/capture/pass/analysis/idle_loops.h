// Loops in which a thread waits for others.
//
// One that keeps nothing from one round to the next but what is recorded is *idle*: with the same
// memory a round does the same as the one before. Whoever is in one and sees nothing new waits for
// others. One that does keep something (it counts its rounds), but whose end hangs on nothing but
// what it reads in the same round, *waits*, too: what it keeps may change what it does, but only
// others can make it end.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace foreweave {

// Their heads.
struct WaitingLoops {
  llvm::DenseSet<const llvm::BasicBlock*> idle, waiting;  // an idle one is not among the others
};

// `is_recorded` says of an instruction that what it reads or writes is in the log.
WaitingLoops find_waiting_loops(llvm::Function& function,
                                llvm::function_ref<bool(const llvm::Instruction&)> is_recorded);

}  // namespace foreweave
