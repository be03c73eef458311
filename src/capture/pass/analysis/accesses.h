// Which instructions touch memory that another thread may see, and what is to be recorded of them.
#pragma once

#include <llvm/IR/Instruction.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace foreweave {

struct Access {
  uint8_t kind = 0;   // an FW_KIND_*
  uint8_t flags = 0;  // FW_FLAG_*
  uint32_t size = 0;  // bytes
  llvm::Value* address = nullptr;
  uint8_t failure_order = 0;  // of a compare-exchange that only reads, as C11 numbers them
};

// Nothing for instructions that touch no memory, only memory that never changes, or a variable of
// the function whose address never leaves it.
std::optional<Access> access_of(llvm::Instruction& instruction);

// Whether the value may differ from run to run of the same path: it comes from memory, from a call
// or from an argument.
bool may_vary(const llvm::Value& value);
// Whether that makes an access a decision.
bool address_may_vary(const llvm::Value& address);

// What is special about a compare-exchange: what it read decides what it does.
uint8_t compare_flags();

// The variable of the function that is accessed never becomes known outside of it.
bool is_private(const llvm::Value& address);

}  // namespace foreweave
