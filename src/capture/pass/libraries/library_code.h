// Calls of library functions for which capture/library has code of ours, instead of them or around
// them: the calls of recorded functions go there, and what is called becomes part of the module, to
// be recorded like everything else in it. Nobody else's calls change, nor does any symbol that
// others see; so it makes no difference how the library is linked.
#pragma once

#include <llvm/IR/Module.h>

#include <vector>

namespace foreweave {

// The functions that came into the module. `functions` are those that are recorded.
std::vector<llvm::Function*> add_library_code(llvm::Module& module,
                                              const std::vector<llvm::Function*>& functions);

// Calls by which library code says what was touched, when they have been made events of.
void take_out_touches(llvm::Module& module);

// Without what says that it is ours.
llvm::StringRef name_in_library(llvm::StringRef name);

}  // namespace foreweave
