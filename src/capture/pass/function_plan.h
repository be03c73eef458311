// What is recorded of one function, and where its paths start and end (capture/abi/log_format.h).
// Made before anything is changed, so that the table and the code that is inserted say the same.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "capture/abi/event_kinds.h"
#include "capture/abi/module_table.h"
#include "capture/pass/analysis/known_numbers.h"

namespace foreweave {

struct PlanItem {
  FwItem item = FW_ITEM_start;
  llvm::Instruction* at =
      nullptr;  // start: the instruction behind it; others: the instruction itself

  // start
  FwStart start = FW_START_joint;
  bool flushes = false;                 // a path may be open here
  bool gated = false;                   // the thread may come from code that we do not see
  bool is_idle = false, waits = false;  // the head of such a loop (idle_loops.h)
  // access, range, compare, fence
  uint8_t kind = FW_KIND_read;
  uint8_t flags = 0;
  uint8_t failure_order = 0;  // of a compare that only reads
  uint32_t size = 0;
  llvm::Value* address = nullptr;
  llvm::Value* range_size = nullptr;
  llvm::Instruction* known_at = nullptr;  // before this instruction they are known
  // Not logged, since they follow from what the path has logged before; nothing: logged. The value
  // of a range is its size.
  std::optional<KnownNumber> known_address, known_value;
  uint32_t read_bit = 0;  // in the path's header, if it may be as expected
  // call
  uint8_t call_flags = 0;
  llvm::Function* callee = nullptr;

  uint32_t value_words() const;    // that make up the value, logged or not
  uint32_t operand_words() const;  // that are logged
  // A read whose value is only logged if it is not what the image of memory says.
  bool may_be_as_expected() const;
};

struct PlanBlock {
  llvm::BasicBlock* block = nullptr;
  std::vector<PlanItem> items;
  uint32_t branch_bit = 0;  // of a conditional branch at its end
  bool open_at_end = true;  // a path is open behind the last item
};

// How much one path holds.
enum class Grain {
  paths,  // as much as it can: for recording
  steps,  // one access, so that the thread can be stopped before each: for replaying
};

struct FunctionPlan {
  llvm::Function* function = nullptr;
  Grain grain = Grain::paths;
  bool logs_frame = false;
  std::vector<PlanBlock> blocks;  // in the function's order; unreachable ones are left out
  llvm::DenseMap<const llvm::BasicBlock*, uint32_t> number;
};

// Gives every invoke a block of its own to go on in. Has to be done before the bitcode is saved.
void separate_invokes(llvm::Function& function);

// Whether code that we do not see may call it.
bool is_callable_from_outside(const llvm::Function& function);

// `is_recorded` says whether a function of this module is instrumented; `gated`, whether code that
// we do not see may enter the function.
FunctionPlan plan_function(llvm::Function& function,
                           llvm::function_ref<bool(const llvm::Function&)> is_recorded, Grain grain,
                           bool gated);

}  // namespace foreweave
