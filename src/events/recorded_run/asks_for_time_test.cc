#include "events/recorded_run/asks_for_time.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(AsksForTime, GoesByTheName) {
  for (const char* name : {"usleep", "clock_gettime", "pthread_cond_timedwait", "time",
                           "epoll_wait", "_ZNSt6chrono3_V212steady_clock3nowEv", "timer_create"})
    EXPECT_TRUE(may_ask_for_time(name)) << name;
  for (const char* name : {"pthread_mutex_lock", "_ZNSt13runtime_errorC1EPKc", "printf", "free"})
    EXPECT_FALSE(may_ask_for_time(name)) << name;
}

}  // namespace
}  // namespace foreweave
