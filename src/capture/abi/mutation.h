/* Rows of the tables by which recordings are right (what is a decision; what library functions do)
 * can be switched off one at a time, in a build that is made for nothing else: tests/mutation holds
 * that each row is missed. In every other build a row costs nothing and cannot be switched off.
 *
 *   if (fw_row_is_on("library:qsort")) ...
 */
#ifndef FOREWEAVE_CAPTURE_ABI_MUTATION_H
#define FOREWEAVE_CAPTURE_ABI_MUTATION_H

#ifdef FOREWEAVE_MUTATIONS
#include <string.h>
#include <unistd.h>

/* Not by getenv, which is one of the functions that have a row. */
static inline int fw_row_is_on(const char* row) {
  static const char name[] = "FOREWEAVE_WITHOUT_ROW=";
  for (char** at = environ; at && *at; ++at)
    if (strncmp(*at, name, sizeof name - 1) == 0) return strcmp(*at + sizeof name - 1, row) != 0;
  return 1;
}
#else
#define fw_row_is_on(row) 1
#endif

#endif
