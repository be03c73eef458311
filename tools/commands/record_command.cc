#include "commands/record_command.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "record/code/built_with_us.h"
#include "record/recording.h"
#include "tool.h"

namespace foreweave {

namespace {

struct RecordOptions {
  std::vector<std::string> command;
  std::string output = "foreweave-traces";
  uint64_t seed = 1;
  uint32_t runs = 1;
  uint32_t slice = RecordingOptions().slice;
  std::string schedule = "random";
  uint32_t changes = RecordingOptions().priority_changes;
  uint64_t length = RecordingOptions().expected_events;
  double timeout = 0;
  double exit_grace = RecordingOptions().exit_grace;
  uint64_t max_size = 0;
  bool keeps_environment = false;
  std::string child;
};

bool is_trace_name(const std::string& path) { return path.ends_with(".fwt"); }

// DIR/prog-SEED.fwt, or with a number behind it if there is one already: a recording never takes
// the place of another.
std::string free_name(const std::string& folder, const std::string& program, uint64_t seed) {
  const std::string stem =
      fmt::format("{}/{}-{}", folder, std::filesystem::path(program).filename().string(), seed);
  std::string name = stem + ".fwt";
  for (int n = 2; std::filesystem::exists(name); ++n) name = fmt::format("{}-{}.fwt", stem, n);
  return name;
}

void tell(const std::string& line) { std::fputs((line + "\n").c_str(), stderr); }

// The worst of the runs counts: a signal, else the first status that is not 0.
void keep_worse(int& status, int other) {
  if (WIFSIGNALED(status)) return;
  if (WIFSIGNALED(other) || WEXITSTATUS(status) == 0) status = other;
}

// Ends as the program ended.
int end_like(int wait_status) {
  if (WIFEXITED(wait_status)) return WEXITSTATUS(wait_status);
  const rlimit no_second_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_second_core);
  signal(WTERMSIG(wait_status), SIG_DFL);
  raise(WTERMSIG(wait_status));
  return 128 + WTERMSIG(wait_status);
}

void tell_of_children(const Recording& recording) {
  if (recording.threaded_children.empty()) return;
  std::string children;
  for (const Descent& child : recording.threaded_children)
    children += (children.empty() ? "" : ", ") + text_of(child);
  tell(fmt::format(
      "foreweave: children have threads and are not in the trace; --child records one of them: {}",
      children));
}

int record(const RecordOptions& options) {
  if (const Status recordable = can_be_recorded(options.command); !recordable)
    return complain("foreweave", recordable.error().sentence(), kExitBadInput);
  if (is_trace_name(options.output) && options.runs > 1)
    return complain("foreweave", "several runs need a folder to record into, not a file",
                    kExitBadInput);
  if (!is_trace_name(options.output)) {
    std::error_code error;
    std::filesystem::create_directories(options.output, error);
    if (error)
      return complain(
          "foreweave",
          fmt::format("{}: cannot be made a folder: {}", options.output, error.message()),
          kExitBadInput);
  }
  Descent child;
  if (!options.child.empty()) {
    const std::optional<Descent> found = descent_of(options.child);
    if (!found)
      return complain("foreweave",
                      "--child is the number of a fork, or several with dots between them",
                      kExitBadInput);
    child = *found;
  }
  int status = 0;
  StandardInput input;
  for (uint32_t run = 0; run < options.runs; ++run) {
    RecordingOptions one;
    one.input = &input;
    one.command = options.command;
    one.followed = child;
    one.seed = options.seed + run;
    one.slice = options.slice;
    one.priorities = options.schedule == "pct";
    one.priority_changes = options.changes;
    one.expected_events = options.length;
    one.timeout = options.timeout;
    one.exit_grace = options.exit_grace;
    one.keeps_environment = options.keeps_environment;
    one.max_bytes = options.max_size << 20;
    one.ignore_sigpipe = sigpipe_was_ignored();
    one.output = is_trace_name(options.output)
                     ? options.output
                     : free_name(options.output, options.command[0], one.seed);
    const Result<Recording> recorded = record_run(one);
    if (!recorded) return complain("foreweave", recorded.error().sentence(), kExitBadInput);
    const Recording& r = recorded.value();
    if (!r.recorded)
      return complain("foreweave",
                      fmt::format("{}: was not built with foreweave-cc or foreweave-c++ of this "
                                  "version, so that nothing "
                                  "could be recorded",
                                  options.command[0]),
                      kExitBadInput);
    tell(r.unwritten.empty()
             ? fmt::format("foreweave: {}: {} events of {} {}{}", one.output, r.events, r.threads,
                           r.threads == 1 ? "thread" : "threads",
                           r.incomplete.empty() ? "" : "; not to its end: " + r.incomplete)
             : fmt::format("foreweave: {}: cannot be written: {}; the program ran on, but is not "
                           "recorded to its end",
                           one.output, r.unwritten));
    if (!child.empty() && !r.followed)
      return complain("foreweave",
                      fmt::format("{}: child {} was not there: the trace is the program's",
                                  options.command[0], options.child),
                      kExitFailed);
    if (run == 0 && child.empty()) tell_of_children(r);
    if (r.never_ends || r.goes_round)
      return complain(
          "foreweave",
          fmt::format(
              "{}: all its threads {}, so that it was ended; foreweave predict {} says where",
              options.command[0],
              r.never_ends ? "wait for each other" : "do the same over and over", one.output),
          kExitFailed);
    if (run == 0)
      for (const std::string& library : r.unseen_libraries)
        tell("foreweave: warning: " + about_unseen(library));
    keep_worse(status, r.wait_status);
  }
  return end_like(status);
}

}  // namespace

