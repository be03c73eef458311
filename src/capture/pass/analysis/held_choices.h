// Reads of which the program chooses what they read: from one of two addresses, or some lanes of a
// vector. InstCombine and SROA make one of it that reads everything and chooses between the values,
// if all of it can be read, and ask nobody. They leave alone what they do not understand. So for as
// long as they run, such a read is volatile, and a masked one is a call of a function that they do
// not know.
//
// Undoing it behind all passes instead does not work: by then a read that was made up has been
// merged with others, moved out of loops, and its choice has moved elsewhere.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

namespace foreweave {

// Before and behind a pass, whichever it is.
void hold_choices(llvm::Function& function, llvm::StringRef pass);
void let_go_of_choices(llvm::Function& function, llvm::StringRef pass);

// Behind all passes: nothing of it is left in the module.
void forget_held_choices(llvm::Module& module);

}  // namespace foreweave
