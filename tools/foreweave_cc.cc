// foreweave-cc and foreweave-c++: clang with the pass and the runtime of Foreweave. Which of the
// two it is, the name says by which it was called.
//
// Becomes clang instead of calling it, so that exit status, signals and streams are clang's own.
// For the same reason nothing here changes how signals are treated: clang would inherit it.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "capture/wrapper/compiler.h"
#include "capture/wrapper/plan.h"
#include "tool.h"

namespace foreweave {
namespace {

std::optional<ResponseText> read_text(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat about;
  ResponseText file;
  file.used_up = ::fstat(fd, &about) == 0 && !S_ISREG(about.st_mode);
  char buffer[1 << 16];
  ssize_t count;
  while ((count = ::read(fd, buffer, sizeof buffer)) > 0)
    file.text.append(buffer, static_cast<size_t>(count));
  ::close(fd);
  if (count < 0) return std::nullopt;
  return file;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

Surroundings real_surroundings(const std::string& self) {
  std::error_code gone;
  return {.parts = parts_beside(self),
          .working_directory = std::filesystem::current_path(gone),
          .read = read_text,
          .readable = [](const std::string& path) { return ::access(path.c_str(), R_OK) == 0; }};
}

int show(const std::string& compiler, const Plan& plan) {
  for (const auto& [name, value] : plan.environment) fmt::print("{}={}\n", name, value);
  fmt::print("{}\n", compiler);
  for (const std::string& argument : plan.arguments) fmt::print("{}\n", argument);
  return kExitFine;
}

// Returns only if it could not.
void become(const std::string& compiler, Plan plan) {
  for (const auto& [name, value] : plan.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> words{const_cast<char*>(compiler.c_str())};
  for (std::string& argument : plan.arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  ::execv(compiler.c_str(), words.data());
}

int run(const std::string& tool, const CompilerSearch& search,
        const std::vector<std::string>& arguments) {
  const auto refuse = [&](const std::string& sentence) {
    return complain(tool, "error: " + sentence, kExitBadInput);
  };
  // From here on it is fixed what clang shall do, ...
  const Result<Plan> plan = make_plan(arguments, real_surroundings(search.self));
  if (!plan) return refuse(plan.error().sentence());
  // ... and which clang.
  const Result<std::string> compiler = find_compiler(search);
  if (!compiler) return refuse(compiler.error().sentence());

  for (const std::string& note : plan.value().notes) complain(tool, note, kExitFine);
  if (plan.value().show_only) return show(compiler.value(), plan.value());
  become(compiler.value(), plan.value());
  return refuse(compiler.value() + ": cannot run it: " + std::strerror(errno));
}

}  // namespace
}  // namespace foreweave

int main(int argc, char** argv) {
  using namespace foreweave;
  const bool cplusplus = argc > 0 && is_cplusplus(argv[0]);
  const std::string tool = cplusplus ? "foreweave-c++" : "foreweave-cc";
  std::error_code failed;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed)
    return complain(tool, "error: cannot tell where it is installed: no /proc", kExitFailed);
  const CompilerSearch search{
      .cplusplus = cplusplus,
      .chosen = environment(cplusplus ? "FOREWEAVE_CLANGXX" : "FOREWEAVE_CLANG"),
      .path = environment("PATH"),
      .self = self};
  return run(tool, search, std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
