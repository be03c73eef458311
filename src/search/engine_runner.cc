#include "search/engine_runner.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/parallel.h"
#include "events/recorded_run/recorded_program.h"
#include "model/order/language_order.h"
#include "prove/construct/decide.h"
#include "prove/construct/trusted_suspects.h"

namespace foreweave {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

UndecidedBug::Why reason(Why why) {
  switch (why) {
    case Why::over_approximation:
      return UndecidedBug::Why::possible;
    case Why::no_witness:
      return UndecidedBug::Why::no_witness;
    case Why::budget:
      return UndecidedBug::Why::budget;
    case Why::attempts:
      return UndecidedBug::Why::attempts;
    case Why::unseen:
      return UndecidedBug::Why::unseen;
    case Why::engine_incomplete:
    case Why::data_missing:
    case Why::not_covered:
      return UndecidedBug::Why::incomplete;
  }
  return UndecidedBug::Why::incomplete;
}

// One verdict goes where it belongs.
void sort_in(ClassVerdict verdict, const ClaimClass& bug, std::string_view engine, KindRun& run,
             FindingSet& found) {
  run.witnesses_refused += verdict.witnesses_refused;
  switch (verdict.answer) {
    case ClassVerdict::Answer::proved:
      ++run.proved;
      found.add(std::move(*verdict.proof), engine);
      break;
    case ClassVerdict::Answer::infeasible:
      ++run.refuted;
      break;
    case ClassVerdict::Answer::undecided:
      run.cut += verdict.claims_left > 0;
      found.add_undecided(bug.claims.front(), engine, reason(verdict.why));
      break;
  }
}

}  // namespace

EngineRunner::EngineRunner(const TraceFacts& facts, const Registry& registry,
                           const RunOptions& options)
    : facts_(facts), trace_(facts.trace()), registry_(registry), options_(options), prover_(facts) {
  if (options.time_limit)
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(*options.time_limit));
}

EngineRun EngineRunner::run(const PlannedEngine& engine, const Plan& plan, FindingSet& found) {
  EngineRun run;
  run.name = engine.info().name;
  run.model = engine.model;
  run.note = engine.note;
  const auto start = Clock::now();
  if (!std::exchange(has_looked_for_meetings_, true)) find_meetings(plan);
  if (engine.scanner)
    scan(engine, !plan.decides_races(), found, run);
  else
    decide(engine, found, run);
  if (options_.stats) run.seconds = seconds_since(start);
  return run;
}

// What the engine puts forward is proved at once or stays undecided.
void EngineRunner::scan(const PlannedEngine& engine, bool tell_unproved, FindingSet& found,
                        EngineRun& run) {
  const EngineInfo& about = engine.info();
  const auto meter = watched(options_.watch, {Stage::Doing::scanning, about.name});
  const bool possible_only = about.yes == Yes::possible;
  const ScanOptions options{.attempts_per_site_pair = possible_only ? 1 : options_.scan_attempts(),
                            .all_of_recorded_order = was_recorded(trace_),
                            .meter = meter.get(),
                            .jobs = options_.jobs,
                            .meetings = meetings_ ? &*meetings_ : nullptr};
  meter->set_deadline(deadline_);
  // Most races that a run had behind other races come of these: the first few are told.
  constexpr uint32_t kMostBehindOthers = 3;
  uint32_t behind_others = 0;
  const bool may_be_weak = has_weak_atomics(trace_);
  // What proofs need takes about as long to make as the scan; in a long trace there is something to
  // prove.
  constexpr size_t kLong = 1 << 18;
  const bool has_help = options_.jobs > 1 && trace_.size() >= kLong && !possible_only;
  TrustedSuspects trusted;
  bool trusts = has_help && about.yes == Yes::sound;
  const auto prove = [&](const Suspect& suspect) {
    if (found.has_proof_of(suspect.claim) || time_is_over()) return true;
    // Whoever races here with somebody else has been told of; that it happened with this one, too,
    // adds nothing.
    if (suspect.claim.is_by_memory_order() && found.has_told_of_places(suspect.claim)) return true;
    const bool is_behind = suspect.claim.is_by_memory_order() && !may_be_weak;
    if (is_behind && behind_others == kMostBehindOthers) {
      ++run.left_out;
      return true;
    }
    if (possible_only) {
      found.add_undecided(suspect.claim, about.name, UndecidedBug::Why::possible);
      return false;
    }
    const bool may_be_trusted = trusts && !suspect.claim.is_by_memory_order();
    if (may_be_trusted && suspect.witness) {
      trusted.add(suspect);
      return true;
    }
    if (std::optional<Proved> proved = prover_.prove(suspect)) {
      if (may_be_trusted)
        trusted.add(suspect, std::move(proved));
      else
        found.add(std::move(*proved), about.name);
      behind_others += is_behind;
      return true;
    }
    if (tell_unproved)
      found.add_undecided(suspect.claim, about.name, UndecidedBug::Why::no_witness);
    return false;
  };
  ScanStats stats;
  for_each_piece(has_help ? 2 : 1, options_.jobs, [&](unsigned, size_t i) {
    if (i == 0) {
      stats = engine.scanner->scan(facts_, options, prove);
      trusted.close();
    } else {
      facts_.ideals();
      prover_.checker().prepare();
    }
    trusted.check(prover_);
  });
  std::vector<std::optional<Proved>> proofs = trusted.take_proofs();
  if (std::ranges::all_of(proofs, [](const auto& proof) { return proof.has_value(); })) {
    for (std::optional<Proved>& proof : proofs) found.add(std::move(*proof), about.name);
  } else {
    trusts = false;
    stats = engine.scanner->scan(facts_, options, prove);
  }
  run.instances = stats.instances;
  run.site_pairs = stats.site_pairs;
  run.site_pairs_cut = possible_only || !tell_unproved ? 0 : stats.site_pairs_cut;
}

