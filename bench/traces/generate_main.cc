// foreweave-generate: writes a made-up run of a made-up program as a trace file. See
// docs/benchmark-method.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>

#include "bench/measure/measure.h"
#include "bench/traces/trace_generator.h"
#include "bench/traces/trace_output.h"

int main(int argc, char** argv) {
  using namespace foreweave;
  GeneratorOptions options;
  std::string format = "fwt", path;
  bool dense = false, varied = false, no_values = false;

  CLI::App app{"Makes up a run of a made-up multi-threaded program and writes its trace."};
  app.add_option("--seed", options.seed, "the same seed and options give the same bytes")
      ->capture_default_str();
  app.add_option("--events", options.events, "at most this many")->capture_default_str();
  app.add_option("--threads", options.threads, "with the main thread")->capture_default_str();
  auto* locks = app.add_option("--locks", options.locks)->capture_default_str();
  auto* variables =
      app.add_option("--variables", options.variables, "shared ones")->capture_default_str();
  app.add_option("--local-variables", options.local_variables, "of each thread")
      ->capture_default_str();
  auto* local_share = app.add_option("--local-share", options.local_share, "of the accesses")
                          ->capture_default_str();
  auto* nesting = app.add_option("--nesting", options.nesting, "locks held at once, at most")
                      ->capture_default_str();
  auto* slice = app.add_option("--slice", options.slice, "mean number of events between switches")
                    ->capture_default_str();
  auto* race_rate =
      app.add_option("--race-rate", options.race_rate, "share of the accesses that nothing guards")
          ->capture_default_str();
  app.add_option("--heap-share", options.heap_share,
                 "share of the local work in short-lived allocations")
      ->capture_default_str();
  auto* careful_share = app.add_option("--careful-share", options.careful_share,
                                       "share of the shared work in sections that could be done "
                                       "wrong: nodes, accounts, check then act")
                            ->capture_default_str();
  auto* fault_rate = app.add_option("--fault-rate", options.fault_rate,
                                    "share of the accesses at which such a section is wrong")
                         ->capture_default_str();
  app.add_flag("--branches", options.branches, "conditions are events");
  app.add_flag("--mixed-sizes", options.mixed_sizes, "some accesses span two variables");
  app.add_flag("--no-values", no_values, "leave out the values read and written");
  app.add_flag(
      "--dense", dense,
      "all accesses shared, many lock operations, fine slices; the options above still count");
  app.add_flag("--varied", varied,
               "bugs of every kind, branches, mixed sizes; the options above still count");
  app.add_option("--format", format)->check(CLI::IsMember({"fwt", "std"}))->capture_default_str();
  app.add_option("-o,--output", path, "the file to write")->required();
  CLI11_PARSE(app, argc, argv);

  options.values = !no_values;
  if (dense) {
    const GeneratorOptions given = options;
    options.make_dense();
    if (*locks) options.locks = given.locks;
    if (*variables) options.variables = given.variables;
    if (*local_share) options.local_share = given.local_share;
    if (*nesting) options.nesting = given.nesting;
    if (*slice) options.slice = given.slice;
    if (*race_rate) options.race_rate = given.race_rate;
  }
  if (varied) {
    const GeneratorOptions given = options;
    options.make_varied();
    if (*careful_share) options.careful_share = given.careful_share;
    if (*fault_rate) options.fault_rate = given.fault_rate;
  }
  if (const std::string complaint = TraceGenerator::complaint(options); !complaint.empty()) {
    fmt::print(stderr, "foreweave-generate: {}\n", complaint);
    return 2;
  }

  const StopWatch watch;
  const auto written = generate_file(options, *trace_format_from_name(format), path);
  if (!written) {
    fmt::print(stderr, "foreweave-generate: {}\n", written.error().sentence());
    return 1;
  }
  const auto [events, bytes] = written.value();
  fmt::print(stderr, "{}: {} events, {} bytes ({:.2f} an event), {:.1f} million events a second\n",
             path, events, bytes, static_cast<double>(bytes) / static_cast<double>(events),
             static_cast<double>(events) / watch.seconds() / 1e6);
  return 0;
}
