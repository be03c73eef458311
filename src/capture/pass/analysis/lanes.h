// Vector accesses of which only some lanes happen (masked, gathering, scattering, expanding and
// compressing ones, and x86's own of the kind) become loops over the bits of the mask, with an
// ordinary access in them.
//
// A path tells what it touched by the branches it took, and that is what a mask says. So there is
// nothing to know about lanes beyond this file: neither where the log is made, nor where it is
// read, nor where the saved bitcode is walked. It costs what the loop cost before the compiler made
// vectors of it.
#pragma once

#include <llvm/IR/Function.h>

namespace foreweave {

// Has to be done before the bitcode is saved.
void take_lanes_apart(llvm::Function& function);

}  // namespace foreweave
