#include "record/code/known_functions.h"

#include <gtest/gtest.h>

namespace foreweave {
namespace {

TEST(KnownFunctions, AreThoseThatTheRuntimeStandsInFrontOf) {
  for (const char* name : {"pthread_mutex_lock", "pthread_create", "sem_getvalue", "free", "read",
                           "_ZNSt6thread4joinEv"})
    EXPECT_TRUE(is_known_function(name)) << name;
}

TEST(KnownFunctions, AreThoseOfLibstdcppThatOnlyHandOn) {
  for (const char* name : {"_Znwm", "_ZnamSt11align_val_t", "_ZdlPvm", "_ZdaPv",
                           "_ZNSt18condition_variable10notify_oneEv"})
    EXPECT_TRUE(is_known_function(name)) << name;
}

TEST(KnownFunctions, AreNotThoseThatOnlyCallSuchAFunction) {
  for (const char* name : {"strdup", "perror", "qsort", "frees", "", "_Zn", "pthread_mutex_loc"})
    EXPECT_FALSE(is_known_function(name)) << name;
}

}  // namespace
}  // namespace foreweave
