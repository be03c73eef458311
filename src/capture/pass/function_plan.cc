#include "capture/pass/function_plan.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <utility>

#include "capture/abi/decision_rows.h"
#include "capture/abi/log_format.h"
#include "capture/pass/analysis/accesses.h"
#include "capture/pass/analysis/assembly.h"
#include "capture/pass/analysis/compilers_own.h"
#include "capture/pass/analysis/idle_loops.h"
#include "capture/pass/analysis/thread_local_data.h"
#include "capture/pass/libraries/library_calls.h"
#include "capture/pass/stepping.h"

namespace foreweave {

using namespace llvm;

namespace {

uint32_t words(uint32_t bytes) { return (bytes + 7) / 8; }

// A call that ends no path. Only what cannot be instrumented itself: a function that touches no
// memory as far as its caller knows (__attribute__((const))) writes to the log all the same, and
// would write over the operands of a path that is open here.
bool is_silent(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && callee->isIntrinsic() && !isa<AnyMemIntrinsic>(call);
}

bool returns_twice(const CallBase& call) {
  return call.hasFnAttr(Attribute::ReturnsTwice) ||
         (call.getCalledFunction() &&
          call.getCalledFunction()->hasFnAttribute(Attribute::ReturnsTwice));
}

// Which pointers the thread has gone by before. An access at p is a decision if p may vary: all
// that p depends on is fixed by it. What uses p, or p plus a constant, behind that access decides
// nothing new. To be asked in an order in which dominators come first.
class PointersGoneBy {
 public:
  explicit PointersGoneBy(Function& function) : dominators_(function) {}

  bool contains(const Value& pointer, const Instruction& at) const {
    const auto found = gone_by_.find(origin(pointer));
    return found != gone_by_.end() && any_of(found->second, [&](const Instruction* before) {
             return dominators_.dominates(before, &at);
           });
  }
  void add(const Value& pointer, const Instruction& at) {
    gone_by_[origin(pointer)].push_back(&at);
  }

 private:
  static const Value* origin(const Value& pointer) {
    const Value* from = pointer.stripPointerCasts();
    for (const auto* offset = dyn_cast<GEPOperator>(from);
         offset && offset->hasAllConstantIndices(); offset = dyn_cast<GEPOperator>(from))
      from = offset->getPointerOperand()->stripPointerCasts();
    return from;
  }

  const DominatorTree dominators_;
  DenseMap<const Value*, SmallVector<const Instruction*, 2>> gone_by_;
};

class Planner {
 public:
  Planner(Function& function, function_ref<bool(const Function&)> is_recorded, Grain grain,
          bool gated)
      : is_recorded_(is_recorded), gated_(gated), gone_by_(function) {
    plan_.function = &function;
    plan_.grain = grain;
  }

  FunctionPlan run() && {
    Function& function = *plan_.function;
    ReversePostOrderTraversal<Function*> order(&function);
    uint32_t rank = 0;
    for (BasicBlock* block : order) rank_[block] = rank++;
    for (BasicBlock& block : function) {
      if (!rank_.contains(&block)) continue;
      plan_.number[&block] = static_cast<uint32_t>(plan_.blocks.size());
      plan_.blocks.push_back({&block, {}, 0, true});
      for (Instruction& i : block) {
        plan_.logs_frame |= isa<LandingPadInst>(i);
        if (auto* call = dyn_cast<CallBase>(&i)) plan_.logs_frame |= returns_twice(*call);
      }
    }
    for (BasicBlock* block : order) plan_block(*block);
    mark_waiting_loops();
    return std::move(plan_);
  }

 private:
  // Of the paths that are open somewhere: how long the longest is, and what all of them logged.
  struct Open {
    explicit Open(const DataLayout& layout) : known(layout) {}

    uint32_t branches = 0, reads = 0, words = 0, items = 0, compares = 0, ranges = 0;
    KnownNumbers known;

    static constexpr uint32_t Open::* kCounts[] = {&Open::branches, &Open::reads,    &Open::words,
                                                   &Open::items,    &Open::compares, &Open::ranges};
  };

