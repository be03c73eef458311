/* What an instrumented program writes while it runs, in plain C: the pass emits code that writes
 * it, the runtime writes it, the recorder reads it.
 *
 * The log is one sequence of 8-byte words for the whole process. Only the thread that has the token
 * writes, so that the order of the log is the order of the execution. A record is a
 * header word, which tells how many operands follow, and these.
 *
 * Nearly all records are paths. Instrumented code does not say "site 17 read address a": the pass
 * gave every place where a path can start a number, and a path's header holds that number and which
 * way each of its branches went. That tells the sites it passed, so its operands are only what the
 * sites cannot tell: addresses and values, in the order in which they came up, unless they follow
 * from earlier ones of the path. A path ends before a
 * call and a return, at the head of a loop and behind a switch.
 *
 * Values are logged as differences from what the image of memory says: bytes as they were when they
 * were last recorded, in a table that has room for few of them. Byte i of an access at address a is
 * at place (a mod FW_IMAGE_BYTES) + i, whatever else may have that place; a value's word is the
 * value minus that of its bytes in the image, as a signed number of the access' size, and then the
 * image holds the value. Most reads find what the image says: they log nothing. Whoever follows the
 * log has the same image, and the value.
 *
 *   path header:    from the lowest bit: FW_START_BITS of the start's number, FW_BRANCH_BITS of
 *                   outcomes, FW_READ_BITS of reads. A conditional branch of the path sets outcome
 * k if it goes to its first successor; a read sets bit k if its value is not what the image says,
 * and is among the operands; k is static. runtime header: low half: FW_RECORD_*, below
 * FW_FIRST_START; high half: number of operands.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_LOG_FORMAT_H
#define FOREWEAVE_CAPTURE_ABI_LOG_FORMAT_H

#include <stdint.h>

/* Raised with every change that an older program or recorder would not understand. */
#define FW_ABI_VERSION 12u

#define FW_FIRST_START 4096u
#define FW_START_BITS 24u
#define FW_BRANCH_BITS 16u
#define FW_READ_BITS 24u
#define FW_MAX_STARTS                                                         \
  (1u << FW_START_BITS) /* of all modules; recording ends when there are more \
                         */
/* The pass ends a path before it has more of these. */
#define FW_MAX_PATH_OPERANDS 96u /* words */
#define FW_MAX_PATH_ITEMS 250u   /* accesses and the like, each eight bytes of a value for one */
#define FW_MAX_PATH_SWITCHES 16u /* compare-exchanges; ranges */

#define FW_IMAGE_BYTES (1u << 19)
#define FW_IMAGE_SLACK 64u /* behind it, for accesses that begin in its last bytes */

/* A record of the runtime never has more operands than this, and a path fits too, so that this many
 * words behind the limit are enough for whoever passed the limit. */
#define FW_LOG_SLACK_WORDS 128u

enum FwRecord {
  /* The thread with this number has the token from here on. Operand: thread. */
  FW_RECORD_switch = 0,
  /* An event of the table in event_kinds.h. Operands: kind | flags << 8, operand, size, value. Its
   * site is the call that the thread is in, and its operand may vary if that call's arguments may
   * (FW_CALL_OPERANDS_VARY), unless FW_LOGGED_FIXED is among the flags. */
  FW_RECORD_event = 1,
  /* A thread exists. Operands: its number, its parent's number. */
  FW_RECORD_thread = 2,
  /* Tables of a module: operands: number of its first start, bytes of its table, bytes of its
   * bitcode. Their bytes come as records of this kind right behind it. */
  FW_RECORD_module = 3,
  FW_RECORD_module_bytes = 4,
  /* A handler of a signal begins (operands: its number; whether it might as well have come
   * elsewhere; the address of errno), ends (its number; whether it left another errno than it
   * found). */
  FW_RECORD_signal_begin = 5,
  FW_RECORD_signal_end = 6,
  /* The image of memory is zero again: a path was left in the middle, and what it did to the image
   * is not in the log. */
  FW_RECORD_forget = 7,
  /* What a call told the program. Operands: call (an FwInputCall), bytes << 8 and, if it goes on
   * with the one before, 1 << 32; the bytes. */
  FW_RECORD_input = 8,
  /* Of a log with few paths (FW_LOG_watched) only: where the thread is. Operands: how many steps it
   * has done; the header of its last path, 0 if there is none since the last record of a signal. */
  FW_RECORD_steps = 9,
  /* What the program calls a thread. Operands: its number; 16 bytes, zeros behind the name. */
  FW_RECORD_thread_name = 10,
  /* A file that code comes from. Operands: its first address, the one behind its last, what is
   * added to the addresses in the file; its name, zeros behind it. The executable has no name.
   * Everything that is loaded is told again when something was added. */
  FW_RECORD_loaded = 11,
  /* From here on OpenMP's runtime tells us what it orders. */
  FW_RECORD_openmp = 12,
  /* The call that the thread is in breaks a rule. Operands: an FwMisuse; the address of what it is
   * about. If a lock was given back by who did not have it, the next record does that. */
  FW_RECORD_misuse = 13,
};

/* Behind the flags of an event (event_kinds.h): its operand does not come from the program. */
#define FW_LOGGED_FIXED 128u

