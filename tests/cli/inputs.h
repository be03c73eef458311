// Traces that several tests use.
#pragma once

#include <string>
#include <string_view>

namespace foreweave {

// Two writes behind each other only by luck: hb finds nothing, wcp and syncp one race, 1 and 5.
inline constexpr std::string_view kHiddenRace =
    "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|rel(l)|5\nT2|w(x)|6\n";
inline constexpr std::string_view kNoRace =
    "T1|acq(l)|1\nT1|w(x)|2\nT1|rel(l)|3\nT2|acq(l)|4\nT2|r(x)|5\nT2|rel(l)|6\n";

// `std_text` as a .fwt file's bytes.
std::string as_fwt(std::string_view std_text);

}  // namespace foreweave
