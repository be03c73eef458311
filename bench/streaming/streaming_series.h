// The repeated runs of one job, and what they amount to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/measure/measure.h"
#include "bench/streaming/streaming_jobs.h"
#include "bench/traces/bench_trace.h"

namespace foreweave {

class Series {
 public:
  // `first` is a run that does not count.
  Series(std::string engine, const BenchTrace& trace, const JobRun& first)
      : engine_(std::move(engine)), trace_(&trace), usual_peak_(first.child.peak_bytes) {}

  const std::string& engine() const { return engine_; }
  const BenchTrace& trace() const { return *trace_; }
  uint64_t usual_peak_bytes() const { return usual_peak_; }
  const Counts& counts() const { return runs_.front().result.counts; }
  size_t size() const { return runs_.size(); }

  void add(const JobRun& run) { runs_.push_back(run); }
  bool same_counts() const {
    for (const JobRun& run : runs_)
      if (run.result.counts != counts()) return false;
    return true;
  }

  Spread seconds(double JobResult::* phase) const {
    std::vector<double> samples;
    for (const JobRun& run : runs_) samples.push_back(run.result.*phase);
    return spread(std::move(samples));
  }
  // Millions of events a second.
  std::vector<double> rates(double JobResult::* phase) const {
    std::vector<double> samples;
    for (const JobRun& run : runs_)
      samples.push_back(static_cast<double>(counts().events) / (run.result.*phase) / 1e6);
    return samples;
  }
  Spread rate(double JobResult::* phase) const { return spread(rates(phase)); }
  Spread peak_bytes_per_event() const {
    std::vector<double> samples;
    for (const JobRun& run : runs_)
      samples.push_back(static_cast<double>(run.child.peak_bytes) /
                        static_cast<double>(counts().events));
    return spread(std::move(samples));
  }
  void add_times(double& cpu, double& wall) const {
    for (const JobRun& run : runs_) {
      cpu += run.result.cpu_seconds;
      wall += run.result.wall_seconds;
    }
  }
  double trace_bytes_per_event() const {
    return static_cast<double>(runs_.front().result.trace_bytes) /
           static_cast<double>(counts().events);
  }

 private:
  std::string engine_;
  const BenchTrace* trace_;
  uint64_t usual_peak_;
  std::vector<JobRun> runs_;
};

}  // namespace foreweave
