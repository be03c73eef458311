/* The ELF note by which a program is known to have the runtime in it, without being run: name
 * FW_NOTE_NAME, type FW_NOTE_TYPE, and as its contents the FW_ABI_VERSION (32 bits). It is loaded
 * with the program, so that stripping leaves it where it is.
 */
#ifndef FOREWEAVE_CAPTURE_ABI_NOTE_H
#define FOREWEAVE_CAPTURE_ABI_NOTE_H

#include <stdint.h>

#define FW_NOTE_SECTION ".note.foreweave"
#define FW_NOTE_NAME "Foreweave"
#define FW_NOTE_TYPE 1u

/* Names and contents of notes are filled up to 4 bytes. */
struct FwNote {
  uint32_t name_bytes; /* with the zero behind it */
  uint32_t content_bytes;
  uint32_t type;
  char name[(sizeof FW_NOTE_NAME + 3) / 4 * 4];
  uint32_t abi_version;
};

#endif
