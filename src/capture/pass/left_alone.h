// Functions that their owner wants left alone: by __attribute__((no_sanitize("thread"))), which
// arrives as an annotation (capture/abi/left_alone.h), by disable_sanitizer_instrumentation, which
// arrives as it is, or by an ignore list.
//
// The pass works behind the optimiser, and by then such a function may be part of another one, or
// another one part of it. So it is decided before the optimiser runs, and the inliner is told to
// keep the two kinds apart, as it does for ThreadSanitizer. Only always_inline mixes them, there
// and here.
#pragma once

#include <llvm/IR/Module.h>

namespace foreweave {

// Before the optimiser.
void keep_apart(llvm::Module& module);

// Behind it: nothing is left in the module of what told the inliner.
void no_longer_keep_apart(llvm::Module& module);

bool is_left_alone(const llvm::Function& function);

}  // namespace foreweave
