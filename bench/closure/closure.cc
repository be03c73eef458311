#include "bench/closure/closure.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>
#include <filesystem>

#include "bench/closure/closure_jobs.h"
#include "bench/closure/closure_report.h"
#include "bench/measure/measure.h"
#include "bench/traces/bench_trace.h"
#include "bench/traces/trace_output.h"

namespace foreweave {

namespace {

class ClosureBench {
 public:
  explicit ClosureBench(const ClosureBenchOptions& options) : options_(options) {
    std::error_code error;
    tool_ = (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "foreweave")
                .string();
  }

  int run() {
    if (folder_.path().empty()) return fail("cannot make a temporary folder");
    if (!plan() || !measure()) return 1;
    print_circumstances();
    fmt::print("{}", closure_table(figures_));
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
    options.make_varied();
    return options;
  }
  // Fewer accesses of a thread's own, so that there is more to decide for an event that is read.
  GeneratorOptions full_of_claims(uint64_t events) const {
    GeneratorOptions options = usual(events);
    options.local_share = 0.5;
    options.slice = 1'000;
    options.race_rate = 1e-3;
    options.fault_rate = 1e-3;
    return options;
  }

  // Every access is shared, one in five unguarded, in short sections: nearly all pairs race, and
  // what one claim needs others need, too.
  GeneratorOptions dense() const {
    GeneratorOptions options =
        full_of_claims(std::max<uint64_t>(options_.session_events / 10, 10'000));
    options.make_dense();
    options.slice = 200;
    options.race_rate = 0.2;
    return options;
  }

  const BenchTrace* generate(std::string name, const GeneratorOptions& options) {
    progress(fmt::format("generating {}", name));
    BenchTrace trace{std::move(name), "", options, 0, 0};
    trace.path = fmt::format("{}/{}.fwt", folder_.path(), traces_.size());
    const auto written = generate_file(options, TraceFormat::fwt, trace.path);
    if (!written) {
      fail(written.error().sentence());
      return nullptr;
    }
    trace.events = written.value().events;
    trace.bytes = written.value().bytes;
    return &traces_.emplace_back(std::move(trace));
  }

  // --- planning: what is measured ------------------------------------------------------------
  bool plan() {
    const BenchTrace* trace = generate(count_name(options_.events), usual(options_.events));
    if (!trace) return false;
    for (const std::string& engine : options_.engines) add(figures_.usual, *trace, engine);
    if (options_.large) {
      const BenchTrace* large =
          generate(count_name(options_.large_events), usual(options_.large_events));
      if (!large) return false;
      add(figures_.large, *large, options_.engines.front());
    }
    const BenchTrace* claims = generate(count_name(options_.claim_events) + " of claims",
                                        full_of_claims(options_.claim_events));
    if (!claims) return false;
    for (const unsigned jobs : {1u, 2u}) {
      PredictJob& job = add(figures_.claims, *claims, options_.engines.front());
      job.jobs = jobs;
      job.attempts = options_.claim_attempts;
    }
    const BenchTrace* session = generate(count_name(options_.session_events) + " of claims",
                                         full_of_claims(options_.session_events));
    if (!session) return false;
    const BenchTrace* races = generate(count_name(dense().events) + " of races", dense());
    if (!races) return false;
    figures_.sessions = {{session, {}}, {races, {}}};
    return true;
  }

  PredictJob& add(std::vector<PredictSeries>& group, const BenchTrace& trace,
                  const std::string& engine) {
    PredictSeries& series = group.emplace_back();
    series.trace = &trace;
    series.job.tool = tool_;
    series.job.trace = trace.path;
    series.job.engine = engine;
    series.job.scratch = folder_.path();
    series.job.limit_seconds = options_.limit_seconds;
    return series.job;
  }

  // --- measuring ----------------------------------------------------------------------------
  // Round by round, so that a slow spell of the machine hits every job. The first does not count.
  bool measure() {
    for (uint32_t round = 0; round <= options_.repetitions; ++round) {
      progress(fmt::format("repetition {} of {}", round, options_.repetitions));
      for (auto* group : groups())
        for (PredictSeries& series : *group)
          if (!measure(series, round == 0)) return false;
      for (SessionSeries& session : figures_.sessions)
        if (!measure(session, round == 0)) return false;
    }
    return true;
  }

  bool measure(PredictSeries& series, bool first) {
    progress(series.name());
    if (!first) warm_memory(series.usual_peak_bytes);
    PredictRun run = run_predict(series.job);
    if (!run.error.empty()) {
      fail(fmt::format("{}: {}", series.name(), run.error));
      return false;
    }
    if (first)
      series.usual_peak_bytes = run.peak_bytes;
    else
      series.runs.push_back(std::move(run));
    return true;
  }

  bool measure(SessionSeries& session, bool first) {
    progress(fmt::format("{} claims on {}", options_.claims, session.trace->name));
    const SessionRun run =
        run_session(session.trace->path, options_.claims, options_.limit_seconds);
    if (!run.good()) {
      const char* why = run.result.error[0] ? run.result.error : "its process did not end in order";
      fail(fmt::format("a session on {}: {}", session.trace->name, why));
      return false;
    }
    if (!first) session.runs.push_back(run);
    return true;
  }

  void print_circumstances() {
    fmt::print("{} repetitions, seed {}\n", options_.repetitions, options_.seed);
    double cpu_seconds = 0, wall_seconds = 0;
    for (const PredictSeries& series : figures_.usual)
      for (const PredictRun& run : series.runs) {
        cpu_seconds += run.cpu_seconds;
        wall_seconds += run.wall_seconds;
      }
    if (wall_seconds > 1.1 * cpu_seconds)
      fmt::print("the machine was busy: by the wall clock the runs took {:.1f} times as long\n",
                 wall_seconds / cpu_seconds);
  }

  int check_counts() {
    int status = 0;
    for (const auto* group : groups())
      for (const PredictSeries& series : *group)
        if (!series.same_counts())
          status = fail(fmt::format("{} did not find the same every time", series.name()));
    if (figures_.claims[0].counts() != figures_.claims[1].counts())
      status = fail("two jobs did not find the same as one");
    for (const SessionSeries& session : figures_.sessions)
      for (const SessionRun& run : session.runs)
        if (!run.result.same_counts(session.runs.front().result))
          status = fail("a session did not answer the same every time");
    return status;
  }

  std::array<std::vector<PredictSeries>*, 3> groups() {
    return {&figures_.usual, &figures_.large, &figures_.claims};
  }

  const ClosureBenchOptions options_;
  TemporaryFolder folder_;
  std::string tool_;
  std::deque<BenchTrace> traces_;  // a deque: series point into it
  ClosureFigures figures_;
};

}  // namespace

int run_closure_bench(const ClosureBenchOptions& options) { return ClosureBench(options).run(); }

}  // namespace foreweave
