// Code that its owner wants left alone, by function or source file, as sanitizers' ignore lists
// name it (FOREWEAVE_IGNORE, which the wrapper sets).
#pragma once

#include <llvm/IR/Function.h>

namespace foreweave {

bool is_ignored(const llvm::Function& function);

}  // namespace foreweave
