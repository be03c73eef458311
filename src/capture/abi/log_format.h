/* What an instrumented program writes while it runs, in plain C: the pass emits code that writes
 * it, the runtime writes it, the recorder reads it.
 *
 * The log is one sequence of 8-byte words for the whole process. Only the thread that has the token
 * writes, so that the order of the log is the order of the execution. A record is some operand
 * words and then a header word: read from the end, each header tells how many operands lie before
 * it.
 *
 * Nearly all records are paths. Instrumented code does not say "site 17 read address a": the pass
 * gave every place where a path can start a number, and a path's header holds that number and which
 * way each of its branches went. That tells the sites it passed, so its operands are only what the
 * sites cannot tell: addresses and values, in the order in which they came up, unless they follow
 * from earlier ones of the path. A path ends before a
 * call and a return, at the head of a loop and behind a switch.
 *
 *   path header:    low half: number of the start, high half: outcomes. A conditional branch of the
 *                   path sets bit k of the outcomes if it goes to its first successor; k is static.
 *   runtime header: low half: FW_RECORD_*, below FW_FIRST_START; high half: number of operands.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_LOG_FORMAT_H
#define FOREWEAVE_CAPTURE_ABI_LOG_FORMAT_H

#include <stdint.h>

/* Raised with every change that an older program or recorder would not understand. */
#define FW_ABI_VERSION 2u

#define FW_FIRST_START 4096u
#define FW_PATH_BITS 32u         /* outcomes that fit in a header */
#define FW_MAX_PATH_OPERANDS 96u /* words; the pass ends a path before it has more */
#define FW_MAX_PATH_ITEMS 250u   /* the same, of accesses and the like */

/* A record of the runtime never has more operands than this, and a path fits too, so that this many
 * words behind the limit are enough for whoever passed the limit. */
#define FW_LOG_SLACK_WORDS 128u

enum FwRecord {
  /* The thread with this number has the token from here on. Operand: thread. */
  FW_RECORD_switch = 0,
  /* An event of the table in event_kinds.h. Operands: kind | flags << 8, operand, size, value. Its
   * site is the call that the thread is in. */
  FW_RECORD_event = 1,
  /* A thread exists. Operands: its number, its parent's number. */
  FW_RECORD_thread = 2,
  /* Tables of a module: operands: number of its first start, bytes of its table, bytes of its
   * bitcode. Their bytes come as records of this kind right behind it. */
  FW_RECORD_module = 3,
  FW_RECORD_module_bytes = 4,
  /* A handler of a signal begins (operand: its number), ends. */
  FW_RECORD_signal_begin = 5,
  FW_RECORD_signal_end = 6,
};

/* One thread's place in the log, in memory that the recorder sees too. Instrumented code finds it
 * through the thread-local pointer __fw_self and uses the first two words only:
 *
 *   a path starts:  position = self->cursor
 *   an access:      *position++ = address; *position++ = value
 *   the path ends:  *position++ = header; self->cursor = position; if (position > self->limit)
 * __fw_pause()
 *
 * A thread without the token has limit 0. Where it may come from code that we do not see (the entry
 * of a function, the return of a call) the same comparison is made first, so that it waits there.
 */
struct FwThreadBlock {
  uint64_t* cursor;
  uint64_t* limit;
  /* For the recorder. */
  uint32_t number;    /* of the thread, as in FW_RECORD_switch */
  uint32_t kernel_id; /* what Linux calls it; 0: this block is free */
  uint32_t wake;      /* futex: changes when the thread gets the token */
  uint32_t asleep;    /* it waits for the token */
  uint64_t reserved[4];
};

/* What the pass leaves in each module, and a constructor hands to __fw_register_module. */
struct FwModule {
  uint32_t abi_version;
  uint32_t start_count;
  const uint8_t* table; /* see module_table.h */
  uint64_t table_bytes;
  const uint8_t* bitcode; /* the module as it was before it was instrumented; length-prefixed */
  uint64_t bitcode_bytes;
  uint32_t* first_start; /* set when it is registered, added to the numbers of its starts */
};

#endif
