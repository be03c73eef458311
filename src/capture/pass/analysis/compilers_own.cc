#include "capture/pass/analysis/compilers_own.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/LLVMContext.h>

namespace foreweave {

using namespace llvm;

namespace {

bool starts_with_any(StringRef text, ArrayRef<StringRef> starts) {
  return any_of(starts, [&](StringRef start) { return text.starts_with(start); });
}

bool is_compilers_own(const GlobalVariable& variable) {
  return starts_with_any(variable.getSection(),
                         {"__llvm_prf", "__llvm_cov", "__llvm_gcov", "__sancov"}) ||
         starts_with_any(variable.getName(),
                         {"__llvm_gcov", "__llvm_profile", "__llvm_prf", "__profc_", "__profd_",
                          "__profbm_", "__profvp_", "__profn_", "__sancov"});
}

}  // namespace

bool is_compilers_own(const Instruction& access, const Value& address) {
  if (access.hasMetadata(LLVMContext::MD_nosanitize)) return true;
  // Which counter may have become a choice.
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&address, objects);
  return all_of(objects, [](const Value* object) {
    const auto* variable = dyn_cast<GlobalVariable>(object);
    return variable && is_compilers_own(*variable);
  });
}

bool is_compilers_own(const Function& function) {
  return starts_with_any(function.getName(), {"__llvm_gcov", "__llvm_profile", "__llvm_prf",
                                              "sancov.", "asan.", "msan.", "hwasan."});
}

}  // namespace foreweave
