#include "commands/trace_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/bytes/file.h"
#include "events/fwt/format.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "events/recorded_run/waiting.h"
#include "events/std/listing.h"
#include "events/std/writer.h"
#include "output.h"
#include "tool.h"
#include "trace_origin_text.h"

namespace foreweave {

namespace {

enum class Format { std, fwt };

struct Options {
  std::string file;
  // cat
  uint64_t from = 0;
  uint64_t to = UINT64_MAX;
  std::string thread;
  // convert, cut
  std::string output;
  std::string format;
  uint64_t events = 0;
};

struct Input {
  Trace trace;
  Format format;
  size_t bytes;
};

int fail(const Error& error, ExitStatus status) {
  return complain("foreweave", error.sentence(), status);
}

Result<Input> load(const Options& options) {
  const Result<FileContents> contents = read_file(options.file);
  if (!contents) return contents.error();
  const auto bytes = contents.value().bytes();
  Result<Trace> trace = read_trace(contents.value(), input_name(options.file));
  if (!trace) return trace.error();
  return Input{std::move(trace).value(), looks_like_fwt(bytes) ? Format::fwt : Format::std,
               bytes.size()};
}

std::string counted(uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

// --- info ---------------------------------------------------------------------------------------

// `told` was said already.
void append_losses(const Losses& losses, std::string& text,
                   std::optional<Loss> told = std::nullopt) {
  for (size_t i = 0; i < static_cast<size_t>(Loss::count_); ++i) {
    const Loss loss = static_cast<Loss>(i);
    if (losses.count(loss) == 0 || loss == told) continue;
    const std::string_view means = consequence(info(loss).severity);
    text += fmt::format("loss         {} {}{}\n", losses.count(loss), info(loss).what,
                        means.empty() ? "" : fmt::format(" ({})", means));
  }
}

struct UnseenMarks {
  uint64_t count = 0;
  bool synchronises = false;
};

// Libraries that were not recorded, by name.
std::map<std::string_view, UnseenMarks> unseen_libraries(const Trace& trace) {
  std::map<std::string_view, UnseenMarks> libraries;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    if (!marks_stretch(trace.kind(e)) || !trace.has_value(e)) continue;
    UnseenMarks& marks = libraries[trace.library_of(e)];
    ++marks.count;
    marks.synchronises |= may_synchronise(trace.kind(e));
  }
  return libraries;
}

std::string info_text(const std::string& file, const Input& input) {
  const Trace& trace = input.trace;
  const auto locations = trace.locations();
  size_t contended = 0;
  for (uint32_t l = 0; l < locations.size(); ++l) contended += trace.is_contended(LocationId(l));
  std::array<uint64_t, kKindCount> by_kind{};
  for (uint32_t e = 0; e < trace.size(); ++e)
    ++by_kind[static_cast<size_t>(trace.kind(EventId(e)))];
  const double events = static_cast<double>(std::max<size_t>(trace.size(), 1));

  std::string text;
  auto row = [&](std::string_view what, const auto& value) {
    text += fmt::format("{:11}  {}\n", what, value);
  };
  row("file", input_name(file));
  row("format", input.format == Format::fwt ? "fwt" : "std");
  row("size", fmt::format("{}, {:.2f} an event", counted(input.bytes, "byte"),
                          static_cast<double>(input.bytes) / events));
  row("memory", fmt::format("{}, {:.2f} an event", counted(trace.memory_bytes(), "byte"),
                            static_cast<double>(trace.memory_bytes()) / events));
  row("events", trace.size());
  row("threads", trace.thread_count());
  row("locations", fmt::format("{}, {} of them contended", locations.size(), contended));
  row("cells", trace.cell_count());
  row("objects", trace.objects().size() - 1);
  row("locks", trace.lock_count());
  row("sites", trace.sites().size());
  row("values", trace.has_values() ? "yes" : "no");
  row("decisions", trace.has_decisions() ? "yes" : "no");
  for (size_t k = 0; k < kKindCount; ++k)
    if (by_kind[k] > 0) text += fmt::format("event        {:20}  {}\n", kKinds[k].name, by_kind[k]);
  append_losses(trace.losses(), text);
  for (const auto& [library, marks] : unseen_libraries(trace))
    text += fmt::format("unseen       {}, {}{}\n", library, counted(marks.count, "mark"),
                        marks.synchronises ? "; may order threads" : "");
  for (const Waiting& waiting : Waiting::of(trace)) {
    const Site& site = trace.site_info(waiting.site);
    text += fmt::format("waiting      {} left out at {}:{}\n", counted(waiting.rounds, "round"),
                        trace.text(site.file), site.line);
  }
  text += trace_origin_text(trace);
  for (const Attachment& a : trace.attachments())
    text += fmt::format("attachment   {}, {}\n", a.name, counted(a.bytes.size(), "byte"));
  return text;
}

int show_info(const Options& options) {
  const Result<Input> input = load(options);
  if (!input) return fail(input.error(), kExitBadInput);
  const Status written = Output("").write(info_text(options.file, input.value()));
  return written ? kExitFine : fail(written.error(), kExitFailed);
}

// --- cat ----------------------------------------------------------------------------------------

Result<std::optional<ThreadId>> find_thread(const Trace& trace, const std::string& name) {
  if (name.empty()) return std::optional<ThreadId>();
  std::string names;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    if (trace.thread_name(ThreadId(t)) == name) return std::optional(ThreadId(t));
    if (t < 10) names += fmt::format("{}{}", t ? ", " : "", trace.thread_name(ThreadId(t)));
  }
  if (trace.thread_count() > 10) names += ", ...";
  return Error{fmt::format("there is no thread \"{}\"; there are {}", name, names),
               trace.source().file()};
}

int cat(const Options& options) {
  const Result<Input> input = load(options);
  if (!input) return fail(input.error(), kExitBadInput);
  const Trace& trace = input.value().trace;
  const auto thread = find_thread(trace, options.thread);
  if (!thread) return fail(thread.error(), kExitBadInput);
  if (options.from > options.to)
    return complain("foreweave", "--from comes after --to", kExitBadInput);
  if (options.from > 0 && options.from >= trace.size())
    return complain(
        "foreweave",
        fmt::format("{}: there is no event {}; the trace has {}", input_name(options.file),
                    options.from, counted(trace.size(), "event")),
        kExitBadInput);

  Result<FileWriter> writer = FileWriter::create("-");
  const StdListing listing(trace);
  std::string line;
  listing.append_header(line);
  bool going = writer.value().write(line);
  auto print = [&](EventId e) {
    line.clear();
    listing.append_line(e, line);
    going = writer.value().write(line);
  };
  const uint32_t from = static_cast<uint32_t>(options.from);
  const uint32_t end = options.to >= trace.size() ? static_cast<uint32_t>(trace.size())
                                                  : static_cast<uint32_t>(options.to) + 1;
  if (thread.value()) {
    const auto events = trace.events_of(*thread.value());
    auto next = events.at(events.index_from(EventId(from)));
    for (; going && next != events.end() && *next < EventId(end); ++next) print(*next);
  } else {
    for (uint32_t e = from; going && e < end; ++e) print(EventId(e));
  }
  const Status written = writer.value().finish();
  if (!written && !writer.value().reader_gone()) return fail(written.error(), kExitFailed);
  return kExitFine;
}

// --- validate -----------------------------------------------------------------------------------

int validate_file(const Options& options) {
  const Result<Input> input = load(options);
  if (!input) return fail(input.error(), kExitBadInput);
  const Trace& trace = input.value().trace;
  if (const Status status = validate(trace); !status) return fail(status.error(), kExitBadInput);
  std::string text = fmt::format("{}: valid, {} of {}, {} of values no recorded write left there\n",
                                 input_name(options.file), counted(trace.size(), "event"),
                                 counted(trace.thread_count(), "thread"),
                                 counted(trace.losses().count(Loss::unseen_writes), "read"));
  append_losses(trace.losses(), text, Loss::unseen_writes);
  const Status written = Output("").write(text);
  return written ? kExitFine : fail(written.error(), kExitFailed);
}

// --- convert, cut -------------------------------------------------------------------------------

Result<Format> output_format(const Options& options, std::optional<Format> otherwise) {
  if (!options.format.empty()) return options.format == "fwt" ? Format::fwt : Format::std;
  if (options.output.ends_with(".std")) return Format::std;
  if (options.output.ends_with(".fwt")) return Format::fwt;
  if (otherwise) return *otherwise;
  return Error{fmt::format("\"{}\" does not tell the format to write: add --to std or --to fwt",
                           options.output),
               ""};
}

// The first `count` events. Gives the number of those that lose something in STD.
uint64_t write_std_events(const Trace& trace, uint32_t count, FileWriter& out) {
  const StdWriter writer(trace);
  std::string line = count == 0 ? "# a trace without events\n" : "";
  bool going = out.write(line);
  uint64_t losing = 0;
  for (uint32_t e = 0; going && e < count; ++e) {
    line.clear();
    writer.append_line(EventId(e), line);
    line += '\n';
    going = out.write(line);
    losing += writer.loses(EventId(e));
  }
  return losing;
}

int write_events(const Options& options, const Trace& trace, Format format, uint32_t count) {
  if (same_file(options.file, options.output))
    return complain("foreweave",
                    options.output + ": this is the trace being read; name another file",
                    kExitBadInput);
  Result<FileWriter> writer = FileWriter::create(options.output);
  if (!writer) return fail(writer.error(), kExitFailed);
  uint64_t losing = 0;
  if (format == Format::std) {
    losing = write_std_events(trace, count, writer.value());
  } else {
    auto sink = [&](std::span<const uint8_t> bytes) { return writer.value().write(bytes); };
    write_fwt(trace, sink, [&](EventId e) { return e.value < count; });
  }
  const Status written = writer.value().finish();
  if (!written && writer.value().reader_gone()) return kExitFine;
  if (!written) return fail(written.error(), kExitFailed);
  if (losing > 0)
    complain("foreweave",
             fmt::format("warning: {} of {} cannot be said in STD completely: accesses of several "
                         "parts, addresses that decide, what lies inside allocated memory",
                         losing, counted(count, "event")),
             kExitFine);
  return kExitFine;
}

int convert(const Options& options) {
  const Result<Format> format = output_format(options, std::nullopt);
  if (!format) return fail(format.error(), kExitBadInput);
  const Result<Input> input = load(options);
  if (!input) return fail(input.error(), kExitBadInput);
  const Trace& trace = input.value().trace;
  return write_events(options, trace, format.value(), static_cast<uint32_t>(trace.size()));
}

// A prefix of what happened is what happened up to some moment; any other part might be nothing
// that could have happened.
int cut(const Options& options) {
  const Result<Input> input = load(options);
  if (!input) return fail(input.error(), kExitBadInput);
  const Trace& trace = input.value().trace;
  if (options.events > trace.size())
    return complain(
        "foreweave",
        fmt::format("{}: has only {}", input_name(options.file), counted(trace.size(), "event")),
        kExitBadInput);
  const Result<Format> format = output_format(options, input.value().format);
  return write_events(options, trace, format.value(), static_cast<uint32_t>(options.events));
}

}  // namespace

