// foreweave-bench: what Foreweave's parts cost on generated traces. See docs/benchmarks.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "bench/streaming.h"
#include "bench/trace_generator.h"
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

}  // namespace

int main(int argc, char** argv) {
  StreamingBenchOptions options;
  CLI::App app{"Measures Foreweave on generated traces."};
  app.require_subcommand(1);
  CLI::App* streaming = app.add_subcommand("streaming", "reading traces and the streaming engines");
  streaming->add_option("--seed", options.seed)->capture_default_str();
  streaming->add_option("--events", options.events)->capture_default_str();
  streaming->add_option("--dense-events", options.dense_events)->capture_default_str();
  streaming->add_flag("--large", options.large, "also a trace of --large-events");
  streaming->add_option("--large-events", options.large_events)->capture_default_str();
  streaming->add_option("--repetitions", options.repetitions)->capture_default_str();
  streaming->add_option("--cpu", options.cpu, "to stay on; by default the one it starts on");
  streaming
      ->add_option("--limit", options.limit_seconds,
                   "seconds after which an engine gets a smaller trace")
      ->capture_default_str();
  streaming->add_option("--engines", options.engines, "only these")->delimiter(',');
  CLI11_PARSE(app, argc, argv);

  if (const std::string c = complaint(options); !c.empty()) {
    fmt::print(stderr, "foreweave-bench: {}\n", c);
    return 2;
  }
  return run_streaming_bench(options);
}
