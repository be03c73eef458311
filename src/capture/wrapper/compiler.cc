#include "capture/wrapper/compiler.h"

#include <sys/stat.h>
#include <unistd.h>

namespace foreweave {

namespace {

bool is_executable(const std::string& path) {
  struct stat about;
  return ::stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat about_a, about_b;
  return ::stat(a.c_str(), &about_a) == 0 && ::stat(b.c_str(), &about_b) == 0 &&
         about_a.st_dev == about_b.st_dev && about_a.st_ino == about_b.st_ino;
}

Result<std::string> accept(const std::string& path, const CompilerSearch& search,
                           const std::string& variable) {
  if (!is_executable(path)) return Error{variable + " names this, which cannot be run", path};
  if (is_same_file(path, search.self))
    return Error{variable + " names Foreweave's own compiler instead of clang's", path};
  return path;
}

}  // namespace

bool is_cplusplus(std::string_view program_name) {
  const size_t slash = program_name.rfind('/');
  return program_name.substr(slash == program_name.npos ? 0 : slash + 1).find("++") !=
         std::string_view::npos;
}

Result<std::string> find_compiler(const CompilerSearch& search) {
  const std::string variable = search.cplusplus ? "FOREWEAVE_CLANGXX" : "FOREWEAVE_CLANG";
  std::string name = search.chosen;
  if (name.find('/') != name.npos) return accept(name, search, variable);
  if (name.empty()) name = search.cplusplus ? "clang++-19" : "clang-19";

  std::string_view folders = search.path;
  while (!folders.empty()) {
    const size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    const std::string candidate = (folder.empty() ? "." : std::string(folder)) + "/" + name;
    if (is_executable(candidate) && !is_same_file(candidate, search.self)) return candidate;
    folders.remove_prefix(colon == folders.npos ? folders.size() : colon + 1);
  }
  return Error{"there is no " + name + " in PATH; install it, or name it by " + variable, ""};
}

}  // namespace foreweave
