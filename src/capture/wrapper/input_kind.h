// What clang takes an input for: by the language that -x names, or else by the file's name.
#pragma once

#include <string_view>

namespace foreweave {

enum class InputKind {
  kCode,       // C, C++, Objective-C; before or after preprocessing; C++ module units
  kHeader,     // the same, to be precompiled
  kIr,         // LLVM's own languages, and what clang saved of code it had read
  kAssembler,  // with or without preprocessing
  kForeign,    // compiled by somebody else, or for another machine: Fortran, Ada, CUDA, OpenCL
  kLinkable,   // everything else: objects, libraries, linker scripts
};

// `language` as -x takes it, but "none", which is no language.
InputKind kind_of_language(std::string_view language);

// Only the name counts, as for clang; the file need not exist. "-", the standard input, is code.
InputKind kind_of_file(std::string_view path);

}  // namespace foreweave
