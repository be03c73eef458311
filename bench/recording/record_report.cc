#include "bench/recording/record_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>

#include "base/check.h"

namespace foreweave {

namespace {

// Targets: times ThreadSanitizer's slowdown, bytes an event, megabytes.
constexpr double kRatio = 1, kBytes = 2, kMegabytes = 150, kMegabytesAThread = 2;
constexpr uint32_t kThreadsOfTheTarget = 2;

using Output = std::back_insert_iterator<std::string>;

double memory_target(uint32_t threads) { return kMegabytes + kMegabytesAThread * threads; }

void add_rows(Output out, const std::vector<RecordFigures>& all) {
  fmt::format_to(out, "\n{:<19}{:>7}{:>10}{:>8}{:>9}{:>9}{:>11}{:>10}{:>9}{:>8}\n", "program",
                 "threads", "native s", "tsan x", "record x", ": tsan", "M events", "M ev/s",
                 "bytes/ev", "MB");
  for (const RecordFigures& f : all)
    fmt::format_to(
        out, "{:<19}{:>7}{:>10.4f}{:>8.1f}{:>9.1f}{:>9.2f}{:>11.1f}{:>10.1f}{:>9.2f}{:>8.1f}\n",
        f.program, f.threads, f.native_seconds(), f.tsan_slowdown(), f.record_slowdown(), f.ratio(),
        static_cast<double>(f.events) / 1e6, f.events_per_second() / 1e6, f.bytes_per_event(),
        f.megabytes_above_native());
}

std::string in_words(const std::vector<double>& samples) {
  const Spread s = spread(samples);
  return fmt::format("{:.3f} ({:.3f} .. {:.3f})", s.median, s.least, s.most);
}

void add_seconds(Output out, const std::vector<RecordFigures>& all) {
  fmt::format_to(
      out, "\nSeconds by the wall clock: median (least .. most)\n{:<19}{:>7}  {:<27}{:<27}{}\n",
      "program", "threads", "native", "tsan", "record");
  for (const RecordFigures& f : all)
    fmt::format_to(out, "{:<19}{:>7}  {:<27}{:<27}{}\n", f.program, f.threads, in_words(f.native),
                   in_words(f.tsan), in_words(f.recorded));
}

void add_target(Output out, const std::string& what, double value, double target,
                const std::string& of) {
  fmt::format_to(out, "  {:<46}{:>8.2f}  {:<9}{}{}\n", what, value, fmt::format("<= {:g}", target),
                 value <= target ? "met" : "MISSED", of.empty() ? "" : fmt::format(" ({})", of));
}

void add_means(Output out, const std::vector<RecordFigures>& with_same_threads) {
  std::vector<double> tsan, recorded;
  for (const RecordFigures& f : with_same_threads) {
    tsan.push_back(f.tsan_slowdown());
    recorded.push_back(f.record_slowdown());
  }
  const double tsan_mean = geometric_mean(tsan), recorded_mean = geometric_mean(recorded);
  const uint32_t threads = with_same_threads.front().threads;
  fmt::format_to(out, "  {} threads: tsan {:.2f} x, record {:.2f} x\n", threads, tsan_mean,
                 recorded_mean);
  if (threads == kThreadsOfTheTarget)
    add_target(out, fmt::format("record : tsan, {} threads", threads), recorded_mean / tsan_mean,
               kRatio, "");
  else
    fmt::format_to(out, "  {:<46}{:>8.2f}\n", fmt::format("record : tsan, {} threads", threads),
                   recorded_mean / tsan_mean);
}

// The program that comes closest to the target, or misses it by most.
void add_worst(Output out, const std::vector<RecordFigures>& with_same_threads) {
  const uint32_t threads = with_same_threads.front().threads;
  const auto worst = [&](auto figure, const char* what, double target) {
    const auto most = std::max_element(
        with_same_threads.begin(), with_same_threads.end(),
        [&](const RecordFigures& a, const RecordFigures& b) { return figure(a) < figure(b); });
    add_target(out, fmt::format("{}, {} threads", what, threads), figure(*most), target,
               most->program);
  };
  worst([](const RecordFigures& f) { return f.bytes_per_event(); }, "most bytes an event", kBytes);
  worst([](const RecordFigures& f) { return f.megabytes_above_native(); },
        "most megabytes above native", memory_target(threads));
}

}  // namespace

double geometric_mean(const std::vector<double>& values) {
  CHECK(!values.empty(), "the mean of nothing");
  double logarithms = 0;
  for (const double value : values) {
    CHECK(value > 0, "a geometric mean is of positive numbers");
    logarithms += std::log(value);
  }
  return std::exp(logarithms / static_cast<double>(values.size()));
}

std::optional<uint64_t> events_recorded(std::string_view complaints) {
  const size_t end = complaints.rfind(" events of ");
  if (end == std::string_view::npos ||
      complaints.find("; not to its end", end) != std::string_view::npos)
    return std::nullopt;
  const size_t before = complaints.rfind(' ', end - 1);
  const size_t begin = before == std::string_view::npos ? 0 : before + 1;
  uint64_t events = 0;
  const char *first = complaints.data() + begin, *last = complaints.data() + end;
  const auto [stop, error] = std::from_chars(first, last, events);
  if (error != std::errc() || stop != last) return std::nullopt;
  return events;
}

std::string record_table(const std::vector<RecordFigures>& all) {
  std::string text;
  const Output out(text);
  add_rows(out, all);
  add_seconds(out, all);
  fmt::format_to(out, "\nGeometric means of the slowdowns, and targets\n");
  std::set<uint32_t> counts;
  for (const RecordFigures& f : all) counts.insert(f.threads);
  for (const uint32_t threads : counts) {
    std::vector<RecordFigures> same;
    std::copy_if(all.begin(), all.end(), std::back_inserter(same),
                 [&](const RecordFigures& f) { return f.threads == threads; });
    add_means(out, same);
    add_worst(out, same);
  }
  return text;
}

}  // namespace foreweave
