/* Rows of the tables by which recordings are right (what is a decision; what library functions do)
 * can be switched off one at a time, in a build that is made for nothing else: tests/mutation holds
 * that each row is missed. In every other build a row costs nothing and cannot be switched off.
 *
 *   if (fw_row_is_on("library:qsort")) ...
 */
#ifndef FOREWEAVE_CAPTURE_ABI_MUTATION_H
#define FOREWEAVE_CAPTURE_ABI_MUTATION_H

#ifdef FOREWEAVE_MUTATIONS
#include <stdlib.h>
#include <string.h>

static inline int fw_row_is_on(const char* row) {
  const char* const off = getenv("FOREWEAVE_WITHOUT_ROW");
  return !off || strcmp(off, row) != 0;
}
#else
#define fw_row_is_on(row) 1
#endif

#endif
