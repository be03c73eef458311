#include "report/make/run_end_report.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "report/describe/event_describer.h"

namespace foreweave {
namespace {

constexpr uint64_t kLock = 0x1000;

// T1 takes the lock and ends, and main wants it; T2 may have had it before.
ReportedFinding report_of_run(bool t2_had_it) {
  TraceBuilder builder(SourceMap("test", SourceMap::Unit::line));
  for (const char* name : {"main", "T1", "T2"}) builder.add_thread(name);
  const SiteId taken = builder.add_site("dir/a.c", 7, 1, "take"),
               other = builder.add_site("dir/a.c", 9, 1, "run");
  builder.add_symbol(kLock, 40, "gate");
  const auto add = [&](uint32_t thread, Kind kind, SiteId site, uint64_t operand) {
    RawEvent event;
    event.thread = thread;
    event.kind = kind;
    event.site = site.value;
    event.operand = operand;
    builder.add(event);
  };
  if (t2_had_it) {
    add(2, Kind::acquire, taken, kLock);
    add(2, Kind::release, other, kLock);
  }
  add(1, Kind::acquire, taken, kLock);
  add(1, Kind::thread_end, other, 0);
  add(0, Kind::request, other, kLock);
  const Trace trace = std::move(builder).finish();
  RunEnd end;
  end.how = RunEnd::How::deadlocked;
  end.is_all = true;
  end.threads = {{EventId(static_cast<uint32_t>(trace.size() - 1)), RunEnd::Waits::mutex, kLock}};
  SourceLines sources{SourceRules{}};
  EventDescriber events(trace, sources);
  for (const EventId place : places_of(trace, end)) events.ask(place);
  events.answer();
  return describe_run_end(trace, end, events);
}

TEST(RunEndReport, SaysWhoEndedWithTheLockThatOthersWaitFor) {
  for (const bool by_t2 : {false, true}) {
    const ReportedFinding finding = report_of_run(by_t2);
    EXPECT_EQ(finding.what, "T1 took gate at a.c:7 in take, and ended without giving it back");
    ASSERT_EQ(finding.related.size(), 1u);
    EXPECT_EQ(finding.related[0].role, "holds");
  }
}

}  // namespace
}  // namespace foreweave
