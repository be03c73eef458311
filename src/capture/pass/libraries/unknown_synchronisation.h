// Calls that look like synchronisation and that the runtime does not stand in front of: what they
// order is not seen, and the user has to know.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace foreweave {

bool is_unknown_synchronisation(llvm::StringRef function);

}  // namespace foreweave
