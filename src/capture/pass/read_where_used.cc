// The idea: a read is needed on those ways through the function on which its value is used. Where
// only one way out of its block needs it, it moves there. Where its block chooses by `select`
// whether the value is used, the choice becomes a branch with the read behind it; if there are more
// uses later, each of them reads if that has not been done.
//
// Nothing that writes is passed on the way, so the read finds the same; and it is made once at
// most, as before: whoever reads twice may see two values where the program knows only one.
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <optional>

#include "capture/pass/accesses.h"
#include "capture/pass/made_up.h"

namespace foreweave {

using namespace llvm;

namespace {

// Chains of instructions between a read and where its value is chosen are short.
constexpr unsigned kLongestChain = 8;

bool writes_between(const Instruction& from, const Instruction* to) {
  for (const Instruction* i = from.getNextNode(); i && i != to; i = i->getNextNode())
    if (i->mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(i)) return true;
  return false;
}

// `condition` has to be as it says, and the value is used.
struct Need {
  Value* condition;
  bool wanted;
};

// Each lane of the result is made of the same lane.
bool is_by_lane(const Instruction& i) {
  return i.getType()->isVectorTy() && (isa<BinaryOperator, UnaryOperator, CmpInst>(i) ||
                                       (isa<CastInst>(i) && !isa<BitCastInst>(i)));
}

bool collect_needs(Instruction& value, Type* condition_type, SmallVectorImpl<Need>& needs,
                   unsigned depth = 0);

// When the value is used by it. False: always, or nobody can tell.
bool collect_needs(const Use& use, Type* condition_type, SmallVectorImpl<Need>& needs,
                   unsigned depth) {
  auto* user = cast<Instruction>(use.getUser());
  if (auto* choice = dyn_cast<SelectInst>(user);
      choice && use.getOperandNo() > 0 && choice->getCondition()->getType() == condition_type &&
      !isa<Constant>(choice->getCondition())) {
    needs.push_back({choice->getCondition(), use.getOperandNo() == 1});
    return true;
  }
  return !(condition_type->isVectorTy() && !is_by_lane(*user)) && !isa<PHINode>(user) &&
         !user->isTerminator() && !user->mayReadOrWriteMemory() &&
         isSafeToSpeculativelyExecute(user) &&
         collect_needs(*user, condition_type, needs, depth + 1);
}

// False also if it is used in another block.
bool collect_needs(Instruction& value, Type* condition_type, SmallVectorImpl<Need>& needs,
                   unsigned depth) {
  if (depth > kLongestChain) return false;
  for (const Use& use : value.uses())
    if (cast<Instruction>(use.getUser())->getParent() != value.getParent() ||
        !collect_needs(use, condition_type, needs, depth))
      return false;
  return !needs.empty();
}

bool are_known(ArrayRef<Need> needs, const Instruction& place) {
  return all_of(needs, [&](const Need& need) {
    const auto* condition = dyn_cast<Instruction>(need.condition);
    return !condition || condition->getParent() != place.getParent() ||
           condition->comesBefore(&place);
  });
}

Value* any_of_needs(IRBuilder<>& builder, ArrayRef<Need> needs) {
  Value* needed = nullptr;
  for (const Need& need : needs) {
    // A choice may be made by a value that is undefined, a branch may not.
    Value* condition = builder.CreateFreeze(need.condition);
    if (!need.wanted) condition = builder.CreateNot(condition);
    needed = needed ? builder.CreateOr(needed, condition) : condition;
  }
  return needed;
}

// Of a vector whose lanes are chosen only those: it was masked, before the optimiser found that all
// of it can be read. Whoever takes lanes apart knows what to do with it.
bool read_chosen_lanes(LoadInst& read) {
  const auto* type = dyn_cast<FixedVectorType>(read.getType());
  if (!type) return false;
  Type* bits = FixedVectorType::get(Type::getInt1Ty(read.getContext()), type->getNumElements());
  SmallVector<Need, 4> needs;
  if (!collect_needs(read, bits, needs)) return false;
  Instruction* place = &read;
  if (!are_known(needs, read)) {
    for (User* user : read.users())
      if (auto* i = cast<Instruction>(user); place == &read || i->comesBefore(place)) place = i;
    if (!are_known(needs, *place) || writes_between(read, place)) return false;
  }
  IRBuilder<> builder(place);
  builder.SetCurrentDebugLocation(read.getDebugLoc());
  Value* mask = any_of_needs(builder, needs);
  Value* masked =
      builder.CreateMaskedLoad(read.getType(), read.getPointerOperand(), read.getAlign(), mask,
                               Constant::getNullValue(read.getType()));
  read.replaceAllUsesWith(masked);
  read.eraseFromParent();
  return true;
}

// A phi uses the value at the end of another block.
bool is_within_block(const Use& use, const LoadInst& read) {
  const auto* user = cast<Instruction>(use.getUser());
  return user->getParent() == read.getParent() && !isa<PHINode>(user);
}

// The way out of the read's block that leads to a use of its value; nothing if there are several.
std::optional<unsigned> way_to(const Use& use, const LoadInst& read,
                               const DominatorTree& dominators) {
  const BasicBlock* block = read.getParent();
  const Instruction* end = block->getTerminator();
  for (unsigned n = 0; n < end->getNumSuccessors(); ++n) {
    const BasicBlockEdge edge(block, end->getSuccessor(n));
    if (edge.isSingleEdge() && dominators.dominates(edge, use)) return n;
  }
  return std::nullopt;
}

// Uses of the value outside of the read's block, by the way that leads to them.
using UsesOnWays = SmallMapVector<unsigned, SmallVector<Use*, 4>, 2>;

// Nothing if some use is not on one way alone, or if the read cannot stand on ways.
std::optional<UsesOnWays> uses_on_ways(LoadInst& read, const DominatorTree& dominators) {
  UsesOnWays uses;
  for (Use& use : read.uses()) {
    if (is_within_block(use, read)) continue;
    const std::optional<unsigned> way = way_to(use, read, dominators);
    if (!way) return std::nullopt;
    uses[*way].push_back(&use);
  }
  const Instruction* end = read.getParent()->getTerminator();
  if (!uses.empty() && (!isa<BranchInst, SwitchInst>(end) || end->getNumSuccessors() < 2 ||
                        writes_between(read, nullptr)))
    return std::nullopt;
  return uses;
}

Instruction* beginning_of(unsigned way, const Instruction& end, DominatorTree& dominators) {
  BasicBlock* next = end.getSuccessor(way);
  if (!next->getSinglePredecessor())
    next = SplitEdge(const_cast<BasicBlock*>(end.getParent()), next, &dominators);
  return &*next->getFirstInsertionPt();
}

bool read_on_way(LoadInst& read, DominatorTree& dominators) {
  if (any_of(read.uses(), [&](const Use& use) { return is_within_block(use, read); })) return false;
  const std::optional<UsesOnWays> uses = uses_on_ways(read, dominators);
  if (!uses || uses->size() != 1) return false;
  const unsigned way = uses->front().first;
  read.moveBefore(beginning_of(way, *read.getParent()->getTerminator(), dominators));
  return true;
}

// Takes the place of a read, and is made when it is first needed.
class LazyRead {
 public:
  explicit LazyRead(LoadInst& read) : read_(read), builder_(&read) {
    builder_.SetCurrentDebugLocation(read.getDebugLoc());
    IRBuilder<> entry(&*read.getFunction()->getEntryBlock().getFirstInsertionPt());
    value_ = entry.CreateAlloca(read.getType());
    done_ = entry.CreateAlloca(entry.getInt1Ty());
    builder_.CreateStore(Constant::getNullValue(read.getType()), value_);
    builder_.CreateStore(builder_.getFalse(), done_);
  }

