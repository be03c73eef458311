#include "checking/compile_source.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

namespace foreweave {

namespace {

constexpr std::array<std::string_view, 5> kCppEndings = {".cc", ".cpp", ".cxx", ".C", ".c++"};

std::string ending(const std::string& path) {
  return std::filesystem::path(path).extension().string();
}

bool is_cpp(const std::string& path) {
  return std::find(kCppEndings.begin(), kCppEndings.end(), ending(path)) != kCppEndings.end();
}

}  // namespace

bool is_source(const std::string& path) {
  return (is_cpp(path) || ending(path) == ".c") && access(path.c_str(), X_OK) != 0;
}

Result<std::string> compile_source(const std::string& source, const std::string& folder) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::string compiler =
      (here.parent_path() / (is_cpp(source) ? "foreweave-c++" : "foreweave-cc")).string();
  const std::string program = folder + "/" + std::filesystem::path(source).stem().string();
  std::vector<std::string> words = {compiler, "-g", "-O1", "-pthread", source, "-o", program};
  if (is_cpp(source)) words.insert(words.begin() + 1, "-std=c++20");

  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) == 127)
    return Error{"cannot be run", compiler};
  if (WEXITSTATUS(status) != 0) return Error{"was not compiled: see the errors above", source};
  return program;
}

}  // namespace foreweave
