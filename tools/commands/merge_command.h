// foreweave merge: several JSON reports become one.
#pragma once

#include "tool.h"

namespace foreweave {

void add_merge_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
