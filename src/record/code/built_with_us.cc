#include "record/code/built_with_us.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>
#include <string_view>

#include "base/bytes/file.h"
#include "capture/abi/log_format.h"
#include "capture/abi/note.h"

namespace foreweave {

namespace {

// Nothing in the file is believed: it is whatever the user runs.
template <class T>
std::optional<T> at(std::span<const uint8_t> file, uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

uint64_t filled_up(uint64_t bytes) { return (bytes + 3) / 4 * 4; }

// Of our note among those that lie in a row.
std::optional<uint32_t> version_in(std::span<const uint8_t> notes) {
  for (uint64_t place = 0;;) {
    const auto head = at<Elf64_Nhdr>(notes, place);
    if (!head) return std::nullopt;
    const uint64_t name = place + sizeof *head;
    const uint64_t contents = name + filled_up(head->n_namesz);
    if (head->n_type == FW_NOTE_TYPE && head->n_namesz == sizeof FW_NOTE_NAME &&
        contents <= notes.size() &&
        std::memcmp(notes.data() + name, FW_NOTE_NAME, sizeof FW_NOTE_NAME) == 0)
      return at<uint32_t>(notes, contents);
    place = contents + filled_up(head->n_descsz);
  }
}

// Programs whose work is to start others.
bool is_launcher(const std::string& file) {
  constexpr std::array<std::string_view, 22> kNames = {
      "sh",     "bash",  "dash",  "ksh",    "zsh",    "fish", "busybox", "make",
      "gmake",  "ninja", "ctest", "cmake",  "env",    "perl", "ruby",    "tclsh",
      "expect", "xargs", "find",  "script", "mpirun", "srun"};
  const std::string name = file.substr(file.rfind('/') + 1);
  return name.starts_with("python") || name.starts_with("mpiexec") ||
         std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

std::optional<Build> build_of_file(const std::string& path) {
  struct stat status;
  if (path.empty() || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return std::nullopt;
  const Result<FileContents> contents = read_file(path);
  if (!contents) return std::nullopt;
  return build_of(contents.value().bytes());
}

// It names a program of ours, or a script; perhaps in the words of a command for a shell.
bool leads_to_ours(const std::string& argument) {
  constexpr std::string_view kBetweenWords = " \t\n;&|()<>'\"=";
  for (size_t from = 0; from < argument.size();) {
    const size_t end = std::min(argument.find_first_of(kBetweenWords, from), argument.size());
    const std::string word = argument.substr(from, end - from);
    from = end + 1;
    const std::string file = word.empty() ? "" : file_of_command(word);
    if (file.empty() || access(file.c_str(), X_OK) != 0) continue;
    if (const auto build = build_of_file(file); build == Build::ours || build == Build::no_program)
      return true;
  }
  return false;
}

Error of_another_version(const std::string& program) {
  return {
      "was built with foreweave-cc or foreweave-c++ of another version, so that nothing could be "
      "recorded; it is not run: build it again",
      program};
}

}  // namespace

Build build_of(std::span<const uint8_t> file) {
  const auto head = at<Elf64_Ehdr>(file, 0);
  if (file.size() < SELFMAG || std::memcmp(file.data(), ELFMAG, SELFMAG) != 0)
    return Build::no_program;
  if (!head || head->e_ident[EI_CLASS] != ELFCLASS64) return Build::foreign;
  for (uint16_t i = 0; i < head->e_phnum; ++i) {
    const auto segment = at<Elf64_Phdr>(file, head->e_phoff + i * sizeof(Elf64_Phdr));
    if (!segment) break;
    if (segment->p_type != PT_NOTE || segment->p_offset > file.size()) continue;
    const auto notes = file.subspan(segment->p_offset);
    if (const auto version =
            version_in(notes.first(std::min<uint64_t>(notes.size(), segment->p_filesz))))
      return *version == FW_ABI_VERSION ? Build::ours : Build::other_version;
  }
  return Build::foreign;
}

std::string file_of_command(const std::string& word) {
  if (word.find('/') != word.npos) return word;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = (folder.empty() ? "." : folder) + "/" + word;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

Status can_be_recorded(const std::vector<std::string>& command) {
  const std::string file = file_of_command(command[0]);
  const std::optional<Build> build = build_of_file(file);
  if (!build || *build == Build::ours || *build == Build::no_program) return Done{};
  if (*build == Build::other_version) return of_another_version(command[0]);
  if (is_launcher(file) || std::any_of(command.begin() + 1, command.end(), leads_to_ours))
    return Done{};
  return Error{
      "was not built with foreweave-cc or foreweave-c++ of this version, so that nothing "
      "could be recorded; it is not run. If it starts a program that was, start it by a script",
      command[0]};
}

Status is_built_with_us(const std::string& file) {
  const std::optional<Build> build = build_of_file(file);
  if (build == Build::ours) return Done{};
  if (build == Build::other_version) return of_another_version(file);
  return Error{"was not built with foreweave-cc or foreweave-c++ of this version, and is not run",
               file};
}

}  // namespace foreweave
