#include "capture/pass/excluded/made_up.h"

#include <llvm/ADT/Any.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Support/CommandLine.h>

#include "capture/pass/analysis/accesses.h"
#include "capture/pass/analysis/held_choices.h"
#include "capture/pass/excluded/left_alone.h"

namespace foreweave {

using namespace llvm;

namespace {

// One of the switches that LLVM has for those who work on it.
cl::opt<bool>* find_switch(StringRef name) {
  const auto& all = cl::getRegisteredOptions();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : static_cast<cl::opt<bool>*>(found->second);
}

// As if it had been given on the command line, where that makes a difference.
void set(StringRef name, bool value) {
  cl::opt<bool>* option = find_switch(name);
  if (!option) return;
  if (option->getNumOccurrences() == 0) option->addOccurrence(0, name, value ? "true" : "false");
  option->setValue(value);
}

bool is_done_whenever_left(const Instruction& access, const Loop& loop,
                           const DominatorTree& dominators) {
  const BasicBlock* block = access.getParent();
  if (block == loop.getHeader()) return true;
  SmallVector<BasicBlock*, 8> exits;
  loop.getExitBlocks(exits);
  return !exits.empty() &&
         all_of(exits, [&](const BasicBlock* exit) { return dominators.dominates(block, exit); });
}

// Whether the loop writes a variable that some run of it might not touch at all. LICM keeps such a
// variable in a register, which it fills before the loop.
bool may_leave_untouched(const Loop& loop) {
  SmallVector<const StoreInst*, 8> stores;
  for (const BasicBlock* block : loop.blocks())
    for (const Instruction& i : *block)
      if (const auto* store = dyn_cast<StoreInst>(&i);
          store && block != loop.getHeader() && loop.isLoopInvariant(store->getPointerOperand()) &&
          !is_private(*store->getPointerOperand()))
        stores.push_back(store);
  if (stores.empty()) return false;
  const DominatorTree dominators(*const_cast<Function*>(loop.getHeader()->getParent()));
  return any_of(stores, [&](const StoreInst* store) {
    return none_of(store->getPointerOperand()->users(), [&](const User* user) {
      const auto* access = dyn_cast<Instruction>(user);
      return access && loop.contains(access) &&
             getLoadStorePointerOperand(access) == store->getPointerOperand() &&
             is_done_whenever_left(*access, loop, dominators);
    });
  });
}

// The unit of a pass, if it is a function.
Function* function_of(const Any& unit) {
  const auto* function = any_cast<const Function*>(&unit);
  return function ? const_cast<Function*>(*function) : nullptr;
}

}  // namespace

void forbid_made_up_reads(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration() && !is_left_alone(function))
      function.addFnAttr(Attribute::SanitizeThread);
}

void no_longer_forbid_made_up_reads(Module& module) {
  for (Function& function : module) function.removeFnAttr(Attribute::SanitizeThread);
  forget_held_choices(module);
}

void hold_back(PassBuilder& builder) {
  set("enable-interleaved-mem-accesses", false);
  PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks();
  if (!callbacks) return;
  callbacks->registerShouldRunOptionalPassCallback(
      [](StringRef pass, Any) { return pass != "ArgumentPromotionPass"; });
  callbacks->registerBeforeNonSkippedPassCallback([](StringRef pass, Any unit) {
    if (Function* function = function_of(unit)) hold_choices(*function, pass);
  });
  callbacks->registerAfterPassCallback([](StringRef pass, Any unit, const PreservedAnalyses&) {
    if (Function* function = function_of(unit)) let_go_of_choices(*function, pass);
  });
  cl::opt<bool>* no_promotion = find_switch("disable-licm-promotion");
  if (!no_promotion) return;
  callbacks->registerBeforeNonSkippedPassCallback(
      [no_promotion, given = no_promotion->getValue()](StringRef pass, Any unit) {
        if (!pass.starts_with("LICM") && !pass.starts_with("LNICM")) return;
        const auto* loop = any_cast<const Loop*>(&unit);
        if (loop) no_promotion->setValue(given || may_leave_untouched(**loop));
      });
}

}  // namespace foreweave
