#include "capture/pass/analysis/vtable_pointers.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace foreweave {

using namespace llvm;

namespace {

// With optimisation the type of the access says so. Without it the value does: the table is known
// by its name, and so is the table of tables that classes with virtual bases have.
bool is_of_vtable_type(const StoreInst& store) {
  const MDNode* type = store.getMetadata(LLVMContext::MD_tbaa);
  const auto* base =
      type && type->getNumOperands() > 0 ? dyn_cast<MDNode>(type->getOperand(0)) : nullptr;
  const auto* name =
      base && base->getNumOperands() > 0 ? dyn_cast<MDString>(base->getOperand(0)) : nullptr;
  return name && name->getString() == "vtable pointer";
}

bool is_vtable(const Value& value) {
  const auto* table = dyn_cast<GlobalVariable>(getUnderlyingObject(&value));
  return table && (table->getName().starts_with("_ZTV") || table->getName().starts_with("_ZTC"));
}

// In the Itanium ABI's names a destructor ends with D0, D1 or D2 and its parameters, which are
// none.
bool is_destructor(StringRef linkage_name) {
  const StringRef name = linkage_name.split('.').first;
  return name.starts_with("_ZN") &&
         (name.contains("D0Ev") || name.contains("D1Ev") || name.contains("D2Ev"));
}

// Also where it was inlined.
bool is_in_destructor(const StoreInst& store) {
  const DILocation* location = store.getDebugLoc().get();
  const DISubprogram* program = location ? location->getScope()->getSubprogram() : nullptr;
  if (!program) return is_destructor(store.getFunction()->getName());
  return program->getName().starts_with("~") || is_destructor(program->getLinkageName());
}

}  // namespace

void compare_vtable_pointers(Function& function) {
  SmallVector<StoreInst*, 4> stores;
  for (Instruction& i : instructions(function))
    if (auto* store = dyn_cast<StoreInst>(&i);
        store && store->isSimple() && store->getValueOperand()->getType()->isPointerTy() &&
        (is_of_vtable_type(*store) || is_vtable(*store->getValueOperand())) &&
        is_in_destructor(*store))
      stores.push_back(store);
  for (StoreInst* store : stores) {
    IRBuilder<> builder(store);
    LoadInst* present = builder.CreateAlignedLoad(store->getValueOperand()->getType(),
                                                  store->getPointerOperand(), store->getAlign());
    Value* differs = builder.CreateICmpNE(present, store->getValueOperand());
    Instruction* within = SplitBlockAndInsertIfThen(differs, store, false);
    store->moveBefore(within);
  }
}

}  // namespace foreweave
