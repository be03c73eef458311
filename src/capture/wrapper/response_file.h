// Response files: "@file" on a command line stands for the arguments that are in the file.
//
// Clang expands them itself. We look into them only to know what the command does, and so expand
// them exactly as clang does: GNU quoting, files that name files, names relative to the working
// directory, and an "@file" that does not exist is an argument like any other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

struct Argument {
  std::string text;
  size_t origin;  // place of the argument on the command line that it stands in or came from

  bool operator==(const Argument&) const = default;
};

struct ResponseText {
  std::string text;
  bool used_up = false;  // by reading it: it came out of a pipe
};

// The text of a file, or nothing if it cannot be read.
using ReadText = std::function<std::optional<ResponseText>(const std::string& path)>;

struct Expansion {
  std::vector<Argument> arguments;
  std::vector<size_t> used_up;  // origins that nobody can expand once more
};

// Spaces, tabs and line ends separate. A backslash keeps the next character as it is, also within
// quotes of either kind; there are no comments.
std::vector<std::string> split_response(std::string_view text);

// Nothing if a file leads to itself: clang refuses that, and should be the one to say so.
std::optional<Expansion> expand_response_files(const std::vector<std::string>& arguments,
                                               const ReadText& read);

}  // namespace foreweave
