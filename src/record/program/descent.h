// Which process of a program it is, by the forks that led to it: the program's n-th, that child's
// n-th, and so on, counted from 1. The program itself has none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreweave {

using Descent = std::vector<uint32_t>;

// "2.1": the first child of the program's second.
std::string text_of(const Descent& descent);
// Nothing, if it is no such text or leads further than can be recorded.
std::optional<Descent> descent_of(std::string_view text);

}  // namespace foreweave
