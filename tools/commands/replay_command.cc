#include "commands/replay_command.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes/file.h"
#include "base/interruption.h"
#include "base/parallel.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "options/search_options.h"
#include "patterns/trials/broken_step.h"
#include "progress.h"
#include "replay/replayer.h"
#include "replay_permission.h"
#include "report/make/interruption_report.h"
#include "report/make/make_report.h"
#include "report/make/run_end_report.h"
#include "report/make/stale_use_report.h"
#include "report/words/bug_words.h"
#include "report/words/event_text.h"
#include "search/find_bugs.h"
#include "search/other_instances.h"
#include "start_debugger.h"

namespace foreweave {

namespace {

struct ReplayOptions {
  std::string trace, bug;
  std::vector<std::string> command;
  bool gdb = false;
  uint32_t repeat = 1;
  std::string record;    // a folder for traces of replays
  std::string schedule;  // a file for the schedule
  SessionLimits limits;
  uint32_t attempts = 8;
  bool strict = false;
  SearchOptions search;
};

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

const Finding* find(const Results& results, const std::string& id) {
  for (const Finding& finding : results.findings)
    if (finding.id() == id) return &finding;
  return nullptr;
}

std::string known_bugs(const Results& results) {
  std::vector<std::string> ids;
  for (const Finding& finding : results.findings) ids.push_back(finding.id());
  return ids.empty() ? "none is predicted from it"
                     : fmt::format("known are {}", fmt::join(ids, ", "));
}

// "data race on x", as in a report: what memory is called, the source says.
std::string heading(const Trace& trace, const Finding& finding, const SearchOptions& search) {
  Results one;
  one.findings.push_back(finding);
  const Report report = make_report(trace, one, source_options(search));
  return printable(fmt::format("{} {}", title(finding.kind()), report.findings.front().subject));
}

void print(const std::string& heading, const Finding& finding, const Outcome& outcome) {
  std::string text = fmt::format("{}: {} {}\n", finding.id(), heading, name(outcome.status));
  for (const Stand& stand : outcome.stands)
    if (!stand.what.empty())
      text += fmt::format("  {} stood before: {}{}\n", stand.thread, stand.what,
                          stand.size > 0
                              ? fmt::format(" of {} byte{}", stand.size, stand.size == 1 ? "" : "s")
                              : "");
  if (outcome.status == ReplayStatus::confirmed)
    text += fmt::format("  then {}\n",
                        outcome.effect.empty() ? "nothing unusual was seen" : outcome.effect);
  else
    text += fmt::format("  {}\n", outcome.why);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

// Of a claim that the trace itself fulfils.
std::string id_of_recorded(const Trace& trace, const Claim& claim) {
  Result<Proved> proved =
      check_witness(trace, {.model = Model::same_write}, claim, Reordering::of_trace(trace));
  return proved ? Finding(trace, std::move(proved).value(), "").id() : "";
}

// A handler that does harm where it comes, once it is made to come there.
std::optional<Interruption> find_interruption(const Trace& trace, const std::string& id) {
  for (const std::vector<Interruption>& some :
       {interruptions_seen(trace), interruptions_possible(trace)})
    for (const Interruption& one : some)
      if (one.sent.exists() && id_of(trace, one) == id) return one;
  return std::nullopt;
}

Result<Outcome> replay_handler(Replayer& replayer, const Interruption& handler,
                               uint32_t most_attempts) {
  Outcome outcome;
  outcome.status = ReplayStatus::not_reached;
  outcome.why = "the handler did not come there";
  for (outcome.attempts = 0; outcome.attempts < most_attempts && interruption() == 0;) {
    ++outcome.attempts;
    const Result<bool> came = replayer.replay_interruption(handler);
    if (!came) return came.error();
    if (!came.value()) continue;
    outcome.status = ReplayStatus::confirmed;
    outcome.effect = "the handler came there, and did its harm";
    break;
  }
  return outcome;
}

// Something that the recorded run showed.
int replay_recorded(const ReplayOptions& options, const Trace& trace, Setting setting,
                    const std::function<Result<Outcome>(Replayer&)>& replay_once) {
  ReplayerOptions how;
  how.limits = options.limits;
  how.max_attempts = options.attempts;
  how.keep_traces = options.record;
  const TraceFacts facts(trace);
  Replayer replayer(facts, std::move(setting), how);
  uint32_t replays = 0, confirmed = 0;
  note_interruptions();
  for (; replays < options.repeat && interruption() == 0; ++replays) {
    const Result<Outcome> outcome = replay_once(replayer);
    if (!outcome && interruption() != 0) break;
    if (!outcome) return fail(outcome.error(), kExitBadInput);
    const bool is_confirmed = outcome.value().status == ReplayStatus::confirmed;
    confirmed += is_confirmed;
    std::fputs(fmt::format("{}: {}\n  {}\n", options.bug, name(outcome.value().status),
                           !is_confirmed                    ? outcome.value().why
                           : outcome.value().effect.empty() ? "it happened as it was recorded"
                                                            : outcome.value().effect)
                   .c_str(),
               stdout);
  }
  std::fputs(fmt::format("SUMMARY: foreweave: {} confirmed in {} of {} {}\n", options.bug,
                         confirmed, replays, replays == 1 ? "replay" : "replays")
                 .c_str(),
             stdout);
  return interruption() != 0 ? 128 + interruption() : confirmed > 0 ? kExitBugsFound : kExitFine;
}

int replay(const ReplayOptions& options) {
  // What the command line asks for, before any work is done for it.
  const Result<Plan> plan = make_plan(options.search.plan, registry());
  if (!plan) return fail(plan.error(), kExitBadInput);
  const Result<std::vector<PlaceSequence>> orders = read_orders(options.search.order);
  if (!orders) return fail(orders.error(), kExitBadInput);

  // Beyond this point the trace is one that a run can have left.
  auto progress =
      std::make_unique<Progress>("foreweave: reading " + options.trace, Progress::Unit::bytes);
  const Result<Trace> read = read_trace(options.trace, options.search.run.jobs, &progress->meter());
  if (!read) return progress.reset(), fail(read.error(), kExitBadInput);
  const Trace& trace = read.value();
  const Status valid = validate(trace);
  if (!valid) return progress.reset(), fail(valid.error(), kExitBadInput);

  // Beyond this point it is known what to run, and as what; and that it may be run.
  progress.reset();
  Result<Setting> setting = permitted_setting(
      trace, {input_name(options.trace), options.command, options.search.trusts_trace});
  if (!setting) return fail(setting.error(), kExitBadInput);
  if (is_another_program(setting.value()))
    complain("foreweave",
             fmt::format("warning: {} is not the program that was recorded, so that it may do "
                         "something else",
                         setting.value().command[0]),
             kExitFine);

  // What the recorded run itself ended with needs no prediction.
  for (const std::optional<RunEnd>& end : {bug_of_run(trace), bad_exit_of_run(trace)})
    if (end && id_of(trace, *end) == options.bug)
      return progress.reset(), replay_recorded(options, trace, std::move(setting).value(),
                                               [&](Replayer& r) { return r.replay_end(*end); });
  for (const Claim& use : stale_uses(trace))
    if (id_of_stale_use(trace, use) == options.bug)
      return progress.reset(), replay_recorded(options, trace, std::move(setting).value(),
                                               [&](Replayer& r) { return r.replay_recorded(use); });
  if (const std::optional<Claim> step = broken_step(trace);
      step && id_of_recorded(trace, *step) == options.bug)
    return progress.reset(), replay_recorded(options, trace, std::move(setting).value(),
                                             [&](Replayer& r) { return r.replay_recorded(*step); });

  if (const std::optional<Interruption> handler = find_interruption(trace, options.bug))
    return progress.reset(),
           replay_recorded(options, trace, std::move(setting).value(), [&](Replayer& r) {
             return replay_handler(r, *handler, options.attempts);
           });

  // The bug again, from the trace alone: its id is made of its sites.
  SitesOfOrders sites = find_sites(trace, orders.value());
  warn_of_missing_places(sites.missing);
  RunOptions run = run_options(options.search);
  run.orders = std::move(sites.orders);
  const TraceFacts facts(trace);
  const Results results = find_bugs(facts, plan.value(), run);
  tell_times(results, trace);
  const Finding* finding = find(results, options.bug);
  if (!finding)
    return fail({fmt::format("has no bug {} as far as is looked with these options; {}",
                             options.bug, known_bugs(results)),
                 options.trace},
                kExitBadInput);
  const Proved& proved = finding->proved();
  if (!options.schedule.empty()) {
    Result<FileWriter> file = FileWriter::create(options.schedule);
    if (!file) return fail(file.error(), kExitFailed);
    const std::vector<uint8_t> bytes = encode(schedule_of(trace, proved.claim(), proved.witness()));
    file.value().write(bytes);
    if (const Status written = file.value().finish(); !written)
      return fail(written.error(), kExitFailed);
  }

  // The witness on the program, until it happens or the attempts are used up.
  ReplayerOptions how;
  how.limits = options.limits;
  how.max_attempts = options.gdb ? 1 : options.attempts;
  how.keep_traces = options.record;
  how.keeps_streams = options.gdb;
  if (options.gdb)
    how.at_meeting = [&](const LiveProgram& program, const Schedule&) {
      start_debugger(program, trace, proved.claim());
    };
  if (!options.record.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.record, error);
    if (error)
      return fail({fmt::format("cannot be made a folder: {}", error.message()), options.record},
                  kExitBadInput);
  }
  Replayer replayer(facts, std::move(setting).value(), how);
  // How often the program had to be run may differ from replay to replay of the same bug, so that
  // it is no part of what is said of each.
  const std::string bug = heading(trace, *finding, options.search);
  uint32_t replays = 0, confirmed = 0, refuted = 0, attempts = 0;
  if (!options.gdb) note_interruptions();
  for (; replays < options.repeat && interruption() == 0; ++replays) {
    const Result<Outcome> outcome =
        replayer.replay(proved, other_instances(facts, plan.value(), run, proved));
    if (!outcome && interruption() != 0) break;
    if (!outcome) return fail(outcome.error(), kExitBadInput);
    print(bug, *finding, outcome.value());
    confirmed += outcome.value().status == ReplayStatus::confirmed;
    refuted += outcome.value().status == ReplayStatus::refuted;
    attempts += outcome.value().attempts;
  }
  if (!options.record.empty())
    std::fputs(fmt::format("trace of the replay: {}\n", replayer.last_trace()).c_str(), stdout);
  const std::string tried = attempts == replays ? "" : fmt::format(", {} attempts", attempts);
  const std::string taken_back = refuted == 0 ? "" : fmt::format(", refuted in {}", refuted);
  std::fputs(fmt::format("SUMMARY: foreweave: {} confirmed in {} of {} {}{}{}\n", finding->id(),
                         confirmed, replays, replays == 1 ? "replay" : "replays", taken_back, tried)
                 .c_str(),
             stdout);
  if (interruption() != 0) {
    complain("foreweave", "the replay was interrupted", kExitFine);
    return 128 + interruption();
  }
  // What happened once is not taken back because it did not happen again.
  if (options.strict && refuted > 0 && confirmed == 0)
    return complain(
        "foreweave",
        fmt::format("{} is refuted by replay: something that its prediction rests on is "
                    "wrong",
                    finding->id()),
        kExitFailed);
  return confirmed > 0 ? kExitBugsFound : kExitFine;
}

}  // namespace

void add_replay_command(CLI::App& app, int& exit_status) {
  auto options = std::make_shared<ReplayOptions>();
  options->search.run.jobs = available_cpus();
  CLI::App* command =
      app.add_subcommand("replay", "Make a predicted bug happen on the program itself");
  command->footer(
      "Example: foreweave replay traces/server-1.fwt race-1a2b3c4d -- ./server --port 0\n"
      "Without a command, the recorded one is run, with the recorded environment and standard "
      "input,\n"
      "if the trace was recorded on this machine by this user (or --trust is given) and the "
      "program\n"
      "is still the same. What is run is shown first.\n"
      "The bug is looked for in the trace again: options that led to it have to be given here, "
      "too.\n"
      "Exit status: 66 the bug happened, 0 it did not, 2 bad usage or input, 1 anything else,\n"
      "128 + N ended by signal N.");
  command->add_option("TRACE", options->trace, "The trace that the bug was predicted from")
      ->required();
  command->add_option("BUG", options->bug, "Its id, as foreweave predict prints it")->required();
  command->add_flag("--gdb", options->gdb,
                    "Start gdb where the threads of the bug stand before it happens");
  command->add_option("--repeat", options->repeat, "Replay that many times")
      ->check(CLI::Range(1u, 1000000u))
      ->capture_default_str();
  command->add_option("--record", options->record, "Keep the traces of the replays in this folder")
      ->type_name("DIR");
  command->add_option("--schedule", options->schedule,
                      "Write the schedule that is followed to this file");
  command
      ->add_option(
          "--attempts", options->attempts,
          "How often to run the program at most, if it does not follow or the bug shows no "
          "effect")
      ->check(CLI::Range(1u, 1000u))
      ->capture_default_str();
  command->add_flag("--strict", options->strict,
                    "Fail if the bug is refuted, which shows a mistake of Foreweave's");
  command->add_option("--stuck", options->limits.stuck, "Seconds without progress before giving up")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      ->add_option("--run-on", options->limits.run_on,
                   "Seconds that the program may run on after the bug")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_search_options(*command, options->search);
  add_source_options(*command, options->search,
                     "Believe the trace, whoever made it: run the command that it names, with its "
                     "environment, and show source files also if it does not say what the compiler "
                     "saw in them");
  command->add_option("COMMAND", options->command, "The program and its arguments, behind --");
  command->callback([&exit_status, options, command] {
    finish_search_options(*command, options->search);
    exit_status = replay(*options);
  });
}

}  // namespace foreweave
