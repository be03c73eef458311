#include "capture/pass/libraries/unknown_synchronisation.h"

#include <llvm/ADT/StringSwitch.h>

namespace foreweave {

using namespace llvm;

namespace {

// Families whose members order threads, all or many of them.
bool is_of_such_a_family(StringRef name) {
  for (const StringRef prefix : {"pthread_",
                                 "sem_",
                                 "mtx_",
                                 "cnd_",
                                 "thrd_",
                                 "GOMP_",
                                 "omp_",
                                 "__kmpc_",
                                 "__cilkrts_",
                                 "ABT_",
                                 "uv_mutex_",
                                 "uv_rwlock_",
                                 "uv_cond_",
                                 "uv_sem_",
                                 "uv_barrier_",
                                 "dispatch_semaphore_",
                                 "dispatch_group_",
                                 "dispatch_sync",
                                 "dispatch_async",
                                 "dispatch_once",
                                 "tbb_",
                                 "__TBB_",
                                 "io_uring_"})
    if (name.starts_with(prefix)) return true;
  return false;
}

// Members that the runtime knows, or that order nothing: attributes, names, questions.
bool is_harmless(StringRef name) {
  if (name.contains("attr") || name.contains("_getname") || name.contains("_setname")) return true;
  if (name.contains("_getaffinity") || name.contains("_setaffinity") || name.contains("sched"))
    return true;
  if (name.contains("_get_num_") || name.contains("_get_max_") || name.contains("_get_thread_") ||
      name.contains("_get_wtime"))
    return true;
  return StringSwitch<bool>(name)
      .Cases("pthread_create", "pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np",
             "pthread_clockjoin_np", "pthread_detach", "pthread_exit", "pthread_cancel", true)
      .Cases("pthread_self", "pthread_equal", "pthread_once", "pthread_kill", "pthread_sigmask",
             "pthread_sigqueue", "pthread_testcancel", "pthread_setcancelstate",
             "pthread_setcanceltype", true)
      .Cases("pthread_mutex_init", "pthread_mutex_destroy", "pthread_mutex_lock",
             "pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock",
             "pthread_mutex_unlock", "pthread_mutex_consistent", true)
      .Cases("pthread_rwlock_init", "pthread_rwlock_destroy", "pthread_rwlock_rdlock",
             "pthread_rwlock_wrlock", "pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock",
             "pthread_rwlock_unlock", true)
      .Cases("pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock",
             "pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock", true)
      .Cases("pthread_spin_init", "pthread_spin_destroy", "pthread_spin_lock",
             "pthread_spin_trylock", "pthread_spin_unlock", true)
      .Cases("pthread_cond_init", "pthread_cond_destroy", "pthread_cond_wait",
             "pthread_cond_timedwait", "pthread_cond_clockwait", "pthread_cond_signal",
             "pthread_cond_broadcast", true)
      .Cases("pthread_barrier_init", "pthread_barrier_destroy", "pthread_barrier_wait", true)
      .Cases("pthread_key_create", "pthread_key_delete", "pthread_setspecific",
             "pthread_getspecific", "pthread_atfork", "pthread_getconcurrency",
             "pthread_setconcurrency", "pthread_getcpuclockid", true)
      .Cases("sem_init", "sem_destroy", "sem_wait", "sem_trywait", "sem_timedwait", "sem_clockwait",
             "sem_post", "sem_getvalue", "sem_open", true)
      .Cases("sem_close", "sem_unlink", true)
      .Cases("mtx_init", "mtx_destroy", "mtx_lock", "mtx_trylock", "mtx_timedlock", "mtx_unlock",
             true)
      .Cases("cnd_init", "cnd_destroy", "cnd_wait", "cnd_timedwait", "cnd_signal", "cnd_broadcast",
             true)
      .Cases("thrd_create", "thrd_join", "thrd_detach", "thrd_exit", "thrd_yield", "thrd_sleep",
             "thrd_current", "thrd_equal", true)
      .Default(false);
}

}  // namespace

bool is_unknown_synchronisation(StringRef function) {
  return is_of_such_a_family(function) && !is_harmless(function);
}

}  // namespace foreweave