void add_record_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<RecordOptions>();
  CLI::App* command = app.add_subcommand("record", "Run a program and keep the trace of its run");
  command->footer(
      "Example: foreweave record --runs 3 -- ./server --port 0\n"
      "The exit status is the program's own.");
  command
      ->add_option("-o,--output", options->output,
                   "A folder for the traces, or the trace itself if the name ends in .fwt")
      ->type_name("DIR")
      ->capture_default_str();
  command
      ->add_option("--seed", options->seed,
                   "Which threads run when; the same seed gives the same order")
      ->capture_default_str();
  command->add_option("--runs", options->runs, "That many runs, with one seed after the other")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--slice", options->slice,
                   "About how many events a thread runs before another one does")
      ->check(CLI::Range(10, 100'000'000))
      ->capture_default_str();
  command
      ->add_option("--schedule", options->schedule,
                   "How the seed decides who runs: random, any ready thread after a random number "
                   "of events; pct, by random priorities that change at a few random places")
      ->check(CLI::IsMember({"random", "pct"}))
      ->capture_default_str();
  command
      ->add_option("--changes", options->changes,
                   "With pct: at how many places the running thread falls behind all others")
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  command
      ->add_option("--length", options->length,
                   "With pct: about how many events the run has; the places lie within that")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--timeout", options->timeout, "Kill the program after that many seconds")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--exit-grace", options->exit_grace,
                   "Seconds at most that other threads get before the program ends; 0: none")
      ->check(CLI::Range(0.0, 3600.0))
      ->capture_default_str();
  command
      ->add_option("--max-size", options->max_size,
                   "Stop recording (not the program) when the trace has that many megabytes")
      ->type_name("MB");
  command
      ->add_option("--child", options->child,
                   "Record a child in the program's place, from its fork on: 2 is the one that the "
                   "program's "
                   "second fork makes, 2.1 the first child of that")
      ->type_name("N[.N...]");
  command->add_flag(
      "--keep-environment", options->keeps_environment,
      "Keep the values of all environment variables in the trace; without it, of those "
      "that the program asks for and of a few that libraries look at");
  command->add_option("COMMAND", options->command, "The program and its arguments")->required();
  command->positionals_at_end();
  command->callback([&exit_status, options] { exit_status = record(*options); });
}

}  // namespace foreweave
