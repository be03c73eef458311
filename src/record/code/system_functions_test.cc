#include "record/code/system_functions.h"

#include <gtest/gtest.h>

#include "record/code/known_functions.h"

namespace foreweave {
namespace {

TEST(SystemFunctions, ComputeOrAreRecorded) {
  for (const char* name :
       {"strlen", "__strcpy_chk", "qsort", "pthread_mutex_init", "pthread_self", "read", "printf",
        "__isoc99_sscanf", "__errno_location", "__cxa_atexit", "sysconf", "gmtime_r", "nanosleep",
        "sigemptyset", "_setjmp", "getenv", "posix_memalign", "pclose"})
    EXPECT_EQ(system_function(name), SystemFunction::computes) << name;
}

TEST(SystemFunctions, TellOfWhatTheyMakeAndChange) {
  for (const char* name :
       {"unlink", "mkdir", "fdopen", "timerfd_settime", "bind", "opendir", "fstat64"})
    EXPECT_EQ(system_function(name), SystemFunction::tells) << name;
}

// That the runtime records which number is given says nothing of the file.
TEST(SystemFunctions, TellAlsoIfTheRuntimeStandsInFrontOfThem) {
  for (const char* name : {"creat", "mkstemp", "shm_open", "closedir"}) {
    EXPECT_TRUE(is_known_function(name)) << name;
    EXPECT_EQ(system_function(name), SystemFunction::tells) << name;
  }
}

TEST(SystemFunctions, MayBeToldIfNothingElseIsKnown) {
  for (const char* name :
       {"aio_suspend", "aio_error", "eventfd_read", "mq_notify", "ioctl", "system", "pidfd_open",
        "dlopen", "dlclose", "vmsplice", "process_vm_readv", "a_function_of_the_next_libc"})
    EXPECT_EQ(system_function(name), SystemFunction::may_be_told) << name;
}

}  // namespace
}  // namespace foreweave
