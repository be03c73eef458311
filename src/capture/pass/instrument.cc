#include "capture/pass/instrument.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "capture/abi/log_format.h"
#include "capture/pass/analysis/compilers_own.h"
#include "capture/pass/analysis/lanes.h"
#include "capture/pass/analysis/thread_local_data.h"
#include "capture/pass/analysis/vtable_pointers.h"
#include "capture/pass/emit_paths.h"
#include "capture/pass/excluded/ignore_list.h"
#include "capture/pass/excluded/left_alone.h"
#include "capture/pass/excluded/made_up.h"
#include "capture/pass/function_plan.h"
#include "capture/pass/libraries/library_calls.h"
#include "capture/pass/libraries/library_code.h"
#include "capture/pass/libraries/saved_arguments.h"
#include "capture/pass/module_table_writer.h"
#include "capture/pass/stepping.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr int kBeforeEveryConstructor = 0;

bool is_recorded(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) return false;
  if (function.hasFnAttribute(Attribute::Naked)) return false;
  if (function.getName().starts_with("__fw_") || is_compilers_own(function)) return false;
  if (is_left_alone(function) || is_ignored(function)) return false;
  if (!function.hasLocalLinkage() && is_called_within_paths(function)) return false;
  // Runs before anything can be registered.
  return !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

bool is_resolver(const Function& function) {
  for (const GlobalIFunc& ifunc : function.getParent()->ifuncs())
    if (ifunc.getResolverFunction() == &function) return true;
  return false;
}

GlobalVariable* add_bytes(Module& module, StringRef bytes, const char* name, const char* section) {
  auto* contents = ConstantDataArray::getString(module.getContext(), bytes, false);
  auto* variable = new GlobalVariable(module, contents->getType(), true,
                                      GlobalValue::PrivateLinkage, contents, name);
  variable->setSection(section);
  variable->setAlignment(Align(8));
  return variable;
}

// Behind its length, so that the copies of several modules can be told apart in one section.
std::string saved_bitcode(const Module& module) {
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  stream.flush();
  const uint64_t length = bitcode.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += bitcode;
  bytes.resize((bytes.size() + 7) / 8 * 8);  // the next one starts aligned
  return bytes;
}

void add_registration(Module& module, const HookSymbols& hooks, uint32_t start_count,
                      StringRef table, StringRef bitcode) {
  LLVMContext& context = module.getContext();
  Type *word = Type::getInt64Ty(context), *half = Type::getInt32Ty(context);
  Type* pointer = PointerType::get(context, 0);
  auto* type =
      StructType::get(context, {half, half, pointer, word, pointer, word, pointer, pointer});
  auto* value = ConstantStruct::get(
      type, {ConstantInt::get(half, FW_ABI_VERSION), ConstantInt::get(half, start_count),
             add_bytes(module, table, "__fw_table", "foreweave_table"),
             ConstantInt::get(word, table.size()),
             add_bytes(module, bitcode, "__fw_bitcode", "foreweave_bitcode"),
             ConstantInt::get(word, bitcode.size()), hooks.first_start, hooks.stepping});
  auto* description =
      new GlobalVariable(module, type, true, GlobalValue::PrivateLinkage, value, "__fw_module");

  FunctionCallee registered =
      module.getOrInsertFunction("__fw_register_module", Type::getVoidTy(context), pointer);
  auto* callee = cast<Function>(registered.getCallee());
  callee->setLinkage(GlobalValue::ExternalWeakLinkage);
  auto* constructor = Function::createWithDefaultAttr(
      FunctionType::get(Type::getVoidTy(context), false), GlobalValue::InternalLinkage, 0,
      "__fw_module_constructor", &module);
  constructor->addFnAttr(Attribute::NoUnwind);
  IRBuilder<> builder(BasicBlock::Create(context, "", constructor));
  builder.CreateCall(registered, {description});
  // In a library the loader looks them up when they are first called, and keeps fewer registers
  // meanwhile than their convention promises. So that is here, where nobody needs them; the runtime
  // expects these two calls.
  for (const FunctionCallee& hook : {hooks.pause, hooks.step})
    builder.CreateCall(hook)->setCallingConv(CallingConv::PreserveMost);
  builder.CreateRetVoid();
  appendToGlobalCtors(module, constructor, kBeforeEveryConstructor);
}

// What was true before we logged within it: that it writes nothing, say.
void forget_purity(Function& function) {
  for (const auto attribute : {Attribute::Memory, Attribute::Speculatable, Attribute::NoSync})
    function.removeFnAttr(attribute);
  for (User* user : function.users())
    if (auto* call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
      for (const auto attribute : {Attribute::Memory, Attribute::NoSync})
        call->removeFnAttr(attribute);
}

}  // namespace

bool instrument_module(Module& module) {
  no_longer_forbid_made_up_reads(module);
  // Bitcode that we made ourselves comes by again when it is compiled on.
  if (module.getNamedGlobal("__fw_first_start")) return false;
  std::vector<Function*> functions;
  for (Function& function : module)
    if (is_recorded(function) && !is_resolver(function)) functions.push_back(&function);
  if (functions.empty()) return false;
  for (Function* function : add_library_code(module, functions))
    if (is_recorded(*function)) functions.push_back(function);
  for (Function* function : functions) {
    compare_vtable_pointers(*function);
    tell_of_saved_arguments(*function);
    separate_invokes(*function);
    take_lanes_apart(*function);
  }
  const std::string bitcode = saved_bitcode(module);

  // Beyond this point the module differs from what was saved.
  for (Function* function : functions) {
    forget_purity(*function);
    ask_early_for_thread_local_data(*function);
  }
  std::vector<Function*> copies;
  for (Function* function : functions) copies.push_back(make_stepping_copy(*function));
  std::vector<FunctionPlan> plans, stepping_plans;
  for (size_t i = 0; i < functions.size(); ++i) {
    const bool gated = is_callable_from_outside(*functions[i]);
    const Grain grain = copies[i] ? Grain::paths : Grain::steps;
    plans.push_back(plan_function(*functions[i], is_recorded, grain, gated));
    if (copies[i])
      stepping_plans.push_back(plan_function(*copies[i], is_recorded, Grain::steps, gated));
  }
  const std::string table = write_module_table(module, plans);

  // Beyond this point plans are carried out. The copies' starts come behind all others.
  const HookSymbols hooks(module);
  uint32_t starts = 0;
  for (const FunctionPlan& plan : plans) starts = emit_paths(plan, hooks, starts);
  for (const FunctionPlan& plan : stepping_plans) starts = emit_paths(plan, hooks, starts);
  for (size_t i = 0; i < functions.size(); ++i)
    if (copies[i]) enter_copy_if_stepping(*functions[i], *copies[i], *hooks.stepping);
  take_out_touches(module);
  add_registration(module, hooks, starts, table, bitcode);
  return true;
}

}  // namespace foreweave
