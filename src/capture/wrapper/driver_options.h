// What we must know of the options of clang's driver in general: where each one ends.
#pragma once

#include <cstddef>
#include <string_view>

namespace foreweave {

// How many of the arguments behind `option` belong to it: 1 for "-o", 0 for "-ofile" and for
// everything that is no such option. A value is never an input and never an option of its own.
size_t values_behind(std::string_view option);

// Clang answers and does nothing else, whatever inputs there are: --version, -print-file-name=….
bool is_question(std::string_view option);

// Says how much debug information there shall be, or implies a format that ours may not fit.
bool names_debug_information(std::string_view option);

}  // namespace foreweave
