#include "bench/recording/record.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "bench/measure/measure.h"
#include "bench/measure/process.h"
#include "bench/recording/record_report.h"

namespace foreweave {

namespace {

constexpr unsigned kLimitSeconds = 600;
constexpr const char* kPlainCompiler = "clang++-19";

std::string shown(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += (text.empty() ? "" : " ") + word;
  return text;
}

class RecordBench {
 public:
  explicit RecordBench(const RecordBenchOptions& options) : options_(options) {}

  int run() {
    if (folder_.path().empty()) return fail("cannot make a temporary folder");
    std::error_code error;
    tools_ = std::filesystem::read_symlink("/proc/self/exe", error).parent_path().string();
    if (error) return fail("cannot find out where its own executable lies");
    double load[1] = {0};
    (void)getloadavg(load, 1);
    if (!build() || !try_all() || !measure()) return 1;
    fmt::print("{} repetitions, {} CPUs, load {:.1f} when it began\n", options_.repetitions,
               std::thread::hardware_concurrency(), load[0]);
    fmt::print("{}", record_table(figures_));
    return status_;
  }

 private:
  int fail(const std::string& why) {
    fmt::print(stderr, "foreweave-bench: {}\n", why);
    return status_ = 1;
  }
  void progress(const std::string& what) {
    if (isatty(STDERR_FILENO)) fmt::print(stderr, "foreweave-bench: {}\n", what);
  }
  std::string tool(const char* name) const { return tools_ + "/" + name; }
  std::string trace_path() const { return folder_.path() + "/trace.fwt"; }

  // --- building -----------------------------------------------------------------------------
  bool wanted(const RecordProgram& program) const {
    const auto& names = options_.programs;
    return names.empty() || std::count(names.begin(), names.end(), program.name) > 0;
  }

  bool build() {
    for (const RecordProgram& program : record_programs()) {
      if (!wanted(program)) continue;
      progress(fmt::format("building {}", program.name));
      if (!build_one(program, kPlainCompiler, "native", {}) ||
          !build_one(program, kPlainCompiler, "tsan", {"-fsanitize=thread"}) ||
          !build_one(program, tool("foreweave-c++"), "recorded", {}))
        return false;
    }
    return true;
  }

  bool build_one(const RecordProgram& program, const std::string& compiler, const char* way,
                 const std::vector<std::string>& more) {
    std::vector<std::string> command{compiler, "-std=c++20", "-O2", "-g", "-pthread"};
    command.insert(command.end(), more.begin(), more.end());
    command.push_back(fmt::format("{}/{}.cc", FOREWEAVE_BENCH_PROGRAMS, program.name));
    command.insert(command.end(), {"-o", executable(program.name, way)});
    const ProcessRun run = run_process(command, folder_.path(), kLimitSeconds);
    return run.good || complain(command, run);
  }

  std::string executable(const std::string& program, const char* way) const {
    return fmt::format("{}/{}-{}", folder_.path(), program, way);
  }

  // --- running ------------------------------------------------------------------------------
  struct Case {
    RecordProgram program;
    uint32_t threads;
    std::string output;  // of the plain program
  };

  std::vector<std::string> command(const Case& c, const char* way) const {
    const auto scale = std::max(1u, static_cast<uint32_t>(c.program.scale * options_.scale));
    return {executable(c.program.name, way), std::to_string(c.threads), std::to_string(scale)};
  }
  std::vector<std::string> record_command(const Case& c) const {
    std::vector<std::string> all{tool("foreweave"), "record", "-o", trace_path(), "--"};
    const std::vector<std::string> recorded = command(c, "recorded");
    all.insert(all.end(), recorded.begin(), recorded.end());
    return all;
  }

  bool complain(const std::vector<std::string>& command, const ProcessRun& run) {
    fail(fmt::format("{}: {}\n{}", shown(command), run.end, run.complaints));
    return false;
  }