  void mark_waiting_loops() {
    SmallPtrSet<const Instruction*, 32> recorded;
    for (const PlanBlock& block : plan_.blocks)
      for (const PlanItem& item : block.items)
        if (item.item != FW_ITEM_start) recorded.insert(item.at);
    const WaitingLoops heads = find_waiting_loops(
        *plan_.function, [&](const Instruction& i) { return recorded.contains(&i); });
    for (PlanBlock& block : plan_.blocks) {
      if (block.items.empty() || block.items.front().item != FW_ITEM_start ||
          block.items.front().start != FW_START_joint)
        continue;
      block.items.front().is_idle = heads.idle.contains(block.block);
      block.items.front().waits = heads.waiting.contains(block.block);
    }
  }

  void plan_block(BasicBlock& block) {
    PlanBlock& plan = plan_.blocks[plan_.number[&block]];
    Open open(layout());
    begin_block(block, plan, open);
    for (Instruction& i : block)
      if (!isa<PHINode>(i) && !isa<LandingPadInst>(i)) plan_instruction(i, plan, open);
    if (auto* branch = dyn_cast<BranchInst>(block.getTerminator());
        branch && branch->isConditional() && plan.open_at_end)
      plan.branch_bit = open.branches++;
    at_end_.insert({&block, std::move(open)});
  }

  void begin_block(BasicBlock& block, PlanBlock& plan, Open& open) {
    Instruction* first = &*block.getFirstInsertionPt();
    if (&block == &plan_.function->getEntryBlock()) {
      while (isa<AllocaInst>(first) || asks_for_thread_local_data(*first))
        first = first->getNextNode();
      add_start(plan, first, FW_START_entry, false, gated_, open);
      for (Argument& argument : plan_.function->args())
        if (const uint64_t size = bytes_copied_by_caller(argument))
          add_range(plan, *first, {FW_KIND_write, &argument, number(size), first}, open);
    } else if (block.isLandingPad()) {
      add_start(plan, first, FW_START_landing_pad, false, true, open);
    } else if (const auto* invoke = invoke_before(block)) {
      add_start(plan, first, FW_START_after_call, false, may_be_unseen(*invoke), open);
    } else {
      bool joint = false, first_way = true;
      for (const BasicBlock* before : predecessors(&block)) {
        const auto rank = rank_.find(before);
        if (rank == rank_.end()) continue;
        joint |= rank->second >= rank_[&block] || !isa<BranchInst>(before->getTerminator());
        const auto at_end = at_end_.find(before);
        if (at_end == at_end_.end()) continue;
        const Open& way = at_end->second;
        for (uint32_t Open::* count : Open::kCounts)
          open.*count = std::max(open.*count, way.*count);
        if (std::exchange(first_way, false))
          open.known = way.known;
        else
          open.known.keep_common(way.known);
      }
      // record/stepping.h knows this rule, too.
      if (joint || open.branches == FW_BRANCH_BITS || plan_.grain == Grain::steps)
        add_start(plan, first, FW_START_joint, true, false, open);
    }
  }

  static const InvokeInst* invoke_before(const BasicBlock& block) {
    const BasicBlock* before = block.getSinglePredecessor();
    const auto* invoke = before ? dyn_cast<InvokeInst>(before->getTerminator()) : nullptr;
    return invoke && invoke->getNormalDest() == &block ? invoke : nullptr;
  }

  void plan_instruction(Instruction& i, PlanBlock& plan, Open& open) {
    if (!plan.open_at_end) return;
    if (auto* call = dyn_cast<CallBase>(&i)) {
      plan_call(*call, plan, open);
      return;
    }
    PlanItem item;
    item.at = &i;
    if (auto* fence = dyn_cast<FenceInst>(&i)) {
      if (fence->getSyncScopeID() == SyncScope::SingleThread) return;
      item.item = FW_ITEM_fence;
      item.flags = fence->getOrdering() == AtomicOrdering::SequentiallyConsistent ? 5
                   : fence->getOrdering() == AtomicOrdering::AcquireRelease       ? 4
                   : fence->getOrdering() == AtomicOrdering::Release              ? 3
                                                                                  : 2;
    } else if (const auto access = access_of(i)) {
      item.item = isa<AtomicCmpXchgInst>(i) ? FW_ITEM_compare : FW_ITEM_access;
      item.kind = access->kind;
      item.flags = access->flags;
      item.failure_order = access->failure_order;
      item.size = access->size;
      item.address = access->address;
      if (item.flags & FW_FLAG_DECIDES) decide_once(item);
    } else {
      return;
    }
    add(plan, item, open);
  }

