#include "bitcode_rules.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "capture/abi/left_alone.h"
#include "capture/abi/library_table.h"

namespace foreweave {

using namespace llvm;

namespace {

// Analyses give up on variables with very many uses, and then count them as known to everybody.
constexpr size_t kUsesThatAnybodyLooksAt = 40;

std::string path_of(const DIFile* file) {
  if (!file) return "";
  return (std::filesystem::path(file->getDirectory().str()) / file->getFilename().str()).string();
}

uint8_t number_of(AtomicOrdering order) {
  switch (order) {
    case AtomicOrdering::Acquire:
      return 2;
    case AtomicOrdering::Release:
      return 3;
    case AtomicOrdering::AcquireRelease:
      return 4;
    case AtomicOrdering::SequentiallyConsistent:
      return 5;
    default:
      return 0;
  }
}

// One of several addresses, and not all of them are of variables.
bool is_mixed(const Value& address) {
  SmallVector<const Value*, 8> objects;
  getUnderlyingObjects(&address, objects);
  return !std::all_of(objects.begin(), objects.end(),
                      [](const Value* object) { return isa<AllocaInst>(object); });
}

// A variable whose address is stored or goes to a function is known to others; one that is only
// loaded and stored is not.
Presence presence_of_variable(const AllocaInst& variable) {
  SmallVector<const Value*, 8> work{&variable};
  SmallPtrSet<const Value*, 16> seen;
  Presence presence = Presence::never;
  size_t uses = 0;
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    if (!seen.insert(value).second) continue;
    for (const Use& use : value->uses()) {
      const User* user = use.getUser();
      if (++uses > kUsesThatAnybodyLooksAt) presence = Presence::maybe;
      if (isa<GetElementPtrInst, CastInst, PHINode, SelectInst>(user)) {
        if (isa<PtrToIntInst>(user)) presence = Presence::maybe;
        if (isa<PHINode, SelectInst>(user) && is_mixed(*user)) return Presence::always;
        work.push_back(user);
      } else if (const auto* load = dyn_cast<LoadInst>(user)) {
        if (load->isVolatile()) presence = Presence::maybe;
      } else if (const auto* store = dyn_cast<StoreInst>(user)) {
        if (store->getValueOperand() == value) return Presence::always;
        if (store->isVolatile()) presence = Presence::maybe;
      } else if (const auto* call = dyn_cast<CallBase>(user)) {
        const Function* callee = call->getCalledFunction();
        if (!callee || !callee->isIntrinsic()) return Presence::always;
        if (const auto* memory = dyn_cast<MemIntrinsic>(call); memory && memory->isVolatile())
          presence = Presence::maybe;
        if (!isa<MemIntrinsic, LifetimeIntrinsic, DbgInfoIntrinsic>(call))
          presence = Presence::maybe;
      } else {
        presence = Presence::maybe;
      }
    }
  }
  return presence;
}

Presence presence_at(const Value& address) {
  if (address.getType()->getPointerAddressSpace() != 0) return Presence::never;
  const Value* object = getUnderlyingObject(&address, 0);
  if (const auto* variable = dyn_cast<AllocaInst>(object)) {
    const Presence presence = presence_of_variable(*variable);
    const bool is_near = getUnderlyingObject(&address) == object;
    return is_near || presence == Presence::always ? presence : Presence::maybe;
  }
  if (const auto* global = dyn_cast<GlobalVariable>(object); global && global->isConstant())
    return Presence::maybe;
  return Presence::always;
}

ExpectedAccess access(Kind kind, const Value& address, Type* type, const Instruction& at,
                      AtomicOrdering order) {
  ExpectedAccess expected;
  expected.kind = kind;
  expected.order = number_of(order);
  expected.size =
      static_cast<uint32_t>(at.getModule()->getDataLayout().getTypeStoreSize(type).getFixedValue());
  expected.presence = presence_at(address);
  return expected;
}

// `size` is null where it is never 0 and not known.
ExpectedAccess range(Kind kind, const Value& address, const Value* size) {
  ExpectedAccess expected;
  expected.kind = kind;
  expected.presence = presence_at(address);
  const auto* constant = dyn_cast_or_null<ConstantInt>(size);
  if (constant && constant->isZero()) expected.presence = Presence::never;
  if (size && !constant && expected.presence != Presence::never)
    expected.presence = Presence::sometimes;
  return expected;
}

// Functions of libc whose accesses are recorded at the call, which itself is no step.
struct KnownFunction {
  std::string_view name;
  const char* touches;  // pairs: r or w, and the number of the argument
  int size = -1;        // argument with the number of bytes
};

constexpr KnownFunction kKnownFunctions[] = {
    {"__fw_reads", "r0", 1}, {"__fw_writes", "w0", 1},
    {"memcpy", "r1w0", 2},   {"memmove", "r1w0", 2},     {"mempcpy", "r1w0", 2},
    {"memset", "w0", 2},     {"memcmp", "r0r1", 2},      {"bcmp", "r0r1", 2},
    {"memchr", "r0", 2},     {"strlen", "r0"},           {"strcpy", "r1w0"},
    {"stpcpy", "r1w0"},      {"strcat", "r0r1w0"},       {"strcmp", "r0r1"},
    {"strcasecmp", "r0r1"},  {"strcoll", "r0r1"},        {"strchr", "r0"},
    {"index", "r0"},         {"strchrnul", "r0"},        {"strpbrk", "r0"},
    {"strrchr", "r0"},       {"rindex", "r0"},           {"strstr", "r1r0"},
    {"strspn", "r1r0"},      {"strcspn", "r1r0"},        {"strnlen", "r0", 1},
    {"strncpy", "r1w0", 2},  {"stpncpy", "r1w0", 2},     {"strncat", "r0r1w0"},
    {"strncmp", "r0r1", 2},  {"strncasecmp", "r0r1", 2}, {"wmemcpy", "r1w0", 2},
    {"wmemmove", "r1w0", 2}, {"wmempcpy", "r1w0", 2},    {"wmemset", "w0", 2},
    {"wmemcmp", "r0r1", 2},  {"wcslen", "r0"},           {"wcscpy", "r1w0"},
    {"wcpcpy", "r1w0"},      {"wcscmp", "r0r1"},         {"wcscasecmp", "r0r1"},
    {"wcscoll", "r0r1"},     {"memrchr", "r0", 2},       {"memccpy", "r1w0", 3},
};

const KnownFunction* known_function(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.isTerminator() || call.isMustTailCall())
    return nullptr;
  const auto found = std::find_if(
      std::begin(kKnownFunctions), std::end(kKnownFunctions), [&](const KnownFunction& f) {
        const StringRef name(f.name);
        return callee->getName() == name || callee->getName() == ("__" + name + "_chk").str();
      });
  return found == std::end(kKnownFunctions) ? nullptr : found;
}

