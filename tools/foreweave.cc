// foreweave: predicts concurrency bugs from recorded runs.

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "commands/check_command.h"
#include "commands/engines_command.h"
#include "commands/merge_command.h"
#include "commands/predict_command.h"
#include "commands/record_command.h"
#include "commands/replay_command.h"
#include "commands/report_command.h"
#include "commands/trace_command.h"
#include "options/environment_options.h"
#include "options/help_formatter.h"
#include "options/misplaced_options.h"
#include "tool.h"

int main(int argc, char** argv) {
  return foreweave::run_tool("foreweave", [&] {
    CLI::App app("Predicts concurrency bugs from recorded runs, and proves each with a witness.",
                 "foreweave");
    app.formatter(std::make_shared<foreweave::HelpFormatter>());
    app.set_version_flag("--version", "foreweave " FOREWEAVE_VERSION);
    app.require_subcommand(1);
    app.footer(
        "Examples: foreweave-c++ -g server.cc -o server -pthread\n"
        "          foreweave check -- ./server --port 0\n"
        "Exit status: 0 nothing found, 66 bugs found, 2 bad usage or input, 1 anything else.\n"
        "Options may also come from the environment, without their dashes:\n"
        "FOREWEAVE_OPTIONS=\"format=html:output=report.html\"; help=1 shows which a command has.");
    int exit_status = foreweave::kExitFine;
    foreweave::add_check_command(app, exit_status);
    foreweave::add_record_command(app, exit_status);
    foreweave::add_predict_command(app, exit_status);
    foreweave::add_replay_command(app, exit_status);
    foreweave::add_report_command(app, exit_status);
    foreweave::add_merge_command(app, exit_status);
    foreweave::add_trace_command(app, exit_status);
    foreweave::add_engines_command(app, exit_status);
    const char* options = std::getenv("FOREWEAVE_OPTIONS");
    const auto words =
        foreweave::with_environment_options(app, {argv + 1, argv + argc}, options ? options : "");
    if (!words)
      return foreweave::complain("foreweave", words.error().sentence(), foreweave::kExitBadInput);
    foreweave::note_command_line(words.value());
    std::vector<const char*> arguments = {argv[0]};
    for (const std::string& word : words.value()) arguments.push_back(word.c_str());
    return foreweave::parse_and_run(app, static_cast<int>(arguments.size()), arguments.data(),
                                    exit_status);
  });
}
