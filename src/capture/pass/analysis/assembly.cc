#include "capture/pass/analysis/assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include <optional>
#include <string>

#include "capture/abi/event_kinds.h"

namespace foreweave {

using namespace llvm;

namespace {

constexpr uint64_t kLargestAccess = 16;
constexpr uint8_t kAcquire = 2, kRelease = 3, kSequentiallyConsistent = 5;

// The first word of each instruction, prefixes and all; labels and directives are none.
SmallVector<std::string, 8> mnemonics_in(StringRef code) {
  SmallVector<std::string, 8> mnemonics;
  const std::string text = code.lower();
  SmallVector<StringRef, 8> lines;
  SplitString(text, lines, ";\n");
  for (StringRef line : lines) {
    for (line = line.ltrim(" \t"); !line.empty();) {
      const StringRef word =
          line.take_while([](char c) { return isAlnum(c) || c == '_' || c == '.'; });
      if (word.empty() || word.starts_with(".")) break;
      line = line.drop_front(word.size()).ltrim(" \t");
      if (line.consume_front(":")) {
        line = line.ltrim(" \t");
        continue;
      }
      mnemonics.push_back(word.str());
      if (word != "lock" && !word.starts_with("rep")) break;
    }
  }
  return mnemonics;
}

// An exchange with memory is atomic without a prefix, too.
bool is_atomic(StringRef mnemonic) { return mnemonic == "lock" || mnemonic.starts_with("xchg"); }

bool is_move(StringRef mnemonic) {
  return mnemonic == "mov" || mnemonic == "movb" || mnemonic == "movw" || mnemonic == "movl" ||
         mnemonic == "movq";
}

// They name memory, and neither change it nor tell what is in it.
bool only_hints(StringRef mnemonic) {
  return mnemonic.starts_with("prefetch") || mnemonic.starts_with("clflush") ||
         mnemonic.starts_with("clwb") || mnemonic.starts_with("nop") || mnemonic == "lea" ||
         mnemonic.starts_with("invlpg");
}

uint8_t fence_of(ArrayRef<std::string> mnemonics) {
  uint8_t fence = 0;
  for (const std::string& mnemonic : mnemonics) {
    if (mnemonic == "mfence") return kSequentiallyConsistent;
    if (mnemonic == "sfence") fence = kRelease;
    if (mnemonic == "lfence") fence = kAcquire;
  }
  return fence;
}

// As many use in place of mfence: the top of the stack is nobody else's.
bool is_at_the_stack(StringRef code) { return code.contains("%rsp)") || code.contains("%esp)"); }

struct Operands {
  struct Memory {
    Value* address;
    std::optional<uint32_t> size;  // nothing: too large for one instruction
    bool is_written;
  };
  SmallVector<Memory, 2> memory;
  SmallVector<Value*, 8> pointers;  // in registers, by the operand's number; others have none
  bool has_pointer = false;
  bool clobbers_memory = false;

