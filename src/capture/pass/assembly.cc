#include "capture/pass/assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <string>

namespace foreweave {

using namespace llvm;

namespace {

constexpr uint64_t kLargestUpdate = 16;

// An exchange with memory is atomic without a prefix, too.
struct Mnemonics {
  bool lock = false, exchange = false, compare = false, fence = false;
};

Mnemonics mnemonics_in(StringRef code) {
  Mnemonics found;
  const std::string text = code.lower();
  for (StringRef rest = text; !rest.empty();) {
    const StringRef word = rest.take_while(isAlnum);
    found.lock |= word == "lock";
    found.exchange |= word.starts_with("xchg");
    found.compare |= word.starts_with("cmpxchg");
    found.fence |= word == "mfence";
    rest = rest.drop_front(std::max<size_t>(word.size(), 1));
  }
  return found;
}

// As many use in place of mfence: the top of the stack is nobody else's.
bool is_at_the_stack(StringRef code) { return code.contains("%rsp)") || code.contains("%esp)"); }

}  // namespace

AssemblySummary summary_of_assembly(const CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  AssemblySummary summary;
  if (!Triple(call.getModule()->getTargetTriple()).isX86()) return summary;
  const StringRef code = assembly.getAsmString();
  const Mnemonics found = mnemonics_in(code);
  summary.is_fence = found.fence || (found.lock && is_at_the_stack(code));
  if (summary.is_fence || !(found.lock || found.exchange)) return summary;
  summary.compares = found.compare;

  unsigned argument = 0;
  bool reads_memory = false;
  for (const InlineAsm::ConstraintInfo& operand : assembly.ParseConstraints()) {
    if (operand.Type == InlineAsm::isClobber || operand.Type == InlineAsm::isLabel) continue;
    if (operand.Type == InlineAsm::isOutput && !operand.isIndirect) continue;
    const unsigned n = argument++;
    if (!operand.isIndirect) continue;
    reads_memory = true;
    if (operand.Type != InlineAsm::isOutput) continue;
    Type* type = call.getParamElementType(n);
    const TypeSize size = call.getModule()->getDataLayout().getTypeStoreSize(type);
    if (size.isScalable() || size.isZero() || size.getFixedValue() > kLargestUpdate)
      summary.is_unknown = true;
    else
      summary.updates.push_back(
          {call.getArgOperand(n), static_cast<uint32_t>(size.getFixedValue())});
  }
  // Through a register; an exchange may as well be of two registers.
  const bool through_register = code.contains('(') || code.contains('[');
  if (summary.updates.empty()) summary.is_unknown |= found.lock || reads_memory || through_register;
  return summary;
}

}  // namespace foreweave