  void plan_assembly(CallBase& call, PlanBlock& plan, Open& open) {
    const AssemblySummary summary = summary_of_assembly(call);
    PlanItem item;
    item.at = &call;
    item.flags = summary.fence;
    if (summary.fence != 0) {
      item.item = FW_ITEM_fence;
      add(plan, item, open);
    }
    for (const AssemblyAccess& access : summary.accesses) {
      if (is_private(*access.address) || access.address->getType()->getPointerAddressSpace() != 0)
        continue;
      item.item = FW_ITEM_access;
      item.kind = access.kind;
      item.flags = access.order;
      if (address_may_vary(*access.address)) item.flags |= FW_FLAG_DECIDES;
      if (summary.compares && access.kind == FW_KIND_atomic_update) item.flags |= compare_flags();
      item.size = access.size;
      item.address = access.address;
      add(plan, item, open);
    }
  }

  // What these write is read by ordinary code.
  void plan_variable_arguments(CallBase& call, PlanBlock& plan, Open& open) {
    constexpr uint64_t kListBytes = 24;
    if (Triple(plan_.function->getParent()->getTargetTriple()).getArch() != Triple::x86_64) return;
    Value* const size = number(kListBytes);
    if (auto* copy = dyn_cast<VACopyInst>(&call)) {
      add_range(plan, call, {FW_KIND_read, copy->getSrc(), size, &call}, open);
      add_range(plan, call, {FW_KIND_write, copy->getDest(), size, &call}, open);
    } else if (auto* start = dyn_cast<VAStartInst>(&call)) {
      add_range(plan, call, {FW_KIND_write, start->getArgList(), size, &call}, open);
    }
  }

  Value* number(uint64_t n) const {
    return ConstantInt::get(Type::getInt64Ty(plan_.function->getContext()), n);
  }
  const DataLayout& layout() const { return plan_.function->getParent()->getDataLayout(); }

  void plan_call(CallBase& call, PlanBlock& plan, Open& open) {
    const bool is_assembly = call.isInlineAsm();
    if (is_assembly && summary_of_assembly(call).unknown.empty())
      return plan_assembly(call, plan, open);
    if (auto* memory = dyn_cast<AnyMemIntrinsic>(&call)) {
      if (auto* transfer = dyn_cast<AnyMemTransferInst>(memory))
        add_range(plan, call, {FW_KIND_read, transfer->getRawSource(), memory->getLength(), &call},
                  open);
      add_range(plan, call, {FW_KIND_write, memory->getRawDest(), memory->getLength(), &call},
                open);
      return;
    }
    if (const auto ranges = touched_by(call)) {
      for (const TouchedRange& range : *ranges) add_range(plan, call, range, open);
      return;
    }
    if (is_silent(call)) return plan_variable_arguments(call, plan, open);
    for (unsigned n = 0; n < call.arg_size() && !call.isMustTailCall(); ++n)
      if (call.isByValArgument(n))
        add_range(
            plan, call,
            {FW_KIND_read, call.getArgOperand(n),
             number(layout().getTypeAllocSize(call.getParamByValType(n)).getFixedValue()), &call},
            open);
    PlanItem item;
    item.item = FW_ITEM_call;
    item.at = &call;
    item.callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    if (!item.callee && !is_assembly) item.call_flags |= FW_CALL_INDIRECT;
    const bool is_tail = call.isMustTailCall();
    if (is_tail) item.call_flags |= FW_CALL_TAIL;
    if (any_of(call.args(), [&](const Use& argument) { return decides(*argument, call); }))
      item.call_flags |= FW_CALL_OPERANDS_VARY;
    add(plan, item, open);
    plan.open_at_end = false;
    if (is_tail || call.doesNotReturn() || call.isTerminator()) return;
    const bool twice = returns_twice(call);
    add_start(plan, call.getNextNode(), twice ? FW_START_again : FW_START_after_call, false,
              twice || may_be_unseen(call), open);
    plan.open_at_end = true;
  }

