#include "record/program/kernel_state.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace foreweave {

char kernel_state(pid_t program, uint32_t thread) {
  const std::string path = fmt::format("/proc/{}/task/{}/stat", program, thread);
  char text[512] = {};
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return '?';
  const ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  const char* name_end = length > 0 ? std::strrchr(text, ')') : nullptr;
  return name_end && name_end[1] == ' ' ? name_end[2] : '?';
}

std::string mapped_file(pid_t program, uint64_t address) {
  std::ifstream maps(fmt::format("/proc/{}/maps", program));
  for (std::string line; std::getline(maps, line);) {
    uint64_t begin = 0, end = 0;
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %*s %*s %*s %*s %n", &begin, &end,
                    &path_at) < 2)
      continue;
    if (begin <= address && address < end)
      return static_cast<size_t>(path_at) < line.size() ? line.substr(static_cast<size_t>(path_at))
                                                        : "";
  }
  return "";
}

bool has_other_threads(pid_t program) {
  int threads = 0;
  std::error_code error;
  for (const auto& task :
       std::filesystem::directory_iterator(fmt::format("/proc/{}/task", program), error))
    threads += !task.path().empty();
  return threads > 1;
}

}  // namespace foreweave
