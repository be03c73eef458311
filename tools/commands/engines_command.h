// `foreweave engines`: which engines there are and what their answers are worth.
#pragma once

#include <CLI/CLI.hpp>

namespace foreweave {

void add_engines_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
