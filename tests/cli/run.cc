#include "run.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace foreweave {

namespace {

namespace fs = std::filesystem;

void must(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("cannot ") + what);
}

void redirect(const std::string& path, int flags, int to) {
  const int fd = ::open(path.c_str(), flags, 0666);
  if (fd < 0 || ::dup2(fd, to) < 0) ::_exit(125);
  ::close(fd);
}

std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string read_terminal(int master) {
  std::string text;
  char buffer[4096];
  for (ssize_t n; (n = ::read(master, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(n));
  ::close(master);  // reading ends with an error when the program has ended
  return text;
}

}  // namespace

Scratch::Scratch() {
  std::string name = fs::temp_directory_path() / "foreweave-cli-XXXXXX";
  must(::mkdtemp(name.data()) != nullptr, "make a temporary folder");
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void Scratch::write(const std::string& name, std::string_view text) const {
  std::ofstream out(path_ + "/" + name, std::ios::binary);
  out << text;
  must(out.flush().good(), "write a test's input");
}

std::string Scratch::read(const std::string& name) const { return slurp(path_ + "/" + name); }

std::vector<std::string> Scratch::files() const {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(path_))
    if (entry.path().filename() != ".state") names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

Ran Scratch::run(const std::vector<std::string>& command, const How& how) const {
  const Scratch outside;  // what we redirect must not show up among files()
  outside.write("in", how.input);
  std::vector<std::string> words = command;
  words[0] = words[0] == "foreweave" ? FOREWEAVE_TOOL : FOREWEAVE_WITNESS_TOOL;
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  int master = -1, slave = -1, closed[2] = {-1, -1};
  if (how.terminal)
    must(::openpty(&master, &slave, nullptr, nullptr, nullptr) == 0, "make a terminal");
  if (how.closed_pipe) {
    must(::pipe(closed) == 0, "make a pipe");
    ::close(closed[0]);
  }

  const pid_t child = ::fork();
  must(child >= 0, "fork");
  if (child == 0) {
    if (::chdir(path_.c_str()) != 0) ::_exit(125);
    redirect(outside.path() + "/in", O_RDONLY, STDIN_FILENO);
    redirect(how.output_to.empty() ? outside.path() + "/out" : how.output_to, O_WRONLY | O_CREAT,
             STDOUT_FILENO);
    redirect(outside.path() + "/err", O_WRONLY | O_CREAT, STDERR_FILENO);
    if (how.terminal) ::dup2(slave, STDOUT_FILENO);
    if (how.closed_pipe) ::dup2(closed[1], STDOUT_FILENO);
    for (const int fd : {master, slave, closed[1]})
      if (fd >= 0) ::close(fd);
    if (how.largest_file != 0) {
      const rlimit limit{how.largest_file, how.largest_file};
      ::setrlimit(RLIMIT_FSIZE, &limit);
      std::signal(SIGXFSZ, SIG_IGN);  // so that write() fails, as on a full disk
    }
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "xterm", 1);
    // Each test is a user of its own.
    ::setenv("XDG_STATE_HOME", (path_ + "/.state").c_str(), 1);
    for (const std::string& variable : how.env) {
      const size_t equals = variable.find('=');
      ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
    }
    ::execv(argv[0], argv.data());
    ::_exit(125);
  }

  Ran ran;
  if (slave >= 0) ::close(slave);
  if (closed[1] >= 0) ::close(closed[1]);
  std::string shown = master >= 0 ? read_terminal(master) : std::string();
  int status = 0;
  must(::waitpid(child, &status, 0) == child, "wait");
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = how.terminal ? std::move(shown) : outside.read("out");
  ran.err = outside.read("err");
  return ran;
}

bool is_one_sentence(std::string_view tool, std::string_view text) {
  const std::string start = std::string(tool) + ": ";
  return text.starts_with(start) && text.size() > start.size() + 10 && text.ends_with('\n') &&
         std::count(text.begin(), text.end(), '\n') == 1;
}

}  // namespace foreweave
