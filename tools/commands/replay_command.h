// foreweave replay: makes a predicted bug happen on the real program.
#pragma once

#include "tool.h"

namespace foreweave {

void add_replay_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
