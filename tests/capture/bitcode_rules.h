// What a recording must hold of one instruction of a saved module, read off the bitcode alone.
//
// Written against docs/capture.md and on purpose without a line of the pass: where the two
// disagree, one of them is wrong.
#pragma once

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instruction.h>

#include <cstdint>
#include <string>
#include <vector>

#include "events/kind.h"

namespace foreweave {

struct SiteText {
  std::string file, function;
  uint32_t line = 0, column = 0;
  bool operator==(const SiteText&) const = default;
};

// Of the line that the instruction was written in, also where it was inlined.
SiteText site_of(const llvm::Instruction& instruction);

enum class Presence : uint8_t {
  never,      // a variable that nobody else can know of
  maybe,      // such a variable as far as somebody looks; the same every time
  sometimes,  // a range that may be empty
  always,
};

struct ExpectedAccess {
  Kind kind = Kind::read;
  bool may_only_read = false;  // a compare-exchange that fails is a read
  uint8_t order_of_read = 0;   // of that
  uint8_t order = 0;           // as C11 numbers them
  uint32_t size = 0;           // bytes; 0: known only when it runs
  Presence presence = Presence::always;
};

enum class Role : uint8_t {
  quiet,  // leaves nothing but accesses
  call,   // enters another function or leaves the code that we see
  fence,
  terminator,
};

struct InstructionRule {
  Role role = Role::quiet;
  std::vector<ExpectedAccess> accesses;  // in their order, before what its role leaves
  uint8_t order = 0;                     // of a fence
};

InstructionRule rule_of(const llvm::Instruction& instruction);

// The function that a call names; null: it depends on a value.
const llvm::Function* named_callee(const llvm::CallBase& call);

// Whether the function has to be in the recording when it runs.
bool is_recorded_function(const llvm::Function& function);

bool returns_twice(const llvm::CallBase& call);

}  // namespace foreweave
