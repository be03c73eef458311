// The symbols of an ELF file.
#pragma once

#include <elf.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace foreweave {

struct ElfSymbol {
  const Elf64_Sym& entry;
  std::string_view name;
  bool is_dynamic;  // the loader's, rather than the linker's, which may have been stripped
  bool moves;       // with the address where the file is loaded
};

// Nothing if the file is something else: it is whatever the user runs, and nothing in it is
// believed.
void for_each_elf_symbol(std::span<const uint8_t> file,
                         const std::function<void(const ElfSymbol&)>& visit);

}  // namespace foreweave
