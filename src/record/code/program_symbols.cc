#include "record/code/program_symbols.h"

#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "record/code/elf_symbols.h"

namespace foreweave {

namespace {

// The function below takes the name of a C variable for that of a type: i for int.
std::string demangled(std::string_view name) {
  const std::string mangled(name);
  if (!name.starts_with("_Z")) return mangled;
  int status = 0;
  char* plain = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 && plain ? plain : mangled;
  std::free(plain);
  return result;
}

// What a user would call a variable: not what the compiler or we put there.
bool is_variable(const Elf64_Sym& symbol, std::string_view name) {
  if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF ||
      symbol.st_size == 0 || name.empty())
    return false;
  for (const std::string_view start : {"_ZTV", "_ZTI", "_ZTS", "_ZTT", "__fw_", "_ZN9foreweave"})
    if (name.starts_with(start)) return false;
  return name.find("foreweave7runtime") == name.npos;
}

}  // namespace

void add_program_symbols(std::span<const uint8_t> file, uint64_t base, FwtWriter& writer) {
  for_each_elf_symbol(file, [&](const ElfSymbol& symbol) {
    if (symbol.is_dynamic || !is_variable(symbol.entry, symbol.name)) return;
    writer.add_symbol((symbol.moves ? base : 0) + symbol.entry.st_value, symbol.entry.st_size,
                      demangled(symbol.name));
  });
}

}  // namespace foreweave
