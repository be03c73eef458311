// One of the programs in tests/programs: what is written at its head, and how it is built and run.
#pragma once

#include <string>
#include <vector>

namespace foreweave {

// "acquire>=4"
struct ExpectedEvents {
  std::string kind;
  bool exactly = false;
  uint64_t count = 0;
};

struct Program {
  std::string path;     // of its source
  std::string name;     // folder and name, for tests: "locks_mutex_try"
  int exit_status = 0;  // 128 + the signal for those that die
  std::string output;
  std::vector<ExpectedEvents> events;
  bool deterministic = false;
  std::string flags;
  std::vector<std::string> also;
};

// All of them, by name. A program whose head cannot be read stops the tests.
std::vector<Program> all_programs();

struct Ran {
  int status = -1;  // exit status, or 128 + the signal that ended it
  std::string out, err;
};

// A folder with one program, built with our compilers.
class BuiltProgram {
 public:
  explicit BuiltProgram(const Program& program);
  ~BuiltProgram();
  BuiltProgram(const BuiltProgram&) = delete;

  // What the compilers said; empty: it is built.
  const std::string& complaint() const { return complaint_; }
  // Bounded in time; addresses are the same in every run.
  Ran run(const std::string& before = "") const;
  Ran record(const std::string& trace, const std::string& options = "") const;
  // foreweave with these arguments.
  Ran tool(const std::string& arguments) const;
  // In the program's folder, with foreweave in PATH.
  Ran shell(const std::string& script) const;
  std::string path_of(const std::string& file) const { return folder_ + "/" + file; }

 private:
  void build(const Program& program);
  void sh(const std::string& command);
  Ran bounded(const std::string& command) const;

  std::string folder_;
  std::string complaint_;
};

}  // namespace foreweave
