#include "capture/pass/analysis/accesses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "capture/abi/decision_rows.h"
#include "capture/abi/event_kinds.h"
#include "capture/pass/analysis/compilers_own.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr uint32_t kMostValueBytes = 64;

// As C11 numbers memory orders; consume is what nobody implements.
uint8_t order_of(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Acquire:
      return 2;
    case AtomicOrdering::Release:
      return 3;
    case AtomicOrdering::AcquireRelease:
      return 4;
    case AtomicOrdering::SequentiallyConsistent:
      return 5;
    default:
      return 0;
  }
}

bool is_constant_memory(const Value& address) {
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(&address));
  return global && global->isConstant();
}

// Values that can be written as words: whole bytes, and not the parts of a structure.
bool can_log_value(Type* type, uint32_t size) {
  if (type->isAggregateType() || type->isX86_AMXTy()) return false;
  if (size <= 8) return true;
  return size % 8 == 0 && size <= kMostValueBytes && !type->isX86_FP80Ty();
}

// A read of "this variable or something else" is recorded, so what is written here has to be, too.
bool may_be_something_else(const Value& address) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&address, objects);
  return any_of(objects, [](const Value* object) { return !isa<AllocaInst>(object); });
}

// Whether some call gets the address or one derived from it, or it is mixed with others.
bool is_given_away(const AllocaInst& variable) {
  SmallVector<const Value*, 8> work{&variable};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const User* user : value->users()) {
      if (const auto* call = dyn_cast<CallBase>(user)) {
        const Function* callee = call->getCalledFunction();
        if (!callee || !callee->isIntrinsic()) return true;
      } else if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(user)) {
        if (isa<PHINode, SelectInst>(user) && may_be_something_else(*user)) return true;
        work.push_back(user);
      }
    }
  }
  return false;
}

// Without optimisation everything goes through local variables first. Of one that nobody else has
// the address of, what a load finds is something that was stored. False if `value` is no such load.
bool add_values_of_variable(const Value& value, SmallVectorImpl<const Value*>& values) {
  const auto* load = dyn_cast<LoadInst>(&value);
  const auto* variable = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
  if (!variable) return false;
  const size_t before = values.size();
  for (const User* user : variable->users()) {
    const auto* store = dyn_cast<StoreInst>(user);
    if (store && store->getValueOperand() != variable) {
      values.push_back(store->getValueOperand());
    } else if (!isa<LoadInst>(user) && !cast<Instruction>(user)->isDebugOrPseudoInst() &&
               !cast<Instruction>(user)->isLifetimeStartOrEnd()) {
      values.truncate(before);
      return false;
    }
  }
  return true;
}

const Value* address_of(const Instruction& i) {
  if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) return update->getPointerOperand();
  if (const auto* compare = dyn_cast<AtomicCmpXchgInst>(&i)) return compare->getPointerOperand();
  return getLoadStorePointerOperand(&i);
}

std::optional<Access> make(uint8_t kind, Value* address, Type* type, const DataLayout& layout,
                           std::optional<AtomicOrdering> order) {
  const TypeSize size = layout.getTypeStoreSize(type);
  if (size.isScalable() || size.isZero() || address->getType()->getPointerAddressSpace() != 0)
    return std::nullopt;
  if (is_private(*address) || address->isSwiftError()) return std::nullopt;
  Access access{kind, 0, static_cast<uint32_t>(size.getFixedValue()), address};
  if (order) access.flags |= order_of(*order);
  if (address_may_vary(*address)) access.flags |= FW_FLAG_DECIDES;
  if (can_log_value(type, access.size)) access.flags |= FW_FLAG_HAS_VALUE;
  return access;
}

}  // namespace

// A callee that keeps no copy of the address (nocapture) still records what it does there: if we
// left out our own accesses, its reads would find values that nobody wrote.
bool is_private(const Value& address) {
  const auto* variable = dyn_cast<AllocaInst>(getUnderlyingObject(&address));
  return variable && !is_given_away(*variable) && !PointerMayBeCaptured(variable, true, true);
}

bool may_vary(const Value& of) {
  SmallVector<const Value*, 8> work{&of};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    if (isa<Constant>(value) || isa<AllocaInst>(value)) continue;
    if (isa<Argument>(value) || isa<CallBase>(value)) return true;
    if (add_values_of_variable(*value, work)) continue;
    const auto* instruction = dyn_cast<Instruction>(value);
    if (!instruction || instruction->mayReadFromMemory()) return true;
    for (const Value* operand : instruction->operand_values())
      if (!isa<BasicBlock>(operand)) work.push_back(operand);
  }
  return false;
}

bool address_may_vary(const Value& address) { return FW_DECISION(address) && may_vary(address); }

uint8_t compare_flags() { return FW_DECISION(own_read) ? FW_FLAG_DECIDES_ON_OWN_READ : 0; }

std::optional<Access> access_of(Instruction& instruction) {
  const DataLayout& layout = instruction.getModule()->getDataLayout();
  if (const Value* address = address_of(instruction);
      address && is_compilers_own(instruction, *address))
    return std::nullopt;
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    if (is_constant_memory(*load->getPointerOperand())) return std::nullopt;
    if (load->isAtomic())
      return make(FW_KIND_atomic_read, load->getPointerOperand(), load->getType(), layout,
                  load->getOrdering());
    return make(FW_KIND_read, load->getPointerOperand(), load->getType(), layout, std::nullopt);
  }
  if (auto* store = dyn_cast<StoreInst>(&instruction)) {
    Type* type = store->getValueOperand()->getType();
    if (store->isAtomic())
      return make(FW_KIND_atomic_write, store->getPointerOperand(), type, layout,
                  store->getOrdering());
    return make(FW_KIND_write, store->getPointerOperand(), type, layout, std::nullopt);
  }
  if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
    return make(FW_KIND_atomic_update, update->getPointerOperand(), update->getType(), layout,
                update->getOrdering());
  if (auto* compare = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    auto access =
        make(FW_KIND_atomic_update, compare->getPointerOperand(),
             compare->getCompareOperand()->getType(), layout, compare->getSuccessOrdering());
    if (!access) return std::nullopt;
    access->flags |= compare_flags();
    access->failure_order = order_of(compare->getFailureOrdering());
    return access;
  }
  return std::nullopt;
}

}  // namespace foreweave
