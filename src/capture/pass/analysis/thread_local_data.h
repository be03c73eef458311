// Thread-local data of shared libraries. Where it is, is asked of the dynamic linker, which
// allocates it when a thread asks for the first time; and that is an event, which must not come in
// the middle of a path: its words would go where the path's are.
//
// So a function asks for all that it uses when it is entered, before its first path, and not again.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace foreweave {

// Has to be done before the function's stepping copy is made.
void ask_early_for_thread_local_data(llvm::Function& function);

// Whether the instruction is one of those that do so. They stand at the function's beginning,
// behind its variables.
bool asks_for_thread_local_data(const llvm::Instruction& instruction);

}  // namespace foreweave
