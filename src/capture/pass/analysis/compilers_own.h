// What the compiler adds to a program for its own purposes: counters for coverage and profiles, and
// the functions that write them out. None of it is the program's. Counters are not atomic unless
// asked for, and every function that two threads run would be a race.
//
//   --coverage                     __llvm_gcov_ctr, __llvm_gcov_writeout, ...
//   -fprofile-instr-generate,      __profc_FUNCTION, __profbm_FUNCTION in sections __llvm_prf_*
//   -fprofile-generate
//   -fsanitize-coverage            sections __sancov_*; what it adds behind our pass is not seen
//   anyway
//
// Their accesses are ordinary ones by the time our pass runs, since most of them are there before
// the optimiser. Accesses that carry !nosanitize are what compilers want no tool to look at.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

namespace foreweave {

bool is_compilers_own(const llvm::Instruction& access, const llvm::Value& address);

// They run before a module can be registered, and behind everything.
bool is_compilers_own(const llvm::Function& function);

}  // namespace foreweave
