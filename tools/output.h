// Where a report goes: standard output, or a file that is there whole or not at all.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace foreweave {

class Output {
 public:
  // `path` empty or "-": standard output.
  explicit Output(std::string path) : path_(path.empty() ? "-" : std::move(path)) {}

  // Whether write() has a chance, so that hours of analysis do not end at a mistyped folder. Leaves
  // nothing behind, also if the program is interrupted later.
  Status can_write() const;
  // A file that exists is replaced in one step; if anything fails it stays as it was.
  Status write(std::string_view text) const;

  const std::string& path() const { return path_; }
  bool to_terminal() const;

 private:
  std::string path_;
};

}  // namespace foreweave
