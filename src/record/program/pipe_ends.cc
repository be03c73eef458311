#include "record/program/pipe_ends.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <system_error>

namespace foreweave {

namespace {

namespace fs = std::filesystem;

bool has_open(const fs::path& process, const std::string& pipe) {
  std::error_code error;
  for (const auto& file : fs::directory_iterator(process / "fd", error)) {
    std::error_code gone;
    if (fs::read_symlink(file.path(), gone).native() == pipe) return true;
  }
  return false;  // also of those that are not ours to look into: a pipe goes from parent to child
}

}  // namespace

bool is_pipe_of_its_own(pid_t process, int descriptor) {
  std::error_code error;
  const std::string pipe =
      fs::read_symlink(fmt::format("/proc/{}/fd/{}", process, descriptor), error).native();
  if (error || !pipe.starts_with("pipe:")) return false;
  const std::string own = std::to_string(process);
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().native();
    const bool is_process =
        std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c); });
    if (is_process && name != own && has_open(entry.path(), pipe)) return false;
  }
  return !error;
}

}  // namespace foreweave
