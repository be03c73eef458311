// Every program of tests/programs: it behaves as without us, recorded or not; its trace can be the
// record of a run and holds what the program did; the same seed gives the same trace; and the run
// can be replayed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <ostream>
#include <set>

#include "events/reading/read_trace.h"
#include "events/reading/validate.h"
#include "program.h"
#include "run_again.h"

namespace foreweave {

void PrintTo(const Program& program, std::ostream* out) { *out << program.path; }

namespace {

// What a thread leaves to who joins it is written when it ends, and read by the join, but not by
// the program. That it had not ended yet is told to the program.
bool is_left_behind(const Trace& trace, EventId e) {
  const Kind kind = trace.kind(e);
  return (kind == Kind::atomic_write || kind == Kind::atomic_read) &&
         trace.stands_for_order(trace.location(e)) && !trace.decides_on_own_read(e);
}

// Nor does it access locks, descriptors and streams as the events say that stand for their use.
bool stands_for_thing(const Trace& trace, EventId e) {
  return is_access(trace.kind(e)) && trace.is_of_thing(e);
}

uint64_t count(const Trace& trace, const std::string& kind) {
  uint64_t n = 0;
  for (uint32_t e = 0; e < trace.size(); ++e)
    n += info(trace.kind(EventId(e))).name == kind && !is_left_behind(trace, EventId(e)) &&
         !stands_for_thing(trace, EventId(e));
  return n;
}

// Whatever an event is made of. The first that differs, as a sentence; empty if none does.
std::string difference(const Trace& a, const Trace& b) {
  if (a.size() != b.size()) return "they have different numbers of events";
  for (uint32_t i = 0; i < a.size(); ++i) {
    const EventId e(i);
    const bool same = a.kind(e) == b.kind(e) && a.thread(e) == b.thread(e) &&
                      a.site(e) == b.site(e) && a.flags(e) == b.flags(e) &&
                      a.value(e) == b.value(e) && a.operand_name(e) == b.operand_name(e);
    if (!same)
      return "event " + std::to_string(i) + " differs: " + a.operand_name(e) + ", " +
             b.operand_name(e);
  }
  return "";
}

// Nothing is ever mapped there, so an access would mean that something else was taken for an
// address.
constexpr uint64_t kLowestAddress = 65536;

uint64_t accesses_of_nothing(const Trace& trace) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    if (!is_access(trace.kind(e))) continue;
    const Location& place = trace.location_of(e);
    n += trace.objects()[place.object.index()].address + place.offset < kLowestAddress;
  }
  return n;
}

// Those that do not do the same in stepping code, for all that they are deterministic otherwise.
const std::set<std::string> kGoAnotherWay = {
    // They choose by the address of a frame or of a thread.
    "cpp_library_atomic_wait", "cpp_library_barrier", "cpp_library_latch",
    // It hands its process's number to itself, and that number is another one after all.
    "robustness_exec_itself",
    // What is logged of a path that a fault tears depends on the path.
    "robustness_siglongjmp_out_of_a_handler",
    // It ends when its frames have used up the stack, and they have another size.
    "robustness_stack_overflow"};

int status_of(int wait_status) {
  return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

class Recorded : public testing::TestWithParam<Program> {};

TEST_P(Recorded, BehavesAsWithoutUsAndLeavesAWholeTrace) {
  const Program& program = GetParam();
  const BuiltProgram built(program);
  ASSERT_EQ(built.complaint(), "");

  const Ran alone = built.run();
  EXPECT_EQ(alone.status, program.exit_status) << alone.err;
  EXPECT_EQ(alone.out, program.output);
  const Ran recorded = built.record("trace.fwt");
  EXPECT_EQ(recorded.status, program.exit_status) << recorded.err;
  EXPECT_EQ(recorded.out, program.output);

  const Result<Trace> trace = read_trace(built.path_of("trace.fwt"));
  ASSERT_TRUE(trace.ok()) << trace.error().sentence() << "\n" << recorded.err;
  const Status valid = validate(trace.value());
  EXPECT_TRUE(valid.ok()) << valid.error().sentence();
  EXPECT_EQ(accesses_of_nothing(trace.value()), 0u);
  for (const ExpectedEvents& expected : program.events) {
    const uint64_t found = count(trace.value(), expected.kind);
    if (expected.exactly)
      EXPECT_EQ(found, expected.count) << expected.kind;
    else
      EXPECT_GE(found, expected.count) << expected.kind;
  }
  // Its own end, whatever happens: nothing hangs and nobody dies of being replayed.
  const RanAgain replayed = run_again(trace.value(), built.path_of("replay.fwt"), true);
  EXPECT_EQ(replayed.failure, "");
  EXPECT_FALSE(replayed.seen.stood_still);
  EXPECT_FALSE(replayed.seen.still_running);
  if (kGoAnotherWay.contains(program.name)) return;
  EXPECT_EQ(status_of(replayed.seen.run.wait_status), program.exit_status) << replayed.seen.errors;
  if (!program.deterministic) return;
  EXPECT_TRUE(replayed.followed());
  EXPECT_EQ(replayed.difference, "");
  EXPECT_EQ(replayed.seen.output, program.output);

  built.record("again.fwt");
  const Result<Trace> again = read_trace(built.path_of("again.fwt"));
  ASSERT_TRUE(again.ok()) << again.error().sentence();
  EXPECT_EQ(difference(trace.value(), again.value()), "");
}

INSTANTIATE_TEST_SUITE_P(Programs, Recorded, testing::ValuesIn(all_programs()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace foreweave
