// Streams of libc (FILE, DIR) as things that threads share (things.h): closing one is its end,
// every other call a use. Where the stream itself is, and the buffer that the program gave it, is
// memory of the program.
#pragma once

#include <stdio.h>

namespace foreweave::runtime {

// Before a call. Nothing for null, which stands for all streams.
void log_stream_use(FILE* stream);
// One by which threads are not kept apart: those whose names end in _unlocked.
void log_unlocked_use(FILE* stream);

}  // namespace foreweave::runtime
