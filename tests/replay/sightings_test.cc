// What is seen of watched steps: the same as the trace of the run has there, whether the program
// logs everything or only what is watched.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "events/reading/read_trace.h"
#include "program.h"
#include "replay/run/session.h"
#include "replay/schedule/steps.h"

namespace foreweave {
namespace {

const std::vector<std::string> kPrograms = {"atomics_sizes",
                                            "barriers_semaphores_once_barrier",
                                            "conditions_bounded_queue",
                                            "cpp_library_thread",
                                            "locks_mutex",
                                            "memory_own_memcpy",
                                            "memory_structs_by_value",
                                            "memory_string_functions",
                                            "memory_vectors",
                                            "robustness_computed_goto",
                                            "robustness_exceptions",
                                            "robustness_longjmp",
                                            "robustness_virtual_calls"};

// Nearly all of them; and few, with long ways between them of which nothing is logged.
constexpr size_t kMany = 400, kFew = 12;

// Steps of all threads, with the events that they are.
struct Watched {
  std::vector<WatchedStep> steps;
  std::vector<EventId> events;
};

Watched some_steps(const Trace& trace, size_t most) {
  Watched watched;
  for (uint32_t t = 0; t < trace.thread_count(); ++t) {
    const std::vector<EventId> steps = steps_of(trace, ThreadId(t));
    const size_t stride = 1 + steps.size() * trace.thread_count() / most;
    for (size_t i = 0; i < steps.size(); i += stride) {
      watched.steps.push_back({t, i});
      watched.events.push_back(steps[i]);
    }
  }
  return watched;
}

std::string text_of(const Trace& trace, EventId e) {
  const Site& site = trace.site_info(trace.site(e));
  const bool is_seen = !trace.text(site.file).empty();
  return fmt::format("{} {}:{}:{} {} {}", info(trace.kind(e)).name, trace.text(site.file),
                     site.line, site.column, is_seen ? trace.text(site.function) : "",
                     is_access(trace.kind(e)) ? trace.location_of(e).size : 0);
}

std::string text_of(const Sighting& s) {
  if (!s.happened) return "nothing";
  return fmt::format("{} {}:{}:{} {} {}", info(s.kind).name, s.file, s.line, s.column, s.function,
                     is_access(s.kind) ? s.size : 0);
}

// `file` is for a trace of the replay, or empty.
void expect_to_see(const Trace& trace, const Watched& watched, const std::string& file) {
  Schedule schedule = schedule_of_run(trace);
  schedule.watched = watched.steps;
  SessionOptions options;
  options.trace = file;
  const Result<Observation> seen = run_along(schedule, setting_of(trace, {}).value(), options);
  ASSERT_TRUE(seen.ok());
  const std::vector<Sighting>& sightings = seen.value().run.sightings;
  ASSERT_EQ(sightings.size(), watched.events.size());
  std::vector<std::pair<uint64_t, EventId>> order;
  for (size_t i = 0; i < sightings.size(); ++i) {
    EXPECT_EQ(text_of(sightings[i]), text_of(trace, watched.events[i]))
        << "step " << watched.steps[i].step << " of thread " << watched.steps[i].thread;
    order.emplace_back(sightings[i].order, watched.events[i]);
  }
  std::sort(order.begin(), order.end());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; }));
}

class SightingsOf : public testing::TestWithParam<std::string> {};

TEST_P(SightingsOf, StepsAreWhatTheTraceHasThere) {
  const std::vector<Program> all = all_programs();
  const auto program =
      std::find_if(all.begin(), all.end(), [](const Program& p) { return p.name == GetParam(); });
  ASSERT_NE(program, all.end());
  const BuiltProgram built(*program);
  ASSERT_EQ(built.complaint(), "");
  ASSERT_EQ(built.record("t.fwt").status, program->exit_status);
  const Result<Trace> read = read_trace(built.path_of("t.fwt"));
  ASSERT_TRUE(read.ok()) << read.error().sentence();
  const Trace& trace = read.value();
  for (const size_t most : {kMany, kFew})
    for (const std::string& file : {std::string(), built.path_of("again.fwt")})
      expect_to_see(trace, some_steps(trace, most), file);
}

INSTANTIATE_TEST_SUITE_P(Programs, SightingsOf, testing::ValuesIn(kPrograms),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace foreweave
