#include "capture/pass/analysis/thread_local_data.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace foreweave {

using namespace llvm;

namespace {

constexpr const char* kMark = "foreweave.asks";

bool is_of_a_library(const GlobalVariable& variable) {
  const Module& module = *variable.getParent();
  if (module.getPICLevel() == PICLevel::NotPIC || module.getPIELevel() != PIELevel::Default)
    return false;
  const auto mode = variable.getThreadLocalMode();
  return mode == GlobalValue::GeneralDynamicTLSModel || mode == GlobalValue::LocalDynamicTLSModel;
}

const GlobalVariable* asked_for(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  if (!call || call->getIntrinsicID() != Intrinsic::threadlocal_address) return nullptr;
  const auto* variable = dyn_cast<GlobalVariable>(call->getArgOperand(0)->stripInBoundsOffsets());
  return variable && is_of_a_library(*variable) ? variable : nullptr;
}

}  // namespace

void ask_early_for_thread_local_data(Function& function) {
  MapVector<Value*, SmallVector<Instruction*, 4>> asking;
  for (Instruction& i : instructions(function))
    if (asked_for(i)) asking[cast<CallBase>(i).getArgOperand(0)].push_back(&i);
  if (asking.empty()) return;
  Instruction* first = &*function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(first)) first = first->getNextNode();
  IRBuilder<> builder(first);
  MDNode* const mark = MDNode::get(builder.getContext(), {});
  const auto marked = [&](Instruction* i) {
    i->setMetadata(kMark, mark);
    return i;
  };
  for (auto& [variable, calls] : asking) {
    Instruction* const address = marked(builder.CreateThreadLocalAddress(variable));
    // Nothing of this may be done again later, or be moved behind what follows.
    auto* const keep =
        InlineAsm::get(FunctionType::get(builder.getPtrTy(), {builder.getPtrTy()}, false), "",
                       "=r,0,~{memory}", true);
    Instruction* const kept = marked(builder.CreateCall(keep, {address}));
    for (Instruction* call : calls) {
      call->replaceAllUsesWith(kept);
      call->eraseFromParent();
    }
  }
}

bool asks_for_thread_local_data(const Instruction& instruction) {
  return instruction.hasMetadata(kMark);
}

}  // namespace foreweave
