#include "bench/streaming/streaming.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>

#include "bench/measure/measure.h"
#include "bench/streaming/streaming_jobs.h"
#include "bench/streaming/streaming_report.h"
#include "bench/streaming/streaming_series.h"
#include "bench/traces/trace_output.h"
#include "predict/streaming/engines.h"

namespace foreweave {

namespace {

constexpr uint64_t kSmallestTrace = 10'000;
// A whole job on the dense trace has a target of a minute: give it time to miss it.
constexpr unsigned kLongLimitSeconds = 600;

class StreamingBench {
 public:
  explicit StreamingBench(const StreamingBenchOptions& options) : options_(options) {}

  int run() {
    if (folder_.path().empty()) return fail("cannot make a temporary folder");
    const int cpu = pin_to_cpu(options_.cpu);
    if (cpu < 0)
      fmt::print(stderr, "foreweave-bench: not pinned to one CPU; figures will vary more\n");
    if (!plan() || !measure()) return 1;
    print_circumstances(cpu);
    fmt::print("{}", streaming_table(figures_));
    return check_counts();
  }

 private:
  int fail(const std::string& why) {
    fmt::print(stderr, "foreweave-bench: {}\n", why);
    return 1;
  }
  void progress(const std::string& what) {
    if (isatty(STDERR_FILENO)) fmt::print(stderr, "foreweave-bench: {}\n", what);
  }

  // --- traces -------------------------------------------------------------------------------
  GeneratorOptions usual(uint64_t events) const {
    GeneratorOptions options;
    options.seed = options_.seed;
    options.events = events;
    options.mixed_sizes = true;
    return options;
  }

  const BenchTrace* generate(std::string name, const GeneratorOptions& options,
                             TraceFormat format) {
    for (const BenchTrace& trace : traces_)
      if (trace.name == name) return &trace;
    progress(fmt::format("generating {}", name));
    BenchTrace trace{std::move(name), "", options, 0, 0};
    trace.path = fmt::format("{}/{}", folder_.path(), traces_.size());
    const auto written = generate_file(options, format, trace.path);
    if (!written) {
      fail(written.error().sentence());
      return nullptr;
    }
    trace.events = written.value().events;
    trace.bytes = written.value().bytes;
    return &traces_.emplace_back(std::move(trace));
  }

  // --- planning: a first run of each job, not counted, finds a trace it can finish -----------
  bool plan() {
    for (const Engine* engine : streaming_engines()) {
      const std::string name(engine->info().name);
      if (wanted(name) && !plan_engine(name)) return false;
    }
    return plan_dense() && plan_large() && plan_std();
  }

  bool wanted(const std::string& engine) const {
    return options_.engines.empty() ||
           std::count(options_.engines.begin(), options_.engines.end(), engine);
  }

  bool plan_engine(const std::string& engine) {
    for (uint64_t events = options_.events;; events /= 10) {
      const BenchTrace* trace = generate(count_name(events), usual(events), TraceFormat::fwt);
      if (!trace) return false;
      const JobRun first = try_job(engine, *trace, options_.limit_seconds);
      if (first.good()) {
        figures_.engines.emplace_back(engine, *trace, first);
        return true;
      }
      if (first.child.end != ChildEnd::timed_out || events / 10 < kSmallestTrace)
        return complain(engine, *trace, first);
      fmt::print("{} did not finish {} events within {} s; it gets a smaller trace\n", engine,
                 trace->name, options_.limit_seconds);
    }
  }

  bool plan_dense() {
    if (!wanted("syncp")) return true;
    GeneratorOptions options = usual(options_.dense_events);
    options.make_dense();
    const BenchTrace* trace =
        generate(count_name(options_.dense_events) + " dense", options, TraceFormat::fwt);
    if (!trace) return false;
    const JobRun first = try_job("syncp", *trace, kLongLimitSeconds);
    if (first.good()) {
      figures_.dense.emplace_back("syncp", *trace, first);
    } else if (first.child.end == ChildEnd::timed_out) {
      fmt::print("syncp did not finish {} events within {} s\n", trace->name, kLongLimitSeconds);
    } else {
      return complain("syncp", *trace, first);
    }
    return true;
  }