std::vector<ExpectedAccess> accesses_of(const CallBase& call, const KnownFunction& function) {
  std::vector<ExpectedAccess> expected;
  const Value* size =
      function.size < 0 ? nullptr : call.getArgOperand(static_cast<unsigned>(function.size));
  for (const char* at = function.touches; *at; at += 2)
    expected.push_back(range(at[0] == 'r' ? Kind::read : Kind::write,
                             *call.getArgOperand(static_cast<unsigned>(at[1] - '0')), size));
  return expected;
}

std::vector<ExpectedAccess> accesses_of(const AnyMemIntrinsic& memory) {
  std::vector<ExpectedAccess> expected;
  if (const auto* transfer = dyn_cast<AnyMemTransferInst>(&memory))
    expected.push_back(range(Kind::read, *transfer->getRawSource(), memory.getLength()));
  expected.push_back(range(Kind::write, *memory.getRawDest(), memory.getLength()));
  return expected;
}

bool has_word(StringRef text, StringRef word) {
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1))
    if (at == 0 || !isAlnum(text[at - 1])) return true;
  return false;
}

// "movb $0, $1" and the like, alone: of how many bytes, if what follows does not say.
bool is_one_move(StringRef code) {
  const StringRef text = code.trim(" \t\n;");
  return text.starts_with("mov") && text.find_first_of(";\n") == StringRef::npos &&
         text.substr(3).find_first_of(" \t") <= 1;
}

