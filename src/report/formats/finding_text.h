// One bug as a paragraph for people.
#pragma once

#include <string>

#include "report/formats/text_style.h"
#include "report/report.h"

namespace foreweave {

// The heading; what goes wrong; the events one by one with their source, stack and locks; what they
// touch; the threads; the witness; what replaying it showed. Ends with an empty line.
std::string finding_text(const Report& report, const ReportedFinding& finding, TextStyle style);

}  // namespace foreweave
