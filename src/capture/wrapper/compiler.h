// Which compiler to run.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace foreweave {

// Called as …c++… we are clang++, else clang.
bool is_cplusplus(std::string_view program_name);

struct CompilerSearch {
  bool cplusplus = false;
  std::string chosen;  // $FOREWEAVE_CLANG or $FOREWEAVE_CLANGXX: a path or a name; empty: not set
  std::string path;    // $PATH
  std::string self;    // our own executable, which is never the compiler
};

// The path of the first executable of that name in $PATH. Skips whatever is ourselves by another
// name: somebody may have put us in front of clang's folder as clang.
Result<std::string> find_compiler(const CompilerSearch& search);

}  // namespace foreweave
