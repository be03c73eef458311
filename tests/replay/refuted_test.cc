// A prediction from a trace that is wrong is taken back when the program contradicts it, and not if
// there may be another reason. The traces are those of real runs, with something changed or left
// out that the checker relies on, as a mistake of the recorder would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>

#include "base/check.h"
#include "events/build/trace_builder.h"
#include "events/reading/read_trace.h"
#include "program.h"
#include "prove/check/check.h"
#include "replay/replayer.h"

namespace foreweave {
namespace {

using testing::HasSubstr;

constexpr ThreadId kMain(0), kA(1), kB(2);

uint64_t operand_address(const Trace& t, EventId e) {
  switch (operand_of(t.kind(e))) {
    case Operand::none:
      return 0;
    case Operand::thread:
      return t.other_thread(e).value;
    case Operand::memory:
      return t.objects()[t.location_of(e).object.index()].address + t.location_of(e).offset;
    case Operand::object:
      return t.objects()[t.object(e).index()].address;
    default:
      return t.sync_objects(operand_of(t.kind(e)))[t.sync(e).index()].address;
  }
}

// The same trace, with each event as `edit` leaves it; or without it.
Trace edited(const Trace& t, const std::function<bool(EventId, RawEvent&)>& edit) {
  TraceBuilder builder(SourceMap("t.fwt", SourceMap::Unit::byte));
  for (uint32_t i = 0; i < t.thread_count(); ++i) builder.add_thread(t.thread_name(ThreadId(i)));
  std::vector<uint32_t> sites;
  for (const Site& s : t.sites())
    sites.push_back(builder.add_site(t.text(s.file), s.line, s.column, t.text(s.function)).value);
  for (const Symbol& s : t.symbols()) builder.add_symbol(s.address, s.size, t.text(s.name));
  for (const Attachment& a : t.attachments()) builder.add_attachment(a.name, a.bytes);
  for (uint32_t i = 0; i < t.size(); ++i) {
    const EventId e(i);
    RawEvent raw{};
    raw.thread = t.thread(e).value;
    raw.kind = t.kind(e);
    raw.flags = t.flags(e);
    raw.site = sites[t.site(e).index()];
    raw.size = is_access(t.kind(e)) ? t.location_of(e).size : 0;
    raw.operand = operand_address(t, e);
    raw.value = t.kind(e) == Kind::allocate ? t.objects()[t.object(e).index()].size : t.value(e);
    if (edit(e, raw)) builder.add(raw);
  }
  return std::move(builder).finish();
}

struct Recorded {
  std::unique_ptr<BuiltProgram> built;
  std::unique_ptr<Trace> trace;
};

Recorded record(const char* source) {
  Recorded r;
  Program program;
  program.path = std::string(FOREWEAVE_SOURCE "/tests/replay/programs/") + source;
  program.flags = "-O0";
  r.built = std::make_unique<BuiltProgram>(program);
  CHECK(r.built->complaint().empty(), r.built->complaint().c_str());
  CHECK(r.built->record("t.fwt").status == 0, "recording failed");
  Result<Trace> trace = read_trace(r.built->path_of("t.fwt"));
  CHECK(trace.ok(), "no trace");
  r.trace = std::make_unique<Trace>(std::move(trace).value());
  return r;
}

EventId access(const Trace& t, ThreadId thread, std::string_view variable, Kind kind) {
  for (const EventId e : t.events_of(thread))
    if (t.kind(e) == kind && t.operand_name(e) == variable) return e;
  CHECK(false, "there is such an access");
}

uint32_t index_of(const Trace& t, EventId e) { return t.events_of(t.thread(e)).index_from(e); }

// Both threads exist, and come to where these are next.
Outcome replayed(const Trace& t, Model model, EventId a, EventId b,
                 const std::function<void(Setting&)>& change = {}) {
  const Reordering witness(
      {{kMain, index_of(t, t.fork_of(kB)) + 1}, {kB, index_of(t, b)}, {kA, index_of(t, a)}});
  Result<Proved> proved = Checker(t).check({model, nullptr}, Claim::race(a, b), witness);
  CHECK(proved.ok(), proved.error().sentence().c_str());
  Setting setting = setting_of(t, {}).value();
  if (change) change(setting);
  ReplayerOptions options;
  options.limits = {2, 0.3};
  options.max_attempts = 2;
  const TraceFacts facts(t);
  Replayer replayer(facts, std::move(setting), options);
  const Result<Outcome> outcome = replayer.replay(proved.value());
  CHECK(outcome.ok(), outcome.error().sentence().c_str());
  return outcome.value();
}

// The two critical sections have a lock each, says the trace.
Trace with_two_guards(const Trace& t) {
  return edited(t, [&](EventId e, RawEvent& raw) {
    if (t.thread(e) == kB && (acquires_lock(t.kind(e)) || releases_lock(t.kind(e))) &&
        t.operand_name(e) == "guard")
      raw.operand += 8;
    return true;
  });
}

// That the recording is wrong shows without the witness, too.
TEST(ALockThatWasRecordedAsAnother, IsNotBlamedOnThePrediction) {
  const Recorded r = record("two_bugs.c");
  const Trace wrong = with_two_guards(*r.trace);
  const Outcome o = replayed(wrong, Model::same_write, access(wrong, kA, "guarded", Kind::write),
                             access(wrong, kB, "guarded", Kind::read));
  EXPECT_EQ(o.status, ReplayStatus::diverged) << o.why;
  EXPECT_THAT(o.why, HasSubstr("was to do acquire of guard"));
  EXPECT_THAT(o.why, HasSubstr("it went another way when it was replayed as it was recorded, too"));
}

TEST(ABugOfAnotherProgram, IsNotRefuted) {
  const Recorded r = record("two_bugs.c");
  const Trace wrong = with_two_guards(*r.trace);
  const Outcome o = replayed(wrong, Model::same_write, access(wrong, kA, "guarded", Kind::write),
                             access(wrong, kB, "guarded", Kind::read),
                             [](Setting& s) { s.program_hash = std::string(64, '0'); });
  EXPECT_EQ(o.status, ReplayStatus::diverged) << o.why;
  EXPECT_THAT(o.why, HasSubstr("it is not the program that was recorded"));
}

TEST(ABugOfAProgramWhoseInputIsNotKnown, IsNotRefuted) {
  const Recorded r = record("two_bugs.c");
  const Trace wrong = with_two_guards(*r.trace);
  const Outcome o = replayed(wrong, Model::same_write, access(wrong, kA, "guarded", Kind::write),
                             access(wrong, kB, "guarded", Kind::read),
                             [](Setting& s) { s.input.missing = "a socket"; });
  EXPECT_EQ(o.status, ReplayStatus::diverged) << o.why;
  EXPECT_THAT(o.why, HasSubstr("standard input was a socket"));
}

// Without branches nothing seems to hang on what was read.
TEST(ADecisionThatWasNotRecorded, RefutesTheRaceThatFollowsFromIt) {
  const Recorded r = record("looks_first.c");
  const Trace wrong = edited(*r.trace, [&](EventId e, RawEvent& raw) {
    return r.trace->thread(e) != kB || raw.kind != Kind::branch;
  });
  const Outcome o = replayed(wrong, Model::branch, access(wrong, kA, "data", Kind::write),
                             access(wrong, kB, "data", Kind::write));
  EXPECT_EQ(o.status, ReplayStatus::refuted) << o.why;
  EXPECT_THAT(o.why, HasSubstr("and did write of other"));
  EXPECT_THAT(o.why, HasSubstr("although read of ready"));
}

}  // namespace
}  // namespace foreweave
