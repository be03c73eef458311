// Locks, conditions, semaphores and barriers begin and end to exist. What uses them stands where
// they are used: locks.cc, conditions.cc, rendezvous.cc.
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

#include "capture/runtime/ground/runtime.h"
#include "capture/runtime/sync/things.h"

using namespace foreweave::runtime;

#define FW_BEGINS_OR_ENDS(type, name, parameters, arguments, object) \
  FW_INTERCEPTOR type name parameters {                              \
    log_begin_or_end(object, FW_CALLER);                             \
    return FW_REAL(name) arguments;                                  \
  }

FW_BEGINS_OR_ENDS(int, pthread_mutex_init,
                  (pthread_mutex_t * m, const pthread_mutexattr_t* how) noexcept, (m, how), m)
FW_BEGINS_OR_ENDS(int, pthread_rwlock_init,
                  (pthread_rwlock_t * l, const pthread_rwlockattr_t* how) noexcept, (l, how), l)
FW_BEGINS_OR_ENDS(int, pthread_rwlock_destroy, (pthread_rwlock_t * l) noexcept, (l), l)
FW_BEGINS_OR_ENDS(int, pthread_spin_init, (pthread_spinlock_t * l, int shared) noexcept,
                  (l, shared), l)
FW_BEGINS_OR_ENDS(int, pthread_spin_destroy, (pthread_spinlock_t * l) noexcept, (l), l)
FW_BEGINS_OR_ENDS(int, sem_destroy, (sem_t * s) noexcept, (s), s)
FW_BEGINS_OR_ENDS(int, pthread_barrier_init,
                  (pthread_barrier_t * b, const pthread_barrierattr_t* how,
                   unsigned count) noexcept,
                  (b, how, count), b)
FW_BEGINS_OR_ENDS(int, pthread_barrier_destroy, (pthread_barrier_t * b) noexcept, (b), b)
FW_BEGINS_OR_ENDS(int, mtx_init, (mtx_t * m, int type), (m, type), m)
FW_BEGINS_OR_ENDS(void, mtx_destroy, (mtx_t * m), (m), m)
FW_BEGINS_OR_ENDS(int, cnd_init, (cnd_t * c), (c), c)
FW_BEGINS_OR_ENDS(void, cnd_destroy, (cnd_t * c), (c), c)
