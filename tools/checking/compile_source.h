// A single source file to a program, for `foreweave check prog.cpp`.
#pragma once

#include <string>

#include "base/result.h"

namespace foreweave {

// By its name: C or C++.
bool is_source(const std::string& path);

// With foreweave-cc or foreweave-c++, those that stand beside this executable, into the folder.
// What the compiler has to say goes to standard error.
Result<std::string> compile_source(const std::string& source, const std::string& folder);

}  // namespace foreweave
