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
    header_ = builder_.CreateAlloca(pointer_);
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
    PromoteMemToReg({self_, position_, header_, path_}, dominators);
    return next_start_;
  }

 private:
  void emit(const PlanItem& item) {
    if (plan_.grain == Grain::steps) emit_step(item);
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
    skip_header();
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
    Value* header = builder_.CreateAdd(path, builder_.CreateZExt(first, word_));
    Value* self = builder_.CreateLoad(pointer_, self_);
    // Where the thread's block says that the log ends, too; but this is in a register.
    builder_.CreateAlignedStore(header, builder_.CreateLoad(pointer_, header_), Align(8));
    if (plan_.grain == Grain::steps) store_field(FW_FIELD_last_path, header);
    Value* position = builder_.CreateLoad(pointer_, position_);
    builder_.CreateStore(position, self);
    Value* limit = load_limit();
    wait_if(builder_.CreateICmpUGT(position, limit), at_instruction);
  }

  void wait_if(Value* condition, Instruction* before) {
    call_if(condition, hooks_.pause, before, false);
  }

  // `in_path`: a path has begun, and nothing of it is in the log yet.
  void call_if(Value* condition, FunctionCallee hook, Instruction* before, bool in_path) {
    Instruction* slow = SplitBlockAndInsertIfThen(condition, before, false, rarely_);
    builder_.SetInsertPoint(slow);
    CallInst* call = builder_.CreateCall(hook);
    call->setCallingConv(CallingConv::PreserveMost);
    call->setDoesNotThrow();
    load_position();
    if (in_path) skip_header();
    at(before);
  }

  // Before an event that is counted: says what comes, and waits if that is not to come yet. Nothing
  // of the path is in the log at this point, see Planner::needs_start_for_step.
  void emit_step(const PlanItem& item) {
    if (item.item == FW_ITEM_start || item.item == FW_ITEM_call) return;
    at(item.at);
    store_field(FW_FIELD_next_address,
                is_known_before(item) ? address_word(item.address) : builder_.getInt64(0));
    Value* what =
        builder_.CreateOr(builder_.CreateShl(size_before(item), FW_NEXT_SIZE_SHIFT), item.kind);
    store_field(FW_FIELD_next_what, item.address ? what : builder_.getInt64(0));
    Value* is_over = builder_.CreateICmpUGE(load_word(FW_FIELD_done), load_word(FW_FIELD_stop_at));
    call_if(is_over, hooks_.step, item.at, true);
    // A range of no bytes is no event.
    if (item.item == FW_ITEM_range) {
      at(item.known_at);
      Value* some = builder_.CreateIsNotNull(item.range_size);
      return count_steps(builder_.CreateZExt(some, word_));
    }
    count_steps(builder_.getInt64(std::max(item.value_words(), 1u)));
  }

  // What a function touches may be known only when it has returned: always how much it is, and
  // where, unless that is what it was given.
  static bool is_open(const PlanItem& item) { return item.known_at && item.known_at != item.at; }
  static bool is_known_before(const PlanItem& item) {
    return item.address &&
           (!is_open(item) || is_contained(cast<CallBase>(item.at)->args(), item.address));
  }
  Value* size_before(const PlanItem& item) {
    if (is_open(item)) return builder_.getInt64(FW_NEXT_SIZE_OPEN);
    return item.item == FW_ITEM_range ? builder_.CreateZExtOrTrunc(item.range_size, word_)
                                      : builder_.getInt64(item.size);
  }

  void count_steps(Value* steps) {
    store_field(FW_FIELD_done, builder_.CreateAdd(load_word(FW_FIELD_done), steps));
  }

  Value* field(unsigned word) {
    return builder_.CreateConstInBoundsGEP1_64(word_, builder_.CreateLoad(pointer_, self_), word);
  }
  Value* load_word(unsigned word) { return builder_.CreateLoad(word_, field(word)); }
  void store_field(unsigned word, Value* value) { builder_.CreateStore(value, field(word)); }

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
    } else if (isa<CallBase>(item.at)) {
      at(item.at);  // assembly, which may jump; its values are not known
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
    builder_.CreateAlignedStore(word, builder_.CreateLoad(pointer_, position_), Align(8));
    go_on(1);
  }

  void go_on(unsigned words) {
    Value* position = builder_.CreateLoad(pointer_, position_);
    builder_.CreateStore(builder_.CreateConstInBoundsGEP1_64(word_, position, words), position_);
  }

  // Of the path that begins; it is known when the path ends.
  void skip_header() {
    builder_.CreateStore(builder_.CreateLoad(pointer_, position_), header_);
    go_on(1);
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
    builder_.CreateAlignedStore(difference, builder_.CreateLoad(pointer_, position_), Align(8));
    go_on(words);
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
  AllocaInst *self_, *position_, *header_, *path_;  // become registers at the end
};

}  // namespace

HookSymbols::HookSymbols(Module& module) {
  LLVMContext& context = module.getContext();
  // Weak, so that shared libraries link although the runtime is in the executable alone.
  self = new GlobalVariable(module, PointerType::get(context, 0), false,
                            GlobalValue::ExternalWeakLinkage, nullptr, "__fw_self", nullptr,
                            GlobalValue::InitialExecTLSModel);
  auto hook = [&](const char* name) {
    FunctionCallee callee = module.getOrInsertFunction(name, Type::getVoidTy(context));
    auto* function = cast<Function>(callee.getCallee());
    function->setLinkage(GlobalValue::ExternalWeakLinkage);
    function->setCallingConv(CallingConv::PreserveMost);
    function->addFnAttr(Attribute::NoUnwind);
    function->addFnAttr(Attribute::Cold);
    return callee;
  };
  pause = hook("__fw_pause");
  step = hook("__fw_step");
  auto variable = [&](const char* name, Type* type) {
    return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                              ConstantInt::get(type, 0), name);
  };
  first_start = variable("__fw_first_start", Type::getInt32Ty(context));
  stepping = variable("__fw_stepping", Type::getInt8Ty(context));
}

uint32_t emit_paths(const FunctionPlan& plan, const HookSymbols& hooks, uint32_t first_start) {
  return Emitter(plan, hooks, first_start).run();
}

}  // namespace foreweave
