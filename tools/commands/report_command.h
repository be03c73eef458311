// `foreweave report RESULTS`: a JSON report in another format.
#pragma once

#include <CLI/CLI.hpp>

namespace foreweave {

void add_report_command(CLI::App& app, int& exit_status);

}  // namespace foreweave
