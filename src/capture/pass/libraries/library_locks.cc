#include "capture/pass/libraries/library_locks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace foreweave {

using namespace llvm;

namespace {

constexpr uint64_t kSequentiallyConsistent = 5;  // as C11 numbers them

// std::_Sp_atomic<...>::_Atomic_count
bool is_of_a_library_lock(StringRef function) {
  return function.contains("10_Sp_atomic") && function.contains("13_Atomic_count");
}

// A member of std::atomic that takes memory orders. Nothing else that they take is of that type.
bool takes_orders(const Function& callee) { return callee.getName().contains("St12memory_order"); }

}  // namespace

void strengthen_library_locks(Module& module) {
  for (Function& function : module) {
    if (!is_of_a_library_lock(function.getName())) continue;
    for (Instruction& instruction : instructions(function)) {
      auto* const call = dyn_cast<CallBase>(&instruction);
      const Function* const callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || !takes_orders(*callee)) continue;
      for (Use& argument : call->args())
        if (argument->getType()->isIntegerTy(32))
          argument.set(ConstantInt::get(argument->getType(), kSequentiallyConsistent));
    }
  }
}

}  // namespace foreweave