// What took `seconds` by the clock on the wall is shared out among the kinds, by what each took on
// its threads. Only if times are asked for.
void EngineRunner::share_out(double seconds, std::optional<double> KindRun::* phase,
                             EngineRun& run) const {
  double all = 1e-9;
  for (const KindRun& kind : run.kinds) all += (kind.*phase).value_or(0);
  for (KindRun& kind : run.kinds)
    if (options_.stats)
      kind.*phase = seconds * (kind.*phase).value_or(0) / all;
    else
      kind.*phase = std::nullopt;
}

// One kind of bug, from its searches to what is still to be decided.
struct EngineRunner::Task {
  const Pattern* pattern;
  std::vector<Candidates> found;  // by search
  std::vector<double> seconds;    // by search
};

// Under the weakest model of the plan: what can be left out there can be left out under all.
void EngineRunner::find_meetings(const Plan& plan) {
  std::optional<Model> weakest;
  for (const PlannedEngine& engine : plan.engines) {
    const bool asks = std::ranges::any_of(engine.kinds, [](BugKind kind) {
      return kind == BugKind::race || kind == BugKind::atomicity;
    });
    if (asks && info_of(engine.model).proves())
      weakest = std::max(weakest.value_or(engine.model), engine.model);
  }
  if (!weakest || !are_meetings_worth_finding(trace_)) return;
  const bool has_unseen = trace_.has_unseen_order();
  MeetingCells without_unseen;
  for_each_piece(has_unseen ? 2 : 1, options_.jobs, [&](unsigned, size_t i) {
    MeetingCells found = find_meeting_cells(trace_, *weakest, i == 0, options_.local_distance,
                                            &facts_.certain_orders());
    if (i == 0)
      meetings_ = std::move(found);
    else
      without_unseen = std::move(found);
  });
  if (has_unseen) unseen_meetings_ = meetings_but_for_unseen(trace_, without_unseen, *meetings_);
}

// Everything that has to be known before anything is decided, each part on a thread of its own.
std::vector<EngineRunner::Task> EngineRunner::find_candidates(
    const PlannedEngine& engine, bool with_unseen, const std::function<void()>& meanwhile) {
  const auto meter =
      watched(options_.watch, {Stage::Doing::finding_candidates, engine.info().name});
  std::vector<Task> tasks;
  for (const Pattern& pattern : registry_.patterns)
    if (std::find(engine.kinds.begin(), engine.kinds.end(), pattern.kind) != engine.kinds.end())
      tasks.push_back({&pattern, std::vector<Candidates>(pattern.searches.size()),
                       std::vector<double>(pattern.searches.size())});

  // What takes longest first: that is the kinds with several searches.
  std::vector<std::pair<Task*, size_t>> pieces;
  for (Task& task : tasks)
    for (size_t i = 0; i < task.found.size(); ++i) pieces.emplace_back(&task, i);
  std::stable_sort(pieces.begin(), pieces.end(), [](const auto& a, const auto& b) {
    return a.first->found.size() > b.first->found.size();
  });
  const std::optional<MeetingCells>& meetings = with_unseen ? meetings_ : unseen_meetings_;
  const PatternOptions options{.model = engine.model,
                               .claims_per_class = options_.decide_attempts(),
                               .local_distance = options_.local_distance,
                               .forgive = !options_.all_interruptions,
                               .with_unseen = with_unseen,
                               .meetings = meetings ? &*meetings : nullptr,
                               // Not kept for a single search.
                               .orders = pieces.size() > 1 ? &facts_.certain_orders() : nullptr};
  meter->start(pieces.size());
  for_each_piece(pieces.size() + (meanwhile ? 1 : 0), options_.jobs, [&](unsigned, size_t i) {
    if (i == pieces.size()) return meanwhile();
    const auto [task, search] = pieces[i];
    const auto start = Clock::now();
    task->found[search] = task->pattern->searches[search](trace_, options, options_.orders);
    task->seconds[search] = seconds_since(start);
    meter->advance();
  });
  return tasks;
}

