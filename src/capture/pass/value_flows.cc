#include "capture/pass/value_flows.h"

#include <llvm/ADT/SmallPtrSet.h>

#include "capture/pass/accesses.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr size_t kMostSteps = 64;  // of one store; what is farther away is not one thought

const AllocaInst* private_variable(const LoadInst& load) {
  const auto* variable = dyn_cast<AllocaInst>(load.getPointerOperand()->stripPointerCasts());
  return variable && is_private(*variable) ? variable : nullptr;
}

}  // namespace

SmallVector<const LoadInst*, 4> loads_behind_value(const StoreInst& store) {
  SmallVector<const LoadInst*, 4> loads;
  SmallVector<const Value*, 8> work{store.getValueOperand()};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty() && seen.size() < kMostSteps) {
    const auto* made = dyn_cast<Instruction>(work.pop_back_val());
    if (!made || !seen.insert(made).second) continue;
    if (const auto* load = dyn_cast<LoadInst>(made)) {
      if (const AllocaInst* variable = private_variable(*load)) {
        for (const User* user : variable->users())
          if (const auto* set = dyn_cast<StoreInst>(user);
              set && set->getPointerOperand() == variable)
            work.push_back(set->getValueOperand());
      } else {
        loads.push_back(load);
      }
    } else if (isa<BinaryOperator, CastInst, PHINode, SelectInst, UnaryOperator, FreezeInst>(made)) {
      // What a choice depends on says which value is written, not what it is.
      const bool is_choice = isa<SelectInst>(made);
      for (const Use& operand : made->operands())
        if (!is_choice || operand.getOperandNo() > 0) work.push_back(operand.get());
    }
  }
  return loads;
}

}  // namespace foreweave
