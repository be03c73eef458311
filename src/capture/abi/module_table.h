/* The table that the pass makes of each module and the recorder reads: which sites a path passes.
 *
 * All numbers are unsigned LEB128. Text is a length and bytes.
 *
 *   table      = FW_TABLE_VERSION name strings calls functions unknown pointers flows
 *                sources
 *                                              name: of the source file
 *   strings    = count text*
 *   calls      = count site*                   of functions that were inlined
 *   functions  = count function*
 *   function   = name file line flags blocks                name (as the linker knows it), file:
 *                                                           index of a string
 *   blocks     = count block*
 *   block      = items terminator
 *   items      = count item*
 *   item       = FW_ITEM_* and what it needs, see there
 *   terminator = FW_END_* and what it needs
 *   unknown    = count string*                 calls that look like synchronisation and are not
 *                                              known
 *   pointers   = count (access load)*          sites, numbered from 0 as they come in the table:
 * the access is at the value of the load plus an offset flows      = count (way way)* what is
 * stored at the end of the second was computed from what was loaded at the end of the first. From a
 *                                              store to itself: it changes a number without a sign
 *   way        = count site*                   of calls, from the function that both begin in, and
 *                                              of the access
 *   sources    = count (string hash)*          files of sites, as far as they could be read by the
 *                                              compiler: text, the 32 bytes of their SHA-256
 *   site       = file function line column inlined
 *                                              of an item's or terminator's instruction
 *   inlined    = number                        0: the function was not inlined there; otherwise the
 *                                              number of its call, counted from 1. A call's own is
 *                                              lower than the call
 *
 * A place where a path starts is an item of its own (FW_ITEM_start); the starts of a module are
 * numbered from 0 in the order in which they come in its table.
 *
 * Behind them come the starts of stepping copies (capture/pass/stepping.h), one of each function
 * that does not say FW_FUNCTION_ALWAYS_STEPS, in the same order. They are not in the table, since
 * they follow from it: a copy has the same blocks and items, but numbers that are not constant are
 * all logged, every block begins with a start, and there is a start before every item other than
 * calls, unless one that logs no frame is there already. A read that may be as expected has bit 0,
 * and so has a branch.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_MODULE_TABLE_H
#define FOREWEAVE_CAPTURE_ABI_MODULE_TABLE_H

#define FW_TABLE_VERSION 11u

/* Flags of a function. */
#define FW_FUNCTION_LOGS_FRAME                                                                     \
  1u                                /* its entry and its landing pads log the address of the frame \
                                     */
#define FW_FUNCTION_ALWAYS_STEPS 2u /* it has no stepping copy, but is one itself */

enum FwItem {
  /* A path ends here, if one is open, and another starts. How: an FW_START_*. */
  FW_ITEM_start = 0,
  /* One access: kind (event_kinds.h), flags, size, source of its address and, if it has
   * FW_FLAG_HAS_VALUE, of the value read or left, in one word for every 8 bytes; if it is a read
   * whose value is logged, its bit of the path's header; site. Operands: those of them that are
   * logged. */
  FW_ITEM_access = 1,
  /* Many bytes: kind, flags, sources of size and address, site. Operands: those that are logged. */
  FW_ITEM_range = 2,
  /* A compare-exchange: flags, order if it only reads, size, source of its address, site. Operands:
   * the address if it is logged, what it leaves, in one word for every 8 bytes, and 1 if that is
   * the new value, 0 if it is what was there. */
  FW_ITEM_compare = 3,
  /* flags, site. No operands. */
  FW_ITEM_fence = 4,
  /* A path ends before a call: FW_CALL_*, callee (index of a string plus 1; 0: not known), site. An
   * indirect one logs where it goes as the path's last operand. */
  FW_ITEM_call = 5,
};

/* Where a number comes from. */
enum FwSource {
  FW_SOURCE_logged = 0,   /* the next operand */
  FW_SOURCE_constant = 1, /* number */
  /* block, item, word, number: that word of those that the item logged, which is on every path to
   * here since its start, plus the number, modulo 2^64. Further words of a value follow it. */
  FW_SOURCE_earlier = 2,
};

enum FwStart {
  FW_START_entry = 0,       /* of the function; logs the frame if the function does */
  FW_START_after_call = 1,  /* the call returned */
  FW_START_landing_pad = 2, /* an exception came; logs the frame */
  FW_START_again =
      3, /* setjmp and the like returned, perhaps not for the first time; logs the frame */
  FW_START_joint = 4, /* within the function: a loop's head, behind a switch */
};
/* Added to a joint: the loop keeps nothing from one round to the next but what is recorded. */
#define FW_START_IDLE 8u
/* Or: it keeps something, but its end hangs on nothing but what it reads in the same round. */
#define FW_START_WAITS 16u

#define FW_CALL_INDIRECT 1u
#define FW_CALL_TAIL 2u          /* the caller's frame is gone when the callee runs */
#define FW_CALL_OPERANDS_VARY 4u /* an argument may depend on what the thread read */
#define FW_CALL_ALL 7u

enum FwEnd {
  FW_END_goto = 0,   /* block */
  FW_END_branch = 1, /* bit, site, block if the bit is set, block if not */
  FW_END_choice = 2, /* site, count, blocks; each of them begins with a start */
  FW_END_return = 3, /* a path ends here */
  FW_END_none = 4,   /* behind a call that does not return here */
  FW_END_invoke = 5, /* behind a call: block where it goes on, block of the landing pad; both begin
                        with a start */
  FW_END_unwind = 6, /* the exception goes on to the caller; a path ends here */
};

#endif
