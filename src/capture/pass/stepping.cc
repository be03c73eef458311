#include "capture/pass/stepping.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>

namespace foreweave {

using namespace llvm;

namespace {

bool has_labels_as_values(const Function& function) {
  for (const BasicBlock& block : function)
    if (block.hasAddressTaken()) return true;
  return false;
}

// Of arguments of the copy, which is given the place of what the caller copied, since it must not
// be copied again.
constexpr const char* kCopiedByCaller = "foreweave-copied-by-caller";

bool has_copied_arguments(const Function& function) {
  return any_of(function.args(), [](const Argument& a) { return a.hasByValAttr(); });
}

bool has_unusual_arguments(const Function& function) {
  return any_of(function.args(), [](const Argument& a) {
    return a.hasInAllocaAttr() || a.hasPreallocatedAttr() || a.hasSwiftErrorAttr();
  });
}

// Those that say how arguments and result are passed, and no promises about what the callee does.
AttributeList attributes_of_call(const Function& copy) {
  const AttributeList all = copy.getAttributes();
  SmallVector<AttributeSet, 8> arguments;
  for (unsigned i = 0; i < copy.arg_size(); ++i) arguments.push_back(all.getParamAttrs(i));
  return AttributeList::get(copy.getContext(), {}, all.getRetAttrs(), arguments);
}

}  // namespace

Function* make_stepping_copy(Function& function) {
  if (has_labels_as_values(function) || has_unusual_arguments(function)) return nullptr;
  if (function.isVarArg() && has_copied_arguments(function)) return nullptr;
  ValueToValueMapTy map;
  Function* copy = CloneFunction(&function, map);
  copy->setName(function.getName() + ".stepping");
  copy->setLinkage(GlobalValue::InternalLinkage);
  copy->setVisibility(GlobalValue::DefaultVisibility);
  copy->setDLLStorageClass(GlobalValue::DefaultStorageClass);
  copy->setDSOLocal(true);
  // Where the linker takes one of several equal functions, it takes the copy that belongs to it.
  copy->setComdat(function.getComdat());
  copy->addFnAttr(Attribute::Cold);
  for (Argument& argument : copy->args())
    if (argument.hasByValAttr()) {
      const std::string bytes = std::to_string(bytes_copied_by_caller(argument));
      argument.removeAttr(Attribute::ByVal);
      argument.addAttr(Attribute::get(copy->getContext(), kCopiedByCaller, bytes));
    }
  return copy;
}

uint64_t bytes_copied_by_caller(const Argument& argument) {
  const DataLayout& layout = argument.getParent()->getParent()->getDataLayout();
  if (argument.hasByValAttr())
    return layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
  uint64_t bytes = 0;
  argument.getParent()
      ->getAttributes()
      .getParamAttr(argument.getArgNo(), kCopiedByCaller)
      .getValueAsString()
      .getAsInteger(10, bytes);
  return bytes;
}

void enter_copy_if_stepping(Function& function, Function& copy, GlobalVariable& stepping) {
  BasicBlock& entry = function.getEntryBlock();
  Instruction* first = &*entry.getFirstNonPHIOrDbgOrAlloca();
  // What stays behind the branch would no longer be part of the frame.
  SmallVector<AllocaInst*, 8> late;
  for (Instruction& i : make_range(first->getIterator(), entry.end()))
    if (auto* variable = dyn_cast<AllocaInst>(&i); variable && variable->isStaticAlloca())
      late.push_back(variable);
  for (AllocaInst* variable : late) variable->moveBefore(first);

  IRBuilder<> builder(first);
  if (DISubprogram* program = function.getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(builder.getContext(), 0, 0, program));
  Value* steps = builder.CreateIsNotNull(builder.CreateLoad(builder.getInt8Ty(), &stepping));
  MDNode* never = MDBuilder(builder.getContext()).createBranchWeights(1, 1 << 20);
  Instruction* unreachable = SplitBlockAndInsertIfThen(steps, first, true, never);
  builder.SetInsertPoint(unreachable);
  SmallVector<Value*, 8> arguments;
  for (Argument& argument : function.args()) arguments.push_back(&argument);
  CallInst* call = builder.CreateCall(&copy, arguments);
  call->setCallingConv(function.getCallingConv());
  call->setAttributes(attributes_of_call(copy));
  // The same frame, unless arguments lie in it.
  if (!has_copied_arguments(function)) call->setTailCallKind(CallInst::TCK_MustTail);
  if (function.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(call);
  unreachable->eraseFromParent();
}

}  // namespace foreweave
