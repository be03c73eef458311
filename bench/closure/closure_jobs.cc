#include "bench/closure/closure_jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <variant>

#include "bench/measure/process.h"
#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "patterns/kinds/atomicity.h"
#include "patterns/kinds/deadlock.h"
#include "patterns/kinds/null_dereference.h"
#include "patterns/kinds/race_candidates.h"
#include "patterns/kinds/use_after_free.h"
#include "predict/closure/closure.h"
#include "prove/check/check.h"

namespace foreweave {

namespace {

using Json = nlohmann::json;

// --- foreweave predict ----------------------------------------------------------------------

void read_engine(const Json& engine, PredictRun& run) {
  const std::string name = engine.value("name", "");
  if (!engine.contains("kinds")) {
    run.counts.kinds.push_back({.engine = name,
                                .kind = "race",
                                .candidates = engine.value("site_pairs", uint64_t{0}),
                                .cut = engine.value("site_pairs_cut", uint64_t{0})});
    return;
  }
  for (const Json& kind : engine["kinds"]) {
    const auto count = [&](const char* key) { return kind.value(key, uint64_t{0}); };
    run.counts.kinds.push_back({.engine = name,
                                .kind = kind.value("kind", ""),
                                .candidates = count("candidates"),
                                .proved = count("proved"),
                                .refuted = count("refuted"),
                                .undecided = count("undecided"),
                                .cut = count("cut")});
    run.find_seconds += kind.value("find_seconds", 0.0);
    run.decide_seconds += kind.value("decide_seconds", 0.0);
  }
}

bool read_report(const std::string& text, PredictRun& run) {
  const Json report = Json::parse(text, nullptr, false);
  if (report.is_discarded() || !report.contains("stats")) return false;
  run.counts.events = report["trace"].value("events", uint64_t{0});
  run.counts.findings = report["findings"].size();
  for (const Json& engine : report["stats"]["engines"]) read_engine(engine, run);
  return true;
}

// --- a session ------------------------------------------------------------------------------

void complain(SessionResult& result, const std::string& what) {
  const size_t length = std::min(what.size(), sizeof(result.error) - 1);
  std::copy_n(what.begin(), length, result.error);
  result.error[length] = '\0';
}

struct Extent {
  uint32_t first = UINT32_MAX, last = 0;
};

Extent extent_of(const Claim& claim) {
  Extent extent;
  for (const auto* events : {&claim.happen, &claim.pending})
    for (const EventId e : *events) {
      extent.first = std::min(extent.first, e.value);
      extent.last = std::max(extent.last, e.value);
    }
  return extent;
}

uint32_t stretch_of(std::span<const Claim> claims) {
  Extent all;
  for (const Claim& claim : claims) {
    const Extent one = extent_of(claim);
    all = {std::min(all.first, one.first), std::max(all.last, one.last)};
  }
  return all.last - all.first + 1;
}

double overlapping(std::span<const Claim> claims) {
  std::vector<Extent> extents;
  for (const Claim& claim : claims) extents.push_back(extent_of(claim));
  uint64_t pairs = 0;
  for (const Extent& a : extents)
    for (const Extent& b : extents) pairs += a.first <= b.last && b.first <= a.last;
  const double count = static_cast<double>(claims.size());
  return static_cast<double>(pairs) / count - 1;
}

// In the order of their last events, as somebody would ask who goes through the trace.
std::vector<Claim> claims_of_a_stretch(const Trace& trace, size_t count) {
  std::vector<Claim> claims;
  const PatternOptions options{.model = Model::branch,
                               .claims_per_class = static_cast<uint32_t>(count)};
  for (const auto find : {find_races, find_deadlocks, find_atomicity_violations,
                          find_uses_after_free, find_null_dereferences})
    for (ClaimClass& bug : find(trace, options).classes)
      std::move(bug.claims.begin(), bug.claims.end(), std::back_inserter(claims));
  std::stable_sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return extent_of(a).last < extent_of(b).last;
  });
  if (claims.size() <= count) return claims;
  size_t best = 0;
  uint32_t shortest = UINT32_MAX;
  for (size_t i = 0; i + count <= claims.size(); ++i)
    if (const uint32_t stretch = stretch_of(std::span(claims).subspan(i, count));
        stretch < shortest) {
      shortest = stretch;
      best = i;
    }
  const auto first = claims.begin() + static_cast<ptrdiff_t>(best);
  return {first, first + static_cast<ptrdiff_t>(count)};
}

struct Witness {
  const Claim* claim;
  Reordering witness;
};

