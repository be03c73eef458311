#include "workshop.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace foreweave {

namespace {

namespace fs = std::filesystem;

// What the pass leaves in every module that it goes over, and the runtime defines.
constexpr std::string_view kSectionOfPass = " foreweave_";
constexpr std::string_view kSymbolOfRuntime = " __fw_happens_before";

void must(bool good, const std::string& what) {
  if (!good) throw std::runtime_error("cannot " + what);
}

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void redirect(const std::string& path, int flags, int to) {
  const int fd = ::open(path.c_str(), flags, 0666);
  if (fd < 0 || ::dup2(fd, to) < 0) ::_exit(125);
  ::close(fd);
}

std::vector<std::string> lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> found;
  for (std::string line; std::getline(in, line);) found.push_back(line);
  return found;
}

}  // namespace

std::string wrapper_folder() {
  const char* other = std::getenv("FOREWEAVE_WRAPPER_BIN");
  return other ? other : FOREWEAVE_BIN;
}

Workshop::Workshop() {
  std::string name = fs::temp_directory_path() / "foreweave-wrapper-XXXXXX";
  must(::mkdtemp(name.data()) != nullptr, "make a temporary folder");
  path_ = name;
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void Workshop::write(const std::string& name, std::string_view text) const {
  const fs::path file = fs::path(path_) / name;
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  out << text;
  must(out.flush().good(), "write " + name);
}

std::string Workshop::read(const std::string& name) const { return slurp(path_ + "/" + name); }

bool Workshop::exists(const std::string& name) const { return fs::exists(path_ + "/" + name); }

Ran Workshop::sh(const std::string& script) const {
  const Workshop outside;  // what we redirect is not to be found among the program's files
  const pid_t child = ::fork();
  must(child >= 0, "fork");
  if (child == 0) {
    if (::chdir(path_.c_str()) != 0) ::_exit(125);
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect(outside.path() + "/out", O_WRONLY | O_CREAT, STDOUT_FILENO);
    redirect(outside.path() + "/err", O_WRONLY | O_CREAT, STDERR_FILENO);
    ::setenv("PATH", (wrapper_folder() + ":" + std::getenv("PATH")).c_str(), 1);
    ::setenv("CC", "foreweave-cc", 1);
    ::setenv("CXX", "foreweave-c++", 1);
    ::setenv("LC_ALL", "C", 1);
    for (const char* name : {"CFLAGS", "CXXFLAGS", "LDFLAGS", "FOREWEAVE_CLANG",
                             "FOREWEAVE_CLANGXX", "FOREWEAVE_IGNORE", "MAKEFLAGS"})
      ::unsetenv(name);
    ::execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    ::_exit(125);
  }
  int status = 0;
  must(::waitpid(child, &status, 0) == child, "wait");
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = outside.read("out");
  ran.err = outside.read("err");
  return ran;
}

std::string Workshop::done(const std::string& script) const {
  const Ran ran = sh("set -e\n" + script);
  EXPECT_EQ(ran.status, 0) << script << "\n" << ran.out << ran.err;
  return ran.out;
}

std::vector<std::string> Workshop::plan(const std::string& arguments) const {
  return lines(done("foreweave-cc --foreweave-plan " + arguments));
}

bool Workshop::has_pass(const std::string& file) const {
  return done("readelf -SW " + file).find(kSectionOfPass) != std::string::npos;
}

bool Workshop::has_runtime(const std::string& file) const {
  for (const std::string& line : lines(done("readelf -sW " + file)))
    if (line.ends_with(kSymbolOfRuntime) && line.find(" UND ") == line.npos) return true;
  return false;
}

void write_sources(const Workshop& workshop) {
  workshop.write("greet.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid greet(int *count);\n");
  workshop.write("greet.c",
                 "#include \"greet.h\"\n#include <stdio.h>\n"
                 "int greetings;\n"
                 "void greet(int *count) {\n"
                 "  greetings += *count;\n"
                 "  printf(\"hello %d\\n\", greetings);\n"
                 "}\n");
  workshop.write("main.c",
                 "#include \"greet.h\"\n"
                 "int count = 3;\n"
                 "int main(void) {\n  greet(&count);\n  return 0;\n}\n");
  workshop.write("main.cc",
                 "#include \"greet.h\"\n#include <string>\n"
                 "std::string name = \"x\";\nint count;\n"
                 "int main() {\n  count = static_cast<int>(name.size()) + 2;\n"
                 "  greet(&count);\n  return 0;\n}\n");
  workshop.write("add.s", ".globl add\nadd: leal (%rdi,%rsi), %eax\n ret\n");
  workshop.write("plain.c", "int main(void) { return 0; }\n");
}

}  // namespace foreweave
