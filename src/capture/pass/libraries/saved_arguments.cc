#include "capture/pass/libraries/saved_arguments.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "capture/pass/libraries/library_calls.h"

namespace foreweave {

using namespace llvm;

namespace {

// As the System V ABI for x86-64 has it: six registers of 8 bytes and eight of 16, and where in a
// list the address of that area is.
constexpr uint64_t kSavedBytes = 6 * 8 + 8 * 16;
constexpr uint64_t kAddressInList = 16;

}  // namespace

void tell_of_saved_arguments(Function& function) {
  Module& module = *function.getParent();
  if (!function.isVarArg() || Triple(module.getTargetTriple()).getArch() != Triple::x86_64) return;
  SmallVector<VAStartInst*, 2> starts;
  for (Instruction& i : instructions(function))
    if (auto* start = dyn_cast<VAStartInst>(&i)) starts.push_back(start);
  for (VAStartInst* start : starts) {
    IRBuilder<> builder(start->getNextNode());
    builder.SetCurrentDebugLocation(start->getDebugLoc());
    Value* const place =
        builder.CreateConstGEP1_64(builder.getInt8Ty(), start->getArgList(), kAddressInList);
    const FunctionCallee writes = module.getOrInsertFunction(
        kWrites,
        FunctionType::get(builder.getVoidTy(), {builder.getPtrTy(), builder.getInt64Ty()}, false));
    builder.CreateCall(
        writes, {builder.CreateLoad(builder.getPtrTy(), place), builder.getInt64(kSavedBytes)});
  }
}

}  // namespace foreweave
