// `foreweave trace info|cat|validate|convert|cut FILE`: look at traces and change their form.
#pragma once

#include <CLI/CLI.hpp>

namespace foreweave {

void add_trace_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
