#include "capture/pass/emit_paths.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "capture/abi/log_format.h"

namespace foreweave {

using namespace llvm;

namespace {

class Emitter {
 public:
  Emitter(const FunctionPlan& plan, const HookSymbols& hooks, uint32_t first_start)
      : plan_(plan),
        hooks_(hooks),
        next_start_(first_start),
        builder_(plan.function->getContext()) {
    word_ = builder_.getInt64Ty();
    pointer_ = builder_.getPtrTy();
    rarely_ = MDBuilder(builder_.getContext()).createBranchWeights(1, 1 << 20);
    sometimes_ = MDBuilder(builder_.getContext()).createBranchWeights(1, 16);
    builder_.SetInsertPoint(&*plan.function->getEntryBlock().getFirstInsertionPt());
    self_ = builder_.CreateAlloca(pointer_);
    position_ = builder_.CreateAlloca(pointer_);
    path_ = builder_.CreateAlloca(word_);
  }

  uint32_t run() {
    for (const PlanBlock& block : plan_.blocks) {
      // Blocks are split as code is inserted: the terminator knows best where the end is.
      Instruction* end = block.block->getTerminator();
      for (const PlanItem& item : block.items) emit(item);
      emit_end(block, end);
    }
    DominatorTree dominators(*plan_.function);
    PromoteMemToReg({self_, position_, path_}, dominators);
    return next_start_;
  }

 private:
  void emit(const PlanItem& item) {
    switch (item.item) {
      case FW_ITEM_start:
        return emit_start(item);
      case FW_ITEM_access:
        return emit_access(item);
      case FW_ITEM_compare:
        return emit_compare(item);
      case FW_ITEM_range:
        at(item.known_at);
        if (!item.known_value) log(builder_.CreateZExtOrTrunc(item.range_size, word_));
        return log_address(item);
      case FW_ITEM_call:
        at(item.at);
        if (item.call_flags & FW_CALL_INDIRECT)
          log(address_word(cast<CallBase>(item.at)->getCalledOperand()));
        return flush(item.at);
      case FW_ITEM_fence:
        return;
    }
  }

  void emit_end(const PlanBlock& block, Instruction* end) {
    if (!block.open_at_end) return;
    if (auto* branch = dyn_cast<BranchInst>(end)) {
      if (!branch->isConditional()) return;
      at(end);
      Value* taken = builder_.CreateZExt(branch->getCondition(), word_);
      add_to_path(builder_.CreateShl(taken, FW_START_BITS + block.branch_bit));
    } else if (end->getNumSuccessors() == 0 && !isa<UnreachableInst>(end)) {
      flush(end);
    }
  }

  void add_to_path(Value* bit) {
    builder_.CreateStore(builder_.CreateOr(builder_.CreateLoad(word_, path_), bit), path_);
  }

  void emit_start(const PlanItem& item) {
    at(item.at);
    if (item.flushes)
      flush(item.at);
    else
      reload(item.gated ? item.at : nullptr);
    at(item.at);
    builder_.CreateStore(builder_.getInt64(next_start_++), path_);
    if (item.start == FW_START_landing_pad || item.start == FW_START_again ||
        (item.start == FW_START_entry && plan_.logs_frame))
      log(address_word(
          builder_.CreateIntrinsic(pointer_, Intrinsic::frameaddress, {builder_.getInt32(0)})));
  }

  // Takes up the position where the thread's log ends; with `gate`, waits there if the thread lost
  // the token.
  void reload(Instruction* gate) {
    load_position();
    if (!gate) return;
    Value* limit = load_limit();
    wait_if(builder_.CreateICmpUGT(builder_.CreateLoad(pointer_, position_), limit), gate);
  }

