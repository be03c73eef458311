// By this the recorder knows that we are in the program, before it runs it.
#include "capture/abi/note.h"

#include "capture/abi/log_format.h"

static_assert(sizeof(FwNote) == 28, "notes are read as they lie in the file");

extern "C" __attribute__((section(FW_NOTE_SECTION), used, aligned(4))) const FwNote fw_note = {
    sizeof FW_NOTE_NAME, sizeof(uint32_t), FW_NOTE_TYPE, FW_NOTE_NAME, FW_ABI_VERSION};
