#include "bench/recording/replay.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "bench/measure/measure.h"
#include "bench/measure/process.h"
#include "bench/recording/record.h"
#include "bench/recording/replay_report.h"
#include "events/reading/read_trace.h"
#include "replay/run/session.h"
#include "replay/schedule/schedule.h"
#include "replay/schedule/steps.h"

namespace foreweave {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kLimitSeconds = 600;

struct Case {
  std::string name, source;
  std::vector<std::string> arguments;
};

std::vector<Case> all_cases(const ReplayBenchOptions& options) {
  std::vector<Case> cases;
  for (const RecordProgram& program : record_programs()) {
    const auto scale = std::max(1u, static_cast<uint32_t>(program.scale * options.scale));
    cases.push_back({program.name,
                     fmt::format("{}/{}.cc", FOREWEAVE_BENCH_PROGRAMS, program.name),
                     {std::to_string(options.threads), std::to_string(scale)}});
  }
  std::vector<Case> examples;
  for (const auto& entry : fs::directory_iterator(FOREWEAVE_EXAMPLES)) {
    const std::string name = entry.path().filename().string();
    for (const char* extension : {".cc", ".c"})
      if (const std::string file = fmt::format("{}/{}{}", entry.path().string(), name, extension);
          fs::exists(file))
        examples.push_back({name, file, {}});
  }
  std::sort(examples.begin(), examples.end(),
            [](const Case& a, const Case& b) { return a.name < b.name; });
  cases.insert(cases.end(), examples.begin(), examples.end());
  return cases;
}

// Processor time of this process and of its children that have ended.
struct Processors {
  static double seconds(int of) {
    rusage usage;
    getrusage(of, &usage);
    auto in_seconds = [](const timeval& t) {
      return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  }
  double program = seconds(RUSAGE_CHILDREN), recorder = seconds(RUSAGE_SELF);

  void add_since(std::vector<double>& programs, std::vector<double>& recorders) const {
    programs.push_back(seconds(RUSAGE_CHILDREN) - program);
    recorders.push_back(seconds(RUSAGE_SELF) - recorder);
  }
};

// One in the middle of each thread and its last, as somebody wants to know about who replays a bug.
std::vector<WatchedStep> steps_of_interest(const Trace& trace) {
  std::vector<WatchedStep> watched;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const uint64_t steps = steps_before_events(trace, ThreadId(t)).back();
    if (steps == 0) continue;
    watched.push_back({t, steps / 2});
    watched.push_back({t, steps - 1});
  }
  return watched;
}

class ReplayBench {
 public:
  explicit ReplayBench(const ReplayBenchOptions& options) : options_(options) {}

  int run() {
    if (folder_.path().empty()) return fail("cannot make a temporary folder");
    std::error_code error;
    tools_ = fs::read_symlink("/proc/self/exe", error).parent_path().string();
    nowhere_ = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (error || nowhere_ < 0) return fail("cannot find out where its own executable lies");
    double load[1] = {0};
    (void)getloadavg(load, 1);
    for (const Case& c : all_cases(options_))
      if (wanted(c.name) && !build(c)) return 1;
    for (uint32_t round = 0; round < options_.repetitions; ++round) {
      progress(fmt::format("repetition {} of {}", round + 1, options_.repetitions));
      for (size_t i = 0; i < cases_.size(); ++i)
        if (!measure(cases_[i], figures_[i])) return 1;
    }
    fmt::print("{} repetitions, {} threads, {} CPUs, load {:.1f} when it began\n",
               options_.repetitions, options_.threads, std::thread::hardware_concurrency(),
               load[0]);
    fmt::print("{}", replay_table(figures_));
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
  bool wanted(const std::string& name) const {
    const auto& names = options_.programs;
    return names.empty() || std::count(names.begin(), names.end(), name) > 0;
  }
  std::string file(const std::string& name) const { return folder_.path() + "/" + name; }

  bool build(const Case& c) {
    progress("building " + c.name);
    const bool cpp = c.source.ends_with(".cc");
    const std::vector<std::string> command{tools_ + (cpp ? "/foreweave-c++" : "/foreweave-cc"),
                                           cpp ? "-std=c++20" : "-std=gnu17",
                                           "-O2",
                                           "-g",
                                           "-pthread",
                                           c.source,
                                           "-o",
                                           file(c.name)};
    const ProcessRun run = run_process(command, folder_.path(), kLimitSeconds);
    if (!run.good) return fail(c.source + ": " + run.end + "\n" + run.complaints), false;
    cases_.push_back(c);
    figures_.emplace_back();
    figures_.back().program = c.name;
    return true;
  }

  // Both within this process, as `foreweave record` and `foreweave replay` do it.
  bool measure(const Case& c, ReplayFigures& figures) {
    RecordingOptions recording;
    recording.command = {file(c.name)};
    recording.command.insert(recording.command.end(), c.arguments.begin(), c.arguments.end());
    recording.output = file("recorded.fwt");
    recording.surroundings.input = recording.surroundings.output = recording.surroundings.errors =
        nowhere_;
    fs::remove(recording.output);
    const Processors before_recording;
    const StopWatch recorded_in;
    const Result<Recording> recorded = record_run(recording);
    figures.record.push_back(recorded_in.wall_seconds());
    before_recording.add_since(figures.record_program, figures.record_recorder);
    if (!recorded || !recorded.value().recorded || !recorded.value().incomplete.empty())
      return fail(c.name + " could not be recorded"), false;
    figures.events = recorded.value().events;
    figures.trace_bytes = fs::file_size(recording.output);

    SessionOptions session;
    session.limits.run_on = kLimitSeconds;
    Schedule schedule;
    Setting setting;
    {
      const Result<Trace> trace = read_trace(recording.output);
      if (!trace) return fail(trace.error().sentence()), false;
      schedule = schedule_of_run(trace.value());
      schedule.watched = steps_of_interest(trace.value());
      setting = setting_of(trace.value(), {}).value();
    }
    figures.segments = schedule.segments.size();
    figures.schedule_bytes = encode(schedule).size();
    const Processors before_replay;
    const StopWatch replayed_in;
    const Result<Observation> seen = run_along(schedule, setting, session);
    figures.replay.push_back(replayed_in.wall_seconds());
    before_replay.add_since(figures.replay_program, figures.replay_recorder);
    if (!seen) return fail(seen.error().sentence()), false;
    if (seen.value().stray != FW_STRAY_none || seen.value().stood_still)
      fail(c.name + " did not follow its schedule");
    for (const Sighting& sighting : seen.value().run.sightings)
      if (!sighting.happened) return fail(c.name + " did something else"), false;
    return true;
  }

  const ReplayBenchOptions options_;
  TemporaryFolder folder_;
  std::string tools_;  // the folder of our compilers: this program's own
  int nowhere_ = -1;
  std::vector<Case> cases_;
  std::vector<ReplayFigures> figures_;  // of the case at the same place
  int status_ = 0;
};

}  // namespace

std::vector<std::string> replay_programs() {
  std::vector<std::string> names;
  for (const Case& c : all_cases({})) names.push_back(c.name);
  return names;
}

int run_replay_bench(const ReplayBenchOptions& options) { return ReplayBench(options).run(); }

}  // namespace foreweave
