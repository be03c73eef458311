// Functions that their owner wants left alone: by __attribute__((no_sanitize("thread"))), which
// arrives as an annotation (capture/abi/left_alone.h), by disable_sanitizer_instrumentation, which
// arrives as it is, or by an ignore list.
//
// The pass works behind the optimiser, and by then such a function may be part of another one, or
// another one part of it. So it is decided before the optimiser runs, and the inliner keeps the two
// kinds apart, because only the others have sanitize_thread (capture/pass/excluded/made_up.h). Only
// always_inline mixes them.
#pragma once

#include <llvm/IR/Module.h>

namespace foreweave {

// Before the optimiser.
void mark_left_alone(llvm::Module& module);

bool is_left_alone(const llvm::Function& function);

}  // namespace foreweave
