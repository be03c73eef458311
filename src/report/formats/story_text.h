// A witness in columns: one a thread of the bug, time going down.
#pragma once

#include <string>
#include <vector>

#include "report/formats/text_style.h"
#include "report/report.h"

namespace foreweave {

// Ready to print, without newlines. Events of the claim are marked with an asterisk; the last line
// shows its pending events side by side.
std::vector<std::string> story_lines(const Story& story, TextStyle style);

}  // namespace foreweave
