// Reads the assembly of a compiled function (AT&T, as clang writes it) and says whether the code
// that was inserted into its loops keeps to the fast path: a way round every loop without a call
// and without spilling registers.
#pragma once

#include <string>

namespace foreweave {

// Empty if every loop of the function
// - has a way round on which nothing is called,
// - calls nothing but functions of the runtime (__fw_...), each in a block of its own that is only
//   jumped to if a comparison with memory (the limit) says so,
// - does not write to the stack on the blocks that call nothing: no spills.
// Otherwise a sentence about the first loop that does not. A function without loops, or with one in
// which nothing is inserted, is a complaint, too.
std::string complaint_about_loops(const std::string& assembly, const std::string& function);

}  // namespace foreweave
