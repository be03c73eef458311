#include "replay/replayer.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/interruption.h"
#include "events/reading/read_trace.h"
#include "replay/judge/comparison.h"
#include "replay/judge/judge.h"

namespace foreweave {

namespace {

// Behind the bug threads run by the seed, and not every order does harm.
constexpr uint64_t kSeedsForEffect = 3;
// Of what is a bug only if it fails: there is much of that in correct programs.
constexpr uint32_t kAttemptsForFailure = 3;

// Replays of the recorded run that have to do as recorded before a contradiction is believed. If
// all that tells of it is that nothing else is left, chance (addresses, the processor's clock) has
// to be excluded, too.
constexpr uint32_t kReplaysAsRecorded = 1, kReplaysToExcludeChance = 5;

std::string make_folder() {
  const char* base = getenv("TMPDIR");
  std::string path = std::string(base && *base ? base : "/tmp") + "/foreweave-replay-XXXXXX";
  return mkdtemp(path.data()) ? path : "";
}

}  // namespace

Replayer::Replayer(const TraceFacts& facts, Setting setting, ReplayerOptions options)
    : facts_(facts),
      trace_(facts.trace()),
      setting_(std::move(setting)),
      options_(std::move(options)) {}

Replayer::~Replayer() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

Result<std::string> Replayer::file_for_trace() {
  if (options_.keep_traces.empty() && folder_.empty()) folder_ = make_folder();
  const std::string& folder = options_.keep_traces.empty() ? folder_ : options_.keep_traces;
  if (folder.empty())
    return Error{fmt::format("no folder for the traces of replays: {}", std::strerror(errno)), ""};
  return fmt::format("{}/replay-{}.fwt", folder, ++traces_);
}

Result<Replayer::Attempt> Replayer::attempt(const Claim& claim, const Reordering& witness,
                                            const Variation& variation, Log log) {
  // Who looks at the program takes their time anyway.
  const bool logs = log == Log::always || !options_.keep_traces.empty() || options_.at_meeting;
  Schedule schedule = schedule_of(trace_, claim, witness, variation.first);
  schedule.keeps_freed &= !variation.gives_back;
  // Who wants to look comes where nobody has to stand, too: when everything has happened.
  if (options_.at_meeting && schedule.meeting == Schedule::kNoMeeting)
    schedule.meeting = schedule.segments.size();
  SessionOptions session;
  session.max_events = most_events_again(trace_);
  session.limits = options_.limits;
  session.seed = variation.seed;
  session.keeps_streams = options_.keeps_streams;
  if (logs) {
    Result<std::string> file = file_for_trace();
    if (!file) return file.error();
    session.trace = std::move(file).value();
  }
  if (options_.at_meeting)
    session.at_meeting = [&](const LiveProgram& program) {
      options_.at_meeting(program, schedule);
    };
  Result<Observation> seen = run_along(schedule, setting_, session);
  if (!seen) return seen.error();
  if (!seen.value().run.recorded)
    return Error{
        "was not built with foreweave-cc or foreweave-c++ of this version, so that it "
        "cannot be replayed",
        setting_.program};
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

Result<Observation> Replayer::without_bug_up_to(size_t events) {
  SessionOptions session;
  session.max_events = most_events_again(trace_);
  session.limits = options_.limits;
  return run_along(schedule_of_run(trace_, events), setting_, session);
}

// The run as it was recorded, replayed in the same way: what the program does if the bug does not
// happen.
Result<Observation> Replayer::without_bug() {
  if (without_bug_) return *without_bug_;
  Result<Observation> seen = without_bug_up_to(trace_.size());
  if (seen) without_bug_ = seen.value();
  return seen;
}

Result<std::string> Replayer::difference_as_recorded(uint32_t replays) {
  const Reordering run = Reordering::of_trace(trace_);
  while (same_as_recorded_ < replays && difference_as_recorded_.empty()) {
    SessionOptions session;
    session.max_events = most_events_again(trace_);
    session.limits = options_.limits;
    Result<std::string> file = file_for_trace();
    if (!file) return file.error();
    session.trace = file.value();
    const Result<Observation> seen = run_along(schedule_of_run(trace_), setting_, session);
    if (!seen) return seen.error();
    const Result<Trace> replayed = read_trace(session.trace);
    unlink(session.trace.c_str());
    if (!replayed) return replayed.error();
    if (const auto difference = first_difference(trace_, run, replayed.value()))
      difference_as_recorded_ =
          fmt::format("{} was to do {}, and {}", difference->thread, difference->expected,
                      difference->came.empty() ? "did nothing more" : "did " + difference->came);
    else
      ++same_as_recorded_;
  }
  return difference_as_recorded_;
}

// What happens by chance happens otherwise the next time, or also without the witness.
Status Replayer::make_sure(const Proved& proved, Attempt& refuted) {
  auto take_back = [&](const std::string& reason) {
    refuted.outcome.status = refuted.outcome.otherwise;
    refuted.outcome.why += "; but " + reason;
    return Done{};
  };
  if (options_.at_meeting) return take_back("somebody had a hand in it");
  if (is_another_program(setting_)) return take_back("it is not the program that was recorded");
  if (!surroundings().empty()) return take_back("not all that it was given is given again");
  const Result<std::string> difference = difference_as_recorded(
      refuted.outcome.by_reads_alone ? kReplaysToExcludeChance : kReplaysAsRecorded);
  if (!difference) return difference.error();
  if (!difference.value().empty())
    return take_back("it went another way when it was replayed as it was recorded, too: " +
                     difference.value());
  const uint32_t attempts = attempts_;
  Result<Attempt> again = attempt(proved.claim(), proved.witness(), {}, Log::always);
  if (!again) return again.error();
  attempts_ = attempts;
  const Outcome& second = again.value().outcome;
  if (second.status == ReplayStatus::confirmed) {
    refuted = std::move(again).value();
    return Done{};
  }
  if (second.status != ReplayStatus::refuted || second.where != refuted.outcome.where)
    return take_back("replayed once more along the same schedule, it did something else");
  return Done{};
}

Result<std::string> Replayer::effect(const Observation& with_bug, size_t events) {
  const Result<Observation> without = without_bug();
  if (!without) return without.error();
  std::string effect = effect_of(with_bug, without.value());
  if (effect.empty() || with_bug.still_running || WIFSIGNALED(with_bug.run.wait_status))
    return effect;
  std::vector<Observation> runs{without.value()};
  // What it was told by clocks and the like it is told again only as long as the schedule lasts.
  for (const size_t enforced : {trace_.size(), events}) {
    Result<Observation> another = without_bug_up_to(enforced);
    if (!another) return another.error();
    // One that ended otherwise has seen a bug of its own.
    const Observation& run = another.value();
    if (!run.stood_still && run.still_running == runs[0].still_running &&
        WIFSIGNALED(run.run.wait_status) == WIFSIGNALED(runs[0].run.wait_status))
      runs.push_back(std::move(another).value());
  }
  return effect_of(with_bug, runs);
}

// Not every order behind the bug does harm, and memory that is kept is not overwritten.
Status Replayer::look_for_effect(const Claim& claim, const Reordering& witness, Wanted wanted,
                                 Attempt& best) {
  const Result<Observation> without = without_bug();
  if (!without) return without.error();
  size_t events = claim.pending.size();
  for (const uint32_t count : witness.done(trace_)) events += count;
  const auto note = [&](const Observation& seen) -> Status {
    Result<std::string> told = effect(seen, events);
    if (!told) return told.error();
    best.outcome.effect = std::move(told).value();
    // An end that differs from run to run anyway is no effect, and so no failure.
    best.outcome.fails = !best.outcome.effect.empty() && fails(seen, without.value());
    return Done{};
  };
  const auto is_enough = [&] {
    return wanted == Wanted::failure ? best.outcome.fails : !best.outcome.effect.empty();
  };
  if (const Status noted = note(best.seen); !noted) return noted;
  const bool frees = claim.kind == BugKind::use_after_free || claim.kind == BugKind::double_free;
  std::vector<Variation> variations;
  for (uint64_t seed = 1; seed <= kSeedsForEffect; ++seed) {
    if (frees) variations.push_back({FirstToGo::last_in_trace, seed, true});
    if (claim.pending.size() > 1) variations.push_back({FirstToGo::first_in_trace, seed, false});
    if (seed > 1) variations.push_back({FirstToGo::last_in_trace, seed, false});
  }
  for (const Variation& variation : variations) {
    if (is_enough() || attempts_ >= most_attempts_) break;
    Result<Attempt> again = attempt(claim, witness, variation);
    if (!again) return again.error();
    // What is not kept cannot be seen to be freed; that it came to the same point is enough here.
    const bool is_it = variation.gives_back
                           ? again.value().seen.met
                           : again.value().outcome.status == ReplayStatus::confirmed;
    if (!is_it) continue;
    if (const Status noted = note(again.value().seen); !noted) return noted;
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

Result<Outcome> Replayer::replay(const Proved& proved, const OtherInstance& other, Wanted wanted) {
  attempts_ = 0;
  most_attempts_ = wanted == Wanted::failure ? std::min(options_.max_attempts, kAttemptsForFailure)
                                             : options_.max_attempts;
  Result<Attempt> first = attempt(proved.claim(), proved.witness(), {});
  if (!first) return first.error();
  Attempt best = std::move(first).value();
  Claim claim = proved.claim();
  Reordering witness = proved.witness();
  // Who is held up once is, as a rule, whenever it is tried, for as long as we have patience.
  constexpr uint32_t kMostHeldUp = 2;
  uint32_t held_up = is_held_up(best.seen);
  auto try_again = [&](const Claim& another, const Reordering& order,
                       const Variation& variation = {}) -> Status {
    Result<Attempt> again = attempt(another, order, variation);
    if (!again) return again.error();
    held_up += is_held_up(again.value().seen);
    if (again.value().outcome.status != ReplayStatus::confirmed) return Done{};
    best = std::move(again).value();
    claim = another;
    witness = order;
    return Done{};
  };
  auto goes_on = [&] {
    return best.outcome.status != ReplayStatus::confirmed && attempts_ < most_attempts_ &&
           held_up < kMostHeldUp;
  };
  // They stood there, but who went first may have ended the program before the other one could go.
  if (goes_on() && best.seen.met && claim.pending.size() > 1)
    if (const Status tried = try_again(claim, witness, {FirstToGo::first_in_trace}); !tried)
      return tried.error();
  // Half of the attempts for orders of the same events, the others for other events.
  for (uint32_t n = 0; goes_on() && attempts_ <= most_attempts_ / 2; ++n) {
    const auto variant = variant_of(facts_, proved, n);
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
    // It only explains what was tried before, and does not count as an attempt.
    if (best.outcome.status != ReplayStatus::confirmed) --attempts_;
  }
  if (best.outcome.status == ReplayStatus::refuted)
    if (const Status sure = make_sure(proved, best); !sure) return sure.error();
  if (best.outcome.status == ReplayStatus::confirmed) {
    // It happened, whatever keeps us from seeing what comes of it.
    if (const Status looked = look_for_effect(claim, witness, wanted, best);
        !looked && interruption() == 0)
      return looked.error();
  } else if (best.outcome.status != ReplayStatus::refuted) {
    best.outcome.why += surroundings();
  }
  best.outcome.attempts = attempts_;
  return best.outcome;
}

namespace {

// Why it did not end in the same way; nothing if it did.
std::optional<std::string> why_it_ended_otherwise(const Trace& trace, const RunEnd& end,
                                                  const Observation& seen) {
  const int status = seen.run.wait_status;
  if (end.how == RunEnd::How::failed) {
    if (seen.still_running || seen.stood_still) return "the program did not end";
    if (WIFSIGNALED(status) && WTERMSIG(status) == end.signal) return std::nullopt;
    return WIFSIGNALED(status)
               ? fmt::format("the program was ended by signal {}", WTERMSIG(status))
               : fmt::format("the program ended with status {}", WEXITSTATUS(status));
  }
  if (end.how == RunEnd::How::exited) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == end.status) return std::nullopt;
    return WIFEXITED(status) ? fmt::format("the program ended with status {}", WEXITSTATUS(status))
                             : "the program did not end by itself";
  }
  for (const RunEnd::Thread& thread : end.threads) {
    const ThreadId id = trace.thread(thread.event);
    if (thread.waits == RunEnd::Waits::runs || thread.waits == RunEnd::Waits::input) {
      if (!seen.still_running && !seen.stood_still) return "the program ended";
      continue;
    }
    if (id.index() >= seen.at_end.size() || seen.at_end[id.index()].waits_for == 0)
      return fmt::format("{} did not come to wait", trace.thread_name(id));
  }
  return std::nullopt;
}

}  // namespace

Result<Outcome> Replayer::replay_recorded(const Claim& claim) {
  const EventId end =
      claim.pending.empty() ? EventId(claim.happen.back().value + 1) : claim.pending[0];
  std::vector<uint32_t> done;
  for (uint32_t t = 0; t < trace_.thread_count(); ++t)
    done.push_back(trace_.events_of(ThreadId(t)).index_from(end));
  Result<Attempt> best = attempt(claim, Reordering::in_trace_order(trace_, done), {});
  for (attempts_ = 1; best && attempts_ < options_.max_attempts &&
                      best.value().outcome.status != ReplayStatus::confirmed;)
    best = attempt(claim, Reordering::in_trace_order(trace_, done), {});
  if (!best) return best.error();
  Outcome outcome = best.value().outcome;
  outcome.attempts = attempts_;
  // It happened once, so that the program itself cannot refute it.
  if (outcome.status == ReplayStatus::refuted) outcome.status = ReplayStatus::not_reached;
  return outcome;
}

Result<bool> Replayer::replay_interruption(const Interruption& interruption) {
  SessionOptions session;
  session.max_events = most_events_again(trace_);
  session.limits = options_.limits;
  Result<std::string> file = file_for_trace();
  if (!file) return file.error();
  session.trace = file.value();
  const Result<Observation> seen =
      run_along(schedule_of_interruption(trace_, interruption), setting_, session);
  if (!seen) return seen.error();
  const Result<Trace> replayed = read_trace(session.trace);
  unlink(session.trace.c_str());
  if (!replayed) return replayed.error();
  const std::string key = key_of(trace_, interruption);
  for (const Interruption& one : interruptions_seen(replayed.value()))
    if (key_of(replayed.value(), one) == key) return true;
  return false;
}

Result<Outcome> Replayer::replay_end(const RunEnd& end) {
  Outcome outcome;
  for (outcome.attempts = 1; outcome.attempts <= options_.max_attempts; ++outcome.attempts) {
    SessionOptions session;
    session.max_events = most_events_again(trace_);
    session.limits = options_.limits;
    session.keeps_streams = options_.keeps_streams;
    if (!options_.keep_traces.empty()) {
      Result<std::string> file = file_for_trace();
      if (!file) return file.error();
      session.trace = last_trace_ = std::move(file).value();
    }
    const Result<Observation> seen = run_along(schedule_of_run(trace_), setting_, session);
    if (!seen) return seen.error();
    const std::optional<std::string> why = why_it_ended_otherwise(trace_, end, seen.value());
    outcome.status = why ? ReplayStatus::not_reached : ReplayStatus::confirmed;
    outcome.why = why.value_or("");
    if (!why) break;
  }
  if (outcome.status == ReplayStatus::confirmed) {
    outcome.fails = true;
    if (end.how == RunEnd::How::failed)
      outcome.effect = fmt::format("the program is ended by signal {}", end.signal);
    else if (end.how == RunEnd::How::exited)
      outcome.effect = fmt::format("the program ends with status {}", end.status);
    else
      outcome.effect = "the program hangs";
  } else {
    outcome.attempts = options_.max_attempts;
    outcome.why += surroundings();
  }
  return outcome;
}

std::optional<Reordering> variant_of(const TraceFacts& facts, const Proved& proved, uint32_t n) {
  const Trace& trace = facts.trace();
  const ModelFacts under = facts.under(proved.model());
  const std::vector<Segment> segments = proved.witness().segments(trace);
  const Checker checker(trace);
  for (size_t i = segments.size(); i-- > 1;) {
    if (segments[i].thread == segments[i - 1].thread) continue;
    std::vector<Segment> swapped(segments.begin(), segments.end());
    std::swap(swapped[i], swapped[i - 1]);
    Reordering variant(std::move(swapped));
    if (!checker.check(under, proved.claim(), variant)) continue;
    if (n-- == 0) return variant;
  }
  return std::nullopt;
}

}  // namespace foreweave
