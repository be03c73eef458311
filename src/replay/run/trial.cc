#include "replay/run/trial.h"

#include <unistd.h>

#include <utility>

#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "replay/schedule/schedule.h"

namespace foreweave {

namespace {

Result<std::optional<TrialRun>> run(const Schedule& schedule, uint64_t seed, const Trace& trace,
                                    const Setting& setting, const TrialOptions& options) {
  SessionOptions session;
  // That threads only go round is known after less than a second, in which they leave a few
  // millions.
  session.max_events = most_events_again(trace) + 8'000'000;
  session.limits = options.limits;
  session.seed = seed;
  session.ends_if_stuck = true;
  session.trace = options.path;
  session.attachments = options.attachments;
  Result<Observation> seen = run_along(schedule, setting, session);
  if (!seen) return seen.error();
  const auto nothing = [&] {
    unlink(options.path.c_str());
    return std::optional<TrialRun>();
  };
  if (!seen.value().followed || !seen.value().run.incomplete.empty()) return nothing();
  Result<Trace> left = read_trace(options.path);
  if (!left || !validate(left.value())) return nothing();
  return std::optional<TrialRun>(
      TrialRun{std::move(seen).value(), options.path, std::move(left).value()});
}

}  // namespace

Result<std::optional<TrialRun>> run_trial(const Trace& trace, EventId held_before,
                                          const Setting& setting, const TrialOptions& options) {
  return run(schedule_of_trial(trace, held_before), 1, trace, setting, options);
}

Result<std::optional<TrialRun>> run_freely(uint64_t seed, const Trace& trace,
                                           const Setting& setting, const TrialOptions& options) {
  return run(schedule_of_run(trace, 0), seed, trace, setting, options);
}

Result<Observation> run_as_recorded(const Trace& trace, const Setting& setting,
                                    const SessionLimits& limits) {
  SessionOptions session;
  session.limits = limits;
  return run_along(schedule_of_run(trace), setting, session);
}

}  // namespace foreweave