  // Before `place`; without needs, always.
  void make(Instruction* place, ArrayRef<Need> needs) {
    builder_.SetInsertPoint(place);
    Value* missing = builder_.CreateNot(builder_.CreateLoad(builder_.getInt1Ty(), done_));
    if (!needs.empty()) missing = builder_.CreateAnd(any_of_needs(builder_, needs), missing);
    builder_.SetInsertPoint(SplitBlockAndInsertIfThen(missing, place, false));
    Instruction* made = builder_.Insert(read_.clone());
    made->setDebugLoc(read_.getDebugLoc());
    builder_.CreateStore(made, value_);
    builder_.CreateStore(builder_.getTrue(), done_);
  }

  Value* value(Instruction* place) {
    builder_.SetInsertPoint(place);
    return builder_.CreateLoad(read_.getType(), value_);
  }

  // The read itself is gone then.
  void finish(DominatorTree& dominators) {
    Function& function = *read_.getFunction();
    read_.eraseFromParent();
    dominators.recalculate(function);
    PromoteMemToReg({value_, done_}, dominators);
  }

 private:
  LoadInst& read_;
  IRBuilder<> builder_;
  AllocaInst *value_, *done_;
};

// A use of the value within the read's block, and when it is one.
struct Choice {
  Use* use;
  SmallVector<Need, 4> needs;

