// Runs one of our executables as a user would, in a folder of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

struct Ran {
  int status = -1;  // exit status, or 128 + the signal that ended it
  std::string out, err;
};

// A folder that lives as long as this does; programs run in it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;

  const std::string& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> files() const;  // sorted

  struct How {
    std::string input = {};             // standard input
    bool closed_pipe = false;           // standard output is a pipe that nobody reads
    std::string output_to = {};         // standard output is this file instead of Ran::out
    bool terminal = false;              // standard output is a terminal, whose text is Ran::out
    unsigned long largest_file = 0;     // in bytes; 0: as large as it likes
    std::vector<std::string> env = {};  // "NAME=value"
  };
  // The first word of `command` is "foreweave" or "foreweave-witness".
  Ran run(const std::vector<std::string>& command, const How& how) const;
  Ran run(const std::vector<std::string>& command) const { return run(command, How()); }

 private:
  std::string path_;
};

// The one sentence of a tool that complains: one line, "tool: something" without more.
bool is_one_sentence(std::string_view tool, std::string_view text);

}  // namespace foreweave