// "movl $1, ($0)": a register points to where it goes, or comes from.
std::optional<ExpectedAccess> through_register(const CallBase& call, StringRef code) {
  const size_t at = code.find("($0)");
  if (at == StringRef::npos || call.arg_size() == 0 || !call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  ExpectedAccess expected;
  const bool is_store = code.find(',') < at;
  expected.kind = is_store ? Kind::atomic_write : Kind::atomic_read;
  expected.order = is_store ? 3 : 2;
  expected.size = 1u << StringRef("bwlq").find(code[3]);
  expected.presence = presence_at(*call.getArgOperand(0));
  return expected;
}

// A move between a register and memory: a store is a release, a load an acquire.
std::vector<ExpectedAccess> accesses_of_move(const CallBase& call) {
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  SmallVector<StringRef, 8> constraints;
  StringRef(assembly.getConstraintString()).split(constraints, ',');
  unsigned argument = 0;
  for (const StringRef constraint : constraints) {
    if (constraint.starts_with("~") || constraint.starts_with("!")) continue;
    const bool is_output = constraint.starts_with("=");
    const bool is_memory = constraint.contains('*');
    if (is_output && !is_memory) continue;
    const unsigned n = argument++;
    if (!is_memory) continue;
    return {access(is_output ? Kind::atomic_write : Kind::atomic_read, *call.getArgOperand(n),
                   call.getParamElementType(n), call,
                   is_output ? AtomicOrdering::Release : AtomicOrdering::Acquire)};
  }
  const auto expected = through_register(call, assembly.getAsmString());
  return expected ? std::vector{*expected} : std::vector<ExpectedAccess>{};
}

// Atomic instructions change what is in the memory that they are given, and moves do; other
// instructions may do anything, and leave nothing.
InstructionRule rule_of_assembly(const CallBase& call) {
  constexpr uint8_t kSequentiallyConsistent = 5;
  const auto& assembly = *cast<InlineAsm>(call.getCalledOperand());
  InstructionRule rule;
  if (isa<CallBrInst>(call)) rule.role = Role::terminator;
  const bool lock = has_word(assembly.getAsmString(), "lock");
  if (has_word(assembly.getAsmString(), "mfence") ||
      (lock && StringRef(assembly.getAsmString()).contains("sp)"))) {
    rule.role = Role::fence;
    rule.order = kSequentiallyConsistent;
    return rule;
  }
  const bool load_fence = has_word(assembly.getAsmString(), "lfence");
  if (load_fence || has_word(assembly.getAsmString(), "sfence")) {
    rule.role = Role::fence;
    rule.order = load_fence ? 2 : 3;
    return rule;
  }
  if (is_one_move(assembly.getAsmString())) {
    rule.accesses = accesses_of_move(call);
    return rule;
  }
  if (!lock && !has_word(assembly.getAsmString(), "xchg")) return rule;
  SmallVector<StringRef, 8> constraints;
  StringRef(assembly.getConstraintString()).split(constraints, ',');
  unsigned argument = 0;
  for (const StringRef constraint : constraints) {
    if (constraint.starts_with("~") || constraint.starts_with("!")) continue;
    const bool is_output = constraint.starts_with("=");
    const bool is_memory = constraint.contains('*');
    if (is_output && !is_memory) continue;
    const unsigned n = argument++;
    if (!is_output) continue;
    ExpectedAccess expected =
        access(Kind::atomic_update, *call.getArgOperand(n), call.getParamElementType(n), call,
               AtomicOrdering::SequentiallyConsistent);
    rule.accesses.push_back(expected);
  }
  return rule;
}

// Of a known size that is never 0.
ExpectedAccess bytes(Kind kind, const Value& address, uint64_t size) {
  ExpectedAccess expected;
  expected.kind = kind;
  expected.size = static_cast<uint32_t>(size);
  expected.presence = presence_at(address);
  return expected;
}

uint64_t size_in(const Module& module, Type* type) {
  return module.getDataLayout().getTypeAllocSize(type).getFixedValue();
}

// va_start and the like fill in a list, of 24 bytes on x86-64.
std::vector<ExpectedAccess> accesses_of_intrinsic(const CallBase& call) {
  if (const auto* start = dyn_cast<VAStartInst>(&call))
    return {bytes(Kind::write, *start->getArgList(), 24)};
  if (const auto* copy = dyn_cast<VACopyInst>(&call))
    return {bytes(Kind::read, *copy->getSrc(), 24), bytes(Kind::write, *copy->getDest(), 24)};
  return {};
}

// Structures that are passed by value are copied by the call.
std::vector<ExpectedAccess> copies_by(const CallBase& call) {
  std::vector<ExpectedAccess> expected;
  for (unsigned n = 0; n < call.arg_size() && !call.isMustTailCall(); ++n)
    if (call.isByValArgument(n))
      expected.push_back(bytes(Kind::read, *call.getArgOperand(n),
                               size_in(*call.getModule(), call.getParamByValType(n))));
  return expected;
}

// And are there when the function begins.
std::vector<ExpectedAccess> copies_for(const Function& function) {
  std::vector<ExpectedAccess> expected;
  for (const Argument& argument : function.args())
    if (argument.hasByValAttr())
      expected.push_back(bytes(Kind::write, argument,
                               size_in(*function.getParent(), argument.getParamByValType())));
  return expected;
}

bool is_first_of_its_function(const Instruction& i) {
  const Instruction* first = &i.getFunction()->getEntryBlock().front();
  while (isa<AllocaInst>(first)) first = first->getNextNode();
  return first == &i;
}

InstructionRule rule_of_call(const CallBase& call) {
  InstructionRule rule;
  if (call.isInlineAsm()) return rule_of_assembly(call);
  if (const auto* memory = dyn_cast<AnyMemIntrinsic>(&call))
    rule.accesses = accesses_of(*memory);
  else if (const KnownFunction* known = known_function(call))
    rule.accesses = accesses_of(call, *known);
  else if (const Function* callee = call.getCalledFunction(); callee && callee->isIntrinsic())
    rule.accesses = accesses_of_intrinsic(call);
  else
    rule = {Role::call, copies_by(call), 0};
  return rule;
}

}  // namespace

