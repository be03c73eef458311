// A second copy of each function, in which a thread can be stopped before every access.
//
// Recorded code is fast because it logs whole paths, and nothing can stop it within one. A witness
// often needs just that: one thread between its read and its write. So each function has a copy
// with paths of one access each (Grain::steps), and where the function is entered a flag of its
// module, set once before main, says which of the two runs. For recording that costs a load and a
// branch that is never taken; the copies lie apart, with other cold code.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

namespace foreweave {

// Null where there can be no copy: a table of labels leads into the function itself, or it passes
// on what it was given in a way that only itself can. Such a function is always stepped.
llvm::Function* make_stepping_copy(llvm::Function& function);

// Of an argument that is a copy on the caller's stack: its size; 0 of others. Also of arguments of
// stepping copies, which are given the place of the copy.
uint64_t bytes_copied_by_caller(const llvm::Argument& argument);

// Once both are instrumented: whoever enters the function goes on in its copy if `stepping` is set.
void enter_copy_if_stepping(llvm::Function& function, llvm::Function& copy,
                            llvm::GlobalVariable& stepping);

}  // namespace foreweave
