#include "capture/pass/analysis/known_numbers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace foreweave {

using namespace llvm;

namespace {

// Sums are not looked into further than this.
constexpr unsigned kMaxDepth = 6;

// Pointers are aligned, so that a value that is extended on its way into an address can be told
// from the value itself.
constexpr uintptr_t kExtended = 1;

std::optional<uint64_t> constant_of(const Value& value) {
  if (const auto* number = dyn_cast<ConstantInt>(&value); number && number->getBitWidth() <= 64)
    return number->getZExtValue();
  if (const auto* number = dyn_cast<ConstantFP>(&value);
      number && number->getType()->getPrimitiveSizeInBits() <= 64)
    return number->getValueAPF().bitcastToAPInt().getZExtValue();
  if (isa<ConstantPointerNull>(value) || isa<ConstantAggregateZero>(value)) return 0;
  return std::nullopt;
}

// Arithmetic on these is arithmetic modulo 2^64, as it is in the trace.
bool is_word(const Value& value, const DataLayout& layout) {
  const Type* type = value.getType();
  return type->isIntegerTy(64) || (type->isPointerTy() && type->getPointerAddressSpace() == 0 &&
                                   layout.getPointerSizeInBits(0) == 64);
}

}  // namespace

std::optional<KnownNumber> KnownNumbers::find(const Value& value) const {
  if (const auto constant = constant_of(value)) return KnownNumber{std::nullopt, *constant};
  const Sum sum = sum_of(value);
  const auto known = known_.find(sum.terms);
  if (known == known_.end()) return std::nullopt;
  return KnownNumber{known->second.word, known->second.plus + sum.constant};
}

// What is undefined may be something else every time it is used.
void KnownNumbers::add(const Value& value, const LoggedWord& word) {
  if (isa<ConstantData>(value) || isa<ConstantAggregate>(value)) return;
  const Sum sum = sum_of(value);
  known_.try_emplace(sum.terms, KnownNumber{word, 0 - sum.constant});
}

void KnownNumbers::keep_common(const KnownNumbers& others) {
  std::erase_if(known_, [&](const auto& entry) {
    const auto other = others.known_.find(entry.first);
    return other == others.known_.end() || other->second != entry.second;
  });
}

KnownNumbers::Sum KnownNumbers::sum_of(const Value& value) const {
  Sum sum;
  add_to(sum, value, 1, 0);
  std::sort(sum.terms.begin(), sum.terms.end());
  Terms merged;
  for (const auto& [term, factor] : sum.terms) {
    if (!merged.empty() && merged.back().first == term)
      merged.back().second += factor;
    else
      merged.push_back({term, factor});
  }
  std::erase_if(merged, [](const auto& term) { return term.second == 0; });
  sum.terms = std::move(merged);
  return sum;
}

void KnownNumbers::add_to(Sum& sum, const Value& value, uint64_t factor, unsigned depth) const {
  const auto as_it_is = [&] { sum.terms.push_back({reinterpret_cast<uintptr_t>(&value), factor}); };
  if (!is_word(value, *layout_) || depth == kMaxDepth) return as_it_is();
  if (const auto* number = dyn_cast<ConstantInt>(&value)) {
    sum.constant += factor * number->getZExtValue();
    return;
  }
  if (const auto* address = dyn_cast<GEPOperator>(&value)) {
    MapVector<Value*, APInt> offsets;
    APInt constant(64, 0);
    if (address->getType()->isVectorTy() ||
        !address->collectOffset(*layout_, 64, offsets, constant))
      return as_it_is();
    sum.constant += factor * constant.getZExtValue();
    for (const auto& [index, scale] : offsets) {
      const uint64_t times = factor * scale.getZExtValue();
      if (is_word(*index, *layout_))
        add_to(sum, *index, times, depth + 1);
      else
        sum.terms.push_back({reinterpret_cast<uintptr_t>(index) | kExtended, times});
    }
    return add_to(sum, *address->getPointerOperand(), factor, depth + 1);
  }
  const auto* operation = dyn_cast<Operator>(&value);
  if (!operation) return as_it_is();
  const auto operand = [&](unsigned n) -> const Value& { return *operation->getOperand(n); };
  switch (operation->getOpcode()) {
    case Instruction::Or:
      if (const auto* bits = dyn_cast<PossiblyDisjointInst>(operation);
          !bits || !bits->isDisjoint())
        return as_it_is();
      [[fallthrough]];
    case Instruction::Add:
      add_to(sum, operand(0), factor, depth + 1);
      return add_to(sum, operand(1), factor, depth + 1);
    case Instruction::Sub:
      add_to(sum, operand(0), factor, depth + 1);
      return add_to(sum, operand(1), 0 - factor, depth + 1);
    case Instruction::Shl:
      if (const auto* by = dyn_cast<ConstantInt>(&operand(1)); by && by->getZExtValue() < 64)
        return add_to(sum, operand(0), factor << by->getZExtValue(), depth + 1);
      return as_it_is();
    case Instruction::Mul:
      if (const auto* by = dyn_cast<ConstantInt>(&operand(1)))
        return add_to(sum, operand(0), factor * by->getZExtValue(), depth + 1);
      return as_it_is();
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      if (!is_word(operand(0), *layout_)) return as_it_is();
      return add_to(sum, operand(0), factor, depth + 1);
    default:
      return as_it_is();
  }
}

}  // namespace foreweave
