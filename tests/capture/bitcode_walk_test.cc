// The bitcode in a trace and the outcomes in its events tell together what a thread did: walking
// the code along the outcomes gives every event of the thread, at its site and in its order.
//
// Not walked are programs whose events cannot be a way through the code: where a thread changes its
// stack (contexts), is cancelled or faults between two instructions, which loses the path it was
// on, or asks for parts to be left out (annotations).
#include "bitcode_walk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <ostream>

#include "events/reading/read_trace.h"
#include "program.h"

namespace foreweave {
namespace {

struct Case {
  std::string path;  // from the project's root
  std::string level;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.path << " " << one.level; }

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* path : {
           "tests/capture/left_alone.c",
           "tests/capture/walked.c",
           "tests/programs/atomics/c11_operations.c",
           "tests/programs/atomics/message_passing_with_fences.c",
           "tests/programs/atomics/sixteen_bytes.c",
           "tests/programs/cpp_library/async.cc",
           "tests/programs/memory/containers.cc",
           "tests/programs/memory/copied_by_calls.c",
           "tests/programs/memory/fortified.c",
           "tests/programs/memory/masked_vectors.c",
           "tests/programs/memory/memory_functions.c",
           "tests/programs/memory/string_functions.c",
           "tests/programs/memory/structs_by_value.c",
           "tests/programs/memory/odd_types.c",
           "tests/programs/memory/vectors.c",
           "tests/programs/memory/wide_characters.c",
           "tests/programs/robustness/computed_goto.c",
           "tests/programs/robustness/coroutines.cc",
           "tests/programs/robustness/dlopen_again_and_again.c",
           "tests/programs/robustness/exceptions.cc",
           "tests/programs/robustness/exceptions_in_threads.cc",
           "tests/programs/robustness/exit_in_a_thread.c",
           "tests/programs/robustness/function_pointers.c",
           "tests/programs/robustness/large_switch.c",
           "tests/programs/robustness/longjmp.c",
           "tests/programs/robustness/nested_signals.c",
           "tests/programs/robustness/recursion.c",
           "tests/programs/robustness/siglongjmp_out_of_a_handler.c",
           "tests/programs/robustness/static_objects.cc",
           "tests/programs/robustness/tail_calls.cc",
           "tests/programs/robustness/timer_signal.c",
           "tests/programs/robustness/varargs.c",
           "tests/programs/robustness/virtual_calls.cc",
           "tests/programs/spinning/seqlock.cc",
           "tests/programs/threads/cancel_a_waiter.c",
           "tests/programs/unseen/atomic_assembly.c",
           "tests/programs/unseen/callbacks.c",
           "examples/connection_server/connection_server.cc",
           "examples/parallel_sort/parallel_sort.cc",
           "examples/thread_pool/thread_pool.cc",
       })
    for (const char* level : {"-O0", "-O2"}) all.push_back({path, level});
  return all;
}

