#include "capture/pass/analysis/value_flows.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <utility>

namespace foreweave {

using namespace llvm;

namespace {

constexpr size_t kMostSteps = 128;   // from one value; what is farther away is not one thought
constexpr size_t kLongestChain = 3;  // of calls

void make_registers_of_variables(Module& module) {
  FunctionAnalysisManager analyses;
  analyses.registerPass([] { return DominatorTreeAnalysis(); });
  analyses.registerPass([] { return AssumptionAnalysis(); });
  analyses.registerPass([] { return TargetIRAnalysis(); });
  analyses.registerPass([] { return PassInstrumentationAnalysis(); });
  for (Function& function : module)
    if (!function.isDeclaration()) SROAPass(SROAOptions::PreserveCFG).run(function, analyses);
}

// The function that is certain to be called, if we see its body.
const Function* body_of(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee && !callee->isDeclaration() && !callee->isInterposable() && !callee->isVarArg()
             ? callee
             : nullptr;
}

// Its result is made of the values of these operands. What a choice depends on says which value it
// is, not what it is made of.
bool is_made_of(const Instruction& i, const Use& operand) {
  if (isa<SelectInst>(i)) return operand.getOperandNo() > 0;
  return isa<BinaryOperator, CastInst, PHINode, UnaryOperator, FreezeInst, InsertValueInst,
             ExtractValueInst>(i);
}

CallChain longer(const CallChain& chain, const CallBase& call) {
  CallChain result = chain;
  result.push_back(&call);
  return result;
}

// A value, seen from the function that the chain begins in.
using Seen = std::pair<const Value*, CallChain>;

// Each value once for each chain, and not too many.
class Steps {
 public:
  explicit Steps(Seen first) : all_{std::move(first)} {}

  const Seen* next() { return at_ < all_.size() && at_ < kMostSteps ? &all_[at_++] : nullptr; }
  void add(const Value* value, CallChain chain) {
    Seen seen{value, std::move(chain)};
    if (!is_contained(all_, seen)) all_.push_back(std::move(seen));
  }

 private:
  std::vector<Seen> all_;
  size_t at_ = 0;
};

}  // namespace

ValueFlowFinder::ValueFlowFinder(const Module& module, ArrayRef<const Function*> functions) {
  const DenseSet<const GlobalValue*> wanted(functions.begin(), functions.end());
  copy_ = CloneModule(module, copies_,
                      [&](const GlobalValue* value) { return wanted.contains(value); });
  SmallVector<std::pair<const Value*, const Value*>, 0> before;
  for (const auto& [original, copy] : copies_)
    if (isa<LoadInst, StoreInst, CallBase>(original)) before.emplace_back(original, copy);
  make_registers_of_variables(*copy_);
  // The map follows what is replaced: the load of a variable is now the value that it held.
  for (const auto& [original, copy] : before)
    if (copies_.lookup(original) == copy) originals_[copy] = original;
}

std::vector<ValueFlow> ValueFlowFinder::flows_within(const Function& function) const {
  std::vector<ValueFlow> flows;
  const auto* copy = cast<Function>(copies_.lookup(&function));
  for (const Instruction& i : instructions(copy)) {
    if (const auto* store = dyn_cast<StoreInst>(&i)) {
      for (const Load& load : loads_behind(store->getValueOperand())) add(load, {{}, store}, flows);
    } else if (const auto* call = dyn_cast<CallBase>(&i); call && body_of(*call)) {
      for (unsigned n = 0; n < call->arg_size(); ++n)
        if (const auto loads = loads_behind(call->getArgOperand(n)); !loads.empty())
          for (const Store& end : stores_of_argument(*call, n))
            for (const Load& load : loads) add(load, end, flows);
    }
  }
  return flows;
}

std::vector<NumberChange> ValueFlowFinder::number_changes_within(const Function& function) const {
  std::vector<NumberChange> changes;
  for (const Instruction& i : instructions(cast<Function>(copies_.lookup(&function)))) {
    const auto* store = dyn_cast<StoreInst>(&i);
    const auto* sum = store ? dyn_cast<BinaryOperator>(store->getValueOperand()) : nullptr;
    if (!sum || (sum->getOpcode() != Instruction::Add && sum->getOpcode() != Instruction::Sub))
      continue;
    const auto* load = dyn_cast<LoadInst>(sum->getOperand(0));
    if (!load || load->getPointerOperand() != store->getPointerOperand()) continue;
    // Signed numbers must not wrap, and the compiler's frontend says so.
    if (const auto* original = cast_or_null<StoreInst>(originals_.lookup(store)))
      changes.push_back({original, !sum->hasNoSignedWrap()});
  }
  return changes;
}

SmallVector<ValueFlowFinder::Load, 4> ValueFlowFinder::loads_behind(const Value* value) const {
  SmallVector<Load, 4> loads;
  Steps steps({value, {}});
  while (const Seen* next = steps.next()) {
    const auto [made, chain] = *next;
    if (const auto* load = dyn_cast<LoadInst>(made)) {
      loads.push_back({chain, load});
    } else if (const auto* argument = dyn_cast<Argument>(made); argument && !chain.empty()) {
      CallChain outside = chain;
      const CallBase* call = outside.pop_back_val();
      steps.add(call->getArgOperand(argument->getArgNo()), std::move(outside));
    } else if (const auto* call = dyn_cast<CallBase>(made)) {
      const Function* callee = chain.size() < kLongestChain ? body_of(*call) : nullptr;
      if (!callee) continue;
      for (const BasicBlock& block : *callee)
        if (const auto* end = dyn_cast<ReturnInst>(block.getTerminator());
            end && end->getReturnValue())
          steps.add(end->getReturnValue(), longer(chain, *call));
    } else if (const auto* i = dyn_cast<Instruction>(made)) {
      for (const Use& operand : i->operands())
        if (is_made_of(*i, operand)) steps.add(operand.get(), chain);
    }
  }
  return loads;
}

SmallVector<ValueFlowFinder::Store, 4> ValueFlowFinder::stores_of_argument(const CallBase& call,
                                                                           unsigned n) const {
  SmallVector<Store, 4> stores;
  Steps steps({body_of(call)->getArg(n), {&call}});
  while (const Seen* next = steps.next()) {
    const auto [value, chain] = *next;
    for (const Use& use : value->uses()) {
      const auto* user = cast<Instruction>(use.getUser());
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == value) stores.push_back({chain, store});
      } else if (const auto* inner = dyn_cast<CallBase>(user)) {
        if (const Function* callee = body_of(*inner);
            callee && inner->isArgOperand(&use) && chain.size() < kLongestChain)
          steps.add(callee->getArg(inner->getArgOperandNo(&use)), longer(chain, *inner));
      } else if (is_made_of(*user, use)) {
        steps.add(user, chain);
      }
    }
  }
  return stores;
}

// What has no original was made of local variables.
void ValueFlowFinder::add(const Load& load, const Store& store,
                          std::vector<ValueFlow>& flows) const {
  const auto* from = cast_or_null<LoadInst>(originals_.lookup(load.load));
  const auto* to = cast_or_null<StoreInst>(originals_.lookup(store.store));
  if (from && to) flows.push_back({original(load.chain), from, original(store.chain), to});
}

CallChain ValueFlowFinder::original(const CallChain& chain) const {
  CallChain result;
  for (const CallBase* call : chain) result.push_back(cast<CallBase>(originals_.lookup(call)));
  return result;
}

}  // namespace foreweave
