#include "patterns/passes/library_synchronisation.h"

#include <gtest/gtest.h>

#include "events/build/trace_builder.h"
#include "patterns/kinds/atomicity.h"

namespace foreweave {
namespace {

// A thread looks at a word twice and another one changes it; the looks are at `file`.
Trace look_twice_at(std::string_view file) {
  TraceBuilder builder{SourceMap()};
  const uint32_t waiter = builder.add_thread("T1"), poster = builder.add_thread("T2");
  const uint32_t first = builder.add_site(file, 1, 1, "look").value;
  const uint32_t again = builder.add_site(file, 2, 1, "look").value;
  const uint32_t post = builder.add_site("/home/me/main.cc", 3, 1, "post").value;
  builder.add({waiter, Kind::atomic_read, 5, first, 4, 0x1000, 0});
  builder.add({waiter, Kind::atomic_read, 5, again, 4, 0x1000, 0});
  builder.add({poster, Kind::atomic_update, 5, post, 4, 0x1000, 1});
  return std::move(builder).finish();
}

size_t interruptions(const Trace& trace) {
  PatternOptions options;
  options.model = Model::branch;
  return find_interruptions(trace, options).classes.size();
}

TEST(LibrarySynchronisation, IsNobodysStep) {
  EXPECT_EQ(interruptions(look_twice_at("/usr/include/c++/12/bits/semaphore_base.h")), 0u);
  EXPECT_EQ(interruptions(look_twice_at("/usr/include/c++/12/bits/atomic_wait.h")), 0u);
}

TEST(LibrarySynchronisation, IsNoVariableOfTheProgram) {
  EXPECT_EQ(interruptions(look_twice_at("/home/me/main.cc")), 1u);
  EXPECT_EQ(interruptions(look_twice_at("/usr/include/c++/12/bits/atomic_base.h")), 1u);
  EXPECT_EQ(interruptions(look_twice_at("/home/me/semaphore_base.h")), 1u);
}

}  // namespace
}  // namespace foreweave
