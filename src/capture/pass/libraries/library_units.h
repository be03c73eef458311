// The bitcode of capture/library, a unit a file.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>

namespace foreweave {

struct LibraryUnit {
  llvm::StringRef name;
  llvm::StringRef bitcode;
};

llvm::ArrayRef<LibraryUnit> library_units();

}  // namespace foreweave
