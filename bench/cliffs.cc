#include "bench/cliffs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "bench/measure/measure.h"
#include "bench/measure/process.h"

namespace foreweave {

namespace {

struct Shape {
  const char* name;
  const char* of;  // what its size counts
  std::vector<uint32_t> sizes;
  std::vector<std::string> engines;
  const char* bugs;  // of the engines that decide claims; "" for all
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {"nested",
       "events",
       {100'000, 400'000, 1'600'000},
       {"lockset", "wcp", "syncp", "seqcheck"},
       ""},
      {"hot", "events", {10'000, 100'000, 1'000'000, 10'000'000}, {"hb", "m2", "seqcheck"}, ""},
      {"threads", "threads", {100, 1'000, 10'000, 100'000}, {"hb", "wcp", "syncp", "seqcheck"}, ""},
      {"detached",
       "threads",
       {100, 1'000, 10'000, 100'000},
       {"hb", "wcp", "syncp", "seqcheck"},
       ""},
      {"frames", "calls", {10, 1'000, 10'000, 100'000}, {"seqcheck"}, "atomicity"}};
  return all;
}

class CliffsBench {
 public:
  explicit CliffsBench(const CliffsBenchOptions& options) : options_(options) {
    std::error_code error;
    tool_ = (std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "foreweave")
                .string();
  }

  int run() {
    for (const Shape& shape : shapes())
      if (std::ranges::count(options_.shapes, shape.name) > 0) measure(shape);
    return failed_ ? 1 : 0;
  }

 private:
  struct Cost {
    double seconds = 0;
    double megabytes = 0;
  };

  void measure(const Shape& shape) {
    fmt::print(
        "\n| {} | {} | seconds | MB | times the {} | times the seconds "
        "|\n|---|---|---|---|---|---|\n",
        shape.name, shape.of, shape.of);
    std::vector<Cost> before(shape.engines.size());
    uint32_t size_before = 0;
    for (const uint32_t full : shape.sizes) {
      const uint32_t size = std::max(10u, full / 100 * options_.scale_percent);
      const std::string path = fmt::format("{}/{}-{}.std", folder_.path(), shape.name, size);
      std::ofstream(path) << cliff_trace(shape.name, size, options_.seed);
      for (size_t i = 0; i < shape.engines.size(); ++i)
        before[i] = measure(shape, shape.engines[i], path, size, size_before, before[i]);
      std::filesystem::remove(path);
      size_before = size;
    }
  }

  Cost measure(const Shape& shape, const std::string& engine, const std::string& path,
               uint32_t size, uint32_t size_before, Cost before) {
    std::vector<std::string> command{tool_, "predict",    path, "--engine", engine,     "--jobs",
                                     "1",   "--exitcode", "0",  "-o",       "/dev/null"};
    const bool decides = engine == "m2" || engine == "seqcheck";
    const std::string bugs = decides ? shape.bugs : "race";
    if (!bugs.empty()) command.insert(command.end(), {"--bugs", bugs});
    const ProcessRun run = run_process(command, folder_.path(), options_.limit_seconds);
    if (!run.good) {
      failed_ = true;
      fmt::print("| {} | {} | {} {} | | | |\n", engine, size, run.end, run.complaints);
      return {};
    }
    const Cost cost{run.cpu_seconds, static_cast<double>(run.most_resident_bytes) / 1e6};
    fmt::print("| {} | {} | {:.2f} | {:.0f} |", engine, size, cost.seconds, cost.megabytes);
    // Below this the clock and starting the process are all that is measured.
    if (before.seconds >= 0.02)
      fmt::print(" {:.1f} | {:.1f} |\n", static_cast<double>(size) / size_before,
                 cost.seconds / before.seconds);
    else
      fmt::print(" | |\n");
    std::fflush(stdout);
    return cost;
  }

  const CliffsBenchOptions options_;
  TemporaryFolder folder_;
  std::string tool_;
  bool failed_ = false;
};

}  // namespace

int run_cliffs_bench(const CliffsBenchOptions& options) { return CliffsBench(options).run(); }

}  // namespace foreweave