  void decide_once(PlanItem& access) {
    if (gone_by_.contains(*access.address, *access.at))
      access.flags &= static_cast<uint8_t>(~FW_FLAG_DECIDES);
    else
      gone_by_.add(*access.address, *access.at);
  }

  bool decides(const Value& argument, const CallBase& call) const {
    if (argument.getType()->isMetadataTy() || !may_vary(argument)) return false;
    return !argument.getType()->isPointerTy() || !gone_by_.contains(argument, call);
  }

  // The callee, or what it calls, may have lost the token and not taken it back.
  bool may_be_unseen(const CallBase& call) const {
    const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
    return !callee || callee->isDeclaration() || callee->isInterposable() || !is_recorded_(*callee);
  }

  void add_range(PlanBlock& plan, Instruction& i, const TouchedRange& range, Open& open) {
    if (is_private(*range.address) || range.address->getType()->getPointerAddressSpace() != 0 ||
        is_compilers_own(i, *range.address))
      return;
    if (const auto* constant = dyn_cast<ConstantInt>(range.size); constant && constant->isZero())
      return;
    PlanItem item;
    item.item = FW_ITEM_range;
    item.at = &i;
    item.kind = range.kind;
    const bool address_decides =
        address_may_vary(*range.address) && !gone_by_.contains(*range.address, i);
    const bool size_decides = FW_DECISION(size) && may_vary(*range.size);
    item.flags = address_decides || size_decides ? FW_FLAG_DECIDES : 0;
    item.address = range.address;
    item.range_size = range.size;
    item.known_at = range.known_at;
    add(plan, item, open);
  }

  void add_start(PlanBlock& plan, Instruction* before, FwStart how, bool flushes, bool gated,
                 Open& open) {
    PlanItem item;
    item.at = before;
    item.start = how;
    item.flushes = flushes;
    item.gated = gated;
    plan.items.push_back(item);
    for (uint32_t Open::* count : Open::kCounts) open.*count = 0;
    open.words = logs_frame(item) ? 1 : 0;
    open.known.forget();
  }

  bool logs_frame(const PlanItem& start) const {
    return start.start == FW_START_landing_pad || start.start == FW_START_again ||
           (start.start == FW_START_entry && plan_.logs_frame);
  }

  // Nothing of an open path may be in the log when a thread is stopped before the item.
  bool needs_start_for_step(const PlanBlock& plan, const PlanItem& item) const {
    if (plan_.grain != Grain::steps || item.item == FW_ITEM_call) return false;
    return plan.items.empty() || plan.items.back().item != FW_ITEM_start ||
           logs_frame(plan.items.back());
  }

  void add(PlanBlock& plan, PlanItem item, Open& open) {
    find_known(item, open.known);
    if (!has_room(open, item) || needs_start_for_step(plan, item)) {
      add_start(plan, item.at, FW_START_joint, true, false, open);
      find_known(item, open.known);
    }
    learn(item, {plan_.number[plan.block], static_cast<uint32_t>(plan.items.size()), 0},
          open.known);
    if (item.may_be_as_expected()) item.read_bit = open.reads++;
    open.words += item.operand_words();
    open.items += events(item);
    open.compares += item.item == FW_ITEM_compare ? events(item) : 0;
    open.ranges += item.item == FW_ITEM_range;
    plan.items.push_back(item);
  }

  static uint32_t events(const PlanItem& item) { return std::max(item.value_words(), 1u); }

  static bool has_room(const Open& open, const PlanItem& item) {
    return open.words + item.operand_words() <= FW_MAX_PATH_OPERANDS &&
           open.items + events(item) <= FW_MAX_PATH_ITEMS &&
           (!item.may_be_as_expected() || open.reads < FW_READ_BITS) &&
           (item.item != FW_ITEM_compare || open.compares + events(item) <= FW_MAX_PATH_SWITCHES) &&
           (item.item != FW_ITEM_range || open.ranges < FW_MAX_PATH_SWITCHES);
  }

