// What the compiler saw in a source file.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <optional>
#include <string>

namespace foreweave {

// The 32 bytes of its SHA-256. Nothing if there is no such file (code from a pipe, paths that were
// mapped to others), or if it is not any more what the compiler read, as far as it says what that
// was: it does from DWARF 5 on, and for files that are only named by #line it never does.
std::optional<std::string> source_hash(llvm::StringRef path, const llvm::DIFile& file);

}  // namespace foreweave
