#include "record/program/descent.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "capture/abi/channel.h"

namespace foreweave {

std::string text_of(const Descent& descent) { return fmt::format("{}", fmt::join(descent, ".")); }

std::optional<Descent> descent_of(std::string_view text) {
  Descent descent;
  const char *at = text.data(), *const end = at + text.size();
  for (;;) {
    uint32_t fork = 0;
    const auto [rest, error] = std::from_chars(at, end, fork);
    if (error != std::errc() || fork == 0 || descent.size() == FW_MOST_GENERATIONS)
      return std::nullopt;
    descent.push_back(fork);
    if (rest == end) return descent;
    if (*rest != '.') return std::nullopt;
    at = rest + 1;
  }
}

}  // namespace foreweave