  // A range's size is looked at by the recorder, which knows differences of values only.
  void find_known(PlanItem& item, const KnownNumbers& known) const {
    item.known_address = item.address ? known.find(*item.address) : std::nullopt;
    const Value* value = value_of(item);
    item.known_value = value && item.value_words() > 0 ? known.find(*value) : std::nullopt;
    if (item.item == FW_ITEM_range && item.known_value && item.known_value->word &&
        is_difference(*item.known_value->word))
      item.known_value.reset();
  }

  bool is_difference(const LoggedWord& word) const {
    const PlanItem& item = plan_.blocks[word.block].items[word.item];
    return item.item == FW_ITEM_access && word.word >= (item.known_address ? 0u : 1u);
  }

  // In the order in which they are logged.
  static void learn(const PlanItem& item, LoggedWord word, KnownNumbers& known) {
    const Value* value = item.value_words() > 0 && !item.known_value ? value_of(item) : nullptr;
    const Value* address = item.known_address ? nullptr : item.address;
    const bool is_range = item.item == FW_ITEM_range;
    if (is_range && item.operand_words() > (address ? 1u : 0u)) {
      if (value) known.add(*value, word);
      ++word.word;
    }
    if (address) {
      known.add(*address, word);
      ++word.word;
    }
    if (value && !is_range) known.add(*value, word);
  }

  // What stands in the program for the value that is logged. An update's is computed for the log.
  static const Value* value_of(const PlanItem& item) {
    if (item.item == FW_ITEM_range) return is_word(*item.range_size) ? item.range_size : nullptr;
    if (item.item != FW_ITEM_access) return nullptr;
    if (const auto* store = dyn_cast<StoreInst>(item.at)) return store->getValueOperand();
    return isa<LoadInst>(item.at) ? item.at : nullptr;
  }

  static bool is_word(const Value& value) { return value.getType()->isIntegerTy(64); }

  FunctionPlan plan_;
  function_ref<bool(const Function&)> is_recorded_;
  bool gated_;
  PointersGoneBy gone_by_;
  DenseMap<const BasicBlock*, uint32_t> rank_;
  std::map<const BasicBlock*, Open> at_end_;
};

}  // namespace

uint32_t PlanItem::value_words() const {
  switch (item) {
    case FW_ITEM_access:
    case FW_ITEM_compare:
      return flags & FW_FLAG_HAS_VALUE ? words(size) : 0;
    case FW_ITEM_range:
      return 1;
    default:
      return 0;
  }
}

bool PlanItem::may_be_as_expected() const {
  return item == FW_ITEM_access && isa<LoadInst>(at) && !known_value && value_words() > 0;
}

uint32_t PlanItem::operand_words() const {
  const uint32_t address_words = known_address ? 0 : 1;
  const uint32_t words_of_value = known_value ? 0 : value_words();
  switch (item) {
    case FW_ITEM_access:
    case FW_ITEM_range:
      return address_words + words_of_value;
    case FW_ITEM_compare:
      return address_words + words_of_value + 1;
    case FW_ITEM_call:
      return call_flags & FW_CALL_INDIRECT ? 1 : 0;
    default:
      return 0;
  }
}

void separate_invokes(Function& function) {
  SmallVector<InvokeInst*, 8> invokes;
  for (BasicBlock& block : function)
    if (auto* invoke = dyn_cast<InvokeInst>(block.getTerminator())) invokes.push_back(invoke);
  for (InvokeInst* invoke : invokes)
    if (!invoke->getNormalDest()->getSinglePredecessor())
      SplitBlockPredecessors(invoke->getNormalDest(), {invoke->getParent()}, ".after");
}

bool is_callable_from_outside(const Function& function) {
  return !function.hasLocalLinkage() || function.hasAddressTaken();
}

FunctionPlan plan_function(Function& function, function_ref<bool(const Function&)> is_recorded,
                           Grain grain, bool gated) {
  return Planner(function, is_recorded, grain, gated).run();
}

}  // namespace foreweave
