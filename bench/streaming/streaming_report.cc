#include "bench/streaming/streaming_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/measure/target_table.h"

namespace foreweave {

namespace {

// Targets, in millions of events a second, bytes an event, seconds.
constexpr double kReadStd = 10, kPeakBytes = 64, kDiskBytes = 3, kDenseSeconds = 60,
                 kLargeFactor = 1.3;

double rate_target(const std::string& engine) {
  if (engine == "hb" || engine == "lockset") return 20;
  if (engine == "shb") return 15;
  if (engine == "wcp") return 5;
  return kNoTarget;
}

// What every job on the first series' trace did alike, whichever engine came after it.
Spread pooled_rate(const std::vector<Series>& all, double JobResult::* phase) {
  std::vector<double> samples;
  for (const Series& s : all) {
    if (&s.trace() != &all.front().trace()) continue;
    const std::vector<double> rates = s.rates(phase);
    samples.insert(samples.end(), rates.begin(), rates.end());
  }
  return spread(std::move(samples));
}

void add_reading(TargetTable& table, const std::vector<Series>& all) {
  if (all.empty()) return;
  const std::string& name = all.front().trace().name;
  table.at_least(fmt::format("read fwt, {}", name), pooled_rate(all, &JobResult::read_seconds),
                 kNoTarget);
  table.at_least(fmt::format("validate, {}", name), pooled_rate(all, &JobResult::validate_seconds),
                 kNoTarget);
}

void add_speeds(TargetTable& table, const std::vector<Series>& all, bool with_targets) {
  for (const Series& s : all) {
    const double target = with_targets ? rate_target(s.engine()) : kNoTarget;
    table.at_least(fmt::format("{}, {}: read", s.engine(), s.trace().name),
                   s.rate(&JobResult::read_seconds), kNoTarget);
    table.at_least(fmt::format("{}, {}: scan alone", s.engine(), s.trace().name),
                   s.rate(&JobResult::scan_seconds), target);
    table.at_least(fmt::format("{}, {}: whole", s.engine(), s.trace().name),
                   s.rate(&JobResult::whole_seconds), target);
    table.at_least(fmt::format("{}, {}: whole, user time", s.engine(), s.trace().name),
                   s.rate(&JobResult::whole_user_seconds), kNoTarget);
    table.at_most(fmt::format("{}, {}: proving, seconds", s.engine(), s.trace().name),
                  s.seconds(&JobResult::prove_seconds), kNoTarget);
  }
}

void add_counts(TargetTable& table, const std::vector<Series>& all) {
  for (const Series& s : all) {
    const Counts& c = s.counts();
    table.line(
        fmt::format("{:<9}{:<10}{:>11} events {:>10} instances {:>6} site pairs {:>6} suspects "
                    "{:>6} proved {:>5} cut",
                    s.engine(), s.trace().name, c.events, c.instances, c.site_pairs, c.suspects,
                    c.proved, c.cut));
  }
}

void add_large_factors(TargetTable& table, const StreamingFigures& figures) {
  for (const Series& large : figures.large)
    for (const Series& usual : figures.engines) {
      if (usual.engine() != large.engine()) continue;
      auto add = [&](std::string_view what, double JobResult::* phase) {
        table.at_most(fmt::format("{}, {}, {} : {}", usual.engine(), what, usual.trace().name,
                                  large.trace().name),
                      exactly(usual.rate(phase).median / large.rate(phase).median), kLargeFactor);
      };
      add("whole", &JobResult::whole_seconds);
      add("whole, user time", &JobResult::whole_user_seconds);
    }
}

}  // namespace

std::string streaming_table(const StreamingFigures& figures) {
  TargetTable table;
  table.heading(
      "Speed, in millions of events a second where not said otherwise: median (least .. most)");
  add_reading(table, figures.engines);
  add_reading(table, figures.large);
  for (const Series& s : figures.std_text)
    table.at_least(fmt::format("read STD, {}", s.trace().name), s.rate(&JobResult::read_seconds),
                   kReadStd);
  add_speeds(table, figures.engines, true);
  add_speeds(table, figures.large, true);
  add_speeds(table, figures.dense, false);
  for (const Series& s : figures.dense)
    table.at_most(fmt::format("{}, {}: whole, seconds", s.engine(), s.trace().name),
                  s.seconds(&JobResult::whole_seconds), kDenseSeconds);
  if (!figures.large.empty()) {
    table.heading("How much slower an event gets in the large trace");
    add_large_factors(table, figures);
  }

  table.heading("Size, in bytes an event");
  if (!figures.engines.empty()) {
    const Series& first = figures.engines.front();
    table.at_most(fmt::format("fwt on disk, {}", first.trace().name),
                  exactly(first.trace().bytes_per_event()), kDiskBytes);
    table.at_most(fmt::format("trace in memory, {}", first.trace().name),
                  exactly(first.trace_bytes_per_event()), kNoTarget);
  }
  for (const Series& s : figures.std_text)
    table.at_most(fmt::format("STD on disk, {}", s.trace().name),
                  exactly(s.trace().bytes_per_event()), kNoTarget);
  for (const auto* group : {&figures.engines, &figures.large, &figures.dense})
    for (const Series& s : *group)
      table.at_most(fmt::format("{}, {}: peak resident", s.engine(), s.trace().name),
                    s.peak_bytes_per_event(), group == &figures.dense ? kNoTarget : kPeakBytes);

  table.heading("Found");
  add_counts(table, figures.engines);
  add_counts(table, figures.large);
  add_counts(table, figures.dense);
  return table.take();
}

}  // namespace foreweave