  // Ends the path that is open before `at_instruction`.
  void flush(Instruction* at_instruction) {
    at(at_instruction);
    Value* first = builder_.CreateLoad(builder_.getInt32Ty(), hooks_.first_start);
    Value* path = builder_.CreateLoad(word_, path_);
    log(builder_.CreateAdd(path, builder_.CreateZExt(first, word_)));
    Value* position = builder_.CreateLoad(pointer_, position_);
    Value* self = builder_.CreateLoad(pointer_, self_);
    builder_.CreateStore(position, self);
    Value* limit = load_limit();
    wait_if(builder_.CreateICmpUGT(position, limit), at_instruction);
  }

  void wait_if(Value* condition, Instruction* before) {
    Instruction* slow = SplitBlockAndInsertIfThen(condition, before, false, rarely_);
    builder_.SetInsertPoint(slow);
    CallInst* call = builder_.CreateCall(hooks_.pause);
    call->setCallingConv(CallingConv::PreserveMost);
    call->setDoesNotThrow();
    load_position();
    at(before);
  }

  void load_position() {
    Value* self = builder_.CreateLoad(pointer_, builder_.CreateThreadLocalAddress(hooks_.self));
    builder_.CreateStore(self, self_);
    builder_.CreateStore(load_field(self, 0), position_);
  }

  Value* load_limit() { return load_field(builder_.CreateLoad(pointer_, self_), 1); }

  Value* load_field(Value* self, unsigned word) {
    return builder_.CreateLoad(pointer_, builder_.CreateConstInBoundsGEP1_64(word_, self, word));
  }

  void emit_access(const PlanItem& item) {
    Value* value = nullptr;
    if (auto* store = dyn_cast<StoreInst>(item.at)) {
      value = store->getValueOperand();
      at(item.at);
    } else {
      at(item.at->getNextNode());
      value = item.at;
      if (auto* update = dyn_cast<AtomicRMWInst>(item.at))
        value =
            buildAtomicRMWValue(update->getOperation(), builder_, update, update->getValOperand());
    }
    log_address(item);
    if (!(item.flags & FW_FLAG_HAS_VALUE)) return;
    if (item.may_be_as_expected())
      log_unless_expected(item, value);
    else
      leave_value(item, value, !item.known_value);
  }

  void emit_compare(const PlanItem& item) {
    auto* compare = cast<AtomicCmpXchgInst>(item.at);
    at(item.at->getNextNode());
    Value* old = builder_.CreateExtractValue(compare, 0);
    Value* success = builder_.CreateExtractValue(compare, 1);
    log_address(item);
    if (item.flags & FW_FLAG_HAS_VALUE)
      leave_value(item, builder_.CreateSelect(success, compare->getNewValOperand(), old), true);
    log(builder_.CreateZExt(success, word_));
  }

  void log_address(const PlanItem& item) {
    if (!item.known_address) log(address_word(item.address));
  }

  Value* address_word(Value* address) { return builder_.CreatePtrToInt(address, word_); }

  void log(Value* word) {
    Value* position = builder_.CreateLoad(pointer_, position_);
    builder_.CreateAlignedStore(word, position, Align(8));
    builder_.CreateStore(builder_.CreateConstInBoundsGEP1_64(word_, position, 1), position_);
  }

  // The value is in the image from here on; with `logged`, how it differs from what was there is in
  // the log.
  void leave_value(const PlanItem& item, Value* value, bool logged) {
    Value* bits = bits_of(value, item.size);
    Value* place = place_of(item.address);
    if (logged) log_difference(bits, load_bits(place, bits->getType()));
    builder_.CreateAlignedStore(bits, place, Align(1));
  }

  void log_unless_expected(const PlanItem& item, Value* value) {
    Value* bits = bits_of(value, item.size);
    Value* place = place_of(item.address);
    Value* expected = load_bits(place, bits->getType());
    Instruction* behind = &*builder_.GetInsertPoint();
    builder_.SetInsertPoint(SplitBlockAndInsertIfThen(builder_.CreateICmpNE(bits, expected), behind,
                                                      false, sometimes_));
    log_difference(bits, expected);
    builder_.CreateAlignedStore(bits, place, Align(1));
    add_to_path(builder_.getInt64(uint64_t{1} << (FW_START_BITS + FW_BRANCH_BITS + item.read_bit)));
    at(behind);
  }