void add_trace_command(CLI::App& app, int& exit_status) {
  CLI::App* trace = app.add_subcommand("trace", "Look at a trace, check it, change its form");
  trace->require_subcommand(1);
  const std::string status = "Exit status: 0 fine, 2 bad usage or input, 1 anything else.";
  trace->footer("Example: foreweave trace info server-1.fwt\n" + status);
  auto add = [&](const char* name, const char* what, const char* example,
                 int (*run)(const Options&)) {
    auto options = std::make_shared<Options>();
    CLI::App* command = trace->add_subcommand(name, what);
    command->footer(fmt::format("Example: foreweave trace {} {}\n{}", name, example, status));
    command->add_option("FILE", options->file, "The trace, .fwt or STD text; - is standard input")
        ->required();
    command->callback([&exit_status, options, run] {
      std::signal(SIGPIPE, SIG_IGN);  // a reader that has seen enough is no failure
      exit_status = run(*options);
    });
    return std::pair(command, options);
  };
  auto add_output = [](CLI::App* command, const std::shared_ptr<Options>& options) {
    command->add_option("-o,--output", options->output, "Where to write; - is standard output")
        ->required();
    command
        ->add_option("--to", options->format, "The format to write, if OUTPUT's name does not tell")
        ->check(CLI::IsMember({"std", "fwt"}));
  };

  add("info",
      "What is in it: events by kind, threads, locations, losses; the command, its environment and "
      "input, and who recorded it",
      "server-1.fwt", show_info);
  {
    auto [command, options] =
        add("cat", "Print its events, one a line", "--from 1000 --to 1020 server-1.fwt", cat);
    command->add_option("--from", options->from, "The first event to print, counted from 0");
    command->add_option("--to", options->to, "The last event to print");
    command->add_option("--thread", options->thread, "Print only the events of this thread")
        ->type_name("NAME");
  }
  add("validate",
      "Whether it can be the record of a run, and if not, the first event that breaks a rule",
      "server-1.fwt", validate_file);
  {
    auto [command, options] =
        add("convert", "Write it in the other format", "server-1.fwt -o server-1.std", convert);
    add_output(command, options);
  }
  {
    auto [command, options] = add("cut", "Write its first events as a trace of their own",
                                  "server-1.fwt --events 100000 -o start.fwt", cut);
    command->add_option("--events", options->events, "How many")->required();
    add_output(command, options);
  }
}

}  // namespace foreweave
