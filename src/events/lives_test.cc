#include "events/lives.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"

namespace foreweave {
namespace {

constexpr uint64_t kStack = 0x10000, kBlock = 0x2000, kOfLibc = 0x3000;

// Two threads; the second one has a stack and a block of its own.
Trace with_a_stack() {
  TraceBuilder builder(SourceMap("t", SourceMap::Unit::line));
  for (const char* name : {"main", "T1"}) builder.add_thread(name);
  const auto add = [&](uint32_t thread, Kind kind, uint64_t address = 0, uint64_t size = 0) {
    builder.add({thread, kind, 0, 0, 0, address, size});
  };
  add(0, Kind::fork, 1);
  add(1, Kind::thread_begin);
  add(1, Kind::allocate, kOfLibc, 64);
  add(1, Kind::free, kOfLibc);
  add(1, Kind::allocate, kStack, 4096);
  add(1, Kind::branch);
  add(1, Kind::allocate, kBlock, 16);
  add(1, Kind::free, kBlock);
  add(1, Kind::branch);
  add(1, Kind::free, kStack);
  add(1, Kind::thread_end);
  return std::move(builder).finish();
}

TEST(AStack, IsWhatBeginsAndEndsWithItsThread) {
  const Trace trace = with_a_stack();
  std::vector<uint64_t> stacks;
  for (uint32_t object = 0; object < trace.objects().size(); ++object)
    if (is_stack(trace, ObjectId(object))) stacks.push_back(trace.objects()[object].address);
  EXPECT_EQ(stacks, std::vector<uint64_t>{kStack});
  EXPECT_FALSE(is_stack(trace, ObjectId::none()));
}

}  // namespace
}  // namespace foreweave
