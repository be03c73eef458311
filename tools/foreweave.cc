// foreweave: predicts concurrency bugs from recorded runs.

#include "engines_command.h"
#include "predict_command.h"
#include "record_command.h"
#include "report_command.h"
#include "tool.h"
#include "trace_command.h"

int main(int argc, char** argv) {
  return foreweave::run_tool("foreweave", [&] {
    CLI::App app("Predicts concurrency bugs from recorded runs, and proves each with a witness.",
                 "foreweave");
    app.set_version_flag("--version", "foreweave " FOREWEAVE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Exit status: 0 nothing found, 66 bugs found, 2 bad usage or input, 1 anything else.");
    int exit_status = foreweave::kExitFine;
    foreweave::add_record_command(app, exit_status);
    foreweave::add_predict_command(app, exit_status);
    foreweave::add_report_command(app, exit_status);
    foreweave::add_trace_command(app, exit_status);
    foreweave::add_engines_command(app, exit_status);
    return foreweave::parse_and_run(app, argc, argv, exit_status);
  });
}
