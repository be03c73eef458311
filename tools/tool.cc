#include "tool.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

namespace foreweave {

int complain(std::string_view tool, std::string_view sentence, ExitStatus status) {
  std::string line(sentence);
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  fmt::print(stderr, "{}: {}\n", tool, line);
  return status;
}

namespace {
bool ignored_sigpipe_before = false;
}  // namespace

bool sigpipe_was_ignored() { return ignored_sigpipe_before; }

std::string about_unseen(std::string_view library) {
  return fmt::format(
      "the program calls {}, which was not built with Foreweave and may order threads: bugs that "
      "it "
      "may prevent stay undecided",
      library);
}

namespace {

// What is freed is needed again soon: to get it anew from the kernel, page by page, takes longer
// than most of what is done with it.
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_TOP_PAD, 16 << 20);
}

}  // namespace

int run_tool(std::string_view tool, const std::function<int()>& body) {
  keep_freed_memory();
  // A reader that has seen enough, as head has, is no failure: FileWriter knows it by EPIPE.
  ignored_sigpipe_before = std::signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow any more is told by the write
  // A failed CHECK has printed its sentence when it aborts; the status is all that is left to say.
  std::signal(SIGABRT, [](int) { _exit(kExitFailed); });
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return complain(tool, "out of memory", kExitFailed);
  } catch (const std::exception& e) {
    return complain(tool, fmt::format("internal error: {}", e.what()), kExitFailed);
  }
}

namespace {

// The subcommand whose words the user was writing, as "foreweave trace cat".
std::string command_path(const CLI::App& app) {
  std::string path = app.get_name();
  const auto used = app.get_subcommands();
  return used.empty() ? path : path + " " + command_path(*used.front());
}

}  // namespace

int parse_and_run(CLI::App& app, int argc, const char* const* argv, const int& exit_status) {
  if (argc <= 1) {
    fmt::print(stderr, "{}", app.help());
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(e);
    // CLI11 first asks for what is missing; a word that does not fit is the better thing to name.
    std::string what = e.what();
    // By number: an error about too many words is named after the command.
    const auto error = static_cast<CLI::ExitCodes>(e.get_exit_code());
    const bool does_not_fit =
        error == CLI::ExitCodes::RequiredError || error == CLI::ExitCodes::ExtrasError;
    const std::vector<std::string> odd = app.remaining(/*recurse=*/true);
    const auto word = std::find_if(odd.begin(), odd.end(), [](auto& w) { return w != "--"; });
    if (does_not_fit && word != odd.end())
      what = fmt::format("\"{}\" is no option or command here", *word);
    return complain(app.get_name(), fmt::format("{}; see {} --help", what, command_path(app)),
                    kExitBadInput);
  }
  return exit_status;
}

}  // namespace foreweave