// Candidates to verdicts to findings.
void EngineRunner::decide(const PlannedEngine& engine, FindingSet& found, EngineRun& run) {
  const std::string_view name = engine.info().name;
  const auto finding = Clock::now();
  std::unique_ptr<DeciderFactory> decider;
  // Whoever has nothing else to do meanwhile makes what many claims need.
  const bool prepares = engine.kinds.size() < options_.jobs;
  std::vector<Task> tasks = find_candidates(engine, true, [&] {
    decider = engine.decider->open(facts_, engine.model);
    if (prepares) decider->prepare();
    if (prepares) prover_.checker().prepare();
  });

  // All kinds together, so that no thread waits for the last of one kind.
  std::vector<ClaimClass> open;
  std::vector<size_t> ends;  // by kind, in `open`
  for (Task& task : tasks) {
    Candidates candidates = merged(std::move(task.found));
    KindRun& kind = run.kinds.emplace_back(KindRun{.kind = task.pattern->kind});
    kind.candidates = candidates.classes.size();
    kind.left_out = candidates.classes_cut;
    kind.find_seconds = std::accumulate(task.seconds.begin(), task.seconds.end(), 0.0);
    for (ClaimClass& bug : candidates.classes) {
      CHECK(!bug.claims.empty(), "a candidate has an instance");
      kind.instances += bug.instances;
      if (found.has_proof_of(bug.claims.front()))
        ++kind.proved;
      else
        open.push_back(std::move(bug));
    }
    ends.push_back(open.size());
  }

  const auto deciding = Clock::now();
  const auto meter = watched(options_.watch, {Stage::Doing::deciding, name});
  std::vector<ClassVerdict> verdicts = decide_classes(prover_.checker(), open, *decider,
                                                      {.jobs = options_.jobs,
                                                       .budget = options_.budget,
                                                       .deadline = deadline_,
                                                       .meter = meter.get()});
  for (size_t k = 0, i = 0; k < ends.size(); ++k) {
    double seconds = 0;
    for (; i < ends[k]; ++i) {
      seconds += verdicts[i].seconds;
      sort_in(std::move(verdicts[i]), open[i], name, run.kinds[k], found);
    }
    run.kinds[k].decide_seconds = seconds;
  }
  share_out(std::chrono::duration<double>(deciding - finding).count(), &KindRun::find_seconds, run);
  share_out(seconds_since(deciding), &KindRun::decide_seconds, run);
  if (trace_.has_unseen_order()) tell_what_is_unseen(engine, *decider, found, run);
}

// What would be a bug if code that was not recorded wrote and ordered nothing. Where so much is
// shared that this would take as long as everything else, steps are left out.
void EngineRunner::tell_what_is_unseen(const PlannedEngine& engine, const DeciderFactory& known,
                                       FindingSet& found, EngineRun& run) {
  PlannedEngine again = engine;
  if (unseen_meetings_ && std::erase(again.kinds, BugKind::atomicity) > 0)
    run.note +=
        std::string(run.note.empty() ? "" : "; ") +
        "so much is shared that steps which only unseen code keeps whole were not looked for";
  std::vector<ClaimClass> open;
  for (Task& task : find_candidates(again, false))
    for (ClaimClass& bug : merged(std::move(task.found)).classes)
      if (!found.has_proof_of(bug.claims.front())) open.push_back(std::move(bug));
  const std::unique_ptr<DeciderFactory> decider = known.without_unseen();
  if (!decider) return;
  const std::vector<bool> possible = find_possible(
      open, *decider, {.jobs = options_.jobs, .budget = options_.budget, .deadline = deadline_});
  for (size_t i = 0; i < open.size(); ++i)
    if (possible[i])
      found.add_undecided(open[i].claims.front(), engine.info().name, UndecidedBug::Why::unseen);
}

}  // namespace foreweave