  // What is read and written is two operands in LLVM.
  void add(const Memory& place) {
    for (Memory& known : memory)
      if (known.address == place.address) {
        known.is_written |= place.is_written;
        return;
      }
    memory.push_back(place);
  }
};

Operands operands_of(const CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  Operands operands;
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& operand : assembly.ParseConstraints()) {
    if (operand.Type == InlineAsm::isClobber)
      operands.clobbers_memory |= is_contained(operand.Codes, "{memory}");
    if (operand.Type == InlineAsm::isClobber || operand.Type == InlineAsm::isLabel) continue;
    operands.pointers.push_back(nullptr);
    if (operand.Type == InlineAsm::isOutput && !operand.isIndirect) continue;
    const unsigned n = argument++;
    Value* value = call.getArgOperand(n);
    if (!operand.isIndirect) {
      if (value->getType()->isPointerTy()) {
        operands.pointers.back() = value;
        operands.has_pointer = true;
      }
      continue;
    }
    const TypeSize size =
        call.getModule()->getDataLayout().getTypeStoreSize(call.getParamElementType(n));
    std::optional<uint32_t> bytes;
    if (!size.isScalable() && !size.isZero() && size.getFixedValue() <= kLargestAccess)
      bytes = static_cast<uint32_t>(size.getFixedValue());
    operands.add({value, bytes, operand.Type == InlineAsm::isOutput});
  }
  return operands;
}

// Of "movl $1, ($0)" what the register points to.
std::optional<Operands::Memory> moved_through_register(StringRef code, StringRef mnemonic,
                                                       const Operands& operands) {
  const size_t size = StringRef("bwlq").find(mnemonic.back());
  const auto [before, behind] = code.split("($");
  unsigned operand = 0;
  StringRef rest = behind;
  if (size == StringRef::npos || mnemonic.size() != 4 || rest.consumeInteger(10, operand) ||
      !rest.consume_front(")") || operand >= operands.pointers.size() ||
      !operands.pointers[operand] ||
      (!before.ends_with(" ") && !before.ends_with(",") && !before.ends_with("\t")))
    return std::nullopt;
  return Operands::Memory{operands.pointers[operand], 1u << size, !rest.contains(',')};
}

bool is_in_frame(const Value& address) { return isa<AllocaInst>(getUnderlyingObject(&address)); }

void add_updates(AssemblySummary& summary, StringRef code, bool has_lock,
                 const Operands& operands) {
  constexpr StringRef kUnknown = "assembler code with a lock prefix";
  for (const Operands::Memory& place : operands.memory) {
    if (!place.is_written) continue;
    if (place.size)
      summary.accesses.push_back(
          {FW_KIND_atomic_update, kSequentiallyConsistent, *place.size, place.address});
    else
      summary.unknown = kUnknown;
  }
  // Through a register; an exchange may as well be of two registers.
  const bool through_register = code.contains('(') || code.contains('[');
  if (summary.accesses.empty() && (has_lock || !operands.memory.empty() || through_register))
    summary.unknown = kUnknown;
}

}  // namespace

AssemblySummary summary_of_assembly(const CallBase& call) {
  AssemblySummary summary;
  if (!Triple(call.getModule()->getTargetTriple()).isX86()) return summary;
  const StringRef code = cast<InlineAsm>(call.getCalledOperand())->getAsmString();
  const SmallVector<std::string, 8> mnemonics = mnemonics_in(code);
  if (all_of(mnemonics, only_hints)) return summary;
  const Operands operands = operands_of(call);
  const bool has_lock = is_contained(mnemonics, "lock");
  summary.fence = has_lock && is_at_the_stack(code) ? kSequentiallyConsistent : fence_of(mnemonics);
  summary.compares = any_of(mnemonics, [](const std::string& mnemonic) {
    return StringRef(mnemonic).starts_with("cmpxchg");
  });
  if (any_of(mnemonics, is_atomic)) {
    if (summary.fence == 0) add_updates(summary, code, has_lock, operands);
    return summary;
  }
  if (is_contained(mnemonics, "syscall") || is_contained(mnemonics, "sysenter")) {
    summary.unknown = "assembler code with a system call";
    return summary;
  }
  if (mnemonics.size() == 1 && is_move(mnemonics.front())) {
    std::optional<Operands::Memory> place;
    if (operands.memory.size() == 1)
      place = operands.memory.front();
    else if (operands.memory.empty())
      place = moved_through_register(code, mnemonics.front(), operands);
    if (place && place->size) {
      if (place->is_written)
        summary.accesses.push_back({FW_KIND_atomic_write, kRelease, *place->size, place->address});
      else
        summary.accesses.push_back({FW_KIND_atomic_read, kAcquire, *place->size, place->address});
      return summary;
    }
  }
  const bool writes_operand = any_of(operands.memory, [&](const Operands::Memory& place) {
    return (place.is_written || operands.clobbers_memory) && !is_in_frame(*place.address);
  });
  const bool may_write_elsewhere = operands.clobbers_memory && operands.has_pointer &&
                                   (code.contains('(') || code.contains('['));
  if (writes_operand || may_write_elsewhere) summary.unknown = "assembler code that touches memory";
  return summary;
}

}  // namespace foreweave
