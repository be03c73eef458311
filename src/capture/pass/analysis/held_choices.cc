#include "capture/pass/analysis/held_choices.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "capture/pass/analysis/accesses.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr const char kHeld[] = "foreweave.held";
constexpr StringRef kHeldFunction = "__fw_held.";
constexpr unsigned kLongestChain = 16;

bool makes_up_reads(StringRef pass) { return pass == "InstCombinePass" || pass == "SROAPass"; }

// InstCombine looks at `select` only, but makes some itself: of addresses that are put together by
// masks.
bool is_choice(const Value& pointer, StringRef pass) {
  return isa<SelectInst>(pointer) || isa<IntToPtrInst>(pointer) ||
         (isa<PHINode>(pointer) && pass == "SROAPass");
}

bool has_chosen_address(const LoadInst& read, StringRef pass) {
  const Value* pointer = read.getPointerOperand();
  for (unsigned n = 0; n < kLongestChain; ++n) {
    if (is_choice(*pointer, pass)) return true;
    const auto* offset = dyn_cast<GEPOperator>(pointer);
    if (!offset) return false;
    pointer = offset->getPointerOperand();
  }
  return true;
}

// Between variables of the function's own nobody sees what is read, and they are to become
// registers: what std::max returns is such a choice.
bool may_be_shared(const LoadInst& read) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(read.getPointerOperand(), objects);
  return any_of(objects, [](const Value* object) {
    return !isa<AllocaInst>(object) || !is_private(*object);
  });
}

// One whose mask is known becomes an ordinary read, and should.
bool has_chosen_lanes(const Instruction& i) {
  const auto* call = dyn_cast<IntrinsicInst>(&i);
  return call && call->getIntrinsicID() == Intrinsic::masked_load &&
         !isa<Constant>(call->getArgOperand(2));
}

Function* unknown_function_for(const Function& intrinsic) {
  Module& module = *const_cast<Module*>(intrinsic.getParent());
  const std::string name = (kHeldFunction + intrinsic.getName()).str();
  if (Function* known = module.getFunction(name)) return known;
  Function* unknown =
      Function::Create(intrinsic.getFunctionType(), GlobalValue::ExternalLinkage, name, module);
  unknown->setOnlyReadsMemory();
  unknown->setOnlyAccessesArgMemory();
  unknown->setDoesNotThrow();
  unknown->setWillReturn();
  return unknown;
}

}  // namespace

void hold_choices(Function& function, StringRef pass) {
  if (!makes_up_reads(pass)) return;
  for (Instruction& i : instructions(function)) {
    if (auto* read = dyn_cast<LoadInst>(&i)) {
      if (!read->isSimple() || !has_chosen_address(*read, pass) || !may_be_shared(*read)) continue;
      read->setVolatile(true);
      read->setMetadata(kHeld, MDNode::get(function.getContext(), {}));
    } else if (has_chosen_lanes(i)) {
      auto& call = cast<CallBase>(i);
      call.setCalledFunction(unknown_function_for(*call.getCalledFunction()));
    }
  }
}

void let_go_of_choices(Function& function, StringRef pass) {
  if (!makes_up_reads(pass)) return;
  for (Instruction& i : instructions(function)) {
    if (auto* read = dyn_cast<LoadInst>(&i)) {
      if (!read->hasMetadata(kHeld)) continue;
      read->setVolatile(false);
      read->setMetadata(kHeld, nullptr);
    } else if (auto* call = dyn_cast<CallInst>(&i)) {
      Function* callee = call->getCalledFunction();
      if (!callee || !callee->getName().starts_with(kHeldFunction)) continue;
      Type* types[] = {call->getType(), call->getArgOperand(0)->getType()};
      call->setCalledFunction(
          Intrinsic::getDeclaration(function.getParent(), Intrinsic::masked_load, types));
    }
  }
}

void forget_held_choices(Module& module) {
  for (Function& function : make_early_inc_range(module))
    if (function.getName().starts_with(kHeldFunction) && function.use_empty())
      function.eraseFromParent();
}

}  // namespace foreweave
