// foreweave check: the main job. Runs a program, works out which bugs other interleavings of that
// run would show, makes them happen, and reports.
#pragma once

#include "tool.h"

namespace foreweave {

void add_check_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
