// The report as one HTML file that needs no network: the page of src/report/formats/html/ with the
// report inside. Opens from disk.
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace foreweave {

std::string html_report(const Report& report, std::string_view version);

}  // namespace foreweave