/* The numbers are in trace files. */
enum FwMisuse {
  FW_MISUSE_unlock_unlocked = 1, /* a mutex that nobody has */
  FW_MISUSE_unlock_others = 2,   /* one that another thread has */
  FW_MISUSE_destroy_locked = 3,
  FW_MISUSE_not_initialised = 4, /* a mutex that was never initialised, or has been destroyed */
  FW_MISUSE_condition = 5,       /* the same of a condition */
  FW_MISUSE_rwlock = 6,          /* the same of a reader-writer lock */
  FW_MISUSE_rwlock_unlocked = 7, /* the unlock of one that nobody has */
  FW_MISUSE_thread_given_up =
      8, /* a join or detach of a thread that was joined or detached; its number */
};

/* What a thread waits for in the scheduler. The numbers are in trace files. */
enum FwWait {
  FW_WAIT_other = 0,
  FW_WAIT_mutex = 1,
  FW_WAIT_to_read = 2, /* a lock that others hold, for reading or writing */
  FW_WAIT_to_write = 3,
  FW_WAIT_condition = 4,
  FW_WAIT_thread = 5, /* that it ends */
  FW_WAIT_semaphore = 6,
  FW_WAIT_barrier = 7,
  FW_WAIT_once = 8,
};

/* Calls that tell the program what no schedule repeats. The numbers are in trace files. */
enum FwInputCall {
  FW_INPUT_clock = 1, /* a timespec, as the next two */
  FW_INPUT_time_of_day = 2,
  FW_INPUT_time = 3,
  FW_INPUT_random = 4, /* bytes */
  FW_INPUT_id = 5,     /* of a process or thread, 4 bytes */
  FW_INPUT_taken = 6,  /* from standard input: bytes, or the negative error; 8 bytes */
};

/* One thread's place in the log, in memory that the recorder sees too. Instrumented code finds it
 * through the thread-local pointer __fw_self and uses the first three words only:
 *
 *   a path starts:  start = self->cursor; position = start + 1
 *   a write:        *position++ = address; *position++ = value - in the image; image = value
 *   a read:         *position++ = address; the same if the value is not in the image
 *   the path ends:  *start = header; self->cursor = position;
 *                   if (position > self->limit) __fw_pause()
 *
 * A thread without the token has limit 0. Where it may come from code that we do not see (the entry
 * of a function, the return of a call) the same comparison is made first, so that it waits there.
 */
struct FwThreadBlock {
  uint64_t* cursor;
  uint64_t* limit;
  uint8_t* image;
  /* For the recorder. */
  uint32_t number;    /* of the thread, as in FW_RECORD_switch */
  uint32_t kernel_id; /* what Linux calls it; 0: this block is free */
  uint32_t wake;      /* futex: changes when the thread gets the token */
  uint32_t asleep;    /* it waits for the token */
  /* For replaying (schedule.h), where each event is a step. The stepping copies of functions use
   * these: before an access they say what comes and, if `done` has reached `stop_at`, call
   * __fw_step() to wait; then they count it. */
  uint64_t done; /* events so far: those of capture/abi/schedule.h */
  uint64_t stop_at;
  uint64_t next_address; /* of the access that comes next; 0: not known */
  uint64_t next_what;    /* its kind, and its size << FW_NEXT_SIZE_SHIFT */
  uint64_t waits_for; /* the lock, condition or the like that it waits for in the scheduler, or 0 */
  uint32_t scheduled; /* the thread's number in the schedule, or FW_NOT_SCHEDULED */
  uint32_t standing;  /* FW_STANDS*: it is stopped before what `next_address` says */
  uint64_t last_path; /* the header of the last path that a stepping copy ended, or 0 */
  uint32_t waits_how; /* an FwWait: what is at `waits_for` */
  uint32_t waits_thread; /* of FW_WAIT_thread: its number */
  uint32_t wait_may_end; /* without anybody of this process */
  uint32_t
      waits_file; /* the descriptor that it waits for input from, for however long, plus 1; or 0 */
  uint64_t idle_round; /* fw_name_of_round of one that the recorder knows: the next one is the same,
                        * as long as no other thread does anything; 0: it knows of none */
  uint32_t reserved[2];
};

/* The words that a thread logs over and over, from whichever of them on. Never 0. */
static inline uint64_t fw_add_word_of_round(uint64_t name, uint64_t word) {
  word *= 0x9e3779b97f4a7c15u;
  word ^= word >> 32;
  return name + word * 0xbf58476d1ce4e5b9u;
}
static inline uint64_t fw_name_of_round(const uint64_t* words, uint64_t count) {
  uint64_t name = count;
  for (uint64_t i = 0; i < count; ++i) name = fw_add_word_of_round(name, words[i]);
  return name | 1u;
}

/* Where the fields are that instrumented code uses, in words. */
#define FW_FIELD_done 5
#define FW_FIELD_stop_at 6
#define FW_FIELD_next_address 7
#define FW_FIELD_next_what 8
#define FW_FIELD_last_path 11
#define FW_NEXT_SIZE_SHIFT 8u
/* How much it is shows when it is done: a function that goes on until it finds something. */
#define FW_NEXT_SIZE_OPEN (UINT64_MAX >> FW_NEXT_SIZE_SHIFT)

/* What the pass leaves in each module, and a constructor hands to __fw_register_module. */
struct FwModule {
  uint32_t abi_version;
  uint32_t start_count;
  const uint8_t* table; /* see module_table.h */
  uint64_t table_bytes;
  const uint8_t* bitcode; /* the module as it was before it was instrumented; length-prefixed */
  uint64_t bitcode_bytes;
  uint32_t* first_start; /* set when it is registered, added to the numbers of its starts */
  uint8_t* stepping;     /* set when it is registered: whether functions run step by step */
};

#endif