// What is called in the place of a library's function is shown by the name of that.
static std::string shown_name(StringRef name) {
  name.consume_front(FW_LIBRARY_PREFIX);
  return demangle(name);
}

SiteText site_of(const Instruction& instruction) {
  const DILocation* location = instruction.getDebugLoc().get();
  if (location) {
    const DISubprogram* program = location->getScope()->getSubprogram();
    const StringRef linkage = program->getLinkageName();
    return {path_of(location->getFile()), shown_name(linkage.empty() ? program->getName() : linkage),
            location->getLine(), location->getColumn()};
  }
  const Function& function = *instruction.getFunction();
  const DISubprogram* program = function.getSubprogram();
  if (!program)
    return {function.getParent()->getSourceFileName(), shown_name(function.getName()), 0, 0};
  return {path_of(program->getFile()), shown_name(function.getName()), program->getLine(), 0};
}

namespace {

InstructionRule own_rule_of(const Instruction& i) {
  InstructionRule rule;
  if (const auto* load = dyn_cast<LoadInst>(&i)) {
    rule.accesses = {access(load->isAtomic() ? Kind::atomic_read : Kind::read,
                            *load->getPointerOperand(), load->getType(), i, load->getOrdering())};
  } else if (const auto* store = dyn_cast<StoreInst>(&i)) {
    rule.accesses = {access(store->isAtomic() ? Kind::atomic_write : Kind::write,
                            *store->getPointerOperand(), store->getValueOperand()->getType(), i,
                            store->getOrdering())};
  } else if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) {
    rule.accesses = {access(Kind::atomic_update, *update->getPointerOperand(), update->getType(), i,
                            update->getOrdering())};
  } else if (const auto* compare = dyn_cast<AtomicCmpXchgInst>(&i)) {
    rule.accesses = {access(Kind::atomic_update, *compare->getPointerOperand(),
                            compare->getCompareOperand()->getType(), i,
                            compare->getSuccessOrdering())};
    rule.accesses[0].may_only_read = true;
    rule.accesses[0].order_of_read = number_of(compare->getFailureOrdering());
  } else if (const auto* fence = dyn_cast<FenceInst>(&i)) {
    if (fence->getSyncScopeID() != SyncScope::SingleThread) rule.role = Role::fence;
    rule.order = number_of(fence->getOrdering());
  } else if (const auto* call = dyn_cast<CallBase>(&i)) {
    return rule_of_call(*call);
  } else if (i.isTerminator()) {
    rule.role = Role::terminator;
  }
  return rule;
}

}  // namespace

InstructionRule rule_of(const Instruction& i) {
  InstructionRule rule = own_rule_of(i);
  if (is_first_of_its_function(i)) {
    const std::vector<ExpectedAccess> copies = copies_for(*i.getFunction());
    rule.accesses.insert(rule.accesses.begin(), copies.begin(), copies.end());
  }
  return rule;
}

const Function* named_callee(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

bool is_recorded_function(const Function& function) {
  if (function.isDeclaration() || function.hasAvailableExternallyLinkage()) return false;
  if (function.hasFnAttribute(Attribute::Naked) || function.hasFnAttribute(FW_LEFT_ALONE) ||
      function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation))
    return false;
  for (const GlobalIFunc& ifunc : function.getParent()->ifuncs())
    if (ifunc.getResolverFunction() == &function) return false;
  return true;
}

bool returns_twice(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return call.hasFnAttr(Attribute::ReturnsTwice) ||
         (callee && callee->hasFnAttribute(Attribute::ReturnsTwice));
}

}  // namespace foreweave
