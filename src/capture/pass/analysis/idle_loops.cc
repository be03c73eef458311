// A value of one round reaches the next through a phi of the loop's head, or through memory. Memory
// that is not recorded is the frame's own: there a variable may be set and used again within a
// round (which is what every variable of the loop's body looks like without optimisation), but not
// be looked at before it is set.
#include "capture/pass/analysis/idle_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
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

  WaitingLoops heads() {
    WaitingLoops heads;
    for (const Loop* loop : loops_.getLoopsInPreorder())
      if (keeps_nothing(*loop))
        heads.idle.insert(loop->getHeader());
      else if (ends_by_what_it_reads(*loop))
        heads.waiting.insert(loop->getHeader());
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
    return variable &&
           std::all_of(variable->user_begin(), variable->user_end(), [&](const User* user) {
             if (const auto* load = dyn_cast<LoadInst>(user))
               return !loop.contains(load) || is_set_before(*load, *variable, loop);
             if (const auto* other = dyn_cast<StoreInst>(user))
               return other->getPointerOperand() == variable;
             return isa<LifetimeIntrinsic>(user) || isa<DbgInfoIntrinsic>(user);
           });
  }

  // By a store on every way from the loop's head to the load, and so in the same round.
  static bool is_set_before(const LoadInst& load, const AllocaInst& variable, const Loop& loop) {
    const auto sets = [&](const Instruction& i) {
      const auto* store = dyn_cast<StoreInst>(&i);
      return store && store->getPointerOperand() == &variable &&
             store->getValueOperand()->getType() == load.getType();
    };
    for (const Instruction* i = load.getPrevNode(); i; i = i->getPrevNode())
      if (sets(*i)) return true;
    SmallPtrSet<const BasicBlock*, 8> seen;
    SmallVector<const BasicBlock*, 8> behind{load.getParent()};  // it is not set in these
    while (!behind.empty()) {
      const BasicBlock* block = behind.pop_back_val();
      if (block == loop.getHeader()) return false;
      for (const BasicBlock* before : predecessors(block))
        if (seen.insert(before).second && none_of(*before, sets)) behind.push_back(before);
    }
    return true;
  }

  // --- loops that keep something ---------------------------------------------------------------

  using Seen = SmallPtrSet<const Value*, 16>;

  bool ends_by_what_it_reads(const Loop& loop) const {
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    Seen seen;
    return !exiting.empty() && all_of(exiting, [&](const BasicBlock* block) {
      return way_is_read(*block, loop, seen);
    });
  }

  // Where the block leads to.
  bool way_is_read(const BasicBlock& block, const Loop& loop, Seen& seen) const {
    const Instruction* end = block.getTerminator();
    if (const auto* branch = dyn_cast<BranchInst>(end))
      return !branch->isConditional() || is_read(*branch->getCondition(), loop, seen);
    if (const auto* choice = dyn_cast<SwitchInst>(end))
      return is_read(*choice->getCondition(), loop, seen);
    return isa<InvokeInst>(end);  // what the callee does is recorded
  }

  // Whether the value hangs on nothing but what is read in the same round, and what is the same in
  // all rounds.
  bool is_read(const Value& value, const Loop& loop, Seen& seen) const {
    const auto* i = dyn_cast<Instruction>(&value);
    if (!i || !loop.contains(i) || !seen.insert(i).second) return true;
    if (const auto* phi = dyn_cast<PHINode>(i)) return phi_is_read(*phi, loop, seen);
    if (const auto* load = dyn_cast<LoadInst>(i)) {
      if (is_recorded_(*load)) return is_read(*load->getPointerOperand(), loop, seen);
      const auto* variable = dyn_cast<AllocaInst>(load->getPointerOperand());
      return variable && variable_is_read(*load, *variable, loop, seen);
    }
    if (const auto* call = dyn_cast<CallBase>(i); call && call->isInlineAsm()) return false;
    return all_of(i->operands(),
                  [&](const Use& operand) { return is_read(*operand.get(), loop, seen); });
  }

  // And whatever decides by which way the phi is reached.
  bool phi_is_read(const PHINode& phi, const Loop& loop, Seen& seen) const {
    const BasicBlock* here = phi.getParent();
    if (loops_.isLoopHeader(here)) return false;
    const auto* above = dominators_.getNode(here)->getIDom();
    for (uint32_t n = 0; n < phi.getNumIncomingValues(); ++n) {
      if (!is_read(*phi.getIncomingValue(n), loop, seen)) return false;
      for (const auto* node = dominators_.getNode(phi.getIncomingBlock(n)); node;
           node = node->getIDom()) {
        if (loop.contains(node->getBlock()) && !way_is_read(*node->getBlock(), loop, seen))
          return false;
        if (node == above) break;
      }
    }
    return true;
  }

  bool variable_is_read(const LoadInst& load, const AllocaInst& variable, const Loop& loop,
                        Seen& seen) const {
    bool is_set = false;
    for (const User* user : variable.users()) {
      if (isa<LoadInst>(user) || isa<LifetimeIntrinsic>(user) || isa<DbgInfoIntrinsic>(user))
        continue;
      const auto* store = dyn_cast<StoreInst>(user);
      if (!store || store->getPointerOperand() != &variable) return false;
      if (!loop.contains(store)) continue;
      is_set = true;
      if (!is_read(*store->getValueOperand(), loop, seen)) return false;
    }
    return !is_set || is_set_before(load, variable, loop);
  }

  function_ref<bool(const Instruction&)> is_recorded_;
  const DominatorTree dominators_;
  LoopInfo loops_;
};

}  // namespace

WaitingLoops find_waiting_loops(Function& function,
                                function_ref<bool(const Instruction&)> is_recorded) {
  return IdleLoops(function, is_recorded).heads();
}

}  // namespace foreweave
