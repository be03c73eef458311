#include "bench/shapes.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "bench/measure/measure.h"
#include "bench/measure/process.h"

namespace foreweave {

namespace {

class ShapesBench {
 public:
  explicit ShapesBench(const ShapesBenchOptions& options) : options_(options) {
    std::error_code error;
    tool_ = (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "foreweave")
                .string();
  }

  int run() {
    for (const std::string& shape : options_.shapes) {
      fmt::print(
          "\n| {} | events | one job: s | M events/s | MB | all jobs, by the clock: s | M events/s "
          "(target) | MB of JSON |\n|---|---|---|---|---|---|---|---|\n",
          shape);
      for (const uint32_t events : options_.events) measure(shape, events);
    }
    return failed_ ? 1 : 0;
  }

 private:
  void measure(const std::string& shape, uint32_t events) {
    const std::string text = folder_.path() + "/shape.std", trace = folder_.path() + "/shape.fwt";
    const bool written = write_shape_trace(shape, events, options_.seed, text) &&
                         go({tool_, "trace", "convert", text, "-o", trace}, "trace convert");
    std::filesystem::remove(text);
    if (!written) {
      failed_ = true;
      return fmt::print("| {} | no trace | | | | | | |\n", shape);
    }
    for (const std::string& engine : options_.engines) {
      const bool decides = engine == "m2" || engine == "seqcheck";
      measure(engine, decides ? "race" : "", trace, events);
      if (decides) measure(engine, "", trace, events);
    }
    std::filesystem::remove(trace);
  }

  // "" for all that the engine knows.
  void measure(const std::string& engine, const std::string& bugs, const std::string& trace,
               uint32_t events) {
    const std::string report = folder_.path() + "/report.json";
    std::vector<std::string> command{tool_,  "predict", trace,  "--engine",   engine, "--format",
                                     "json", "-o",      report, "--exitcode", "0"};
    if (!bugs.empty()) command.insert(command.end(), {"--bugs", bugs});
    const std::string name = bugs.empty() ? engine : fmt::format("{}, {}", engine, bugs);
    std::vector<std::string> one_job = command;
    one_job.insert(one_job.end(), {"--jobs", "1"});
    if (!go(one_job, name)) return;
    const ProcessRun alone = last_;
    if (!go(command, name)) return;
    std::error_code error;
    const auto bytes = static_cast<double>(std::filesystem::file_size(report, error));
    fmt::print("| {} | {} | {:.2f} | {:.1f} | {:.0f} | {:.2f} | {:.1f} ({}) | {:.2f} |\n", name,
               events, alone.cpu_seconds, events / 1e6 / alone.cpu_seconds,
               static_cast<double>(alone.most_resident_bytes) / 1e6, last_.wall_seconds,
               events / 1e6 / last_.wall_seconds, target(engine), bytes / 1e6);
    std::fflush(stdout);
  }

  // Millions of events a second, by the clock on the wall.
  static int target(const std::string& engine) {
    return engine == "hb" || engine == "shb" || engine == "lockset" ? 10 : 4;
  }

  bool go(const std::vector<std::string>& command, const std::string& name) {
    last_ = run_process(command, folder_.path(), options_.limit_seconds);
    if (last_.good) return true;
    failed_ = true;
    fmt::print("| {} | {} {} | | | | | | |\n", name, last_.end, last_.complaints);
    return false;
  }

  const ShapesBenchOptions options_;
  TemporaryFolder folder_;
  std::string tool_;
  ProcessRun last_;
  bool failed_ = false;
};

}  // namespace

int run_shapes_bench(const ShapesBenchOptions& options) { return ShapesBench(options).run(); }

}  // namespace foreweave
