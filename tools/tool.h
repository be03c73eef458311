// What every executable of ours has in common: how options that do not fit, bad input and failures
// of our own end, in one sentence on standard error and an exit status.
#pragma once

#include <CLI/CLI.hpp>
#include <forward_list>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace foreweave {

enum ExitStatus : int {
  kExitFine = 0,
  kExitFailed = 1,    // anything that is not the user's doing, our own mistakes included
  kExitBadInput = 2,  // usage, or an input that is not what it should be
  kExitBugsFound = 66,
};

// "name: sentence" on standard error, on one line whatever the sentence holds. Gives `status` back.
int complain(std::string_view tool, std::string_view sentence, ExitStatus status);

// Whether whoever started us wants SIGPIPE ignored. We ignore it ourselves, but programs that we
// start should find it as we did.
bool sigpipe_was_ignored();

// What a recording says of a library that may order threads and was not built with us.
std::string about_unseen(std::string_view library);

// What a command needs until the process ends is not taken apart then: its memory goes back at
// once.
template <class T, class... Parts>
T& made_until_exit(Parts&&... parts) {
  static auto& made = *new std::forward_list<T>;
  return made.emplace_front(std::forward<Parts>(parts)...);
}

// Runs `body` so that memory running out and failed CHECKs end with kExitFailed.
int run_tool(std::string_view tool, const std::function<int()>& body);

// Parses the command line, which runs the callback of the subcommand that was named. Gives
// `exit_status` as that callback left it, 0 after --help or --version, kExitBadInput if the command
// line does not fit.
int parse_and_run(CLI::App& app, int argc, const char* const* argv, const int& exit_status);

}  // namespace foreweave