std::string name_of(const Case& one) {
  const size_t slash = one.path.rfind('/') + 1;
  std::string name = one.path.substr(slash, one.path.rfind('.') - slash) + one.level;
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

// With what its head says, if it is one of tests/programs.
Program program_of(const Case& one) {
  Program program;
  for (const Program& known : all_programs())
    if (known.path.ends_with(one.path)) program = known;
  program.path = FOREWEAVE_SOURCE "/" + one.path;
  program.flags += " " + one.level;
  return program;
}

Result<Trace> record(const Case& one) {
  const BuiltProgram built(program_of(one));
  if (!built.complaint().empty()) return Error{built.complaint(), one.path};
  built.record("t.fwt");
  return read_trace(built.path_of("t.fwt"));
}

class Walk : public testing::TestWithParam<Case> {};

TEST_P(Walk, GivesEveryEventOfEveryThread) {
  const Result<Trace> trace = record(GetParam());
  ASSERT_TRUE(trace.ok()) << trace.error().sentence();
  auto walk = BitcodeWalk::over(trace.value());
  ASSERT_TRUE(walk.ok()) << walk.error().sentence();
  for (uint32_t t = 0; t < trace.value().thread_count(); ++t)
    ASSERT_EQ(walk.value()->walk(walked_steps_of(trace.value(), ThreadId(t))), "")
        << "thread " << t;
  EXPECT_GT(walk.value()->passed(), trace.value().size());
}

INSTANTIATE_TEST_SUITE_P(Programs, Walk, testing::ValuesIn(cases()),
                         [](const auto& one) { return name_of(one.param); });

// One thread of walked.c, to be changed.
class ChangedWalk : public testing::TestWithParam<const char*> {
 protected:
  ChangedWalk() : trace_(record({"tests/capture/walked.c", GetParam()})) {}

  void SetUp() override {
    ASSERT_TRUE(trace_.ok()) << trace_.error().sentence();
    ASSERT_EQ(trace_.value().thread_count(), 2u);
    steps_ = walked_steps_of(trace_.value(), ThreadId(1));
    ASSERT_FALSE(is_refused(steps_));
    // What comes behind the last event of the code could be any program's.
    last_ = steps_.size();
    while (steps_[last_ - 1].kind != Kind::return_) --last_;
  }

  bool is_refused(const std::vector<Step>& steps) const {
    auto walk = BitcodeWalk::over(trace_.value());
    return !walk.value()->walk(steps).empty();
  }

  // Events that instrumented code leaves: the runtime's are no outcomes, and a call has as many as
  // it likes.
  bool is_of_the_code(size_t i) const {
    switch (steps_[i].kind) {
      case Kind::branch:
      case Kind::call:
      case Kind::indirect_call:
      case Kind::return_:
        return true;
      default:
        return is_access(steps_[i].kind);
    }
  }

  uint32_t another_site(uint32_t site) const {
    const auto sites = trace_.value().sites();
    uint32_t other = site;
    while (sites[other].line == sites[site].line)
      other = static_cast<uint32_t>((other + 1) % sites.size());
    return other;
  }

  std::string describe(size_t i) const {
    const Site& site = trace_.value().site_info(SiteId(steps_[i].site));
    return fmt::format("event {}: {} at line {}:{}", i, info(steps_[i].kind).name, site.line,
                       site.column);
  }

  const Result<Trace> trace_;
  std::vector<Step> steps_;
  size_t last_ = 0;
};

TEST_P(ChangedWalk, IsRefusedWithoutAnyOneEvent) {
  size_t tried = 0;
  for (size_t i = 0; i < last_; ++i) {
    if (!is_of_the_code(i)) continue;
    std::vector<Step> changed = steps_;
    changed.erase(changed.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_TRUE(is_refused(changed)) << describe(i);
    ++tried;
  }
  EXPECT_GT(tried, 80u);
}

TEST_P(ChangedWalk, IsRefusedWithAnyOtherOutcome) {
  size_t tried = 0;
  for (size_t i = 0; i < last_; ++i) {
    if (steps_[i].kind != Kind::branch) continue;
    for (uint64_t outcome = 0; outcome < 5; ++outcome) {
      if (outcome == steps_[i].value) continue;
      std::vector<Step> changed = steps_;
      changed[i].value = outcome;
      EXPECT_TRUE(is_refused(changed)) << describe(i) << ", outcome " << outcome;
      ++tried;
    }
  }
  EXPECT_GT(tried, 30u);
}

TEST_P(ChangedWalk, IsRefusedWithAnEventTwiceOrTwoInTheOtherOrder) {
  for (size_t i = 0; i + 1 < last_; ++i) {
    if (!is_of_the_code(i)) continue;
    std::vector<Step> changed = steps_;
    changed.insert(changed.begin() + static_cast<ptrdiff_t>(i), steps_[i]);
    EXPECT_TRUE(is_refused(changed)) << describe(i) << ", twice";
    const Step &first = steps_[i], &second = steps_[i + 1];
    if (!is_of_the_code(i + 1) || (first.site == second.site && first.kind == second.kind))
      continue;
    changed = steps_;
    std::swap(changed[i], changed[i + 1]);
    EXPECT_TRUE(is_refused(changed)) << describe(i) << ", behind the next one";
  }
}

TEST_P(ChangedWalk, IsRefusedWithAnAccessOfAnotherKindSizeOrSite) {
  for (size_t i = 0; i < last_; ++i) {
    if (!is_access(steps_[i].kind)) continue;
    std::vector<Step> changed = steps_;
    changed[i].kind = steps_[i].kind == Kind::read ? Kind::write : Kind::read;
    EXPECT_TRUE(is_refused(changed)) << describe(i) << ", of another kind";
    changed = steps_;
    changed[i].size *= 2;
    EXPECT_TRUE(is_refused(changed)) << describe(i) << ", of another size";
    changed = steps_;
    changed[i].site = another_site(steps_[i].site);
    EXPECT_TRUE(is_refused(changed)) << describe(i) << ", at another site";
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, ChangedWalk, testing::Values("-O0", "-O2"),
                         [](const auto& one) { return std::string(one.param).substr(1); });

}  // namespace
}  // namespace foreweave
