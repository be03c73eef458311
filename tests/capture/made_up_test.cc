// What the optimiser makes up is not in a recording: whatever a program touches at any level of
// optimisation, it touches at none, too.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "events/reading/read_trace.h"
#include "program.h"
#include "whole_trace.h"

namespace foreweave {
namespace {

using testing::IsEmpty;

// "call 3 reads guarded"
using Touched = std::set<std::string>;

Touched touched(const std::string& flags) {
  Program program;
  program.path = FOREWEAVE_SOURCE "/tests/capture/made_up.c";
  program.flags = flags;
  const BuiltProgram built(program);
  EXPECT_EQ(built.complaint(), "");
  EXPECT_EQ(built.record("t.fwt").status, 0);
  const Result<Trace> read = whole_trace(built, "t.fwt");
  Touched touched;
  if (!read.ok()) {
    ADD_FAILURE() << read.error().sentence();
    return touched;
  }
  const Trace& trace = read.value();
  int call = 0;
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const EventId e(i);
    call += trace.kind(e) == Kind::atomic_update;
    if (trace.kind(e) != Kind::read && trace.kind(e) != Kind::write) continue;
    const std::string name = trace.operand_name(e);
    if (name.starts_with("0x")) continue;  // frames differ
    touched.insert("call " + std::to_string(call) +
                   (trace.kind(e) == Kind::read ? " reads " : " writes ") + name);
  }
  return touched;
}

class MadeUp : public testing::TestWithParam<const char*> {};

bool can_run(const std::string& flags) {
  if (flags.find("avx512") != flags.npos) return __builtin_cpu_supports("avx512vl");
  return flags.find("avx2") == flags.npos || __builtin_cpu_supports("avx2");
}

TEST_P(MadeUp, IsNothingOfWhatIsRecorded) {
  if (!can_run(GetParam())) GTEST_SKIP() << "not on this processor";
  static const Touched kByTheProgram = touched("-O0");
  EXPECT_GT(kByTheProgram.size(), 1000u);
  const Touched optimised = touched(GetParam());
  EXPECT_GT(optimised.size(), 500u);
  Touched made_up;
  for (const std::string& one : optimised)
    if (!kByTheProgram.contains(one)) made_up.insert(one);
  EXPECT_THAT(made_up, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Levels, MadeUp,
                         testing::Values("-O1", "-O2", "-O3", "-Os", "-Oz", "-O2 -mavx2",
                                         "-O3 -mavx2", "-O3 -mavx512f -mavx512vl",
                                         "-O2 -flto=thin -fuse-ld=lld-19",
                                         "-O3 -flto -fuse-ld=lld-19"),
                         [](const auto& one) {
                           std::string name;
                           for (const char c : std::string(one.param))
                             if (isalnum(c)) name += c;
                           return name;
                         });

}  // namespace
}  // namespace foreweave
