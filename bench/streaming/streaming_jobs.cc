#include "bench/streaming/streaming_jobs.h"

#include <fmt/format.h>

#include <algorithm>

#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "predict/streaming/engines.h"
#include "prove/construct/construct.h"

namespace foreweave {

namespace {

void complain(JobResult& result, const std::string& what) {
  const size_t length = std::min(what.size(), sizeof(result.error) - 1);
  std::copy_n(what.begin(), length, result.error);
  result.error[length] = '\0';
}

void scan_and_prove(const Engine& engine, const TraceFacts& facts, JobResult& result) {
  const bool provable = engine.info().yes != Yes::possible;
  Prover prover(facts);
  Counts& counts = result.counts;
  const ScanStats stats = engine.scan(facts, {}, [&](const Suspect& suspect) {
    ++counts.suspects;
    if (!provable) return true;
    const StopWatch proving;
    const bool proved = prover.prove(suspect).has_value();
    result.prove_seconds += proving.seconds();
    counts.proved += proved;
    return proved;
  });
  counts.instances = stats.instances;
  counts.site_pairs = stats.site_pairs;
  counts.cut = stats.site_pairs_cut;
}

void do_job(const std::string& engine_name, const std::string& path, JobResult& result) {
  const StopWatch reading;
  const Result<Trace> read = read_trace(path);
  result.read_seconds = reading.seconds();
  double kernel_seconds = reading.kernel_seconds();
  if (!read) return complain(result, read.error().sentence());
  const Trace& trace = read.value();
  result.counts.events = trace.size();
  result.trace_bytes = trace.memory_bytes();

  const StopWatch validating;
  const Status valid = validate(trace);
  result.validate_seconds = validating.seconds();
  if (!valid) return complain(result, valid.error().sentence());
  result.whole_seconds = result.read_seconds + result.validate_seconds;
  if (engine_name.empty()) return;

  const Engine* engine = find_engine(engine_name);
  if (!engine) return complain(result, fmt::format("there is no engine {}", engine_name));
  const StopWatch scanning;
  engine->scan(TraceFacts(trace), {}, [](const Suspect&) { return true; });
  result.scan_seconds = scanning.seconds();

  const StopWatch scanning_and_proving;
  scan_and_prove(*engine, TraceFacts(trace), result);
  result.whole_seconds += scanning_and_proving.seconds();
  kernel_seconds += scanning_and_proving.kernel_seconds();
  result.whole_user_seconds = result.whole_seconds - kernel_seconds;
}

}  // namespace

JobRun run_job(const std::string& engine, const std::string& trace_path, unsigned limit_seconds,
               uint64_t usual_peak_bytes) {
  JobRun run;
  run.child = run_in_child<JobResult>(
      [&](JobResult& result) {
        warm_memory(usual_peak_bytes / 8 * 7);  // less, so that the peak is still the job's
        const StopWatch all;
        do_job(engine, trace_path, result);
        result.cpu_seconds = all.seconds();
        result.wall_seconds = all.wall_seconds();
      },
      run.result, limit_seconds);
  return run;
}

}  // namespace foreweave
