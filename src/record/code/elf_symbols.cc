#include "record/code/elf_symbols.h"

#include <cstring>
#include <vector>

namespace foreweave {

namespace {

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

}  // namespace

void for_each_elf_symbol(std::span<const uint8_t> file,
                         const std::function<void(const ElfSymbol&)>& visit) {
  const std::vector<Elf64_Ehdr> head = table_at<Elf64_Ehdr>(file, 0, 1);
  if (head.empty() || std::memcmp(head[0].e_ident, ELFMAG, SELFMAG) != 0 ||
      head[0].e_ident[EI_CLASS] != ELFCLASS64 || head[0].e_shentsize != sizeof(Elf64_Shdr))
    return;
  const bool moves = head[0].e_type == ET_DYN;
  const auto sections = table_at<Elf64_Shdr>(file, head[0].e_shoff, head[0].e_shnum);
  for (const Elf64_Shdr& section : sections) {
    const bool is_dynamic = section.sh_type == SHT_DYNSYM;
    if ((section.sh_type != SHT_SYMTAB && !is_dynamic) || section.sh_link >= sections.size())
      continue;
    const Elf64_Shdr& names = sections[section.sh_link];
    const auto texts = table_at<uint8_t>(file, names.sh_offset, names.sh_size);
    for (const Elf64_Sym& symbol :
         table_at<Elf64_Sym>(file, section.sh_offset, section.sh_size / sizeof(Elf64_Sym)))
      visit({symbol, text_at(texts, symbol.st_name), is_dynamic, moves});
  }
}

}  // namespace foreweave
