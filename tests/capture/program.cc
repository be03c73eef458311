#include "program.h"

#include <fmt/format.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.h"

namespace foreweave {

namespace fs = std::filesystem;

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

int signal_of(const std::string& name) {
  for (int number = 1; number < NSIG; ++number)
    if (const char* known = sigabbrev_np(number); known && "SIG" + std::string(known) == name)
      return number;
  CHECK(false, ("no signal has this name: " + name).c_str());
}

ExpectedEvents expected_events(const std::string& word) {
  const size_t at = word.find_first_of(">=");
  CHECK(at != std::string::npos, ("not an expectation: " + word).c_str());
  const bool exactly = word[at] == '=';
  return {word.substr(0, at), exactly, std::stoull(word.substr(at + (exactly ? 1 : 2)))};
}

Program read_program(const fs::path& path) {
  Program program;
  program.path = path.string();
  program.name = path.parent_path().filename().string() + "_" + path.stem().string();
  std::istringstream lines(read(program.path));
  bool has_exit = false;
  for (std::string line; std::getline(lines, line);) {
    auto value_of = [&](const std::string& key) -> const char* {
      const std::string start = "// " + key + ":";
      if (line.compare(0, start.size(), start) != 0) return nullptr;
      return line.c_str() + start.size() + (line.size() > start.size() ? 1 : 0);
    };
    if (const char* exit = value_of("expect-exit")) {
      has_exit = true;
      const std::string text = exit;
      program.exit_status =
          text.rfind("signal ", 0) == 0 ? 128 + signal_of(text.substr(7)) : std::stoi(text);
    } else if (const char* output = value_of("expect-output")) {
      program.output += std::string(output) + "\n";
    } else if (const char* events = value_of("expect-events")) {
      std::istringstream words(events);
      for (std::string word; words >> word;) program.events.push_back(expected_events(word));
    } else if (const char* deterministic = value_of("deterministic")) {
      program.deterministic = deterministic == std::string("yes");
    } else if (const char* flags = value_of("flags")) {
      program.flags = flags;
    } else if (const char* also = value_of("also")) {
      std::istringstream words(also);
      for (std::string word; words >> word;) program.also.push_back(word);
    }
  }
  CHECK(has_exit, ("no expect-exit in " + program.path).c_str());
  return program;
}

bool is_program(const fs::path& path) {
  const std::string name = path.filename().string();
  const std::string extension = path.extension().string();
  return (extension == ".c" || extension == ".cc") && name.rfind("lib_", 0) != 0 &&
         name.rfind("part_", 0) != 0 && name.find(".plain.") == std::string::npos;
}

// With the language's standard, as tests/programs/README.md says.
std::string compiler(const std::string& file, bool instrumented) {
  const bool cpp = file.ends_with(".cc");
  const std::string name = instrumented ? FOREWEAVE_BIN "/foreweave-c" : "clang";
  const std::string tail = instrumented ? (cpp ? "++" : "c") : (cpp ? "++-19" : "-19");
  return name + tail + (cpp ? " -std=c++20" : " -std=gnu17") + " -g -O1 -pthread";
}

}  // namespace

std::vector<Program> all_programs() {
  std::vector<Program> programs;
  for (const auto& entry : fs::recursive_directory_iterator(FOREWEAVE_SOURCE "/tests/programs"))
    if (is_program(entry.path())) programs.push_back(read_program(entry.path()));
  std::sort(programs.begin(), programs.end(),
            [](const Program& a, const Program& b) { return a.name < b.name; });
  return programs;
}

BuiltProgram::BuiltProgram(const Program& program) {
  std::string pattern = (fs::temp_directory_path() / "foreweave-program-XXXXXX").string();
  CHECK(mkdtemp(pattern.data()) != nullptr, "no folder for a program");
  folder_ = pattern;
  // What is recorded here is replayed as one's own, and leaves nothing in the home of who tests.
  setenv("XDG_STATE_HOME", (folder_ + "/state").c_str(), 1);
  build(program);
}

BuiltProgram::~BuiltProgram() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void BuiltProgram::sh(const std::string& command) {
  if (!complaint_.empty()) return;
  const std::string log = path_of("build.log");
  if (std::system(fmt::format("cd '{}' && {} > '{}' 2>&1", folder_, command, log).c_str()) != 0)
    complaint_ = command + "\n" + read(log);
}

void BuiltProgram::build(const Program& program) {
  const std::string source_folder = fs::path(program.path).parent_path().string();
  std::string objects;
  for (const std::string& also : program.also) {
    const std::string source = source_folder + "/" + also;
    const bool plain = also.find(".plain.") != std::string::npos;
    const std::string with = compiler(also, !plain);
    if (also.rfind("lib_", 0) == 0) {
      sh(fmt::format("{} -shared -fPIC '{}' -o {}.so", with, source,
                     also.substr(0, also.find('.'))));
    } else {
      sh(fmt::format("{} -c '{}' -o {}.o", with, source, also));
      objects += " " + also + ".o";
    }
  }
  sh(fmt::format("{} '{}'{} {} -o program", compiler(program.path, true), program.path, objects,
                 program.flags));
}

Ran BuiltProgram::bounded(const std::string& command) const {
  const int status = std::system(
      fmt::format("cd '{}' && exec timeout -k 5 60 {} < /dev/null > out 2> err", folder_, command)
          .c_str());
  Ran ran;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = read(path_of("out"));
  ran.err = read(path_of("err"));
  return ran;
}

// setarch turns the randomisation of addresses off.
Ran BuiltProgram::run(const std::string& before) const {
  return bounded(fmt::format("setarch -R {} ./program", before));
}

Ran BuiltProgram::record(const std::string& trace, const std::string& options) const {
  return run(
      fmt::format("{}/foreweave record -o {} --timeout 50 {} --", FOREWEAVE_BIN, trace, options));
}

Ran BuiltProgram::tool(const std::string& arguments) const {
  return bounded(fmt::format("{}/foreweave {}", FOREWEAVE_BIN, arguments));
}

Ran BuiltProgram::shell(const std::string& script) const {
  std::ofstream(path_of("script")) << "PATH=" FOREWEAVE_BIN ":$PATH\n" << script << "\n";
  return bounded("bash ./script");
}

}  // namespace foreweave
