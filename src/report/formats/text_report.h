// The report for people: a paragraph a finding, what stayed undecided, and a SUMMARY line at the
// end. The same results give the same bytes.
#pragma once

#include <string>

#include "report/formats/text_style.h"
#include "report/report.h"

namespace foreweave {

std::string text_report(const Report& report, TextStyle style);

}  // namespace foreweave
