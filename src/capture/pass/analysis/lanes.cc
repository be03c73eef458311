#include "capture/pass/analysis/lanes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "capture/pass/analysis/accesses.h"

namespace foreweave {

using namespace llvm;

namespace {

// One such access, whoever's it is.
struct Lanes {
  // Where the lanes are.
  enum class Where {
    in_a_row,   // one behind the other, from `base` on
    packed,     // the same, but those that do not happen take no room
    anywhere,   // where `pointers` says
    at_offsets  // at `base` plus `scale` times `offsets`
  };

  Where where = Where::in_a_row;
  unsigned count = 0;
  Value* mask = nullptr;       // bits
  Value* stored = nullptr;     // nothing: it is a load
  Value* otherwise = nullptr;  // of a load, what lanes have that do not happen; nothing: zero
  Value* base = nullptr;
  Value* pointers = nullptr;
  Value* offsets = nullptr;
  uint64_t scale = 1;
  Align align{1};  // of the first lane, or of each where they are anywhere
};

unsigned element_count(const Value& vector) {
  return cast<FixedVectorType>(vector.getType())->getNumElements();
}

// x86 takes the highest bit of each element.
Value* signs_of(IRBuilder<>& builder, Value* vector) {
  auto* type = VectorType::getInteger(cast<VectorType>(vector->getType()));
  return builder.CreateICmpSLT(builder.CreateBitCast(vector, type), Constant::getNullValue(type));
}

Align constant_align(const CallBase& call, unsigned argument) {
  return cast<ConstantInt>(call.getArgOperand(argument))->getAlignValue();
}

std::optional<Lanes> x86_lanes_of(IntrinsicInst& call) {
  const auto argument = [&](unsigned n) { return call.getArgOperand(n); };
  const auto number = [&](unsigned n) { return cast<ConstantInt>(argument(n))->getZExtValue(); };
  IRBuilder<> builder(&call);
  const StringRef name = call.getCalledFunction()->getName();
  Lanes lanes;
  if (name.starts_with("llvm.x86.avx.maskload.") || name.starts_with("llvm.x86.avx2.maskload.")) {
    lanes.base = argument(0);
    lanes.mask = signs_of(builder, argument(1));
    lanes.count = element_count(call);
  } else if (name.starts_with("llvm.x86.avx.maskstore.") ||
             name.starts_with("llvm.x86.avx2.maskstore.")) {
    lanes.base = argument(0);
    lanes.mask = signs_of(builder, argument(1));
    lanes.stored = argument(2);
    lanes.count = element_count(*lanes.stored);
  } else if (name == "llvm.x86.sse2.maskmov.dqu") {
    lanes.stored = argument(0);
    lanes.mask = signs_of(builder, argument(1));
    lanes.base = argument(2);
    lanes.count = element_count(*lanes.stored);
  } else if (const bool has_bits = name.starts_with("llvm.x86.avx512.mask.gather");
             has_bits || name.starts_with("llvm.x86.avx2.gather.")) {
    lanes.where = Lanes::Where::at_offsets;
    lanes.otherwise = argument(0);
    lanes.base = argument(1);
    lanes.offsets = argument(2);
    lanes.mask = has_bits ? argument(3) : signs_of(builder, argument(3));
    lanes.scale = number(4);
    lanes.count = std::min(element_count(call), element_count(*lanes.offsets));
  } else if (name.starts_with("llvm.x86.avx512.mask.scatter")) {
    lanes.where = Lanes::Where::at_offsets;
    lanes.base = argument(0);
    lanes.mask = argument(1);
    lanes.offsets = argument(2);
    lanes.stored = argument(3);
    lanes.scale = number(4);
    lanes.count = std::min(element_count(*lanes.stored), element_count(*lanes.offsets));
  } else {
    return std::nullopt;
  }
  return lanes;
}

bool is_scalable(const CallBase& call) {
  const auto scalable = [](const Type* type) { return isa<ScalableVectorType>(type); };
  return scalable(call.getType()) ||
         any_of(call.args(), [&](const Use& use) { return scalable(use->getType()); });
}

std::optional<Lanes> lanes_of(IntrinsicInst& call) {
  const auto argument = [&](unsigned n) { return call.getArgOperand(n); };
  if (is_scalable(call)) return std::nullopt;
  Lanes lanes;
  switch (call.getIntrinsicID()) {
    case Intrinsic::masked_load:
      lanes.base = argument(0);
      lanes.align = constant_align(call, 1);
      lanes.mask = argument(2);
      lanes.otherwise = argument(3);
      break;
    case Intrinsic::masked_store:
      lanes.stored = argument(0);
      lanes.base = argument(1);
      lanes.align = constant_align(call, 2);
      lanes.mask = argument(3);
      break;
    case Intrinsic::masked_gather:
      lanes.where = Lanes::Where::anywhere;
      lanes.pointers = argument(0);
      lanes.align = constant_align(call, 1);
      lanes.mask = argument(2);
      lanes.otherwise = argument(3);
      break;
    case Intrinsic::masked_scatter:
      lanes.where = Lanes::Where::anywhere;
      lanes.stored = argument(0);
      lanes.pointers = argument(1);
      lanes.align = constant_align(call, 2);
      lanes.mask = argument(3);
      break;
    case Intrinsic::masked_expandload:
      lanes.where = Lanes::Where::packed;
      lanes.base = argument(0);
      lanes.mask = argument(1);
      lanes.otherwise = argument(2);
      break;
    case Intrinsic::masked_compressstore:
      lanes.where = Lanes::Where::packed;
      lanes.stored = argument(0);
      lanes.base = argument(1);
      lanes.mask = argument(2);
      break;
    default:
      return x86_lanes_of(call);
  }
  lanes.count = element_count(*lanes.mask);
  return lanes;
}

class Apart {
 public:
  Apart(IntrinsicInst& call, const Lanes& lanes)
      : call_(call), lanes_(lanes), builder_(&call), cursor_(lanes.base) {
    const Type* vector = lanes.stored ? lanes.stored->getType() : call.getType();
    element_ = cast<FixedVectorType>(vector)->getElementType();
  }

