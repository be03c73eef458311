/* What a replayed program is to do, in the memory that it shares with the recorder, behind the
 * chunks of the log (channel.h). In plain C.
 *
 * Threads are named by who created them, so that a schedule does not depend on handles or on the
 * order in which they come into being: thread 0 is main, every other one is the n-th child of a
 * thread of the schedule.
 *
 * Positions are counted in *steps*: the thread's events of the trace other than those that only
 * tell the way through its code (branch, indirect_call, call, return_, external_call and the other
 * marks of code that was not recorded), and other than accesses of FW_SIGNALS_WORD, by which
 * threads say that a signal was sent, and that one came: how many of them come, and when, is up to
 * the kernel. A segment says: now this thread runs, until it has done so many steps in all and
 * stands before its next one, or waits for something, or has ended.
 *
 * When the segments before `meeting` are done, the threads that the bug needs stand where it needs
 * them. The program then stops as a whole, sets `met` and waits until the other side, which looks
 * at the threads' blocks, has set `go_on`. Then come the remaining segments, in which a thread that
 * has to wait is simply left waiting; then threads run as the seed says.
 *
 * A trial has no meeting. Its last segment leads a thread to where it is *held*: behind the end of
 * the schedule the others run as the seed says until none of them gets any further, and then it
 * goes on.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_SCHEDULE_H
#define FOREWEAVE_CAPTURE_ABI_SCHEDULE_H

#include <stdint.h>

#define FW_NOT_SCHEDULED UINT32_MAX
#define FW_SIGNALS_WORD 0x8000000000000010ull /* an address that no program has */
/* And by which they say what they tell each other through files, pipes and sockets. */
#define FW_TRAFFIC_WORD 0x8000000000000008ull

struct FwScheduledThread {
  uint32_t parent; /* number in the schedule; of main: FW_NOT_SCHEDULED */
  uint32_t child;  /* which of the threads that the parent creates, counted from 0 */
};

struct FwSegment {
  uint64_t until; /* steps of the thread in all */
  uint32_t thread;
  uint32_t stands_before; /* an FwStandsBefore: it is not over before the thread comes there */
};

/* Calls that turn out to be no step at all would stop a thread on its way to where the bug needs
 * it; so it is said what that is. */
enum FwStandsBefore {
  FW_BEFORE_anything = 0,
  FW_BEFORE_access = 1,
  FW_BEFORE_acquire = 2,
  FW_BEFORE_free = 3,
  FW_BEFORE_use = 4 /* of an object that synchronises, other than to take a lock */
};

/* Why a replay cannot go on as scheduled. */
enum FwStray {
  FW_STRAY_none = 0,
  FW_STRAY_waits = 1,  /* the thread whose turn it is waits for what nobody can give it */
  FW_STRAY_ended = 2,  /* it ended before it had done its steps */
  FW_STRAY_absent = 3, /* nobody has created it */
  FW_STRAY_away = 4    /* it is in a call that does not come back unless others go on */
};

/* What a call told the program that no schedule can tell again: the time, random numbers, ids.
 * Those of a thread follow each other, in their order. */
struct FwInput {
  uint32_t thread; /* number in the schedule */
  uint32_t call;   /* an FwInputCall */
  uint64_t at;     /* first byte of its result, from the first of all */
  uint64_t bytes;
};

/* A step that the other side wants to see in the log. Those of a thread follow each other. */
struct FwWatched {
  uint64_t step;   /* of the thread's, from 0 */
  uint32_t thread; /* number in the schedule */
  uint32_t reserved;
};

/* A signal that is to interrupt a thread right before a step. If it comes earlier, it waits: as if
 * it had been sent a little later. */
struct FwInterruption {
  uint64_t step;   /* steps that the thread has done then */
  uint32_t thread; /* number in the schedule */
  uint32_t signal; /* 0: there is none */
};

struct FwSchedule {
  uint64_t thread_count, segment_count, input_count, input_bytes, watched_count;
  uint64_t meeting; /* number of segments before the meeting */
  /* Bytes from the start of this. */
  uint64_t threads_at, segments_at, inputs_at, watched_at, input_bytes_at;
  /* Memory that is freed is kept, so that whoever uses it afterwards can be seen to. */
  uint32_t keeps_freed;
  uint32_t held; /* the thread of the last segment is: this is a trial */
  struct FwInterruption interruption;

  /* By the program. The 32-bit words are futexes. */
  uint64_t segment; /* that is being done */
  uint32_t met;
  uint32_t go_on; /* by the other side */
  uint32_t over;  /* nothing is enforced any more */
  uint32_t stray; /* an FwStray */
  uint32_t
      give_up; /* by the other side: nothing moves any more. Who is woken next stops enforcing */
  uint32_t reserved_too;
};

/* Of FwThreadBlock::standing. */
#define FW_STANDS 1u
#define FW_STANDS_BEFORE_FREED                                                                 \
  2u /* the memory that comes next was freed and is kept, or was on the stack of a thread that \
        ended */

#endif
