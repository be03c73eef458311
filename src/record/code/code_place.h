// From an address of machine code to its line, by the debug information of its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace foreweave {

struct CodePlace {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function;
};

// None if the file has no debug information, or nobody is there who can read it: LLVM's symbolizer
// or binutils' addr2line.
std::optional<CodePlace> find_code_place(const std::string& file, uint64_t address);

}  // namespace foreweave
