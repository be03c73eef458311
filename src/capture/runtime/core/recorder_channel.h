// The memory that the program shares with its recorder (capture/abi/channel.h): finding it, and
// handing over chunks of the log.
#pragma once

#include "capture/runtime/ground/runtime.h"

namespace foreweave::runtime {

extern FwChannel* channel;  // null: nothing is recorded

// False: there is no recorder, or another process has its channel already. Before main.
bool attach_channel();
// Tells the recorder why nothing more comes.
void detach_channel(const char* why);

// That of the child that goes on with the log. Where there is one.
FwChannel* next_channel();
// In that child; the recorder knows of it when it is introduced.
void change_to_next_channel();
void introduce_process();

// The n-th chunk of the log.
uint64_t* chunk_at(uint32_t n);
// The chunk that was filled, up to `end`, is the recorder's; waits until there is room for another.
// Null, or why there is none: nobody wants the log any more.
const char* hand_over_chunk(const uint64_t* end);

}  // namespace foreweave::runtime
