// How text for people may look.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace foreweave {

struct TextStyle {
  bool colours = false;  // only if the text goes to a terminal and the user did not set NO_COLOR

  std::string red(std::string_view text) const { return in("1;31", text); }
  std::string bold(std::string_view text) const { return in("1", text); }
  std::string green(std::string_view text) const { return in("1;32", text); }
  std::string faint(std::string_view text) const { return in("2", text); }

 private:
  std::string in(std::string_view code, std::string_view text) const {
    return colours ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }
};

}  // namespace foreweave
