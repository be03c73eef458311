#include "record/code/code_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

namespace foreweave {

namespace {

// What a command prints; empty if it cannot be run.
std::string output_of(const std::vector<std::string>& command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments;
    for (const std::string& argument : command)
      arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, 0);
    dup2(ends[1], 1);
    dup2(nothing, 2);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  close(ends[1]);
  std::string text;
  char piece[4096];
  for (ssize_t n; child > 0 && (n = read(ends[0], piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<size_t>(n));
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return text;
}

// "function\nfile:line[:column]\n", the innermost of those that were inlined first.
std::optional<CodePlace> parse(const std::string& text) {
  const size_t end = text.find('\n');
  if (end == text.npos) return std::nullopt;
  CodePlace place;
  place.function = text.substr(0, end);
  std::string where = text.substr(end + 1, text.find('\n', end + 1) - end - 1);
  where = where.substr(0, where.find(" (discriminator"));
  std::vector<uint32_t> numbers;
  for (size_t colon; numbers.size() < 2 && (colon = where.rfind(':')) != where.npos;) {
    const std::string number = where.substr(colon + 1);
    if (number.empty() || number.find_first_not_of("0123456789") != number.npos) break;
    numbers.insert(numbers.begin(),
                   static_cast<uint32_t>(std::strtoul(number.c_str(), nullptr, 10)));
    where.resize(colon);
  }
  if (numbers.empty() || numbers[0] == 0 || where.starts_with("??")) return std::nullopt;
  place.file = where;
  place.line = numbers[0];
  if (numbers.size() > 1) place.column = numbers[1];
  return place;
}

}  // namespace

std::optional<CodePlace> find_code_place(const std::string& file, uint64_t address) {
  const std::string number = fmt::format("{:#x}", address);
  const std::vector<std::string> commands[] = {
      {"llvm-symbolizer-19", "--obj=" + file, number},
      {"llvm-symbolizer", "--obj=" + file, number},
      {"addr2line", "-f", "-C", "-i", "-e", file, number},
  };
  for (const auto& command : commands)
    if (std::optional<CodePlace> place = parse(output_of(command))) return place;
  return std::nullopt;
}

}  // namespace foreweave
