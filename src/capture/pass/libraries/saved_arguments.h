// Functions with variable arguments keep those that came in registers in their frame, where va_arg
// reads them. The code that puts them there is made behind all passes, so nobody sees these writes.
#pragma once

#include <llvm/IR/Function.h>

namespace foreweave {

// Says them behind every va_start. Has to be done before the bitcode is saved.
void tell_of_saved_arguments(llvm::Function& function);

}  // namespace foreweave