  void run() {
    if (!lanes_.stored) result_ = without_any_lane();
    if (const auto* known = dyn_cast<Constant>(lanes_.mask); known && is_simple(*known)) {
      for (unsigned lane = 0; lane < lanes_.count; ++lane)
        if (known->getAggregateElement(lane)->isOneValue()) access(builder_.getInt64(lane));
    } else {
      loop();
    }
    if (result_) call_.replaceAllUsesWith(result_);
    call_.eraseFromParent();
  }

 private:
  // Lanes that an x86 gather has no offsets for are zero, whatever it was given.
  Value* without_any_lane() {
    Value* zero = Constant::getNullValue(call_.getType());
    if (!lanes_.otherwise) return zero;
    if (lanes_.count == element_count(call_)) return lanes_.otherwise;
    Value* result = zero;
    for (unsigned lane = 0; lane < lanes_.count; ++lane)
      result = builder_.CreateInsertElement(
          result, builder_.CreateExtractElement(lanes_.otherwise, lane), lane);
    return result;
  }

  static bool is_simple(const Constant& mask) {
    return isa<ConstantAggregateZero, ConstantVector, ConstantDataVector>(mask);
  }

  // From one bit of the mask to the next, since a branch for each lane would be a lot of code.
  void loop() {
    Type* const bits_type = builder_.getIntNTy(element_count(*lanes_.mask));
    Value* bits = builder_.CreateBitCast(lanes_.mask, bits_type);
    if (lanes_.count < element_count(*lanes_.mask))
      bits = builder_.CreateAnd(
          bits, APInt::getLowBitsSet(bits_type->getIntegerBitWidth(), lanes_.count));
    BasicBlock* const before = call_.getParent();
    BasicBlock* const after = SplitBlock(before, &call_);
    BasicBlock* const head = BasicBlock::Create(call_.getContext(), "", call_.getFunction(), after);
    BasicBlock* const body = BasicBlock::Create(call_.getContext(), "", call_.getFunction(), after);
    before->getTerminator()->setSuccessor(0, head);

    place(head);
    PHINode* const left = phi(bits, before);
    PHINode* const result = result_ ? phi(result_, before) : nullptr;
    PHINode* const cursor = cursor_ ? phi(cursor_, before) : nullptr;
    builder_.CreateCondBr(builder_.CreateIsNotNull(left), body, after);

    place(body);
    if (result) result_ = result;
    cursor_ = cursor;
    Value* const lane =
        builder_.CreateIntrinsic(Intrinsic::cttz, {bits_type}, {left, builder_.getTrue()});
    access(builder_.CreateZExtOrTrunc(lane, builder_.getInt64Ty()));
    Value* const less = builder_.CreateAdd(left, Constant::getAllOnesValue(bits_type));
    left->addIncoming(builder_.CreateAnd(left, less), body);
    if (result) result->addIncoming(std::exchange(result_, result), body);
    if (cursor) cursor->addIncoming(cursor_, body);
    builder_.CreateBr(head);
  }

