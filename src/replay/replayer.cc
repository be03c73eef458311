#include "replay/replayer.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "events/read_trace.h"
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
                                            const Variation& variation, Log log) {
  // Who looks at the program takes their time anyway.
  const bool logs = log == Log::always || !options_.keep_traces.empty() || options_.at_meeting;
  const std::string& folder = options_.keep_traces.empty() ? folder_ : options_.keep_traces;
  if (logs && folder.empty() && (folder_ = make_folder()).empty())
    return Error{fmt::format("no folder for the traces of replays: {}", std::strerror(errno)), ""};
  Schedule schedule = schedule_of(trace_, claim, witness, variation.first);
  schedule.keeps_freed &= !variation.gives_back;
  // Who wants to look comes where nobody has to stand, too: when everything has happened.
  if (options_.at_meeting && schedule.meeting == Schedule::kNoMeeting)
    schedule.meeting = schedule.segments.size();
  SessionOptions session;
  session.limits = options_.limits;
  session.seed = variation.seed;
  session.keeps_streams = options_.keeps_streams;
  if (logs) session.trace = fmt::format("{}/replay-{}.fwt", folder, ++traces_);
  if (options_.at_meeting)
    session.at_meeting = [&](const LiveProgram& program) { options_.at_meeting(program, schedule); };
  Result<Observation> seen = run_along(schedule, setting_, session);
  if (!seen) return seen.error();
  if (!seen.value().run.recorded)
    return Error{"was not built with foreweave-cc or foreweave-c++ of this version, so that it "
                 "cannot be replayed",
                 setting_.command[0]};
  ++attempts_;
  if (!logs) {
    const Outcome outcome = judge({trace_, claim, witness, schedule, seen.value()});
    return Attempt{outcome, std::move(seen).value(), false};
  }
  const Result<Trace> replayed = read_trace(session.trace);
  last_trace_ = session.trace;
  if (options_.keep_traces.empty()) unlink(session.trace.c_str());
  if (!replayed) return replayed.error();
  const Outcome outcome =
      judge({trace_, claim, witness, schedule, seen.value(), &replayed.value()});
  return Attempt{outcome, std::move(seen).value(), true};
}

// The run as it was recorded, replayed in the same way: what the program does if the bug does not
// happen.
Result<Observation> Replayer::without_bug() {
  if (without_bug_) return *without_bug_;
  SessionOptions session;
  session.limits = options_.limits;
  Result<Observation> seen = run_along(schedule_of_run(trace_), setting_, session);
  if (seen) without_bug_ = seen.value();
  return seen;
}

// Not every order behind the bug does harm, and memory that is kept is not overwritten.
Status Replayer::look_for_effect(const Claim& claim, const Reordering& witness, Wanted wanted,
                                 Attempt& best) {
  const Result<Observation> without = without_bug();
  if (!without) return without.error();
  const auto note = [&](const Observation& seen) {
    best.outcome.effect = effect_of(seen, without.value());
    best.outcome.fails = fails(seen, without.value());
  };
  const auto is_enough = [&] {
    return wanted == Wanted::failure ? best.outcome.fails : !best.outcome.effect.empty();
  };
  note(best.seen);
  const bool frees =
      claim.kind == BugKind::use_after_free || claim.kind == BugKind::double_free;
  std::vector<Variation> variations;
  for (uint64_t seed = 1; seed <= kSeedsForEffect; ++seed) {
    if (frees) variations.push_back({FirstToGo::last_in_trace, seed, true});
    if (claim.pending.size() > 1) variations.push_back({FirstToGo::first_in_trace, seed, false});
    if (seed > 1) variations.push_back({FirstToGo::last_in_trace, seed, false});
  }
  for (const Variation& variation : variations) {
    if (is_enough() || attempts_ >= options_.max_attempts) break;
    Result<Attempt> again = attempt(claim, witness, variation);
    if (!again) return again.error();
    // What is not kept cannot be seen to be freed; that it came to the same point is enough here.
    const bool is_it = variation.gives_back
                           ? again.value().seen.met
                           : again.value().outcome.status == ReplayStatus::confirmed;
    if (is_it) note(again.value().seen);
  }
  return Done{};
}

// What a schedule cannot repeat may be why the program went another way.
std::string Replayer::surroundings() const {
  const std::string& missing = setting_.input.missing;
  if (!missing.empty() && missing != "a terminal" && missing != "a device" && missing != "closed")
    return fmt::format("; standard input was {}, which is not in the trace{}", missing,
                       setting_.input.bytes.empty() ? "" : " to its end");
  return "";
}

Result<Outcome> Replayer::replay(const Proved& proved, const OtherInstance& other,
                                 Wanted wanted) {
  attempts_ = 0;
  Result<Attempt> first = attempt(proved.claim(), proved.witness(), {});
  if (!first) return first.error();
  Attempt best = std::move(first).value();
  Claim claim = proved.claim();
  Reordering witness = proved.witness();
  auto try_again = [&](const Claim& another, const Reordering& order) -> Status {
    Result<Attempt> again = attempt(another, order, {});
    if (!again) return again.error();
    if (again.value().outcome.status != ReplayStatus::confirmed) return Done{};
    best = std::move(again).value();
    claim = another;
    witness = order;
    return Done{};
  };
  auto goes_on = [&] {
    return best.outcome.status != ReplayStatus::confirmed && attempts_ < options_.max_attempts;
  };
  // Half of the attempts for orders of the same events, the others for other events.
  for (uint32_t n = 0; goes_on() && attempts_ <= options_.max_attempts / 2; ++n) {
    const auto variant =
        variant_of(trace_, proved.claim(), proved.witness(), proved.model(), n);
    if (!variant) break;
    if (const Status tried = try_again(proved.claim(), *variant); !tried) return tried.error();
  }
  while (other && goes_on()) {
    const std::optional<Proved> instance = other();
    if (!instance) break;
    if (const Status tried = try_again(instance->claim(), instance->witness()); !tried)
      return tried.error();
  }
  if (best.outcome.status != ReplayStatus::confirmed && !best.is_explained) {
    Result<Attempt> explained = attempt(proved.claim(), proved.witness(), {}, Log::always);
    if (!explained) return explained.error();
    best = std::move(explained).value();
    // It is told from what was tried before.
    if (best.outcome.status != ReplayStatus::confirmed) --attempts_;
  }
  if (best.outcome.status == ReplayStatus::confirmed) {
    if (const Status looked = look_for_effect(claim, witness, wanted, best); !looked)
      return looked.error();
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
