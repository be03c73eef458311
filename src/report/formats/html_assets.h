// The files of src/report/formats/html/, put into the program when it is built (cmake/embed.cmake).
#pragma once

#include <string_view>

namespace foreweave {

extern const std::string_view kHtmlPage, kHtmlStyle, kHtmlScript;

}  // namespace foreweave