  // A value as an integer of as many bits as its bytes have in memory.
  Value* bits_of(Value* value, uint32_t size) {
    const DataLayout& layout = plan_.function->getParent()->getDataLayout();
    Type* type = value->getType();
    if (type->isPtrOrPtrVectorTy()) {
      type = type->isVectorTy() ? VectorType::get(word_, cast<VectorType>(type)->getElementCount())
                                : word_;
      value = builder_.CreatePtrToInt(value, type);
    }
    const unsigned bits = static_cast<unsigned>(layout.getTypeSizeInBits(type));
    value = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
    return builder_.CreateZExt(value, builder_.getIntNTy(8 * size));
  }

  // Where the image is, is loaded every time: small loops have no register for it.
  Value* place_of(Value* address) {
    Value* image = load_field(builder_.CreateLoad(pointer_, self_), 2);
    Value* offset = builder_.CreateAnd(address_word(address), FW_IMAGE_BYTES - 1);
    return builder_.CreateGEP(builder_.getInt8Ty(), image, offset);
  }

  Value* load_bits(Value* place, Type* type) {
    return builder_.CreateAlignedLoad(type, place, Align(1));
  }

  // Values have at most eight bytes, or a multiple of eight.
  void log_difference(Value* bits, Value* from) {
    const unsigned words = bits->getType()->getIntegerBitWidth() / 64;
    if (words <= 1) return log(builder_.CreateSExt(builder_.CreateSub(bits, from), word_));
    auto* type = FixedVectorType::get(word_, words);
    Value* difference =
        builder_.CreateSub(builder_.CreateBitCast(bits, type), builder_.CreateBitCast(from, type));
    Value* position = builder_.CreateLoad(pointer_, position_);
    builder_.CreateAlignedStore(difference, position, Align(8));
    builder_.CreateStore(builder_.CreateConstInBoundsGEP1_64(word_, position, words), position_);
  }

  void at(Instruction* before) {
    builder_.SetInsertPoint(before);
    // What is inserted belongs to the line of what it stands before, so that debuggers stay calm.
    builder_.SetCurrentDebugLocation(before->getDebugLoc());
    if (!before->getDebugLoc())
      if (DISubprogram* program = plan_.function->getSubprogram())
        builder_.SetCurrentDebugLocation(DILocation::get(builder_.getContext(), 0, 0, program));
  }

  const FunctionPlan& plan_;
  const HookSymbols& hooks_;
  uint32_t next_start_;
  IRBuilder<> builder_;
  Type* word_;
  Type* pointer_;
  MDNode *rarely_, *sometimes_;
  AllocaInst *self_, *position_, *path_;  // become registers at the end
};

}  // namespace

HookSymbols::HookSymbols(Module& module) {
  LLVMContext& context = module.getContext();
  // Weak, so that shared libraries link although the runtime is in the executable alone.
  self = new GlobalVariable(module, PointerType::get(context, 0), false,
                            GlobalValue::ExternalWeakLinkage, nullptr, "__fw_self", nullptr,
                            GlobalValue::InitialExecTLSModel);
  pause = module.getOrInsertFunction("__fw_pause", Type::getVoidTy(context));
  auto* function = cast<Function>(pause.getCallee());
  function->setLinkage(GlobalValue::ExternalWeakLinkage);
  function->setCallingConv(CallingConv::PreserveMost);
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::Cold);
  first_start =
      new GlobalVariable(module, Type::getInt32Ty(context), false, GlobalValue::InternalLinkage,
                         ConstantInt::get(Type::getInt32Ty(context), 0), "__fw_first_start");
}

uint32_t emit_paths(const FunctionPlan& plan, const HookSymbols& hooks, uint32_t first_start) {
  return Emitter(plan, hooks, first_start).run();
}

}  // namespace foreweave
