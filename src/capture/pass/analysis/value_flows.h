// Which stores write what was computed from which loads: `balance -= cents`, be it over twenty
// lines, through local variables, what functions return and what they are given. A later store of
// such a value where another thread wrote in the meantime loses that write, whatever else the
// program does.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <memory>
#include <vector>

namespace foreweave {

// Calls that lead from one function into others, the outermost first.
using CallChain = llvm::SmallVector<const llvm::CallBase*, 3>;

// From a function that both chains begin in. Which of them matter is up to who calls: std::atomic's
// load and store are the same two functions for every variable.
struct ValueFlow {
  CallChain to_load;
  const llvm::LoadInst* load;
  CallChain to_store;
  const llvm::StoreInst* store;
};

// A store that adds to the number that is there, or takes from it.
struct NumberChange {
  const llvm::StoreInst* store;
  bool is_unsigned;  // it goes around below zero
};

// Looks at a copy of these functions in which local variables are registers, so that what a
// variable held earlier or later does not count.
class ValueFlowFinder {
 public:
  ValueFlowFinder(const llvm::Module& module, llvm::ArrayRef<const llvm::Function*> functions);

  // Where both chains begin in `function`, which is one of those.
  std::vector<ValueFlow> flows_within(const llvm::Function& function) const;
  std::vector<NumberChange> number_changes_within(const llvm::Function& function) const;

 private:
  struct Load {
    CallChain chain;
    const llvm::LoadInst* load;
  };
  struct Store {
    CallChain chain;
    const llvm::StoreInst* store;
  };

  llvm::SmallVector<Load, 4> loads_behind(const llvm::Value* value) const;
  llvm::SmallVector<Store, 4> stores_of_argument(const llvm::CallBase& call, unsigned n) const;
  void add(const Load& load, const Store& store, std::vector<ValueFlow>& flows) const;
  CallChain original(const CallChain& chain) const;

  llvm::ValueToValueMapTy copies_;
  std::unique_ptr<llvm::Module> copy_;
  llvm::DenseMap<const llvm::Value*, const llvm::Value*> originals_;
};

}  // namespace foreweave
