/* The memory that the recorded program shares with the recorder.
 *
 * The recorder makes it and passes it as an open file; the runtime maps it before main, and from
 * then on needs neither files nor memory of the program's own to record. What the program logged is
 * in the recorder's hands even if the program is killed in the next instruction.
 *
 * The log is cut into chunks, used round and round: the program fills, the recorder takes. `filled`
 * and `taken` only grow; chunk n lies at place n % chunk_count.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_CHANNEL_H
#define FOREWEAVE_CAPTURE_ABI_CHANNEL_H

#include <stdint.h>

#include "capture/abi/log_format.h"

#define FW_CHANNEL_MAGIC 0x6c6e6e6168637766ull /* "fwchannl" */

/* "FD:INODE" of the channel; the runtime removes it before main. */
#define FW_CHANNEL_VARIABLE "FOREWEAVE_CHANNEL"

#define FW_CHUNK_WORDS (1u << 15)
#define FW_MAX_CHUNKS 256u
#define FW_MAX_LIVE_THREADS 4096u
#define FW_MAX_THREADS (1u << 24) /* over the program's life */
#define FW_MAX_VARIABLES_ASKED 1024u

/* By which a variable of the environment is known in the channel: FNV-1a of its name. */
static inline uint64_t fw_variable_hash(const char* name, uint64_t length) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (uint64_t i = 0; i < length; ++i) hash = (hash ^ (uint8_t)name[i]) * 0x100000001b3ull;
  return hash;
}

enum FwPolicy {
  FW_POLICY_slices = 0, /* after a slice of random length another thread runs, any of those ready */
  FW_POLICY_priorities = 1 /* the one with the highest of random priorities runs, until it waits; at
                              random places the one that runs falls behind all others */
};

enum FwLogged {
  FW_LOG_everything = 0,
  /* Paths go to the scratch behind the chunks, over and over. Into the log come only those around
   * the steps that the schedule says are watched; and all other records. */
  FW_LOG_watched = 1
};

#define FW_SCRATCH_WORDS 4096u

enum FwAttached { FW_NOBODY_ATTACHED = 0, FW_ATTACHED = 1, FW_DETACHED = 2 };

#define FW_MOST_DEADLOCKED 16u

/* What ends the program before its time, as the runtime sees it come. */
struct FwRunEnd {
  /* Threads that wait for each other and will for ever, by number, each for the next. The first
   * that was seen. */
  uint32_t deadlocked_count;
  uint32_t deadlocked[FW_MOST_DEADLOCKED];
  uint32_t all_wait;       /* every thread that is left waits, and only they could end that */
  uint32_t others_may_act; /* handlers of signals may run, or other processes change its memory */
  uint32_t thread;         /* that failed, plus 1; 0: none did */
  uint32_t signal;         /* by which */
  uint32_t was_sent;       /* that signal, by another process */
  uint64_t place;          /* the address in the code, or 0: the call that it is in */
  uint64_t address;        /* that it touched */
  uint32_t line;           /* of a failed assertion; 0: it was none */
  char assertion[256];
};

/* A process by the forks that led to it: the program's n-th, that child's n-th, ...; 0 behind the
 * last. Forks are counted from 1. */
#define FW_MOST_GENERATIONS 4u
struct FwDescent {
  uint32_t forks[FW_MOST_GENERATIONS];
};
#define FW_MOST_THREADED_CHILDREN 64u

/* If a child is recorded instead of the program, there is one of these for each process from the
 * program to that child, one behind the other. Each process logs into its own until it makes the
 * child that is on the way; that one goes on where it stopped. */
struct FwCode {
  uint64_t begin, end;
};
#define FW_MOST_INSTRUMENTED 64u

struct FwChannel {
  uint64_t magic;
  uint32_t abi_version;
  uint32_t bytes_of_header; /* sizeof(struct FwChannel) */

  /* Set by the recorder before the program starts. */
  uint32_t chunk_count;
  uint32_t slice; /* mean number of words that a thread logs before another one runs */
  uint64_t seed;
  uint32_t policy;           /* an FwPolicy: how the seed decides */
  uint32_t priority_changes; /* of FW_POLICY_priorities */
  uint64_t expected_words;   /* about how long the log becomes; changes lie within that */
  uint64_t schedule_at; /* where the schedule (schedule.h) is, for replaying; 0: there is none */
  uint32_t exit_grace;  /* milliseconds that other threads get before the program ends */
  int32_t cpu;          /* for the program to stay on, or -1 */
  uint32_t recorder_id; /* its process */
  uint32_t logged;      /* an FwLogged */
  uint32_t input_comes_again; /* for replaying: calls take as much of standard input as recorded */
  /* Standard input that the recorder has to pass on, because it comes only once: the recorder's
   * descriptor of a pipe, or -1. The program takes it in the place of its own, which must still be
   * the one with this inode, when it first asks for input; and then tells the recorder. */
  int32_t input_pipe;
  uint32_t input_is_wanted; /* by the runtime */
  uint64_t input_inode;
  uint64_t scratch_at; /* bytes from the start of this; of FW_LOG_watched */
  uint64_t
      next_channel_at; /* the same: that of the child that goes on with the log; 0: nobody does */
  uint32_t followed_fork; /* which makes that child */

  /* Changed by both. The 32-bit words are futexes. */
  uint32_t attached;      /* an FwAttached, by the runtime */
  uint32_t process;       /* whose log this is; 0: nobody has come yet */
  uint32_t recorder_gone; /* by the recorder: nobody takes chunks any more */
  uint32_t filled;
  uint32_t taken;
  uint32_t revoke; /* by the recorder: the block of a holder that sleeps in code we do not see, plus
                      1; whoever wakes up next takes its token */
  uint32_t holder; /* block of the thread that has the token, FW_MAX_LIVE_THREADS: nobody */
  uint64_t base_address; /* of the channel in the program */
  uint64_t program_base; /* where the executable was loaded */
  uint64_t*
      position;     /* where the log goes on while nobody has the token; of FW_LOG_watched always */
  uint64_t* window; /* from here on the scratch belongs to the log; null: none of it does */
  uint32_t instrumented_count;                      /* by the runtime */
  struct FwCode instrumented[FW_MOST_INSTRUMENTED]; /* files that have code built with us */
  uint64_t progress; /* grows whenever the token changes hands or a chunk is filled */
  struct FwRunEnd end;
  char failure[256]; /* why the runtime stopped recording; empty: it did not */

  /* Variables of the environment that the program asked for, by the runtime. The count may be
   * higher than there is room for; an entry that is 0 is not written yet. */
  uint32_t variables_asked_count;
  uint64_t variables_asked[FW_MAX_VARIABLES_ASKED]; /* fw_variable_hash of each */

  /* Children that are not recorded and have begun threads, of the first channel. The count may be
   * higher than there is room for. */
  uint32_t threaded_children_count;
  struct FwDescent threaded_children[FW_MOST_THREADED_CHILDREN];

  uint32_t chunk_words[FW_MAX_CHUNKS]; /* used ones of each filled chunk */
  struct FwThreadBlock blocks[FW_MAX_LIVE_THREADS];
};

/* Chunks begin at the first page behind the header. */
#define FW_CHANNEL_CHUNKS_AT ((sizeof(struct FwChannel) + 4095u) / 4096u * 4096u)
#define FW_CHANNEL_BYTES(chunks) (FW_CHANNEL_CHUNKS_AT + (uint64_t)(chunks) * FW_CHUNK_WORDS * 8u)

#endif
