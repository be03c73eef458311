#include "bench/closure/closure_report.h"

#include <algorithm>

#include "bench/measure/target_table.h"

namespace foreweave {

namespace {

// Targets: millions of events a second, bytes an event, how much slower an event may get in the
// large trace, how much faster two jobs are, and how often the time of one claim many may take.
constexpr double kRate = 2, kPeakBytes = 40, kLargeFactor = 1.5, kTwoJobs = 1.6, kSharing = 200;

template <class Runs, class Figure>
Spread spread_of(const Runs& runs, Figure figure) {
  std::vector<double> samples;
  for (const auto& run : runs) samples.push_back(figure(run));
  return spread(std::move(samples));
}

Spread rate(const PredictSeries& s) {
  return spread_of(s.runs, [](const PredictRun& run) {
    return static_cast<double>(run.counts.events) / run.cpu_seconds / 1e6;
  });
}
Spread seconds(const PredictSeries& s, double PredictRun::* phase) {
  return spread_of(s.runs, [&](const PredictRun& run) { return run.*phase; });
}

void add_series(TargetTable& table, const PredictSeries& s) {
  table.at_least(s.name(), rate(s), s.job.engine == "seqcheck" ? kRate : kNoTarget);
  table.at_most(s.name() + ": whole, s", seconds(s, &PredictRun::cpu_seconds), kNoTarget);
  table.at_most(s.name() + ": finding, s", seconds(s, &PredictRun::find_seconds), kNoTarget);
  table.at_most(s.name() + ": deciding, s", seconds(s, &PredictRun::decide_seconds), kNoTarget);
  table.at_most(s.name() + ": peak, bytes an event",
                spread_of(s.runs,
                          [](const PredictRun& run) {
                            return static_cast<double>(run.peak_bytes) /
                                   static_cast<double>(run.counts.events);
                          }),
                s.job.engine == "seqcheck" ? kPeakBytes : kNoTarget);
}

void add_large_factors(TargetTable& table, const ClosureFigures& figures) {
  for (const PredictSeries& large : figures.large)
    for (const PredictSeries& usual : figures.usual)
      if (usual.job.engine == large.job.engine)
        table.at_most(
            fmt::format("{}, {} : {}", usual.job.engine, usual.trace->name, large.trace->name),
            exactly(rate(usual).median / rate(large).median), kLargeFactor);
}

void add_two_jobs(TargetTable& table, const PredictSeries& one, const PredictSeries& two) {
  const auto add = [&](const char* what, double PredictRun::* phase) {
    for (const PredictSeries* s : {&one, &two})
      table.at_most(fmt::format("{}: {}, s", s->name(), what), seconds(*s, phase), kNoTarget);
    table.at_least(fmt::format("{}, one job : two", what),
                   exactly(seconds(one, phase).median / seconds(two, phase).median), kTwoJobs);
  };
  add("deciding", &PredictRun::decide_seconds);
  add("whole", &PredictRun::wall_seconds);
}

void add_session(TargetTable& table, const SessionSeries& series) {
  const std::vector<SessionRun>& runs = series.runs;
  const SessionResult& first = runs.front().result;
  const std::string& name = series.trace->name;
  table.line(
      fmt::format("{}: {} claims within {} events, each overlaps with {:.0f} others: {} "
                  "feasible, {} infeasible, {} unknown",
                  name, first.claims, first.stretch, first.overlapping, first.feasible,
                  first.infeasible, first.unknown));
  const auto figure = [&](auto seconds) {
    return spread_of(runs, [&](const SessionRun& run) { return seconds(run.result) * 1e3; });
  };
  const auto add = [&](const std::string& what, auto seconds) {
    const Spread spread = figure(seconds);
    table.at_most(name + ": " + what, spread, kNoTarget);
    return spread.median;
  };
  using Result = SessionResult;
  const double open = add("opening a session, ms", [](const Result& r) { return r.open_seconds; });
  add("one claim: deciding, ms", [](const Result& r) { return r.one.decide; });
  add("one claim: checking, ms", [](const Result& r) { return r.one.check; });
  const double one = add("one claim, ms", [](const Result& r) { return r.one.both(); });
  const std::string claims = fmt::format("{} claims", first.claims);
  add(claims + ": deciding, ms", [](const Result& r) { return r.all.decide; });
  add(claims + ": checking, ms", [](const Result& r) { return r.all.check; });
  const double all = add(claims + ", ms", [](const Result& r) { return r.all.both(); });
  const double target = kSharing * static_cast<double>(first.claims) / 1000;
  table.at_most(name + ": all : one", exactly(all / one), target);
  table.at_most(name + ": all : one, each with opening", exactly((open + all) / (open + one)),
                target);
}

void add_counts(TargetTable& table, const PredictSeries& s) {
  table.line(
      fmt::format("{}: {} events, {} findings", s.name(), s.counts().events, s.counts().findings));
  for (const KindCounts& k : s.counts().kinds)
    table.line(
        fmt::format("  {:<9}{:<12}{:>7} candidates {:>6} proved {:>6} refuted {:>6} "
                    "undecided {:>6} cut",
                    k.engine, k.kind, k.candidates, k.proved, k.refuted, k.undecided, k.cut));
}

}  // namespace

std::string PredictSeries::name() const {
  return fmt::format("{}, {}{}", job.engine, trace->name, job.jobs == 1 ? "" : ", two jobs");
}

bool PredictSeries::same_counts() const {
  return std::all_of(runs.begin(), runs.end(),
                     [&](const PredictRun& run) { return run.counts == counts(); });
}

std::string closure_table(const ClosureFigures& figures) {
  TargetTable table;
  table.heading(
      "foreweave predict --jobs 1, millions of events a second of processor time where not said "
      "otherwise: median (least .. most)");
  for (const PredictSeries& s : figures.usual) add_series(table, s);
  for (const PredictSeries& s : figures.large) add_series(table, s);
  if (!figures.large.empty()) {
    table.heading("How much slower an event gets in the large trace");
    add_large_factors(table, figures);
  }
  if (figures.claims.size() == 2) {
    table.heading("Two jobs, seconds by the wall clock");
    add_two_jobs(table, figures.claims[0], figures.claims[1]);
  }
  table.heading("Claims that share what they need, asked of one decider");
  for (const SessionSeries& session : figures.sessions) add_session(table, session);
  table.heading("Found");
  for (const auto* group : {&figures.usual, &figures.large, &figures.claims})
    for (const PredictSeries& s : *group) add_counts(table, s);
  return table.take();
}

}  // namespace foreweave
