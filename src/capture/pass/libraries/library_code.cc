#include "capture/pass/libraries/library_code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/TargetParser/Triple.h>

#include <memory>

#include "capture/abi/library_table.h"
#include "capture/abi/mutation.h"
#include "capture/pass/libraries/library_calls.h"
#include "capture/pass/libraries/library_units.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr StringLiteral kPrefix = FW_LIBRARY_PREFIX;

struct Row {
  StringRef unit;
  bool is_on = false;
};

const StringMap<Row>& rows_by_function() {
  static const StringMap<Row> rows = [] {
    StringMap<Row> map;
#define FW_ADD(row, unit, function) map[function] = {#unit, bool(fw_row_is_on("library:" #row))};
    FOREWEAVE_LIBRARY_CODE(FW_ADD)
#undef FW_ADD
    return map;
  }();
  return rows;
}

// Members of std::string and std::wstring are a row, since there are so many of them.
bool is_of_string(StringRef name) {
  if (!name.consume_front("_ZNSt7__cxx1112basic_stringI") &&
      !name.consume_front("_ZNKSt7__cxx1112basic_stringI"))
    return false;
  return name.starts_with("cSt11char_traitsIcESaIcEE") ||
         name.starts_with("wSt11char_traitsIwESaIwEE");
}

// Without a unit if there is none.
Row row_of(StringRef function) {
  if (is_of_string(function)) return {"strings", bool(fw_row_is_on("library:strings"))};
  return rows_by_function().lookup(function);
}

// Empty if there is none, or if its row is switched off.
StringRef unit_of(StringRef function) {
  const Row row = row_of(function);
  return row.is_on ? row.unit : StringRef();
}

std::unique_ptr<Module> load_unit(StringRef name, LLVMContext& context) {
  for (const LibraryUnit& unit : library_units()) {
    if (unit.name != name) continue;
    Expected<std::unique_ptr<Module>> loaded =
        getLazyBitcodeModule(MemoryBufferRef(unit.bitcode, name), context);
    if (loaded) return std::move(*loaded);
    consumeError(loaded.takeError());
  }
  return nullptr;
}

// Ours has the name of what it stands for; or it calls that, and has another.
void rename_definitions(Module& unit) {
  std::vector<Function*> defined;
  for (Function& function : unit)
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        !function.getName().starts_with(kPrefix) && !row_of(function.getName()).unit.empty())
      defined.push_back(&function);
  for (Function* function : defined) function->setName(Twine(kPrefix) + function->getName());
}

// What linking merges of what modules say about themselves is left as it was: the unit has no say
// in how the program is built.
class KeptFlags {
 public:
  explicit KeptFlags(Module& module) : module_(module) {
    if (NamedMDNode* flags = module.getModuleFlagsMetadata())
      for (MDNode* flag : flags->operands()) flags_.push_back(flag);
  }
  ~KeptFlags() {
    NamedMDNode* flags = module_.getOrInsertModuleFlagsMetadata();
    flags->clearOperands();
    for (MDNode* flag : flags_) flags->addOperand(flag);
  }

 private:
  Module& module_;
  SmallVector<MDNode*, 8> flags_;
};

// The calls of these functions, by the name of what they call.
using Calls = MapVector<Function*, SmallVector<CallBase*, 8>>;

Calls calls_of_library(const std::vector<Function*>& functions) {
  Calls calls;
  for (Function* function : functions)
    for (BasicBlock& block : *function)
      for (Instruction& instruction : block) {
        auto* call = dyn_cast<CallBase>(&instruction);
        Function* callee = call ? call->getCalledFunction() : nullptr;
        if (callee && callee->isDeclaration() && !call->isMustTailCall() &&
            !unit_of(callee->getName()).empty())
          calls[callee].push_back(call);
      }
  return calls;
}

void become_ours(Function& function) {
  Module& module = *function.getParent();
  function.setLinkage(GlobalValue::LinkOnceODRLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
  function.setComdat(module.getOrInsertComdat(function.getName()));
}

}  // namespace

std::vector<Function*> add_library_code(Module& module, const std::vector<Function*>& functions) {
  const Calls calls = calls_of_library(functions);
  if (calls.empty() || Triple(module.getTargetTriple()).getArch() != Triple::x86_64) return {};
  const KeptFlags kept(module);
  const bool has_debug_information = module.getNamedMetadata("llvm.dbg.cu") != nullptr;
  StringMap<std::unique_ptr<Module>> units;
  for (const auto& [callee, callers] : calls) {
    const StringRef unit_name = unit_of(callee->getName());
    auto& unit = units[unit_name];
    if (!unit) {
      unit = load_unit(unit_name, module.getContext());
      if (!unit) continue;
      rename_definitions(*unit);
      unit->setTargetTriple(module.getTargetTriple());
      unit->setDataLayout(module.getDataLayout());
    }
    const std::string name = (kPrefix + callee->getName()).str();
    const Function* ours = unit->getFunction(name);
    // A function of the program's own may have the same name and another type.
    if (!ours || ours->getFunctionType() != callee->getFunctionType()) continue;
    auto* here =
        Function::Create(callee->getFunctionType(), GlobalValue::ExternalLinkage, name, module);
    for (CallBase* call : callers) call->setCalledFunction(here);
  }
  StringSet<> known;
  for (Function& function : module)
    if (!function.isDeclaration()) known.insert(function.getName());
  for (auto& entry : units)
    if (entry.second) Linker::linkModules(module, std::move(entry.second), Linker::LinkOnlyNeeded);
  std::vector<Function*> added;
  for (Function& function : module) {
    if (function.isDeclaration() || known.contains(function.getName())) continue;
    if (function.getName().starts_with(kPrefix)) become_ours(function);
    if (!has_debug_information) stripDebugInfo(function);
    added.push_back(&function);
  }
  if (!has_debug_information)
    if (NamedMDNode* units_of_debugging = module.getNamedMetadata("llvm.dbg.cu"))
      units_of_debugging->eraseFromParent();
  return added;
}

void take_out_touches(Module& module) {
  for (const char* name : {kReads, kWrites}) {
    Function* touch = module.getFunction(name);
    if (!touch) continue;
    while (!touch->use_empty()) cast<CallBase>(*touch->user_begin())->eraseFromParent();
    touch->eraseFromParent();
  }
}

StringRef name_in_library(StringRef name) {
  name.consume_front(kPrefix);
  return name;
}

}  // namespace foreweave
