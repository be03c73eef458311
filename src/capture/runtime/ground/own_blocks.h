// Blocks of the heap that libc and the dynamic linker keep for themselves: for threads that they
// make, for libraries that they load, for streams that are used for the first time. They pass them
// from thread to thread by means of their own, which nobody sees, so to the trace they do not
// exist. What libc allocates for the program (by strdup, say) is the program's.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

// What libc allocates and frees while this lives, in this thread, is its own.
class OfLibc {
 public:
  OfLibc();
  ~OfLibc();
};

// Whether the code that calls malloc or free does so on its own account.
bool keeps_for_itself(const void* caller);

void add_own_block(const void* memory);
// Tells whether it was one.
bool remove_own_block(const void* memory);

}  // namespace foreweave::runtime
