// The report for people: a paragraph a finding, what stayed undecided, and a SUMMARY line at the
// end. The same results give the same bytes.
#pragma once

#include <string>

#include "report/results.h"

namespace foreweave {

struct TextStyle {
  bool colours = false;  // only if the text goes to a terminal and the user did not set NO_COLOR
};

std::string text_report(const Trace& trace, const Results& results, TextStyle style);

}  // namespace foreweave
