// Accesses that the optimiser makes up. A compiler may read what the program does not read, as long
// as nobody uses what it finds: it reads early, before it is known whether the value is wanted, or
// reads what lies between two things that are. On the machine that is harmless; in a recording it
// is a read like any other, and a race where the program has none.
//
// ThreadSanitizer has the same trouble, and LLVM knows of it: passes leave loads where they are in
// functions with the attribute sanitize_thread. All functions that are recorded have it from before
// the first pass until ours. What the attribute does not prevent, we do:
//
//   LICM               reads a variable before a loop that only may access it: no promotion for
//                      such loops
//   LoopVectorize      reads whole structures where only some members are read: no such groups
//   ArgumentPromotion  reads in the caller what the callee may read: vetoed
//   InstCombine, SROA  read everything and choose between the values:
//   capture/pass/analysis/held_choices.h
//
// Stores are never made up: LLVM's rules for memory do not allow it. docs/decisions/0016 has the
// list of passes; tests/capture/made_up_test.cc holds all levels of optimisation against none.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace foreweave {

// Before the optimiser. Functions that are left alone are to be marked before.
void forbid_made_up_reads(llvm::Module& module);

// Behind it: nothing is left in the module of what told the optimiser.
void no_longer_forbid_made_up_reads(llvm::Module& module);

// For the passes that do not ask the attribute.
void hold_back(llvm::PassBuilder& builder);

}  // namespace foreweave