  // Runs it, and holds what it printed against the plain program's output.
  bool run_checked(const Case& c, const std::vector<std::string>& command, WatchMemory watch,
                   ProcessRun& run) {
    run = run_process(command, folder_.path(), kLimitSeconds, watch);
    if (!run.good) return complain(command, run);
    if (run.output == c.output) return true;
    fail(fmt::format("{}: printed\n{}instead of\n{}", shown(command), run.output, c.output));
    return false;
  }

  bool record(const Case& c, RecordFigures& figures, WatchMemory watch, ProcessRun& run) {
    std::error_code error;
    std::filesystem::remove(trace_path(), error);  // not on the clock
    if (!run_checked(c, record_command(c), watch, run)) return false;
    const auto events = events_recorded(run.complaints);
    if (!events) return complain(record_command(c), run);
    figures.events = *events;
    figures.trace_bytes = std::filesystem::file_size(trace_path(), error);
    return true;
  }

  // A first run of each, not timed: what it prints, its memory, and whether its trace is valid.
  bool try_all() {
    for (const RecordProgram& program : record_programs())
      for (const uint32_t threads : options_.threads)
        if (wanted(program) && !try_one({program, threads, ""})) return false;
    return true;
  }

  bool try_one(Case c) {
    progress(fmt::format("{}, {} threads: validating", c.program.name, c.threads));
    RecordFigures figures;
    figures.program = c.program.name;
    figures.threads = c.threads;
    ProcessRun run =
        run_process(command(c, "native"), folder_.path(), kLimitSeconds, WatchMemory::own);
    if (!run.good) return complain(command(c, "native"), run);
    c.output = run.output;
    figures.native_peak_bytes = run.peak_bytes;
    if (!run_checked(c, command(c, "tsan"), WatchMemory::none, run) ||
        !record(c, figures, WatchMemory::of_a_child, run))
      return false;
    figures.recorded_peak_bytes = run.peak_bytes;
    validate(c);
    cases_.push_back(std::move(c));
    figures_.push_back(std::move(figures));
    return true;
  }

  // An invalid trace does not end the benchmark, but shows in the exit status.
  void validate(const Case& c) {
    const std::vector<std::string> command{tool("foreweave"), "trace", "validate", trace_path()};
    const ProcessRun run = run_process(command, folder_.path(), kLimitSeconds);
    if (run.good) return;
    fail(fmt::format("{} with {} threads recorded a trace that is not valid ({})\n{}{}",
                     c.program.name, c.threads, run.end, run.output, run.complaints));
  }

  // Round by round, so that a slow spell of the machine hits every program and every way.
  bool measure() {
    for (uint32_t round = 0; round < options_.repetitions; ++round) {
      progress(fmt::format("repetition {} of {}", round + 1, options_.repetitions));
      for (size_t i = 0; i < cases_.size(); ++i)
        if (!measure_one(cases_[i], figures_[i])) return false;
    }
    return true;
  }

  bool measure_one(const Case& c, RecordFigures& figures) {
    ProcessRun native, tsan, recorded;
    if (!run_checked(c, command(c, "native"), WatchMemory::none, native) ||
        !run_checked(c, command(c, "tsan"), WatchMemory::none, tsan) ||
        !record(c, figures, WatchMemory::none, recorded))
      return false;
    figures.native.push_back(native.wall_seconds);
    figures.tsan.push_back(tsan.wall_seconds);
    figures.recorded.push_back(recorded.wall_seconds);
    return true;
  }

  const RecordBenchOptions options_;
  TemporaryFolder folder_;
  std::string tools_;  // the folder of foreweave and foreweave-c++: this program's own
  std::vector<Case> cases_;
  std::vector<RecordFigures> figures_;  // of the case at the same place
  int status_ = 0;
};

}  // namespace

const std::vector<RecordProgram>& record_programs() {
  static const std::vector<RecordProgram> programs{
      {"compress", 20},  {"matrix", 288},     {"hash_map", 200},
      {"sort", 60},      {"ray_tracer", 360}, {"producer_consumer", 40},
      {"key_value", 50}, {"nbody", 20},       {"graph", 60},
  };
  return programs;
}

int run_record_bench(const RecordBenchOptions& options) { return RecordBench(options).run(); }

}  // namespace foreweave