  // The engines that finished the ordinary trace.
  bool plan_large() {
    if (!options_.large) return true;
    for (const Series& s : figures_.engines) {
      if (s.trace().options.events != options_.events) continue;
      const BenchTrace* trace = generate(count_name(options_.large_events),
                                         usual(options_.large_events), TraceFormat::fwt);
      if (!trace) return false;
      const JobRun first = try_job(s.engine(), *trace, kLongLimitSeconds);
      if (first.good())
        figures_.large.emplace_back(s.engine(), *trace, first);
      else if (first.child.end == ChildEnd::timed_out)
        fmt::print("{} did not finish {} events within {} s\n", s.engine(), trace->name,
                   kLongLimitSeconds);
      else
        return complain(s.engine(), *trace, first);
    }
    return true;
  }

  // As other tools write STD: without values. And with them, as ours do.
  bool plan_std() {
    for (const bool values : {false, true}) {
      GeneratorOptions options = usual(options_.events);
      options.mixed_sizes = false;
      options.values = values;
      const std::string name = count_name(options_.events) + (values ? " STD with values" : " STD");
      const BenchTrace* trace = generate(name, options, TraceFormat::std_text);
      if (!trace) return false;
      const JobRun first = try_job("", *trace, kLongLimitSeconds);
      if (!first.good()) return complain("reading", *trace, first);
      figures_.std_text.emplace_back("", *trace, first);
    }
    return true;
  }

  // --- measuring ----------------------------------------------------------------------------
  JobRun try_job(const std::string& engine, const BenchTrace& trace, unsigned limit,
                 uint64_t usual_peak_bytes = 0) {
    progress(fmt::format("{} on {}", engine.empty() ? "reading" : engine, trace.name));
    return run_job(engine, trace.path, limit, usual_peak_bytes);
  }

  bool complain(const std::string& engine, const BenchTrace& trace, const JobRun& run) {
    const char* why = run.result.error[0]                    ? run.result.error
                      : run.child.end == ChildEnd::timed_out ? "it took too long"
                                                             : "its process did not end in order";
    fail(fmt::format("{} on {}: {}", engine.empty() ? "reading" : engine, trace.name, why));
    return false;
  }

  // Round by round, so that a slow spell of the machine hits every job.
  bool measure() {
    for (uint32_t round = 0; round < options_.repetitions; ++round) {
      progress(fmt::format("repetition {} of {}", round + 1, options_.repetitions));
      for (auto* group : groups())
        for (Series& series : *group) {
          const JobRun run = try_job(series.engine(), series.trace(), 2 * kLongLimitSeconds,
                                     series.usual_peak_bytes());
          if (!run.good()) return complain(series.engine(), series.trace(), run);
          series.add(run);
        }
    }
    return true;
  }

  void print_circumstances(int cpu) {
    fmt::print("{} repetitions, {}, seed {}; processor time\n", options_.repetitions,
               cpu < 0 ? "not pinned" : fmt::format("on CPU {}", cpu), options_.seed);
    double cpu_seconds = 0, wall_seconds = 0;
    for (const auto* group : groups())
      for (const Series& series : *group) series.add_times(cpu_seconds, wall_seconds);
    if (wall_seconds > 1.1 * cpu_seconds)
      fmt::print("the machine was busy: by the wall clock the jobs took {:.1f} times as long\n",
                 wall_seconds / cpu_seconds);
  }

  int check_counts() {
    int status = 0;
    for (const auto* group : groups())
      for (const Series& series : *group)
        if (!series.same_counts())
          status = fail(fmt::format("{} on {} did not find the same every time", series.engine(),
                                    series.trace().name));
    return status;
  }

  std::array<std::vector<Series>*, 4> groups() {
    return {&figures_.engines, &figures_.dense, &figures_.large, &figures_.std_text};
  }

  const StreamingBenchOptions options_;
  TemporaryFolder folder_;
  std::deque<BenchTrace> traces_;  // a deque: series point into it
  StreamingFigures figures_;
};

}  // namespace

int run_streaming_bench(const StreamingBenchOptions& options) {
  return StreamingBench(options).run();
}

}  // namespace foreweave