  Instruction* user() const { return cast<Instruction>(use->getUser()); }
};

// In their order. Nothing if some use is no choice, or if it is made too late.
std::optional<SmallVector<Choice, 4>> choices_of(LoadInst& read) {
  SmallVector<Choice, 4> choices;
  Type* bit = Type::getInt1Ty(read.getContext());
  for (Use& use : read.uses()) {
    if (!is_within_block(use, read)) continue;
    Choice choice{&use, {}};
    if (!collect_needs(use, bit, choice.needs, 0) || !are_known(choice.needs, *choice.user()))
      return std::nullopt;
    choices.push_back(std::move(choice));
  }
  stable_sort(choices, [](const Choice& a, const Choice& b) {
    return a.user() != b.user() && a.user()->comesBefore(b.user());
  });
  return choices;
}

// So that a choice which is known only behind the read is known before it.
void move_to_first_choice(LoadInst& read) {
  const std::optional<SmallVector<Choice, 4>> choices = choices_of(read);
  if (!choices || choices->empty() || are_known(choices->front().needs, read)) return;
  Instruction* place = choices->front().user();
  if (!writes_between(read, place)) read.moveBefore(place);
}

// True: the read is gone, and others are in its place.
bool read_if_chosen(LoadInst& read, DominatorTree& dominators) {
  const std::optional<SmallVector<Choice, 4>> choices = choices_of(read);
  if (!choices || choices->empty()) return false;
  const std::optional<UsesOnWays> ways = uses_on_ways(read, dominators);
  if (!ways) return false;
  // All that is known where the read is now decides there, the rest where it is known.
  SmallVector<Need, 8> known;
  SmallPtrSet<const Use*, 4> later;
  for (const Choice& choice : *choices) {
    if (are_known(choice.needs, read)) {
      known.append(choice.needs);
    } else {
      if (writes_between(read, choice.user())) return false;
      later.insert(choice.use);
    }
  }

  const Instruction* end = read.getParent()->getTerminator();
  LazyRead lazy(read);
  if (!known.empty()) lazy.make(&read, known);
  for (const Choice& choice : *choices) {
    if (later.contains(choice.use)) lazy.make(choice.user(), choice.needs);
    choice.use->set(lazy.value(choice.user()));
  }
  for (const auto& [way, uses] : *ways) {
    Instruction* place = beginning_of(way, *end, dominators);
    lazy.make(place, {});
    Value* value = lazy.value(place);
    for (Use* use : uses) use->set(value);
  }
  lazy.finish(dominators);
  return true;
}

bool may_move(const LoadInst& read) {
  return read.isSimple() && !read.use_empty() && !is_private(*read.getPointerOperand());
}

}  // namespace

void read_where_used(Function& function) {
  if (function.hasOptNone()) return;
  SmallVector<LoadInst*, 16> reads;
  for (Instruction& i : instructions(function))
    if (auto* read = dyn_cast<LoadInst>(&i); read && may_move(*read)) reads.push_back(read);
  erase_if(reads, [](LoadInst* read) { return read_chosen_lanes(*read); });
  DominatorTree dominators(function);
  for (bool changed = true; changed;) {
    for (LoadInst* read : reads) move_to_first_choice(*read);
    // From the first on: what is behind a read stays together.
    const size_t before = reads.size();
    erase_if(reads, [&](LoadInst* read) { return read_if_chosen(*read, dominators); });
    changed = reads.size() < before;
    // From the last on: a read that another needs for its address follows it.
    for (LoadInst* read : reverse(reads))
      while (read_on_way(*read, dominators)) changed = true;
  }
}

}  // namespace foreweave
