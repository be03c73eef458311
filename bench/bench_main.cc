// foreweave-bench: what Foreweave's parts cost, on generated traces and on programs. See
// docs/benchmark-method.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/cliffs.h"
#include "bench/closure/closure.h"
#include "bench/closure/order.h"
#include "bench/recording/record.h"
#include "bench/recording/replay.h"
#include "bench/shapes.h"
#include "bench/streaming/streaming.h"
#include "bench/traces/trace_generator.h"
#include "predict/closure/engines.h"
#include "predict/streaming/engines.h"

namespace {

using namespace foreweave;

std::string complaint(const StreamingBenchOptions& options) {
  for (const uint64_t events : {options.events, options.dense_events, options.large_events}) {
    GeneratorOptions generator;
    generator.events = events;
    if (const std::string c = TraceGenerator::complaint(generator); !c.empty()) return c;
  }
  for (const std::string& engine : options.engines)
    if (!find_engine(engine)) return fmt::format("there is no engine {}", engine);
  return options.repetitions < 1 ? "repetitions: at least 1" : "";
}

std::string complaint(const RecordBenchOptions& options) {
  const auto& programs = record_programs();
  for (const std::string& name : options.programs)
    if (std::none_of(programs.begin(), programs.end(),
                     [&](const auto& p) { return name == p.name; }))
      return fmt::format("there is no program {}", name);
  for (const uint32_t threads : options.threads)
    if (threads < 2 || threads > 200) return "threads: from 2 to 200";
  if (!(options.scale > 0 && options.scale <= 1000)) return "scale: above 0, at most 1000";
  return options.repetitions < 1 ? "repetitions: at least 1" : "";
}

std::string complaint(const ReplayBenchOptions& options) {
  const std::vector<std::string> programs = replay_programs();
  for (const std::string& name : options.programs)
    if (std::count(programs.begin(), programs.end(), name) == 0)
      return fmt::format("there is no program {}", name);
  if (options.threads < 2 || options.threads > 200) return "threads: from 2 to 200";
  if (!(options.scale > 0 && options.scale <= 1000)) return "scale: above 0, at most 1000";
  return options.repetitions < 1 ? "repetitions: at least 1" : "";
}

std::string complaint(const OrderBenchOptions& options) {
  for (const uint32_t chains : options.chains)
    if (chains < 2 || chains > 500) return "chains: from 2 to 500";
  for (const uint32_t positions : options.positions)
    if (positions < 1'000 || positions > 100'000'000) return "positions: from 1000 to 100000000";
  for (const double density : options.densities)
    if (!(density > 0 && density <= 10)) return "densities: above 0, at most 10";
  return options.repetitions < 1 ? "repetitions: at least 1" : "";
}

std::string complaint(const ClosureBenchOptions& options) {
  for (const uint64_t events :
       {options.events, options.claim_events, options.session_events, options.large_events}) {
    GeneratorOptions generator;
    generator.make_varied();
    generator.events = events;
    if (const std::string c = TraceGenerator::complaint(generator); !c.empty()) return c;
  }
  if (options.engines.empty()) return "engines: at least one";
  for (const std::string& engine : options.engines)
    if (engine != "auto" && std::ranges::none_of(closure_engines(), [&](const Engine* e) {
          return e->info().name == engine;
        }))
      return fmt::format("{} is no engine that decides claims", engine);
  if (options.claims < 1 || options.claim_attempts < 1) return "claims: at least 1";
  return options.repetitions < 1 ? "repetitions: at least 1" : "";
}

std::string complaint(const ShapesBenchOptions& options) {
  for (const std::string& shape : options.shapes)
    if (shape != "local" && shape != "dense" && shape != "nested")
      return fmt::format("there is no shape {}", shape);
  for (const uint32_t events : options.events)
    if (events < 100 || events > 1'000'000'000) return "events: from 100 to 1000000000";
  return options.limit_seconds < 1 ? "limit: at least 1" : "";
}

std::string complaint(const CliffsBenchOptions& options) {
  for (const std::string& shape : options.shapes)
    if (cliff_trace(shape, 10, 1).empty()) return fmt::format("there is no shape {}", shape);
  return options.scale_percent < 1 || options.scale_percent > 1000 ? "scale: from 1 to 1000" : "";
}

void add_options(CLI::App& streaming, StreamingBenchOptions& options) {
  streaming.add_option("--seed", options.seed)->capture_default_str();
  streaming.add_option("--events", options.events)->capture_default_str();
  streaming.add_option("--dense-events", options.dense_events)->capture_default_str();
  streaming.add_flag("--large", options.large, "also a trace of --large-events");
  streaming.add_option("--large-events", options.large_events)->capture_default_str();
  streaming.add_option("--repetitions", options.repetitions)->capture_default_str();
  streaming.add_option("--cpu", options.cpu, "to stay on; by default the one it starts on");
  streaming
      .add_option("--limit", options.limit_seconds,
                  "seconds after which an engine gets a smaller trace")
      ->capture_default_str();
  streaming.add_option("--engines", options.engines, "only these")->delimiter(',');
}

void add_options(CLI::App& record, RecordBenchOptions& options) {
  record.add_option("--repetitions", options.repetitions)->capture_default_str();
  record.add_option("--threads", options.threads, "numbers of threads, such as 2 8")
      ->delimiter(',')
      ->capture_default_str();
  record.add_option("--programs", options.programs, "only these")->delimiter(',');
  record.add_option("--scale", options.scale, "times the usual work")->capture_default_str();
}

void add_options(CLI::App& replay, ReplayBenchOptions& options) {
  replay.add_option("--repetitions", options.repetitions)->capture_default_str();
  replay.add_option("--threads", options.threads, "of the programs of bench/programs")
      ->capture_default_str();
  replay.add_option("--programs", options.programs, "only these")->delimiter(',');
  replay.add_option("--scale", options.scale, "times the work of the benchmark of recording")
      ->capture_default_str();
}

void add_options(CLI::App& order, OrderBenchOptions& options) {
  order.add_option("--seed", options.seed)->capture_default_str();
  order.add_option("--chains", options.chains)->delimiter(',')->capture_default_str();
  order.add_option("--positions", options.positions, "of all chains together")
      ->delimiter(',')
      ->capture_default_str();
  order.add_option("--densities", options.densities, "edges a position")
      ->delimiter(',')
      ->capture_default_str();
  order.add_option("--questions", options.questions)->capture_default_str();
  order.add_option("--repetitions", options.repetitions)->capture_default_str();
  order.add_option("--memory-limit", options.memory_limit_mb, "megabytes")->capture_default_str();
}

void add_options(CLI::App& closure, ClosureBenchOptions& options) {
  closure.add_option("--seed", options.seed)->capture_default_str();
  closure.add_option("--events", options.events)->capture_default_str();
  closure.add_flag("--large", options.large,
                   "also a trace of --large-events, for the first engine");
  closure.add_option("--large-events", options.large_events)->capture_default_str();
  closure.add_option("--claim-events", options.claim_events, "of a trace with more to decide")
      ->capture_default_str();
  closure
      .add_option("--session-events", options.session_events,
                  "of one for claims that share what they need")
      ->capture_default_str();
  closure.add_option("--claim-attempts", options.claim_attempts, "--max-attempts on that")
      ->capture_default_str();
  closure.add_option("--claims", options.claims, "asked of one decider")->capture_default_str();
  closure.add_option("--repetitions", options.repetitions)->capture_default_str();
  closure.add_option("--limit", options.limit_seconds, "seconds for one run")
      ->capture_default_str();
  closure.add_option("--engines", options.engines, "of seqcheck, m2 and auto")
      ->delimiter(',')
      ->capture_default_str();
}

void add_options(CLI::App& shapes, ShapesBenchOptions& options) {
  shapes.add_option("--seed", options.seed)->capture_default_str();
  shapes.add_option("--shapes", options.shapes, "only these")
      ->delimiter(',')
      ->capture_default_str();
  shapes.add_option("--engines", options.engines, "only these")
      ->delimiter(',')
      ->capture_default_str();
  shapes.add_option("--events", options.events, "sizes of the traces")
      ->delimiter(',')
      ->capture_default_str();
  shapes.add_option("--limit", options.limit_seconds, "seconds for one run")->capture_default_str();
}

void add_options(CLI::App& cliffs, CliffsBenchOptions& options) {
  cliffs.add_option("--seed", options.seed)->capture_default_str();
  cliffs.add_option("--shapes", options.shapes, "only these")
      ->delimiter(',')
      ->capture_default_str();
  cliffs.add_option("--scale", options.scale_percent, "percent of the usual sizes")
      ->capture_default_str();
  cliffs.add_option("--limit", options.limit_seconds, "seconds for one run")->capture_default_str();
}

template <class Options>
int run_checked(const Options& options, int (*bench)(const Options&)) {
  if (const std::string c = complaint(options); !c.empty()) {
    fmt::print(stderr, "foreweave-bench: {}\n", c);
    return 2;
  }
  return bench(options);
}

}  // namespace

int main(int argc, char** argv) {
  StreamingBenchOptions streaming_options;
  RecordBenchOptions record_options;
  ReplayBenchOptions replay_options;
  OrderBenchOptions order_options;
  ClosureBenchOptions closure_options;
  CliffsBenchOptions cliffs_options;
  ShapesBenchOptions shapes_options;
  CLI::App app{"Measures Foreweave on generated traces and on programs."};
  app.require_subcommand(1);
  CLI::App* streaming = app.add_subcommand("streaming", "reading traces and the streaming engines");
  CLI::App* record = app.add_subcommand("record", "recording programs, beside ThreadSanitizer");
  CLI::App* replay = app.add_subcommand("replay", "replaying runs, beside recording them");
  CLI::App* order = app.add_subcommand("order", "the two structures of a growing order");
  CLI::App* closure =
      app.add_subcommand("closure", "foreweave predict with the engines that decide claims");
  CLI::App* cliffs = app.add_subcommand("cliffs", "shapes of traces whose cost must not explode");
  CLI::App* shapes = app.add_subcommand("shapes", "foreweave predict on traces like programs'");
  add_options(*streaming, streaming_options);
  add_options(*shapes, shapes_options);
  add_options(*cliffs, cliffs_options);
  add_options(*record, record_options);
  add_options(*replay, replay_options);
  add_options(*order, order_options);
  add_options(*closure, closure_options);
  CLI11_PARSE(app, argc, argv);
  if (*replay) return run_checked(replay_options, run_replay_bench);
  if (*order) return run_checked(order_options, run_order_bench);
  if (*cliffs) return run_checked(cliffs_options, run_cliffs_bench);
  if (*shapes) return run_checked(shapes_options, run_shapes_bench);
  if (*closure) return run_checked(closure_options, run_closure_bench);
  return *streaming ? run_checked(streaming_options, run_streaming_bench)
                    : run_checked(record_options, run_record_bench);
}
