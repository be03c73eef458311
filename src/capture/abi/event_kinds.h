/* The one list of event kinds, in plain C, so that the recorder inside the target program and
 * everything that reads its traces use the same table.
 *
 * X(name, code, std_op, operand, traits)
 *   name     C++ enumerator Kind::name and C constant FW_KIND_name
 *   code     the number in a trace file; never reused, never renumbered
 *   std_op   the operation in STD text, as in "T1|w(x)|17"
 *   operand  what the event touches: an FW_OPERAND_*
 *   traits   FW_TRAIT_* bits
 *
 * A condition wait is four events: wait_begin (the thread is now a waiter), release of the mutex,
 * wait_end (it was woken), acquire of the mutex. So no event has two operands, and every lock rule
 * holds for condition waits without a word about them.
 *
 * A thread that waits for a lock when the run is over has never got it. Its last event is then a
 * request: what it would have taken next. It does nothing, but claims may say that it is pending.
 *
 * A stretch of a thread in code that was not built with us is one event when it is over:
 * external_call, or unseen_end if that code may synchronise threads by itself. If anything was
 * recorded meanwhile, of this thread or of others, external_begin or unseen_begin says when it
 * began. The value of each of these is the number of the library (events/unseen_libraries.h).
 */
#ifndef FOREWEAVE_CAPTURE_ABI_EVENT_KINDS_H
#define FOREWEAVE_CAPTURE_ABI_EVENT_KINDS_H

/* What an event touches. Each class of operand has its own number space. */
#define FW_OPERAND_none 0
#define FW_OPERAND_thread 1
#define FW_OPERAND_memory 2 /* address and size of an access */
#define FW_OPERAND_object 3 /* address and size of an allocation */
#define FW_OPERAND_lock 4
#define FW_OPERAND_condition 5
#define FW_OPERAND_barrier 6
#define FW_OPERAND_semaphore 7
#define FW_OPERAND_once 8
#define FW_OPERAND_COUNT 9

#define FW_TRAIT_reads 1u
#define FW_TRAIT_writes 2u
#define FW_TRAIT_atomic 4u
#define FW_TRAIT_decides 8u   /* always a decision, whatever its operand */
#define FW_TRAIT_acquires 16u /* takes a lock */
#define FW_TRAIT_releases 32u /* gives a lock back */
#define FW_TRAIT_shared 64u   /* in shared mode */
#define FW_TRAIT_asks 128u    /* waits for a lock, and never gets it */

/* clang-format off */
#define FOREWEAVE_EVENT_KINDS(X)                                                                          \
  X(thread_begin,         0, "begin",     none,      0)                                                   \
  X(thread_end,           1, "end",       none,      0)                                                   \
  X(fork,                 2, "fork",      thread,    0)                                                   \
  X(join,                 3, "join",      thread,    0)                                                   \
  X(read,                 4, "r",         memory,    FW_TRAIT_reads)                                      \
  X(write,                5, "w",         memory,    FW_TRAIT_writes)                                     \
  X(atomic_read,          6, "ar",        memory,    FW_TRAIT_reads | FW_TRAIT_atomic)                    \
  X(atomic_write,         7, "aw",        memory,    FW_TRAIT_writes | FW_TRAIT_atomic)                   \
  X(atomic_update,        8, "rmw",       memory,    FW_TRAIT_reads | FW_TRAIT_writes | FW_TRAIT_atomic)  \
  X(fence,                9, "fence",     none,      0)                                                   \
  X(acquire,             10, "acq",       lock,      FW_TRAIT_acquires)                                   \
  X(release,             11, "rel",       lock,      FW_TRAIT_releases)                                   \
  X(acquire_shared,      12, "racq",      lock,      FW_TRAIT_acquires | FW_TRAIT_shared)                 \
  X(release_shared,      13, "rrel",      lock,      FW_TRAIT_releases | FW_TRAIT_shared)                 \
  X(failed_try,          14, "tryfail",   lock,      0)                                                   \
  X(failed_try_shared,   15, "rtryfail",  lock,      FW_TRAIT_shared)                                     \
  X(wait_begin,          16, "wait",      condition, 0)                                                   \
  X(wait_end,            17, "wake",      condition, 0)                                                   \
  X(signal,              18, "signal",    condition, 0)                                                   \
  X(broadcast,           19, "broadcast", condition, 0)                                                   \
  X(barrier_arrive,      20, "arrive",    barrier,   0)                                                   \
  X(barrier_leave,       21, "leave",     barrier,   0)                                                   \
  X(semaphore_init,      22, "seminit",   semaphore, 0)                                                   \
  X(semaphore_post,      23, "post",      semaphore, 0)                                                   \
  X(semaphore_wait,      24, "down",      semaphore, 0)                                                   \
  X(semaphore_failed_try,25, "downfail",  semaphore, 0)                                                   \
  X(once_begin,          26, "once",      once,      0)                                                   \
  X(once_end,            27, "oncedone",  once,      0)                                                   \
  X(once_pass,           28, "oncepass",  once,      0)                                                   \
  X(allocate,            29, "alloc",     object,    0)                                                   \
  X(free,                30, "free",      object,    0)                                                   \
  X(branch,              31, "br",        none,      FW_TRAIT_decides)                                    \
  X(indirect_call,       32, "icall",     none,      FW_TRAIT_decides)                                    \
  X(call,                33, "call",      none,      0)                                                   \
  X(return_,             34, "ret",       none,      0)                                                   \
  X(external_call,       35, "ext",       none,      FW_TRAIT_decides)                                    \
  X(region_begin,        36, "atomic",    none,      0)                                                   \
  X(region_end,          37, "atomicend", none,      0)                                                   \
  X(external_begin,      38, "extbegin",  none,      FW_TRAIT_decides)                                    \
  X(unseen_begin,        39, "unseen",    none,      FW_TRAIT_decides)                                    \
  X(unseen_end,          40, "unseenend", none,      FW_TRAIT_decides)                                    \
  X(request,             41, "req",       lock,      FW_TRAIT_asks)                                       \
  X(request_shared,      42, "rreq",      lock,      FW_TRAIT_asks | FW_TRAIT_shared)
/* clang-format on */

#define FW_KIND_COUNT 43

enum FwKind {
#define FW_DEFINE_KIND(name, code, std_op, operand, traits) FW_KIND_##name = code,
  FOREWEAVE_EVENT_KINDS(FW_DEFINE_KIND)
#undef FW_DEFINE_KIND
};

/* Flags of one event. The low three bits are the memory order of an atomic or a fence, numbered as
 * C11's memory_order. */
#define FW_FLAG_ORDER_MASK 7u
/* The address or operand may depend on what the thread read (or on an argument): a decision. */
#define FW_FLAG_DECIDES 8u
/* The value column of this event means something. */
#define FW_FLAG_HAS_VALUE 16u
/* An acquire that would have given up instead of waiting for ever: a try, or one with a time limit.
 */
#define FW_FLAG_GIVES_UP 32u
/* Of an access: it stands for the use (an atomic read), or for the begin or the end, of a thing
 * that is no memory of the program, or that is more than its memory: a lock, a descriptor, a
 * stream. */
#define FW_FLAG_OF_THING 32u
/* Of a free: the C++ library did it on its own account, by a count that nobody recorded. */
#define FW_FLAG_COUNTED 32u
/* What a reading event itself read decides what it does: a compare-exchange, which writes or not.
 * A decision, also about its own read. */
#define FW_FLAG_DECIDES_ON_OWN_READ 64u
#define FW_FLAG_ALL 127u

#endif
