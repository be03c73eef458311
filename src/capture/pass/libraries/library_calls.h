// Functions of libc that only read and write the memory they are given: what they touch is recorded
// as if they were instructions, and the call itself is no step of the program that anybody could
// notice.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>

namespace foreweave {

struct TouchedRange {
  uint8_t kind = 0;  // FW_KIND_read or FW_KIND_write
  llvm::Value* address = nullptr;
  llvm::Value* size = nullptr;  // bytes
  // Before this instruction both are known: the call itself, or, of the last range only, the one
  // behind it.
  llvm::Instruction* known_at = nullptr;
};

// What code of capture/library calls to say what was touched: address, bytes.
inline constexpr char kReads[] = "__fw_reads", kWrites[] = "__fw_writes";

// Nothing if the function is not one of these. Inserts what is needed to know the sizes (a strlen
// before a strcpy, say). Where a function stops at the first difference only the first bytes count:
// what it did not look at must not be recorded as read.
std::optional<llvm::SmallVector<TouchedRange, 4>> touched_by(llvm::CallBase& call);

// Whether a function of this name may be called in the middle of a path: one of the above, or one
// that the compiler calls on its own account (memcpy for an assignment, sin for an intrinsic). A
// program may have its own.
bool is_called_within_paths(const llvm::Function& function);

}  // namespace foreweave
