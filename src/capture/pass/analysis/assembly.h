// What inline assembly of x86 is known to do. What its operands say it touches is not trusted in
// general: they may claim more than the code touches, which would be races that are none. What
// orders threads is another matter: it must not be missed.
//
//   lock ..., xchg       an update of each memory operand that it may write
//   one mov              to a memory operand: a store, as locks are released by; from one: a load.
//                        On this machine a store is a release and a load is an acquire
//   mfence,              fences; the other two are meant as halves of one
//   sfence, lfence
//   syscall              a system call that nobody stands in front of: unknown
//   anything else        unknown if it may write memory that another thread sees: what its operands
//                        name, or what registers point to if it says that it touches memory. What
//                        stays in registers, and what lies in the function's own frame, orders
//                        nothing
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>

namespace foreweave {

// Atomic, without a value.
struct AssemblyAccess {
  uint8_t kind = 0;   // an FW_KIND_atomic_*
  uint8_t order = 0;  // as C11 numbers them
  uint32_t size = 0;  // bytes
  llvm::Value* address = nullptr;
};

struct AssemblySummary {
  llvm::SmallVector<AssemblyAccess, 2> accesses;
  bool compares = false;    // what its updates read decides whether they write
  uint8_t fence = 0;        // its order; 0: it is none
  llvm::StringRef unknown;  // what a warning calls it; empty: nothing is unknown
};

// Requires call.isInlineAsm().
AssemblySummary summary_of_assembly(const llvm::CallBase& call);

}  // namespace foreweave
