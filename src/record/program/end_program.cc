#include "record/program/end_program.h"

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <vector>

namespace foreweave {

namespace {

// Every process with its descendants behind it.
void add_family(pid_t process, std::vector<pid_t>& family) {
  family.push_back(process);
  std::error_code error;
  const std::filesystem::directory_iterator tasks(fmt::format("/proc/{}/task", process), error);
  if (error) return;
  for (const auto& task : tasks) {
    std::ifstream children(task.path() / "children");
    for (pid_t child; children >> child;) add_family(child, family);
  }
}

}  // namespace

std::vector<pid_t> family_of(pid_t program) {
  std::vector<pid_t> family;
  add_family(program, family);
  return family;
}

void end_program(pid_t program) {
  // Who is stopped starts nobody else while we look.
  kill(program, SIGSTOP);
  for (const pid_t process : family_of(program)) kill(process, SIGKILL);
}

}  // namespace foreweave
