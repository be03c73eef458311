// `foreweave predict TRACE`: the bugs that other interleavings of a recorded run would show.
#pragma once

#include <CLI/CLI.hpp>

namespace foreweave {

void add_predict_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