// The witnesses of those that are feasible, and the seconds it took.
std::vector<Witness> decide(const std::vector<Claim>& claims, SessionResult& result,
                            double& seconds, auto decider_for) {
  constexpr uint64_t kBudget = 1'000'000;  // as foreweave predict's
  std::vector<Witness> witnesses;
  const StopWatch watch;
  for (const Claim& claim : claims) {
    Verdict verdict = decider_for().decide(claim, kBudget);
    result.infeasible += std::holds_alternative<Infeasible>(verdict);
    result.unknown += std::holds_alternative<Unknown>(verdict);
    if (Feasible* yes = std::get_if<Feasible>(&verdict))
      witnesses.push_back({&claim, std::move(yes->witness)});
  }
  seconds = watch.seconds();
  result.feasible += witnesses.size();
  return witnesses;
}

// The seconds it took.
double check(const Checker& checker, const ModelFacts& facts, Witness& w, SessionResult& result) {
  const StopWatch watch;
  const Result<Proved> proved = checker.check(facts, *w.claim, std::move(w.witness));
  result.refused += !proved.ok();
  return watch.seconds();
}

// Each claim as the first of a session. What all sessions on a trace have is made before.
SessionResult::Times ask_each_alone(const TraceFacts& known, const std::vector<Claim>& claims,
                                    const ModelFacts& facts) {
  const Trace& trace = known.trace();
  const ConflictIndex index(trace);
  const TraceOrder order(trace);
  struct Lone {
    StandoffAnswers nothing_known;
    ClosureDecider decider;
    Lone(const TraceFacts& k, const ConflictIndex& i, const TraceOrder& o, const ModelFacts& f)
        : decider(k, i, o, nothing_known, f, {}) {}
  };
  std::optional<Lone> lone;
  SessionResult ignored;
  SessionResult::Times times;
  std::vector<Witness> witnesses = decide(claims, ignored, times.decide, [&]() -> ClaimDecider& {
    return lone.emplace(known, index, order, facts).decider;
  });
  for (Witness& w : witnesses) times.check += check(Checker(trace), facts, w, ignored);
  const double count = static_cast<double>(claims.size());
  return {times.decide / count, times.check / count};
}

void do_session(const std::string& path, size_t count, SessionResult& result) {
  const Result<Trace> read = read_trace(path);
  if (!read) return complain(result, read.error().sentence());
  const Trace& trace = read.value();
  if (const Status valid = validate(trace); !valid)
    return complain(result, valid.error().sentence());
  const std::vector<Claim> claims = claims_of_a_stretch(trace, count);
  if (claims.empty()) return complain(result, "no pattern finds anything in the trace");
  result.claims = claims.size();
  result.stretch = stretch_of(claims);
  result.overlapping = overlapping(claims);

  const StopWatch opening;
  const TraceFacts facts(trace);
  const auto factory = closure_deciders(facts, Model::branch);
  const auto session = factory->make();
  const Checker checker(trace);
  result.open_seconds = opening.seconds();

  result.one = ask_each_alone(facts, claims, factory->facts());
  std::vector<Witness> witnesses =
      decide(claims, result, result.all.decide, [&]() -> ClaimDecider& { return *session; });
  for (Witness& w : witnesses) result.all.check += check(checker, factory->facts(), w, result);
  if (result.refused > 0) complain(result, "the checker refused a witness");
}

}  // namespace

PredictRun run_predict(const PredictJob& job) {
  std::vector<std::string> command = {job.tool,
                                      "predict",
                                      job.trace,
                                      "--engine",
                                      job.engine,
                                      "--jobs",
                                      std::to_string(job.jobs),
                                      "--format",
                                      "json",
                                      "--stats",
                                      "--exitcode",
                                      "0"};
  if (job.attempts > 0)
    command.insert(command.end(), {"--max-attempts", std::to_string(job.attempts)});
  const ProcessRun process = run_process(command, job.scratch, job.limit_seconds);
  PredictRun run;
  run.cpu_seconds = process.cpu_seconds;
  run.wall_seconds = process.wall_seconds;
  run.peak_bytes = process.most_resident_bytes;
  if (!process.good)
    run.error = fmt::format("{}: {}", process.end, process.complaints);
  else if (!read_report(process.output, run))
    run.error = "its report is no JSON";
  return run;
}

SessionRun run_session(const std::string& trace, size_t claims, unsigned limit_seconds) {
  SessionRun run;
  run.child = run_in_child<SessionResult>(
      [&](SessionResult& result) { do_session(trace, claims, result); }, run.result, limit_seconds);
  return run;
}

}  // namespace foreweave
