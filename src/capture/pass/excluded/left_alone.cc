#include "capture/pass/excluded/left_alone.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include "capture/abi/left_alone.h"
#include "capture/pass/excluded/ignore_list.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr const char kAnnotations[] = "llvm.global.annotations";

bool is_ours(const ConstantStruct& annotation) {
  const auto* text = dyn_cast<GlobalVariable>(annotation.getOperand(1)->stripPointerCasts());
  const auto* bytes = text && text->hasInitializer()
                          ? dyn_cast<ConstantDataArray>(text->getInitializer())
                          : nullptr;
  return bytes && bytes->isCString() && bytes->getAsCString() == FW_LEFT_ALONE;
}

// Others' annotations stay.
void take_annotations(Module& module) {
  GlobalVariable* list = module.getNamedGlobal(kAnnotations);
  const auto* array =
      list && list->hasInitializer() ? dyn_cast<ConstantArray>(list->getInitializer()) : nullptr;
  if (!array) return;
  SmallVector<Constant*, 16> others;
  for (const Use& use : array->operands()) {
    auto* annotation = cast<ConstantStruct>(use.get());
    auto* function = dyn_cast<Function>(annotation->getOperand(0)->stripPointerCasts());
    if (function && is_ours(*annotation))
      function->addFnAttr(FW_LEFT_ALONE);
    else
      others.push_back(annotation);
  }
  if (others.size() == array->getNumOperands()) return;
  if (!others.empty()) {
    auto* type = ArrayType::get(array->getType()->getElementType(), others.size());
    auto* rest = new GlobalVariable(module, type, list->isConstant(), list->getLinkage(),
                                    ConstantArray::get(type, others), "", list);
    rest->setSection(list->getSection());
    rest->takeName(list);
  }
  list->eraseFromParent();
}

}  // namespace

void mark_left_alone(Module& module) {
  take_annotations(module);
  for (Function& function : module)
    if (!function.isDeclaration() &&
        (is_ignored(function) ||
         function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation)))
      function.addFnAttr(FW_LEFT_ALONE);
}

bool is_left_alone(const Function& function) { return function.hasFnAttribute(FW_LEFT_ALONE); }

}  // namespace foreweave
