// A destructor begins by making the object one of its own class: it stores the pointer to the table
// of virtual functions. For the class that the object is of, that pointer is there already. Nobody
// can see such a store, and no programmer ever wrote it; but a thread that the destructor is about
// to stop and join may be calling a virtual function of the object, which reads the pointer.
//
// So in destructors that store becomes: read, and store if it differs. The destructor of a base
// class stores another pointer, which a thread may not meet: that is a write as it was.
//
// Not in constructors: what is in memory before is no value of the program, even if it is the same.
#pragma once

#include <llvm/IR/Function.h>

namespace foreweave {

// Has to be done before the bitcode is saved.
void compare_vtable_pointers(llvm::Function& function);

}  // namespace foreweave
