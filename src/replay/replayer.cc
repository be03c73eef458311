#include "replay/replayer.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "events/read_trace.h"
#include "prove/check/check.h"
#include "replay/judge.h"

namespace foreweave {

namespace {

// Behind the bug threads run by the seed, and not every order does harm.
constexpr uint64_t kSeedsForEffect = 3;

std::string make_folder() {
  const char* base = getenv("TMPDIR");
  std::string path = std::string(base && *base ? base : "/tmp") + "/foreweave-replay-XXXXXX";
  return mkdtemp(path.data()) ? path : "";
}

}  // namespace

Replayer::Replayer(const Trace& trace, Setting setting, ReplayerOptions options)
    : trace_(trace), setting_(std::move(setting)), options_(std::move(options)) {}

Replayer::~Replayer() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Result<Replayer::Attempt> Replayer::attempt(const Claim& claim, const Reordering& witness,
                                            FirstToGo first, uint64_t seed) {
  const std::string& folder = options_.keep_traces.empty() ? folder_ : options_.keep_traces;
  if (folder.empty() && (folder_ = make_folder()).empty())
    return Error{fmt::format("no folder for the traces of replays: {}", std::strerror(errno)), ""};
  const Schedule schedule = schedule_of(trace_, claim, witness, first);
  SessionOptions session;
  session.limits = options_.limits;
  session.seed = seed;
  session.keeps_streams = options_.keeps_streams;
  session.trace = fmt::format("{}/replay-{}.fwt", folder, ++traces_);
  if (options_.at_meeting)
    session.at_meeting = [&](const LiveProgram& program) { options_.at_meeting(program, schedule); };
  Result<Observation> seen = run_along(schedule, setting_, session);
  if (!seen) return seen.error();
  if (!seen.value().run.recorded)
    return Error{"was not built with foreweave-cc or foreweave-c++ of this version, so that it "
                 "cannot be replayed",
                 setting_.command[0]};
  ++attempts_;
  Result<Trace> replayed = read_trace(session.trace);
  last_trace_ = session.trace;
  if (options_.keep_traces.empty()) unlink(session.trace.c_str());
  if (!replayed) return replayed.error();
  Attempt result{judge({trace_, claim, witness, schedule, seen.value(), replayed.value()}),
                 std::move(seen).value()};
  return result;
}

// The run as it was recorded, replayed in the same way: what the program does if the bug does not
// happen.
Result<Observation> Replayer::without_bug() {
  if (without_bug_) return *without_bug_;
  SessionOptions session;
  session.limits = options_.limits;
  session.trace = folder_ + "/as-recorded.fwt";
  if (folder_.empty() && (folder_ = make_folder()).empty())
    return Error{fmt::format("no folder for the traces of replays: {}", std::strerror(errno)), ""};
  session.trace = folder_ + "/as-recorded.fwt";
  Result<Observation> seen = run_along(schedule_of_run(trace_), setting_, session);
  unlink(session.trace.c_str());
  if (seen) without_bug_ = seen.value();
  return seen;
}

Status Replayer::look_for_effect(const Claim& claim, const Reordering& witness, FirstToGo first,
                                 Attempt& best) {
  const Result<Observation> without = without_bug();
  if (!without) return without.error();
  best.outcome.effect = effect_of(best.seen, without.value());
  const FirstToGo other = first == FirstToGo::last_in_trace ? FirstToGo::first_in_trace
                                                            : FirstToGo::last_in_trace;
  for (uint64_t seed = 1; best.outcome.effect.empty() && seed <= kSeedsForEffect; ++seed) {
    for (const FirstToGo order : {other, first}) {
      if ((order == first && seed == 1) || (order == other && claim.pending.size() < 2)) continue;
      Result<Attempt> again = attempt(claim, witness, order, seed);
      if (!again) return again.error();
      if (again.value().outcome.status != ReplayStatus::confirmed) continue;
      const std::string effect = effect_of(again.value().seen, without.value());
      if (effect.empty()) continue;
      best = std::move(again).value();
      best.outcome.effect = effect;
      return Done{};
    }
  }
  return Done{};
}

// What a schedule cannot repeat may be why the program went another way.
std::string Replayer::surroundings() const {
  if (!setting_.missing_input.empty() && setting_.missing_input != "a terminal" &&
      setting_.missing_input != "a device" && setting_.missing_input != "closed")
    return fmt::format("; standard input was {}, which is not in the trace", setting_.missing_input);
  return "";
}

Result<Outcome> Replayer::replay(const Claim& claim, const Reordering& witness, Model model) {
  attempts_ = 0;
  Result<Attempt> first = attempt(claim, witness, FirstToGo::last_in_trace, 1);
  if (!first) return first.error();
  Attempt best = std::move(first).value();
  Reordering followed = witness;
  for (uint32_t n = 0;
       best.outcome.status != ReplayStatus::confirmed && attempts_ < options_.max_attempts; ++n) {
    const std::optional<Reordering> variant = variant_of(trace_, claim, witness, model, n);
    if (!variant) break;
    Result<Attempt> again = attempt(claim, *variant, FirstToGo::last_in_trace, 1);
    if (!again) return again.error();
    if (again.value().outcome.status != ReplayStatus::confirmed) continue;
    best = std::move(again).value();
    followed = *variant;
  }
  if (best.outcome.status == ReplayStatus::confirmed) {
    const Status looked = look_for_effect(claim, followed, FirstToGo::last_in_trace, best);
    if (!looked) return looked.error();
  } else {
    best.outcome.why += surroundings();
  }
  best.outcome.attempts = attempts_;
  return best.outcome;
}

std::optional<Reordering> variant_of(const Trace& trace, const Claim& claim,
                                     const Reordering& witness, Model model, uint32_t n) {
  // Dependences are no part of a report, so that a witness that rests on them has no variants.
  if (model == Model::dependence || model == Model::sync) return std::nullopt;
  const std::span<const Segment> segments = witness.segments();
  const Checker checker(trace);
  for (size_t i = segments.size(); i-- > 1;) {
    if (segments[i].thread == segments[i - 1].thread) continue;
    std::vector<Segment> swapped(segments.begin(), segments.end());
    std::swap(swapped[i], swapped[i - 1]);
    Reordering variant(std::move(swapped));
    if (!checker.check({model, nullptr}, claim, variant)) continue;
    if (n-- == 0) return variant;
  }
  return std::nullopt;
}

}  // namespace foreweave