  PHINode* phi(Value* first, BasicBlock* before) {
    PHINode* phi = builder_.CreatePHI(first->getType(), 2);
    phi->addIncoming(first, before);
    return phi;
  }

  void access(Value* lane) {
    Value* const address = address_of(lane);
    if (lanes_.stored) {
      Value* value = builder_.CreateExtractElement(lanes_.stored, lane);
      builder_.CreateAlignedStore(value, address, align());
    } else {
      Value* value = builder_.CreateAlignedLoad(element_, address, align());
      result_ = builder_.CreateInsertElement(result_, value, lane);
    }
    if (lanes_.where == Lanes::Where::packed)
      cursor_ = builder_.CreateConstGEP1_64(element_, cursor_, 1);
  }

  Value* address_of(Value* lane) {
    switch (lanes_.where) {
      case Lanes::Where::in_a_row:
        return builder_.CreateGEP(element_, lanes_.base, lane);
      case Lanes::Where::packed:
        return cursor_;
      case Lanes::Where::anywhere:
        return builder_.CreateExtractElement(lanes_.pointers, lane);
      case Lanes::Where::at_offsets:
        break;
    }
    Value* offset = builder_.CreateSExt(builder_.CreateExtractElement(lanes_.offsets, lane),
                                        builder_.getInt64Ty());
    return builder_.CreatePtrAdd(lanes_.base,
                                 builder_.CreateMul(offset, builder_.getInt64(lanes_.scale)));
  }

  Align align() const {
    const DataLayout& layout = call_.getModule()->getDataLayout();
    return commonAlignment(lanes_.align, layout.getTypeAllocSize(element_).getFixedValue());
  }

  void place(BasicBlock* at_end_of) {
    builder_.SetInsertPoint(at_end_of);
    builder_.SetCurrentDebugLocation(call_.getDebugLoc());
  }

  IntrinsicInst& call_;
  const Lanes& lanes_;
  IRBuilder<> builder_;
  Type* element_;
  Value* result_ = nullptr;
  Value* cursor_;  // where the next lane is that happens, if they are packed
};

// Nobody else can see these, whichever lanes they are.
bool is_of_no_interest(const Lanes& lanes) {
  const Value& at = *(lanes.base ? lanes.base : lanes.pointers);
  const auto* global = dyn_cast<GlobalVariable>(getUnderlyingObject(&at));
  return is_private(at) || (global && global->isConstant());
}

// Elements of which each has bytes of its own.
bool can_be_taken_apart(const IntrinsicInst& call, const Lanes& lanes) {
  const Type* vector = lanes.stored ? lanes.stored->getType() : call.getType();
  Type* element = cast<FixedVectorType>(vector)->getElementType();
  const DataLayout& layout = call.getModule()->getDataLayout();
  const Value& at = *(lanes.base ? lanes.base : lanes.pointers);
  return layout.getTypeSizeInBits(element) == layout.getTypeAllocSizeInBits(element) &&
         at.getType()->getPointerAddressSpace() == 0;
}

// Loads that are like any other but for what they cost.
bool is_odd_load(const IntrinsicInst& call) {
  return call.getIntrinsicID() == Intrinsic::x86_sse3_ldu_dq ||
         call.getIntrinsicID() == Intrinsic::x86_avx_ldu_dq_256;
}

}  // namespace

void take_lanes_apart(Function& function) {
  SmallVector<IntrinsicInst*, 8> calls;
  for (Instruction& i : instructions(function))
    if (auto* call = dyn_cast<IntrinsicInst>(&i)) calls.push_back(call);
  for (IntrinsicInst* call : calls) {
    if (is_odd_load(*call)) {
      IRBuilder<> builder(call);
      call->replaceAllUsesWith(
          builder.CreateAlignedLoad(call->getType(), call->getArgOperand(0), Align(1)));
      call->eraseFromParent();
      continue;
    }
    const auto lanes = lanes_of(*call);
    if (lanes && can_be_taken_apart(*call, *lanes) && !is_of_no_interest(*lanes))
      Apart(*call, *lanes).run();
  }
}

}  // namespace foreweave
