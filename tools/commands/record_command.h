// foreweave record: runs a program and keeps the trace of its run.
#pragma once

#include <CLI/CLI.hpp>

namespace foreweave {

void add_record_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
