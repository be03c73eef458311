#include "record/program_symbols.h"

#include <cxxabi.h>
#include <elf.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

namespace {

// The file is whatever the user runs: nothing in it is believed.
template <class T>
std::vector<T> table_at(std::span<const uint8_t> file, uint64_t offset, uint64_t count) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T)) return {};
  std::vector<T> table(count);
  if (count > 0) std::memcpy(table.data(), file.data() + offset, count * sizeof(T));
  return table;
}

std::string_view text_at(std::span<const uint8_t> texts, uint64_t offset) {
  if (offset >= texts.size()) return {};
  const char* text = reinterpret_cast<const char*>(texts.data()) + offset;
  return {text, strnlen(text, texts.size() - offset)};
}

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
  const std::vector<Elf64_Ehdr> head = table_at<Elf64_Ehdr>(file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      head[0].e_ident[EI_CLASS] != ELFCLASS64 || head[0].e_shentsize != sizeof(Elf64_Shdr))
    return;
  const uint64_t moved = head[0].e_type == ET_DYN ? base : 0;
  const auto sections = table_at<Elf64_Shdr>(file, head[0].e_shoff, head[0].e_shnum);
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const auto texts = table_at<uint8_t>(file, names.sh_offset, names.sh_size);
    const auto symbols =
        table_at<Elf64_Sym>(file, section.sh_offset, section.sh_size / sizeof(Elf64_Sym));
    for (const Elf64_Sym& symbol : symbols) {
      const std::string_view name = text_at(texts, symbol.st_name);
      if (is_variable(symbol, name))
        writer.add_symbol(moved + symbol.st_value, symbol.st_size, demangled(name));
    }
  }
}

}  // namespace foreweave
