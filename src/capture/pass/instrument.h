// Instruments one module: what DESIGN calls capture, on the compiler's side.
#pragma once

#include <llvm/IR/Module.h>

namespace foreweave {

// False if there was nothing to instrument.
bool instrument_module(llvm::Module& module);

}  // namespace foreweave
