#include "replay/schedule/schedule.h"

#include <algorithm>
#include <cstring>

#include "replay/schedule/steps.h"

namespace foreweave {

namespace {

std::vector<FwScheduledThread> names_of(const Trace& trace) {
  std::vector<FwScheduledThread> names(trace.thread_count(), {FW_NOT_SCHEDULED, FW_NOT_SCHEDULED});
  if (!names.empty()) names[0] = {FW_NOT_SCHEDULED, 0};
  std::vector<uint32_t> children(trace.thread_count(), 0);
  for (const EventId event : trace.interacting()) {
    if (trace.kind(event) != Kind::fork) continue;
    const ThreadId parent = trace.thread(event);
    names[trace.other_thread(event).index()] = {parent.value, children[parent.index()]++};
  }
  return names;
}

// Steps by events, for each thread that is asked about.
class StepCounts {
 public:
  explicit StepCounts(const Trace& trace) : trace_(trace), before_(trace.thread_count()) {}

  uint32_t before(ThreadId thread, uint32_t event) {
    std::vector<uint32_t>& counts = before_[thread.index()];
    if (counts.empty()) counts = steps_before_events(trace_, thread);
    return counts[std::min<size_t>(event, counts.size() - 1)];
  }

 private:
  const Trace& trace_;
  std::vector<std::vector<uint32_t>> before_;
};

void add_segments(const Trace& trace, const Reordering& order, StepCounts& steps,
                  Schedule& schedule) {
  std::vector<uint64_t> done(schedule.threads.size(), 0);
  for (const Segment& segment : order.segments(trace)) {
    const uint64_t until = steps.before(segment.thread, segment.until);
    if (until <= done[segment.thread.index()]) continue;
    done[segment.thread.index()] = until;
    schedule.segments.push_back({until, segment.thread.value, FW_BEFORE_anything});
  }
}

uint32_t stands_before(Kind kind) {
  if (operand_of(kind) == Operand::lock && !releases_lock(kind)) return FW_BEFORE_acquire;
  if (kind == Kind::free) return FW_BEFORE_free;
  return operand_of(kind) >= Operand::lock ? FW_BEFORE_use : FW_BEFORE_access;
}

}  // namespace

Schedule schedule_of(const Trace& trace, const Claim& claim, const Reordering& witness,
                     FirstToGo first) {
  Schedule schedule;
  schedule.threads = names_of(trace);
  schedule.inputs = inputs_of(trace);
  schedule.keeps_freed =
      claim.kind == BugKind::use_after_free || claim.kind == BugKind::double_free;
  StepCounts steps(trace);
  add_segments(trace, witness, steps, schedule);
  auto steps_before = [&](EventId event) {
    const ThreadId thread = trace.thread(event);
    return steps.before(thread, trace.events_of(thread).index_from(event));
  };
  for (const auto& events : {claim.happen, claim.pending})
    for (const EventId event : events)
      schedule.watched.push_back({trace.thread(event).value, steps_before(event)});
  if (claim.pending.empty()) return schedule;

  // Everybody comes to where the bug needs them; there they meet; then each goes one step on.
  std::vector<EventId> pending = claim.pending;
  std::sort(pending.begin(), pending.end());
  if (first == FirstToGo::last_in_trace) std::reverse(pending.begin(), pending.end());
  for (const EventId event : pending)
    schedule.segments.push_back(
        {steps_before(event), trace.thread(event).value, stands_before(trace.kind(event))});
  schedule.meeting = schedule.segments.size();
  for (const EventId event : pending)
    schedule.segments.push_back(
        {steps_before(event) + 1u, trace.thread(event).value, FW_BEFORE_anything});
  return schedule;
}

Schedule schedule_of_run(const Trace& trace, size_t events) {
  Schedule schedule;
  schedule.threads = names_of(trace);
  schedule.inputs = inputs_of(trace);
  std::vector<uint32_t> all;
  const EventId end(static_cast<uint32_t>(std::min(events, trace.size())));
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    all.push_back(trace.events_of(ThreadId(t)).index_from(end));
  StepCounts steps(trace);
  add_segments(trace, Reordering::in_trace_order(trace, all), steps, schedule);
  return schedule;
}

Schedule schedule_of_trial(const Trace& trace, EventId held_before) {
  Schedule schedule = schedule_of_run(trace, held_before.index());
  const ThreadId thread = trace.thread(held_before);
  StepCounts steps(trace);
  schedule.segments.push_back(
      {steps.before(thread, trace.events_of(thread).index_from(held_before)), thread.value,
       stands_before(trace.kind(held_before))});
  schedule.holds = true;
  return schedule;
}

Schedule schedule_of_interruption(const Trace& trace, const Interruption& interruption) {
  Schedule schedule;
  schedule.threads = names_of(trace);
  schedule.inputs = inputs_of(trace);
  const ThreadId thread = interruption.run.thread;
  const auto events = trace.events_of(thread);
  const uint32_t at = events.index_from(interruption.interrupted);
  const EventId behind(interruption.sent.value + 1);
  std::vector<uint32_t> done;
  for (uint32_t t = 0; t < trace.thread_count(); ++t)
    done.push_back(trace.events_of(ThreadId(static_cast<uint32_t>(t))).index_from(behind));
  done[thread.index()] = std::min(done[thread.index()], at);
  StepCounts steps(trace);
  add_segments(trace, Reordering::in_trace_order(trace, done), steps, schedule);
  // The handler has not run then.
  uint64_t until = steps.before(thread, at);
  if (interruption.run.end <= interruption.interrupted)
    until -= steps.before(thread, events.index_from(interruption.run.end)) -
             steps.before(thread, events.index_from(interruption.run.begin));
  schedule.segments.push_back({until, thread.value, FW_BEFORE_access});
  schedule.interruption = {until, thread.value, interruption.run.signal};
  return schedule;
}

std::vector<uint8_t> in_memory(const Schedule& schedule) {
  FwSchedule head{};
  head.thread_count = schedule.threads.size();
  head.segment_count = schedule.segments.size();
  head.meeting = schedule.meeting;
  head.keeps_freed = schedule.keeps_freed;
  head.held = schedule.holds;
  head.interruption = schedule.interruption;
  head.threads_at = sizeof head;
  head.segments_at = head.threads_at + schedule.threads.size() * sizeof(FwScheduledThread);
  head.inputs_at = head.segments_at + schedule.segments.size() * sizeof(FwSegment);
  std::vector<FwInput> inputs;
  std::string input_bytes;
  for (const RecordedInput& input : schedule.inputs) {
    inputs.push_back({input.thread, input.call, input_bytes.size(), input.bytes.size()});
    input_bytes += input.bytes;
  }
  head.input_count = inputs.size();
  head.input_bytes = input_bytes.size();
  std::vector<FwWatched> watched;
  for (const WatchedStep& w : schedule.watched) watched.push_back({w.step, w.thread, 0});
  std::sort(watched.begin(), watched.end(),
            [](const FwWatched& a, const FwWatched& b) { return a.step < b.step; });
  head.watched_count = watched.size();
  head.watched_at = head.inputs_at + inputs.size() * sizeof(FwInput);
  head.input_bytes_at = head.watched_at + watched.size() * sizeof(FwWatched);
  std::vector<uint8_t> bytes(head.input_bytes_at + input_bytes.size());
  auto put = [&](uint64_t at, const void* from, size_t size) {
    if (size > 0) std::memcpy(bytes.data() + at, from, size);
  };
  put(0, &head, sizeof head);
  put(head.threads_at, schedule.threads.data(), head.segments_at - head.threads_at);
  put(head.segments_at, schedule.segments.data(), head.inputs_at - head.segments_at);
  put(head.inputs_at, inputs.data(), head.watched_at - head.inputs_at);
  put(head.watched_at, watched.data(), head.input_bytes_at - head.watched_at);
  put(head.input_bytes_at, input_bytes.data(), input_bytes.size());
  return bytes;
}

}  // namespace foreweave
