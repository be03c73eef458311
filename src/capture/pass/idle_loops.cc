// A value of one round reaches the next through a phi of the loop's head, or through memory. Memory that
// is not recorded is the frame's own: there a variable may be set and used again within a round (which is
// what every variable of the loop's body looks like without optimisation), but not be looked at before it
// is set.
#include "capture/pass/idle_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

using namespace llvm;

namespace foreweave {

namespace {

class IdleLoops {
 public:
  IdleLoops(Function& function, function_ref<bool(const Instruction&)> is_recorded)
      : is_recorded_(is_recorded), dominators_(function), loops_(dominators_) {}

  DenseSet<const BasicBlock*> heads() {
    DenseSet<const BasicBlock*> heads;
    for (const Loop* loop : loops_.getLoopsInPreorder())
      if (keeps_nothing(*loop)) heads.insert(loop->getHeader());
    return heads;
  }

 private:
  bool keeps_nothing(const Loop& loop) const {
    if (!loop.getHeader()->phis().empty()) return false;
    for (const BasicBlock* block : loop.blocks())
      for (const Instruction& i : *block)
        if (keeps_something(i, loop)) return false;
    return true;
  }

  bool keeps_something(const Instruction& i, const Loop& loop) const {
    if (const auto* call = dyn_cast<CallBase>(&i)) {
      if (const auto* assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
        return assembly->hasSideEffects() && !call->getType()->isVoidTy();
      if (const auto* intrinsic = dyn_cast<MemIntrinsic>(&i)) return !is_recorded_(*intrinsic);
      return false;  // what it does to memory of others is recorded
    }
    if (!i.mayWriteToMemory() || is_recorded_(i) || isa<FenceInst>(i)) return false;
    const auto* store = dyn_cast<StoreInst>(&i);
    return !store || !is_set_before_use(*store, loop);
  }

  bool is_set_before_use(const StoreInst& store, const Loop& loop) const {
    const auto* variable = dyn_cast<AllocaInst>(store.getPointerOperand());
    return variable && std::all_of(variable->user_begin(), variable->user_end(), [&](const User* user) {
             if (const auto* load = dyn_cast<LoadInst>(user))
               return !loop.contains(load) || is_set_before(*load, *variable, loop);
             if (const auto* other = dyn_cast<StoreInst>(user)) return other->getPointerOperand() == variable;
             return isa<LifetimeIntrinsic>(user) || isa<DbgInfoIntrinsic>(user);
           });
  }

  // By a store of this loop on every way to the load, and so in the same round.
  bool is_set_before(const LoadInst& load, const AllocaInst& variable, const Loop& loop) const {
    return std::any_of(variable.user_begin(), variable.user_end(), [&](const User* user) {
      const auto* store = dyn_cast<StoreInst>(user);
      return store && loop.contains(store) && dominators_.dominates(store, &load) &&
             store->getValueOperand()->getType() == load.getType();
    });
  }

  function_ref<bool(const Instruction&)> is_recorded_;
  const DominatorTree dominators_;
  LoopInfo loops_;
};

}  // namespace

DenseSet<const BasicBlock*> find_idle_loops(Function& function,
                                            function_ref<bool(const Instruction&)> is_recorded) {
  return IdleLoops(function, is_recorded).heads();
}

}  // namespace foreweave
