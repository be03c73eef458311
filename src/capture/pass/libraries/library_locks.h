// Locks inside the C++ library's own headers. That of std::atomic<std::shared_ptr> is a bit of its
// count, which libstdc++ gives back with a relaxed update after it has read the pointer (or with
// the order that the user asked for): by the letter of the language nothing then orders that read
// before the next write. It is no mistake of whoever uses the class, and no processor makes
// anything of it. So the updates of such a lock get the strongest order, before the optimiser knows
// of them.
#pragma once

#include <llvm/IR/Module.h>

namespace foreweave {

void strengthen_library_locks(llvm::Module& module);

}  // namespace foreweave
