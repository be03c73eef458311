#include "bench/recording/replay_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bench/recording/record_report.h"

namespace foreweave {

namespace {

// Targets: times the recording, per cent of the trace.
constexpr double kRatio = 1.5, kPercent = 1;

const char* verdict(double value, double target) { return value <= target ? "met" : "MISSED"; }

}  // namespace

std::string replay_table(const std::vector<ReplayFigures>& all) {
  std::string text;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "\n{:<21}{:>10}{:>10}{:>10}{:>9}{:>8}{:>12}{:>11}{:>8}\n", "program",
                 "k events", "record s", "replay s", "times", "", "trace KB", "schedule", "%");
  std::vector<double> ratios;
  double most_percent = 0;
  for (const ReplayFigures& f : all) {
    ratios.push_back(f.ratio());
    most_percent = std::max(most_percent, f.percent());
    fmt::format_to(out, "{:<21}{:>10.1f}{:>10.3f}{:>10.3f}{:>9.2f}{:>8}{:>12.1f}{:>11}{:>8.2f}\n",
                   f.program, static_cast<double>(f.events) / 1e3, spread(f.record).median,
                   spread(f.replay).median, f.ratio(), verdict(f.ratio(), kRatio),
                   static_cast<double>(f.trace_bytes) / 1e3, fmt::format("{} B", f.schedule_bytes),
                   f.percent());
  }
  fmt::format_to(out,
                 "\nProcessor time in seconds: the program and the recorder beside "
                 "it\n{:<21}{:>20}{:>20}{:>9}\n",
                 "program", "record", "replay", "times");
  for (const ReplayFigures& f : all)
    fmt::format_to(out, "{:<21}{:>10.3f}{:>10.3f}{:>10.3f}{:>10.3f}{:>9.2f}\n", f.program,
                   spread(f.record_program).median, spread(f.record_recorder).median,
                   spread(f.replay_program).median, spread(f.replay_recorder).median,
                   f.processor_ratio());
  if (all.empty()) return text;
  fmt::format_to(out, "\nTargets\n  {:<46}{:>8.2f}  <= {:<6}{}\n",
                 "replay : record, geometric mean", geometric_mean(ratios), kRatio,
                 verdict(geometric_mean(ratios), kRatio));
  fmt::format_to(out, "  {:<46}{:>8.2f}  <= {:<6}{}\n", "replay : record, most",
                 *std::max_element(ratios.begin(), ratios.end()), kRatio,
                 verdict(*std::max_element(ratios.begin(), ratios.end()), kRatio));
  fmt::format_to(out, "  {:<46}{:>8.2f}  <= {:<6}{}\n", "schedule, per cent of the trace, most",
                 most_percent, kPercent, verdict(most_percent, kPercent));
  return text;
}

}  // namespace foreweave
