// A folder in which compilers are run as a build would, and a look at what they made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

struct Ran {
  int status = -1;  // exit status, or 128 + the signal that ended it
  std::string out, err;
};

class Workshop {
 public:
  Workshop();
  ~Workshop();
  Workshop(const Workshop&) = delete;

  const std::string& path() const { return path_; }
  void write(const std::string& name, std::string_view text) const;  // makes folders on the way
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;

  // Runs /bin/sh here. foreweave-cc and foreweave-c++ are in PATH, and CC and CXX name them.
  Ran sh(const std::string& script) const;

  // sh() of something that must succeed; its output.
  std::string done(const std::string& script) const;

  // The arguments that foreweave-cc would give to clang, with clang's name in front.
  std::vector<std::string> plan(const std::string& arguments) const;

  // Whether the pass went over some code in this object or executable.
  bool has_pass(const std::string& file) const;
  // Whether this executable brings the runtime along.
  bool has_runtime(const std::string& file) const;

 private:
  std::string path_;
};

// The folder with foreweave-cc: what was built with these tests, or $FOREWEAVE_WRAPPER_BIN.
std::string wrapper_folder();

// A program, a library and a header that say what they were compiled as.
void write_sources(const Workshop& workshop);

}  // namespace foreweave
